"""The JSON that the site answers of reviews; OpenAPI describes it from these classes."""

from collections.abc import Mapping
from dataclasses import dataclass

from galo.players.player import Reason
from galo.reviews.review import EventKind, Mark


@dataclass(frozen=True)
class ComparedMove:
    """A move that could be made, its chance to win, and its points where the game counts any."""

    move: str
    value: float
    expected_points: float | None


@dataclass(frozen=True)
class ReviewedMove:
    """A decision: what was played and what was best, by what the seat knew then."""

    number: int  # of the move in the record, from 1
    seat: int
    move: str
    best: str
    value: float
    best_value: float
    loss: float
    error: float
    expected_points: float | None
    best_expected_points: float | None
    mark: Mark
    reasons: list[Reason]
    compared: list[ComparedMove]
    belief: Mapping[str, list[float]] | None  # by hidden tile, for each seat and the boneyard


@dataclass(frozen=True)
class ReviewedEvent:
    """A deal or a move, the chance of side 0 after it, and what changed that chance."""

    kind: EventKind
    number: int
    round: int
    chance: float
    skill_change: float
    luck_change: float


@dataclass(frozen=True)
class ReviewedSeat:
    """The decisions of one seat added up."""

    who: str
    decisions: int
    accuracy: float | None
    loss: float
    marks: Mapping[Mark, int]


@dataclass(frozen=True)
class ReviewAnswer:
    """A game explained: for each side start + skill + luck = result, and every decision."""

    format: int
    game: str
    seed: int
    effort: str
    start: list[float]
    skill: list[float]
    luck: list[float]
    result: list[float]
    error: float
    seats: list[str]
    seat_reviews: list[ReviewedSeat]
    moves: list[ReviewedMove]
    events: list[ReviewedEvent]
