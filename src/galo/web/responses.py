"""The JSON that the site answers to HTTP requests; OpenAPI describes it from these classes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from galo.games.game import Outcome
from galo.games.options import Value
from galo.players.player import Reason
from galo.reviews.review import EventKind, Mark
from galo.web.agent_pool import PoolState
from galo.web.clock import Clock
from galo.web.people import Experience
from galo.web.rated_results import RatingKind
from galo.web.seats import SeatKind
from galo.web.table import Phase
from galo.web.view import Frame, TableView


@dataclass(frozen=True)
class ErrorFields:
    """Why a request failed: a code, an English sentence, and the part that was wrong."""

    code: str
    say: str
    detail: str


@dataclass(frozen=True)
class ErrorAnswer:
    """The answer to every request that failed."""

    error: ErrorFields


@dataclass(frozen=True)
class Health:
    """Whether the site is well; *address* is for other devices, *files* the digest of its files."""

    status: str
    version: str
    files: str
    agents: PoolState
    tables: int
    sockets: int
    address: str | None


@dataclass(frozen=True)
class LanState:
    """Whether the site is open to its network, and whether this visitor may switch that."""

    can_switch: bool
    open: bool
    address: str | None  # for other devices


@dataclass(frozen=True)
class OptionInfo:
    """An option of a game or of an agent; *minimum* and *maximum* are null for texts."""

    name: str
    default: Value
    choices: list[Value]
    minimum: float | None
    maximum: float | None
    optional: bool


@dataclass(frozen=True)
class AgentInfo:
    """An agent and the options that a table may set."""

    name: str
    line: str
    options: list[OptionInfo]


@dataclass(frozen=True)
class GameInfo:
    """A game: what it needs, what it offers, and the script that draws it."""

    name: str
    seats: int
    sides: int
    has_chance: bool
    options: list[OptionInfo]
    agents: list[AgentInfo]  # weakest first, after agents of plug-ins
    levels: Mapping[str, str]  # level -> agent, weakest first
    ratings: Mapping[str, int]  # level -> measured Elo, where there is one
    tools: list[str]
    script: str
    lessons: int  # how many there are
    puzzles: int


@dataclass(frozen=True)
class GameList:
    """All games."""

    games: list[GameInfo]


@dataclass(frozen=True)
class SeatTicket:
    """A seat and the token that proves it; *seat* is null for the host of a table to watch."""

    table: str
    seat: int | None
    token: str


@dataclass(frozen=True)
class SeatSummary:
    """A seat in a list of tables."""

    name: str
    kind: SeatKind
    level: str | None
    away: bool


@dataclass(frozen=True)
class TableSummary:
    """A table in a list; *free* are its open seats."""

    table: str
    game: str
    options: Mapping[str, Value]
    phase: Phase
    seats: list[SeatSummary]
    free: list[int]
    watchers: int
    clock: Clock | None
    help: bool  # whether hints, analyses and undo are allowed


@dataclass(frozen=True)
class TableList:
    """The tables that anybody may join or watch, those with an open seat first."""

    tables: list[TableSummary]


@dataclass(frozen=True)
class Replay:
    """The table now, and every moment of its game."""

    view: TableView
    frames: list[Frame]


@dataclass(frozen=True)
class RecordAnswer:
    """A game as `galo replay` reads it; *digest* guards the rest."""

    format: int
    galo: str
    game: str
    options: Mapping[str, Value]
    seats: list[str]
    seed: int
    deals: list[list[list[str]]]
    moves: list[str]
    result: Outcome | None
    digest: str


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


@dataclass(frozen=True)
class Opponent:
    """An agent that people played against, and its level if it is one of a level."""

    name: str
    level: str | None


# What the people of a side have in common: all said the same, said different things, not all of
# them said anything, or an agent plays with them.
People = Experience | Literal["mixed", "unsaid", "with_agent"]


@dataclass(frozen=True)
class ResultGroup:
    """Games of people against the same agents; *people* is null where all people are together.

    A score is the share of the points: a win counts one, a draw a half. *low* to *high* is the
    95 % interval of the people's score, *agents_low* to *agents_high* that of the agents'.
    *published* is the share of games that the agents of the dissertation won against such people.
    """

    game: str
    players: int
    opponents: list[Opponent]
    people: People | None
    assisted: bool  # a person had a hint, an analysis or an undo, or an agent played for it
    games: int
    won: int
    drawn: int
    score: float
    low: float
    high: float
    agents_score: float
    agents_low: float
    agents_high: float
    published: float | None


@dataclass(frozen=True)
class ResultList:
    """The results of people against agents: of all together, and by what people said they are."""

    groups: list[ResultGroup]
    by_experience: list[ResultGroup]


@dataclass(frozen=True)
class PersonAnswer:
    """How the person of a token plays, as the site keeps it."""

    experience: Experience


@dataclass(frozen=True)
class DeletionAnswer:
    """What was deleted of a person: the name at so many tables, and the experience if any."""

    names: int
    experience: bool


@dataclass(frozen=True)
class PersonTicket:
    """The token of a new person, told this once."""

    token: str


@dataclass(frozen=True)
class ClaimAnswer:
    """How many seats are now the person's that were nobody's."""

    seats: int


@dataclass(frozen=True)
class CarryAnswer:
    """A code for another device, good once and for some seconds, and its link as a QR code."""

    code: str
    seconds: int
    picture: str  # a data: address of SVG


@dataclass(frozen=True)
class RankingName:
    """The name of a person in the ranking, null for a person that is not in it."""

    name: str | None


@dataclass(frozen=True)
class RatingInfo:
    """A rating: an Elo, and half the width of its 95 % interval."""

    elo: int
    margin: int


@dataclass(frozen=True)
class RatingPoint:
    """A rating after the game at the table, or the puzzle, *place*."""

    place: str
    at: float  # seconds since 1970
    elo: int
    margin: int


@dataclass(frozen=True)
class RatingCurve:
    """A rating over time, in one game with its options; *provisional* after few games."""

    kind: RatingKind
    game: str
    options: Mapping[str, str]
    elo: int
    margin: int
    count: int
    provisional: bool
    points: list[RatingPoint]  # oldest first


@dataclass(frozen=True)
class OwnGameInfo:
    """A finished game of the person; *score* is 1, 0 or a half, *change* null if not rated."""

    table: str
    game: str
    options: Mapping[str, Value]
    at: float
    score: float
    opponents: list[Opponent]
    assisted: bool
    elo: int | None  # after it, if it was rated
    change: int | None


@dataclass(frozen=True)
class OwnStatistics:
    """All that is kept of the games of a person."""

    name: str | None  # in the ranking
    ratings: list[RatingCurve]
    groups: list[ResultGroup]
    games: list[OwnGameInfo]  # latest first


@dataclass(frozen=True)
class GameRating:
    """What a game did to the rating of the person; *why* it did nothing is null if it did.

    `assisted`: a person had help. `unrated`: somebody's strength cannot be known.
    """

    why: Literal["assisted", "unrated"] | None
    before: RatingInfo | None
    after: RatingInfo | None
    count: int
    provisional: bool


@dataclass(frozen=True)
class RankedPerson:
    """A person in the ranking, under the name that they gave."""

    name: str
    elo: int
    margin: int
    count: int
    you: bool


@dataclass(frozen=True)
class RankedAgent:
    """An agent that stands fixed between the people."""

    agent: str
    level: str
    elo: int


@dataclass(frozen=True)
class RankingPool:
    """The ranking of one game with its options, the strongest first."""

    game: str
    options: Mapping[str, str]
    people: list[RankedPerson]
    agents: list[RankedAgent]


@dataclass(frozen=True)
class Ranking:
    """The ranking of every game, and how many rated games it takes to be in it."""

    games: int
    pools: list[RankingPool]
