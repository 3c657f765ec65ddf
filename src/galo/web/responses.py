"""The JSON that the site answers to HTTP requests; OpenAPI describes it from these classes.

What is answered of people and of reviews is in `person_responses` and `review_responses`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from galo.games.game import Outcome
from galo.games.options import Value
from galo.web.agent_pool import PoolState
from galo.web.clock import Clock
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
