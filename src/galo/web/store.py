"""What the database keeps of the tables: the events of each, the records and the reviews of
finished games, and what people said of themselves. An `append` returns when its events are in the
database.
"""

import asyncio
import time
from collections.abc import Collection, Sequence

import sqlalchemy as sql

from galo.web.database import Database, insert
from galo.web.database_tables import (
    ASSISTED,
    CONTINUED,
    EVENTS,
    PEOPLE,
    RESULTS,
    REVIEWS,
    SEATS,
    TOKENS,
)
from galo.web.events import VERSION, Created, Event, parse_event
from galo.web.leases import Lease
from galo.web.metrics import EVENTS_SAVED
from galo.web.people import (
    Experience,
    FinishedGame,
    OwnGame,
    Removed,
    seat_rows,
    without_names,
)
from galo.web.schema import bring_up_to_date, seating

MAX_REBUILT = 2000  # tables taken into memory at a start; older ones at their first visit


class Store(Database):
    """The log of one site, its results, and what people said of themselves."""

    def __init__(self, url: str) -> None:
        super().__init__(url, bring_up_to_date)

    async def append(
        self, identity: str, events: Sequence[Event], lease: Lease | None = None
    ) -> None:
        """Save *events* of the table *identity*; they are in the database when this returns.

        Nobody needs a *lease* of a table that is new.
        """
        now = time.time()
        rows = [
            {
                "table_id": identity,
                "number": event.number,
                "kind": event.kind,
                "data": event.data(),
                "version": VERSION,
                "at": now,
            }
            for event in events
        ]
        seats = [row for event in events for row in seat_rows(identity, event)]
        is_continued = any(
            isinstance(event.change, Created) and event.change.origin for event in events
        )

        def write(connection: sql.Connection) -> None:
            insert(connection, EVENTS, rows)
            insert(connection, SEATS, seats)
            insert(connection, CONTINUED, [{"table_id": identity}] if is_continued else [])

        await self.write(write, lease)
        for event in events:
            EVENTS_SAVED.labels(event.kind).inc()

    async def add_result(self, identity: str, record: str, lease: Lease | None = None) -> None:
        """Save the *record* of a finished game, unless the table has one: undo changes nothing."""
        row = {"table_id": identity, "record": record, "at": time.time()}

        def write(connection: sql.Connection) -> None:
            if not _has(connection, RESULTS, identity):
                insert(connection, RESULTS, [row])

        await self.write(write, lease)

    async def mark_assisted(self, identity: str, lease: Lease | None = None) -> None:
        """Note that a person has help in the game of *identity*; once it has a result, nothing."""

        def write(connection: sql.Connection) -> None:
            if not any(_has(connection, table, identity) for table in (RESULTS, ASSISTED)):
                insert(connection, ASSISTED, [{"table_id": identity}])

        await self.write(write, lease)

    async def set_experience(self, token: str, experience: Experience) -> None:
        """Save how the person whose token has the hash *token* plays, in place of what was said."""

        def write(connection: sql.Connection) -> None:
            connection.execute(sql.delete(PEOPLE).where(PEOPLE.c.token == token))
            insert(connection, PEOPLE, [{"token": token, "experience": experience}])

        await self.write(write)

    async def forget_seats(self, tokens: Collection[str]) -> Removed:
        """Delete what the people said at the seats whose tokens have the hashes *tokens*."""
        nameless = await asyncio.to_thread(self._nameless_events, tokens)
        is_known = False

        def write(connection: sql.Connection) -> None:
            nonlocal is_known
            for identity, event in nameless:
                here = (EVENTS.c.table_id == identity) & (EVENTS.c.number == event.number)
                connection.execute(sql.update(EVENTS).where(here).values(data=event.data()))
            deleted = connection.execute(sql.delete(PEOPLE).where(PEOPLE.c.token.in_(tokens)))
            is_known = deleted.rowcount > 0

        await self.write(write)
        return Removed(tuple(identity for identity, _ in nameless), is_known)

    def has_person(self, token: str) -> bool:
        """Return whether a seat belongs to the hash *token*."""
        query = sql.select(SEATS.c.seat).where(SEATS.c.token == token).limit(1)
        with self.reading() as connection:
            return connection.scalar(query) is not None

    def last_number(self, identity: str) -> int:
        """Return the number of the last event of the table *identity*, 0 if there is none."""
        query = sql.select(sql.func.max(EVENTS.c.number)).where(EVENTS.c.table_id == identity)
        with self.reading() as connection:
            return connection.scalar(query) or 0

    def events_of(self, identity: str) -> list[Event]:
        """Return the events of the table *identity* in order, none if there is no such table.

        Raise ValueError if the log holds anything else than events.
        """
        query = (
            sql.select(EVENTS.c.number, EVENTS.c.kind, EVENTS.c.data, EVENTS.c.version)
            .where(EVENTS.c.table_id == identity)
            .order_by(EVENTS.c.number)
        )
        with self.reading() as connection:
            return [parse_event(*row) for row in connection.execute(query)]

    def unfinished(self) -> list[str]:
        """Return the tables without a result, the one with the latest event first."""
        finished = sql.select(RESULTS.c.table_id)
        query = (
            sql.select(EVENTS.c.table_id)
            .where(EVENTS.c.table_id.not_in(finished))
            .group_by(EVENTS.c.table_id)
            .order_by(sql.func.max(EVENTS.c.at).desc())
            .limit(MAX_REBUILT)
        )
        with self.reading() as connection:
            return list(connection.scalars(query))

    async def set_review(self, identity: str, turn: int, review: str) -> None:
        """Save the *review* of the game at *identity* that ended with event *turn*."""
        row = {"table_id": identity, "turn": turn, "review": review, "at": time.time()}

        def write(connection: sql.Connection) -> None:
            connection.execute(sql.delete(REVIEWS).where(REVIEWS.c.table_id == identity))
            insert(connection, REVIEWS, [row])

        await self.write(write)

    def review_of(self, identity: str, turn: int) -> str | None:
        """Return the review of the game at *identity* that ended with *turn*, None without one."""
        query = sql.select(REVIEWS.c.review).where(
            REVIEWS.c.table_id == identity, REVIEWS.c.turn == turn
        )
        with self.reading() as connection:
            return connection.scalar(query)

    def finished_games(self) -> list[FinishedGame]:
        """Return all finished games, oldest first, without those that went on from another game."""
        query = (
            sql.select(
                RESULTS.c.table_id,
                RESULTS.c.record,
                ASSISTED.c.table_id.is_not(None),
                SEATS.c.seat,
                PEOPLE.c.experience,
            )
            .outerjoin(ASSISTED, ASSISTED.c.table_id == RESULTS.c.table_id)
            .outerjoin(SEATS, SEATS.c.table_id == RESULTS.c.table_id)
            .outerjoin(PEOPLE, PEOPLE.c.token == SEATS.c.token)
            .where(RESULTS.c.table_id.not_in(sql.select(CONTINUED.c.table_id)))
            .order_by(RESULTS.c.at, RESULTS.c.table_id)
        )
        found: dict[str, FinishedGame] = {}
        experiences: dict[str, dict[int, Experience]] = {}
        with self.reading() as connection:
            for identity, record, is_assisted, seat, experience in connection.execute(query):
                own = experiences.setdefault(identity, {})
                if experience is not None:
                    own[seat] = experience
                found[identity] = FinishedGame(record, own, bool(is_assisted))
        return list(found.values())

    def games_of(self, person: str, table: str | None = None) -> list[OwnGame]:
        """Return the finished games of *person*, oldest first: all, or the one at *table*."""
        query = (
            sql.select(
                RESULTS.c.table_id,
                RESULTS.c.at,
                RESULTS.c.record,
                SEATS.c.seat,
                ASSISTED.c.table_id.is_not(None),
            )
            .join(SEATS, SEATS.c.table_id == RESULTS.c.table_id)
            .join(TOKENS, TOKENS.c.token == SEATS.c.token)
            .outerjoin(ASSISTED, ASSISTED.c.table_id == RESULTS.c.table_id)
            .where(TOKENS.c.person == person)
            .order_by(RESULTS.c.at, RESULTS.c.table_id, SEATS.c.seat)
        )
        if table is not None:
            query = query.where(RESULTS.c.table_id == table)
        with self.reading() as connection:
            return [OwnGame(*row) for row in connection.execute(query)]

    def record_of(self, identity: str) -> str | None:
        """Return the record of the finished game at the table *identity*, None if there is none."""
        query = sql.select(RESULTS.c.record).where(RESULTS.c.table_id == identity)
        with self.reading() as connection:
            return connection.scalar(query)

    def _nameless_events(self, tokens: Collection[str]) -> list[tuple[str, Event]]:
        """Return the events, each with its table, that hold a name at *tokens*, without it."""
        own = sql.select(SEATS.c.table_id).where(SEATS.c.token.in_(tokens))
        with self.reading() as connection:
            kept = list(seating(connection, EVENTS.c.table_id.in_(own)))
        nameless = [
            (identity, Event(event.number, without_names(event.change, tokens)))
            for identity, event in kept
        ]
        return [new for new, old in zip(nameless, kept, strict=True) if new != old]


def _has(connection: sql.Connection, table: sql.Table, identity: str) -> bool:
    """Return whether *table* has a row of the table *identity*."""
    query = sql.select(table.c.table_id).where(table.c.table_id == identity)
    return connection.scalar(query) is not None
