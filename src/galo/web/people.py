"""The people of the site: how they say they play, and what the site keeps of them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from galo.web.events import Change, Created, Event, Sat

Experience = Literal["beginner", "casual", "experienced"]


@dataclass(frozen=True)
class FinishedGame:
    """A record, what its people said of their experience, and whether they had help."""

    record: str
    experiences: Mapping[int, Experience]  # by seat; none for people that have not said
    is_assisted: bool


@dataclass(frozen=True)
class OwnGame:
    """A finished game of a person: where and when, its record, and the person's seat."""

    table: str
    at: float  # seconds since 1970
    record: str
    seat: int
    is_assisted: bool


@dataclass(frozen=True)
class Removed:
    """What was deleted of a person: the tables that had the name, and the experience."""

    tables: tuple[str, ...]
    has_experience: bool


def seat_tokens(event: Event) -> dict[int, str]:
    """Return the tokens, as hashes, of the people that *event* gives a seat to."""
    match event.change:
        case Created(seats=seats):
            return {number: seat.token for number, seat in enumerate(seats) if seat.token}
        case Sat(seat, _, token):
            return {seat: token}
    return {}


def seat_rows(identity: str, event: Event) -> list[dict[str, object]]:
    """Return what the database keeps of the seats that *event* of the table *identity* gives."""
    return [
        {"table_id": identity, "seat": seat, "token": token}
        for seat, token in seat_tokens(event).items()
    ]


def without_names(change: Change, tokens: Collection[str]) -> Change:
    """Return *change* without the names of the people whose tokens have the hashes *tokens*."""
    match change:
        case Created(seats=seats):
            own = (replace(seat, name="") if seat.token in tokens else seat for seat in seats)
            return replace(change, seats=tuple(own))
        case Sat(token=owner) if owner in tokens:
            return replace(change, name="")
    return change
