"""The events of a table as everybody may see them: no token, no seed, no hidden tile."""

from dataclasses import dataclass
from typing import Literal

from galo.web.clock import LeftReason
from galo.web.events import MadeBy
from galo.web.offers import OfferKind


@dataclass(frozen=True)
class PublicPoints:
    """Points that were scored: for what, by the move of which seat, for which side (or nobody).

    Points for a pass also name the seat that passed first and the number of that event.
    """

    kind: str
    seat: int
    side: int | None
    points: int
    passer: int | None = None
    pass_event: int | None = None


@dataclass(frozen=True, kw_only=True)
class PublicCreated:
    """The table was set up."""

    number: int
    kind: Literal["created"] = "created"


@dataclass(frozen=True, kw_only=True)
class PublicSat:
    """A person took an open seat."""

    number: int
    kind: Literal["sat"] = "sat"
    seat: int
    name: str


@dataclass(frozen=True, kw_only=True)
class PublicDealt:
    """A round was dealt; *points* are those that the deal itself brought."""

    number: int
    kind: Literal["dealt"] = "dealt"
    round: int
    points: tuple[PublicPoints, ...]


@dataclass(frozen=True, kw_only=True)
class PublicMoved:
    """A move was made; *points* are those that it settled."""

    number: int
    kind: Literal["moved"] = "moved"
    seat: int
    move: str
    points: tuple[PublicPoints, ...]
    round: int
    by: MadeBy


@dataclass(frozen=True, kw_only=True)
class PublicUndone:
    """A seat took back the moves whose events have the numbers *moves*, in ascending order."""

    number: int
    kind: Literal["undone"] = "undone"
    seat: int
    moves: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class PublicRedone:
    """A seat made again the moves whose events have the numbers *moves*, in ascending order."""

    number: int
    kind: Literal["redone"] = "redone"
    seat: int
    moves: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class PublicLeft:
    """A person left a seat to an agent."""

    number: int
    kind: Literal["left"] = "left"
    seat: int
    reason: LeftReason


@dataclass(frozen=True, kw_only=True)
class PublicReturned:
    """A person came back to a seat."""

    number: int
    kind: Literal["returned"] = "returned"
    seat: int


@dataclass(frozen=True, kw_only=True)
class PublicOffered:
    """A person proposed something that other people must agree to."""

    number: int
    kind: Literal["offered"] = "offered"
    seat: int
    offer: OfferKind


@dataclass(frozen=True, kw_only=True)
class PublicAccepted:
    """A person agreed to the offer."""

    number: int
    kind: Literal["accepted"] = "accepted"
    seat: int
    offer: OfferKind


@dataclass(frozen=True, kw_only=True)
class PublicDeclined:
    """A person declined the offer, or withdrew it."""

    number: int
    kind: Literal["declined"] = "declined"
    seat: int
    offer: OfferKind


@dataclass(frozen=True, kw_only=True)
class PublicResigned:
    """The side of a seat gave the game up."""

    number: int
    kind: Literal["resigned"] = "resigned"
    seat: int


@dataclass(frozen=True, kw_only=True)
class PublicAgreed:
    """Both sides agreed on a draw."""

    number: int
    kind: Literal["agreed"] = "agreed"


@dataclass(frozen=True, kw_only=True)
class PublicHelpAllowed:
    """Hints, analyses and undo are allowed from now on."""

    number: int
    kind: Literal["help_allowed"] = "help_allowed"


@dataclass(frozen=True, kw_only=True)
class PublicPaced:
    """The host changed how fast agents that play alone move."""

    number: int
    kind: Literal["paced"] = "paced"
    pace: float


@dataclass(frozen=True, kw_only=True)
class PublicRematch:
    """The same people go on at another table."""

    number: int
    kind: Literal["rematch"] = "rematch"
    table: str


PublicEvent = (
    PublicCreated
    | PublicSat
    | PublicDealt
    | PublicMoved
    | PublicUndone
    | PublicRedone
    | PublicLeft
    | PublicReturned
    | PublicOffered
    | PublicAccepted
    | PublicDeclined
    | PublicResigned
    | PublicAgreed
    | PublicHelpAllowed
    | PublicPaced
    | PublicRematch
)
