"""What a review says of a game: every decision judged, and the result told as skill and luck.

Over a game the chance of side 0 to win, all tiles known, goes from what it is before anything is
dealt to the result. Each event, a deal or a move, changes it, and the changes add up:

    start + skill + luck = result

    skill    what the other side gave away less what this side did: the losses of their decisions,
             each judged by what its seat knew then
    luck     everything else: the deals, what hidden tiles made of moves, what no review foresees

Everything is counted in whole parts of PARTS, so that the sum is exact.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from galo.games.options import Value, join_name
from galo.players.player import Reason
from galo.players.reviewer import OptionValue, TileChances

PARTS = 1_000_000  # of a chance: what a review counts in
Mark = Literal["good", "inaccuracy", "mistake", "blunder"]
EventKind = Literal["deal", "move", "end"]
MARKS: tuple[Mark, ...] = ("good", "inaccuracy", "mistake", "blunder")


@dataclass(frozen=True)
class MoveReview:
    """One decision: a move of a seat that could have made another."""

    number: int  #: of the move in the record, from 1
    seat: int  #: whose decision it was
    move: str  #: as it was played
    best: str  #: the best move; the one played, if no other is better
    value: float  #: chance to win of its side after the move played, by what the seat knew
    best_value: float  #: the same after the best move
    loss: float  #: what the move gives away of that chance
    error: float  #: the standard error of the loss; 0 where nothing is estimated
    points: float | None  #: after the move played, in what the game counts; None if it counts none
    best_points: float | None  #: after the best move
    mark: Mark  #: what such a loss is called
    reasons: tuple[Reason, ...]  #: what speaks for the best move
    options: tuple[OptionValue, ...]  #: what was compared, best first
    belief: TileChances | None  #: where the seat had to believe the hidden tiles

    def to_json(self) -> dict[str, Any]:
        """Return the decision as screens read it."""
        return {
            "number": self.number,
            "seat": self.seat,
            "move": self.move,
            "best": self.best,
            "value": self.value,
            "best_value": self.best_value,
            "loss": self.loss,
            "error": self.error,
            "expected_points": self.points,
            "best_expected_points": self.best_points,
            "mark": self.mark,
            "reasons": [reason.to_json() for reason in self.reasons],
            "compared": [option.to_json() for option in self.options],
            "belief": None if self.belief is None else {k: list(v) for k, v in self.belief.items()},
        }


@dataclass(frozen=True)
class Event:
    """A deal or a move, and what it did to the chance of side 0, in PARTS."""

    kind: EventKind  #: `end` where people ended the game before the rules did
    number: int  #: of the move in the record, from 1; for a deal that of the next
    round: int  #: of the game, from 1
    chance: int  #: after it
    skill: int  #: of the change: what the decision gave away
    luck: int  #: and the rest of it

    def to_json(self) -> dict[str, Any]:
        """Return the event as screens read it."""
        return {
            "kind": self.kind,
            "number": self.number,
            "round": self.round,
            "chance": self.chance / PARTS,
            "skill_change": self.skill / PARTS,
            "luck_change": self.luck / PARTS,
        }


@dataclass(frozen=True)
class SeatReview:
    """The decisions of one seat."""

    who: str  #: the agent, or human
    decisions: int  #: how many
    accuracy: float | None  #: from 0 to 100; None without a decision
    loss: float  #: given away in all
    marks: dict[Mark, int]  #: how many decisions have each mark

    def to_json(self) -> dict[str, Any]:
        """Return the seat as screens read it."""
        return dict(vars(self))


@dataclass(frozen=True)
class Review:
    """A game that is over, every decision judged."""

    game: str  #: its name
    game_options: dict[str, Value]  #: those that differ from their defaults
    seed: int  #: of the review
    effort: str  #: what was spent on each position
    seats: tuple[SeatReview, ...]  #: the decisions of each seat added up
    moves: tuple[MoveReview, ...]  #: the decisions, in order
    events: tuple[Event, ...]  #: all deals and moves
    begins: int  #: the chance of side 0 before anything happened, in PARTS

    @property
    def start(self) -> tuple[float, ...]:
        """The chance of each side before anything happened."""
        return self._both(self.begins)

    @property
    def skill(self) -> tuple[float, ...]:
        """What the decisions of all seats brought each side."""
        return self._balance(self.skill_parts)

    @property
    def luck(self) -> tuple[float, ...]:
        """What everything else brought each side."""
        return self._balance(self.luck_parts)

    @property
    def result(self) -> tuple[float, ...]:
        """The result of each side: 1, 0, or a half for a draw."""
        return self._both(self.events[-1].chance if self.events else self.begins)

    @property
    def error(self) -> float:
        """The standard error of skill, and so of luck."""
        return float(sum(move.error**2 for move in self.moves) ** 0.5)

    @cached_property
    def skill_parts(self) -> int:
        """The skill of side 0, in PARTS."""
        return sum(event.skill for event in self.events)

    @cached_property
    def luck_parts(self) -> int:
        """The luck of side 0, in PARTS."""
        return sum(event.luck for event in self.events)

    def _both(self, parts: int) -> tuple[float, float]:
        return parts / PARTS, (PARTS - parts) / PARTS

    def _balance(self, parts: int) -> tuple[float, float]:
        return parts / PARTS, -parts / PARTS

    def to_json(self) -> dict[str, Any]:
        """Return the review as screens read it; `review.v1.json` describes it."""
        return {
            "format": 1,
            "game": join_name(self.game, self.game_options),
            "seed": self.seed,
            "effort": self.effort,
            "start": list(self.start),
            "skill": list(self.skill),
            "luck": list(self.luck),
            "result": list(self.result),
            "error": self.error,
            "seats": [seat.who for seat in self.seats],
            "seat_reviews": [seat.to_json() for seat in self.seats],
            "moves": [move.to_json() for move in self.moves],
            "events": [event.to_json() for event in self.events],
        }
