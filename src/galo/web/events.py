"""The events of a table as the log keeps them: a number, a kind and its data as JSON.

    created   game, options, seats, seed, listed, pace, host, clock, help, origin
    sat       seat, name, token          a person took an open seat
    dealt     hands                      a round begins; the only event that holds hidden tiles
    moved     seat, move, by, seconds    made by a person or an agent, forced, or of an origin
    undone    seat                       back to the last decision of that seat
    redone    seat                       forward to its next decision
    left      seat, reason               an agent plays on for the person at that seat
    returned  seat
    offered   seat, offer                a person proposes something that others must agree to
    accepted  seat                       with the last of them, what was offered follows
    declined  seat                       or withdrawn, by the seat that offered
    resigned  seat                       its side loses
    agreed                               a draw
    help_allowed                         hints, analyses and undo from now on
    paced     pace                       seconds before each move of agents that play alone
    rematch   table                      the same people sit at another table

Logs of earlier versions stay readable: a field that is not known any more is ignored, and one
that they do not have yet has a default. VERSION grows with a form that earlier versions would
misunderstand: none of them reads what a later one has written.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, get_args

from pydantic import TypeAdapter

from galo.games.game import Hands
from galo.games.options import Value
from galo.web.clock import Clock, LeftReason
from galo.web.offers import OfferKind
from galo.web.seats import Seat

VERSION = 1  # of the form in which events are written


class MadeBy(StrEnum):
    """What made a move."""

    PERSON = "person"
    AGENT = "agent"
    FORCED = "forced"  # the rules left no choice, so the table made it
    ORIGIN = "origin"  # made at the table whose game goes on here


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
    clock: Clock | None = None
    help: bool = True  # whether hints, analyses and undo are allowed
    origin: str | None = None  # the table whose game goes on here, from a moment before its end


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
    seconds: float = 0.0  # that a person has thought, where there is a clock


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
    reason: LeftReason = LeftReason.LEFT


@dataclass(frozen=True)
class Returned:
    """A person came back to a seat."""

    kind: ClassVar[str] = "returned"
    seat: int


@dataclass(frozen=True)
class Offered:
    """A person proposed something that other people must agree to."""

    kind: ClassVar[str] = "offered"
    seat: int
    offer: OfferKind


@dataclass(frozen=True)
class Accepted:
    """A person agreed to the offer."""

    kind: ClassVar[str] = "accepted"
    seat: int


@dataclass(frozen=True)
class Declined:
    """A person declined the offer, or withdrew it."""

    kind: ClassVar[str] = "declined"
    seat: int


@dataclass(frozen=True)
class Resigned:
    """The side of a seat gave the game up."""

    kind: ClassVar[str] = "resigned"
    seat: int


@dataclass(frozen=True)
class Agreed:
    """Both sides agreed on a draw."""

    kind: ClassVar[str] = "agreed"


@dataclass(frozen=True)
class HelpAllowed:
    """Everybody agreed that hints, analyses and undo are allowed."""

    kind: ClassVar[str] = "help_allowed"


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


Change = (
    Created
    | Sat
    | Dealt
    | Moved
    | Undone
    | Redone
    | Left
    | Returned
    | Offered
    | Accepted
    | Declined
    | Resigned
    | Agreed
    | HelpAllowed
    | Paced
    | Rematched
)
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


def parse_event(number: int, kind: str, data: str | bytes, version: int = VERSION) -> Event:
    """Return the event that the log keeps as *kind* and *data*; raise ValueError if it is none."""
    if version > VERSION:
        raise ValueError(f"written by a later version, in form {version}")
    if kind not in _READERS:
        raise ValueError(f"{kind!r} is not a kind of event")
    return Event(number, _READERS[kind].validate_json(data))
