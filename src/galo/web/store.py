"""The database of the site: the events of every table, the records of finished games, and what
people said of themselves.

One thread writes. All that arrives while it writes goes into its next transaction, so many
tables share one commit; an `append` returns when its events are in the database.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from galo.errors import ConfigError
from galo.web.database_tables import ASSISTED, EVENTS, METADATA, PEOPLE, RESULTS, SEATS
from galo.web.database_url import without_password
from galo.web.events import Created, Event, Sat, parse_event
from galo.web.people import Experience, FinishedGame, Removed, seat_tokens, without_name

MAX_REBUILT = 2000  # tables taken into memory at a start; older ones at their first visit
SEATING = (Created.kind, Sat.kind)  # the events that give people a seat, and hold their names

Write = Callable[[sql.Connection], None]


class Store:
    """The database of one site."""

    def __init__(self, url: str) -> None:
        try:
            # An error would otherwise quote what was to be written: tiles, tokens.
            self._engine = sql.create_engine(url, hide_parameters=True, **_engine_options(url))
            if self._engine.dialect.name == "sqlite":
                sql.event.listen(self._engine, "connect", _set_up_sqlite)
            self._create_tables()
        except (SQLAlchemyError, ModuleNotFoundError, ValueError) as problem:
            reason = str(getattr(problem, "orig", None) or problem).strip().partition("\n")[0]
            shown, why = without_password(url), without_password(reason, url)
            raise ConfigError(
                f"cannot open the database {shown!r}: {why}; give another --database: "
                "sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
            ) from None
        self._queue: queue.SimpleQueue[tuple[Write, asyncio.Future[None]] | None]
        self._queue = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    async def append(self, identity: str, events: Sequence[Event]) -> None:
        """Save *events* of the table *identity*; they are in the database when this returns."""
        now = time.time()
        rows = [
            {
                "table_id": identity,
                "number": event.number,
                "kind": event.kind,
                "data": event.data(),
                "at": now,
            }
            for event in events
        ]
        seats = [row for event in events for row in _seat_rows(identity, event)]

        def write(connection: sql.Connection) -> None:
            _insert(connection, EVENTS, rows)
            _insert(connection, SEATS, seats)

        await self._write(write)

    async def add_result(self, identity: str, record: str) -> None:
        """Save the *record* of a finished game, unless the table has one: undo changes nothing."""
        row = {"table_id": identity, "record": record, "at": time.time()}

        def write(connection: sql.Connection) -> None:
            if not _has(connection, RESULTS, identity):
                _insert(connection, RESULTS, [row])

        await self._write(write)

    async def mark_assisted(self, identity: str) -> None:
        """Note that a person has help in the game of *identity*; once it has a result, nothing."""

        def write(connection: sql.Connection) -> None:
            if not any(_has(connection, table, identity) for table in (RESULTS, ASSISTED)):
                _insert(connection, ASSISTED, [{"table_id": identity}])

        await self._write(write)

    async def set_experience(self, token: str, experience: Experience) -> None:
        """Save how the person whose token has the hash *token* plays, in place of what was said."""

        def write(connection: sql.Connection) -> None:
            connection.execute(sql.delete(PEOPLE).where(PEOPLE.c.token == token))
            _insert(connection, PEOPLE, [{"token": token, "experience": experience}])

        await self._write(write)

    async def forget_person(self, token: str) -> Removed:
        """Delete the name and the experience of the person whose token has the hash *token*."""
        nameless = await asyncio.to_thread(self._nameless_events, token)
        is_known = False

        def write(connection: sql.Connection) -> None:
            nonlocal is_known
            for identity, event in nameless:
                here = (EVENTS.c.table_id == identity) & (EVENTS.c.number == event.number)
                connection.execute(sql.update(EVENTS).where(here).values(data=event.data()))
            deleted = connection.execute(sql.delete(PEOPLE).where(PEOPLE.c.token == token))
            is_known = deleted.rowcount > 0

        await self._write(write)
        return Removed(tuple(identity for identity, _ in nameless), is_known)

    def has_person(self, token: str) -> bool:
        """Return whether a seat belongs to the hash *token*."""
        query = sql.select(SEATS.c.seat).where(SEATS.c.token == token).limit(1)
        with self._engine.connect() as connection:
            return connection.scalar(query) is not None

    def events_of(self, identity: str) -> list[Event]:
        """Return the events of the table *identity* in order, none if there is no such table.

        Raise ValueError if the log holds anything else than events.
        """
        query = (
            sql.select(EVENTS.c.number, EVENTS.c.kind, EVENTS.c.data)
            .where(EVENTS.c.table_id == identity)
            .order_by(EVENTS.c.number)
        )
        with self._engine.connect() as connection:
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
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def finished_games(self) -> list[FinishedGame]:
        """Return all finished games, oldest first."""
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
            .order_by(RESULTS.c.at, RESULTS.c.table_id)
        )
        found: dict[str, FinishedGame] = {}
        experiences: dict[str, dict[int, Experience]] = {}
        with self._engine.connect() as connection:
            for identity, record, is_assisted, seat, experience in connection.execute(query):
                own = experiences.setdefault(identity, {})
                if experience is not None:
                    own[seat] = experience
                found[identity] = FinishedGame(record, own, bool(is_assisted))
        return list(found.values())

    def record_of(self, identity: str) -> str | None:
        """Return the record of the finished game at the table *identity*, None if there is none."""
        query = sql.select(RESULTS.c.record).where(RESULTS.c.table_id == identity)
        with self._engine.connect() as connection:
            return connection.scalar(query)

    def close(self) -> None:
        """Write what is queued and close the database."""
        self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    def _create_tables(self) -> None:
        """Create the tables that are missing; a log of an earlier version has no seats yet."""
        has_seats = sql.inspect(self._engine).has_table(SEATS.name)
        METADATA.create_all(self._engine)
        if not has_seats:
            with self._engine.begin() as connection:
                rows = [
                    row
                    for identity, event in _seating(connection, sql.true())
                    for row in _seat_rows(identity, event)
                ]
                _insert(connection, SEATS, rows)

    def _nameless_events(self, token: str) -> list[tuple[str, Event]]:
        """Return the events, each with its table, that hold the name at *token*, without it."""
        own = sql.select(SEATS.c.table_id).where(SEATS.c.token == token)
        with self._engine.connect() as connection:
            kept = list(_seating(connection, EVENTS.c.table_id.in_(own)))
        nameless = [
            (identity, Event(event.number, without_name(event.change, token)))
            for identity, event in kept
        ]
        return [new for new, old in zip(nameless, kept, strict=True) if new != old]

    async def _write(self, write: Write) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((write, done))
        await done

    def _write_all(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            while not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    self._queue.put(None)  # seen again once this batch is written
                    break
                batch.append(following)
            self._write_batch(batch)

    def _write_batch(self, batch: list[tuple[Write, "asyncio.Future[None]"]]) -> None:
        problem = self._try([write for write, _ in batch])
        for write, done in batch:
            # A row that cannot be inserted must fail alone, so each write is tried again by
            # itself; a database that is locked or full fails for all.
            is_local = isinstance(problem, IntegrityError) and len(batch) > 1
            own = self._try([write]) if is_local else problem
            done.get_loop().call_soon_threadsafe(_settle, done, own)

    def _try(self, writes: list[Write]) -> SQLAlchemyError | None:
        try:
            with self._engine.begin() as connection:
                for write in writes:
                    write(connection)
        except SQLAlchemyError as problem:
            return problem
        return None


def _insert(connection: sql.Connection, table: sql.Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(sql.insert(table), rows)


def _has(connection: sql.Connection, table: sql.Table, identity: str) -> bool:
    """Return whether *table* has a row of the table *identity*."""
    query = sql.select(table.c.table_id).where(table.c.table_id == identity)
    return connection.scalar(query) is not None


def _seating(
    connection: sql.Connection, where: sql.ColumnElement[bool]
) -> Iterator[tuple[str, Event]]:
    """Yield the events *where* people got a seat, each with its table; skip what is no event."""
    query = sql.select(EVENTS).where(EVENTS.c.kind.in_(SEATING), where)
    for row in connection.execute(query):
        with contextlib.suppress(ValueError):
            yield row.table_id, parse_event(row.number, row.kind, row.data)


def _seat_rows(identity: str, event: Event) -> list[dict[str, Any]]:
    return [
        {"table_id": identity, "seat": seat, "token": token}
        for seat, token in seat_tokens(event).items()
    ]


def _settle(done: "asyncio.Future[None]", problem: SQLAlchemyError | None) -> None:
    if done.cancelled():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def _engine_options(url: str) -> dict[str, Any]:
    if url in ("sqlite://", "sqlite:///:memory:"):
        # One connection for all threads: a second one would be another, empty database.
        return {"poolclass": sql.StaticPool, "connect_args": {"check_same_thread": False}}
    return {}


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # In WAL mode this loses nothing when the process dies, only, at worst, the last moments
    # when the machine loses power; and it never corrupts.
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()
