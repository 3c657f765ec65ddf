"""The events of a table as the log keeps them: a number, a kind and its data as JSON.

    created   game, options, seats, seed, listed, pace, host
    sat       seat, name, token          a person took an open seat
    dealt     hands                      a round begins; the only event that holds hidden tiles
    moved     seat, move, by             made by a person, by an agent, or forced
    undone    seat                       back to the last decision of that seat
    redone    seat                       forward to its next decision
    left      seat                       an agent plays on for the person at that seat
    returned  seat
    paced     pace                       seconds before each move of agents that play alone
    rematch   table                      the same people sit at another table

Logs of earlier versions stay readable: a field that is not known any more is ignored.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, get_args

from pydantic import TypeAdapter

from galo.games.game import Hands
from galo.games.options import Value
from galo.web.seats import Seat


class MadeBy(StrEnum):
    """What made a move."""

    PERSON = "person"
    AGENT = "agent"
    FORCED = "forced"  # the rules left no choice, so the table made it


@dataclass(frozen=True)
class Created:
    """A table was set up."""

    kind: ClassVar[str] = "created"
    game: str
    options: Mapping[str, Value]
    seats: tuple[Seat, ...]
    seed: int
    listed: bool
    pace: float
    host: str  # the hash of the token of the person that set the table up


@dataclass(frozen=True)
class Sat:
    """A person took an open seat."""

    kind: ClassVar[str] = "sat"
    seat: int
    name: str
    token: str  # as a hash


@dataclass(frozen=True)
class Dealt:
    """A round was dealt."""

    kind: ClassVar[str] = "dealt"
    hands: Hands


@dataclass(frozen=True)
class Moved:
    """A move was made."""

    kind: ClassVar[str] = "moved"
    seat: int
    move: str
    by: MadeBy


@dataclass(frozen=True)
class Undone:
    """A seat took back its last decision and every move after it."""

    kind: ClassVar[str] = "undone"
    seat: int


@dataclass(frozen=True)
class Redone:
    """A seat made again the moves that it had taken back."""

    kind: ClassVar[str] = "redone"
    seat: int


@dataclass(frozen=True)
class Left:
    """A person left a seat to an agent."""

    kind: ClassVar[str] = "left"
    seat: int


@dataclass(frozen=True)
class Returned:
    """A person came back to a seat."""

    kind: ClassVar[str] = "returned"
    seat: int


@dataclass(frozen=True)
class Paced:
    """The host changed how fast agents that play alone move."""

    kind: ClassVar[str] = "paced"
    pace: float


@dataclass(frozen=True)
class Rematched:
    """The same people go on at another table."""

    kind: ClassVar[str] = "rematch"
    table: str


Change = Created | Sat | Dealt | Moved | Undone | Redone | Left | Returned | Paced | Rematched
_READERS: dict[str, TypeAdapter[Change]] = {
    change.kind: TypeAdapter(change) for change in get_args(Change)
}


@dataclass(frozen=True)
class Event:
    """A change of a table, with its place in the order of all its changes, from 1."""

    number: int
    change: Change

    @property
    def kind(self) -> str:
        """The kind under which the log keeps the change."""
        return self.change.kind

    def data(self) -> str:
        """Return the change as JSON, which `parse_event` reads."""
        return json.dumps(self.change, default=vars)


def parse_event(number: int, kind: str, data: str | bytes) -> Event:
    """Return the event that the log keeps as *kind* and *data*; raise ValueError if it is none."""
    if kind not in _READERS:
        raise ValueError(f"{kind!r} is not a kind of event")
    return Event(number, _READERS[kind].validate_json(data))
