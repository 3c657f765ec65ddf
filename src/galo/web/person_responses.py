"""The JSON that the site answers of people: results, ratings and what is kept of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from galo.games.options import Value
from galo.web.people import Experience
from galo.web.rated_results import RatingKind


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
