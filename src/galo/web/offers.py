"""Offers at a table: what one person proposes and other people must agree to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from galo.games.game import Game
from galo.web.seats import Seat, SeatKind


class OfferKind(StrEnum):
    """What is proposed."""

    RESIGN = "resign"  # to the partner
    DRAW = "draw"
    UNDO = "undo"  # to take back the last decision of the seat
    HELP = "help"  # to allow hints, analyses and undo


@dataclass(frozen=True)
class Offer:
    """An offer of *seat*; all people at the seats *waiting* have still to accept it."""

    kind: OfferKind
    seat: int
    waiting: tuple[int, ...]


class Offers:
    """The offer that is open at a table, if any: one at a time."""

    def __init__(self) -> None:
        self.open: Offer | None = None
        self.declined: set[tuple[int, OfferKind]] = set()  # of each seat since its last move

    def make(self, kind: OfferKind, seat: int, asked: tuple[int, ...]) -> None:
        """Open the offer of *seat* to the seats *asked*."""
        self.open = Offer(kind, seat, asked)

    def accept(self, seat: int) -> OfferKind:
        """Note that *seat* agrees; with the last one the offer is closed. Return its kind."""
        assert self.open is not None
        kind = self.open.kind
        waiting = tuple(other for other in self.open.waiting if other != seat)
        self.open = replace(self.open, waiting=waiting) if waiting else None
        return kind

    def decline(self) -> OfferKind:
        """Close the offer, which may not be repeated before its seat has moved; return its kind."""
        assert self.open is not None
        kind = self.open.kind
        self.declined.add((self.open.seat, kind))
        self.open = None
        return kind

    def moved(self, seat: int, is_persons: bool) -> None:
        """Note a move of *seat*: offers about the position lapse, others with a person's own move.

        Agents go on while a partner thinks about a resignation.
        """
        if is_persons:
            self.declined = {(other, kind) for other, kind in self.declined if other != seat}
        if self.open is not None and self.open.kind in (OfferKind.DRAW, OfferKind.UNDO):
            self.lapse()
        elif is_persons:
            self.left(seat)

    def left(self, seat: int) -> None:
        """Close the offer if *seat* made it or has to answer it."""
        if self.open is not None and seat in (self.open.seat, *self.open.waiting):
            self.lapse()

    def lapse(self) -> None:
        """Close the offer without an answer."""
        self.open = None


def seats_asked(kind: OfferKind, seat: int, seats: Sequence[Seat], game: Game) -> tuple[int, ...]:
    """Return the seats of the people that must accept an offer of *kind* by *seat*."""
    others = (
        number
        for number, other in enumerate(seats)
        if number != seat and other.kind is SeatKind.PERSON and not other.away
    )
    if kind is OfferKind.RESIGN:
        return tuple(n for n in others if game.side_of(n) == game.side_of(seat))
    return tuple(others)
