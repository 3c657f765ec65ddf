"""Tables whose people have less time than anybody may choose, so that no test waits for long."""

import sqlite3
from dataclasses import replace

from galo.web.clock import Clock
from galo.web.events import Change, Event, MadeBy, Moved
from galo.web.requests import TableRequest
from galo.web.seats import Seat, SeatKind
from galo.web.table_setup import hash_secret, new_identity, new_secret, table_from
from support.commands import PATIENCE
from support.visitors import Site, Ticket, table_request

HOUR = 3600.0


def late_table(site: Site, left: float) -> list[Ticket]:
    """Write a game of Connect Four between Ana and Rui into the log of *site*.

    Rui is to move and has all of his hour; Ana, who made the first move, has *left* seconds.
    """
    tokens = [new_secret(), new_secret()]
    people = ("Ana", "Rui")
    seats = tuple(
        Seat(SeatKind.PERSON, name, token=hash_secret(token))
        for name, token in zip(people, tokens, strict=True)
    )
    request = TableRequest(**table_request("connect_four", "me", "friend", pace=0.0))
    first = replace(table_from(request, tokens[0]), seats=seats, clock=Clock("game", HOUR))
    changes: tuple[Change, ...] = (
        first,
        Moved(0, "4", MadeBy.PERSON, HOUR - left),
    )
    identity = new_identity()
    events = [Event(number, change) for number, change in enumerate(changes, start=1)]
    rows = [(identity, event.number, event.kind, event.data(), 0.0) for event in events]
    with sqlite3.connect(site.file, timeout=PATIENCE) as database:
        database.executemany(
            "INSERT INTO events (table_id, number, kind, data, at) VALUES (?, ?, ?, ?, ?)", rows
        )
    database.close()
    return [Ticket(identity, seat, token) for seat, token in enumerate(tokens)]
