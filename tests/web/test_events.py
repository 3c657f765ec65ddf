"""Events in the log: what is written is read again, and logs of earlier versions stay readable."""

import json
from typing import Any

import pytest

from galo.web.clock import Clock, LeftReason
from galo.web.events import (
    Accepted,
    Agreed,
    Change,
    Created,
    Dealt,
    Declined,
    Event,
    HelpAllowed,
    Left,
    MadeBy,
    Moved,
    Offered,
    Paced,
    Redone,
    Rematched,
    Resigned,
    Returned,
    Sat,
    Undone,
    parse_event,
)
from galo.web.offers import OfferKind
from galo.web.seats import Seat, SeatKind
from galo.web.table import Table
from support.commands import REFERENCE
from support.tables import seen, sent

STORED = json.loads((REFERENCE / "web" / "stored_logs.json").read_text(encoding="utf-8"))
COMMANDS = ("controls", "tools")  # of today's version
SEATS = (Seat(SeatKind.AGENT, "s1", agent="s1", level="strong"), Seat(SeatKind.OPEN, invite="x"))
CHANGES: tuple[Change, ...] = (
    Created("dominoes2", {"target": 100}, SEATS, 2**63 - 1, True, 0.5, "hash"),
    Created("connect_four", {}, SEATS, 1, False, 0.5, "hash", Clock("move", 30), False),
    Sat(1, "João 🐓", "hash"),
    Dealt((("6-4", "3-1"), ("0-0",))),
    Moved(1, "6-4@e", MadeBy.FORCED),
    Moved(1, "6-4@e", MadeBy.PERSON, 12.345),
    Undone(0),
    Redone(0),
    Left(1),
    Left(1, LeftReason.TIME),
    Returned(1),
    Offered(0, OfferKind.UNDO),
    Accepted(1),
    Declined(1),
    Resigned(0),
    Agreed(),
    HelpAllowed(),
    Paced(0.0),
    Rematched("0123456789"),
)


def is_within(old: Any, new: Any) -> bool:
    """Return whether *new* has everything that *old* has, and perhaps more fields."""
    if isinstance(old, dict):
        return all(
            key in new and (key in COMMANDS or is_within(value, new[key]))
            for key, value in old.items()
        )
    if isinstance(old, list):
        return len(old) == len(new) and all(map(is_within, old, new))
    return bool(old == new)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.kind)
def test_event_that_is_written_is_read_again(change: Change) -> None:
    event = Event(3, change)
    assert parse_event(3, event.kind, event.data()) == event


@pytest.mark.parametrize("name", STORED)
def test_stored_log_of_an_earlier_version_gives_the_same_table(name: str) -> None:
    stored = STORED[name]
    table = Table("0123456789", [parse_event(*row) for row in stored["events"]])
    assert is_within(stored["public"], sent(table.public_events))
    views = [seen(table, seat) for seat in (None, *range(len(table.seats)))]
    assert is_within(stored["views"], views)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("danced", "{}"),
        ("__init__", "{}"),
        ("moved", "{}"),
        ("moved", '{"seat": 0, "move": "4", "by": "magic"}'),
        ("dealt", '{"hands": 3}'),
        ("left", "not JSON"),
    ],
)
def test_row_that_is_no_event_is_refused(kind: str, data: str) -> None:
    with pytest.raises(ValueError, match=r"event|validation"):
        parse_event(1, kind, data)


def test_field_that_is_not_known_any_more_is_ignored() -> None:
    row = (2, "moved", '{"seat": 0, "move": "4", "by": "person", "points": []}')
    assert parse_event(*row) == Event(2, Moved(0, "4", MadeBy.PERSON))
