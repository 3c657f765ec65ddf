"""The database of the site: the events of every table, and the records of finished games.

One thread writes. All that arrives while it writes goes into its next transaction, so many
tables share one commit; an `append` returns when its events are in the database.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from galo.errors import ConfigError
from galo.web.database_url import without_password
from galo.web.events import Event, parse_event

METADATA = sql.MetaData()
EVENTS = sql.Table(
    "events",
    METADATA,
    sql.Column("table_id", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("data", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
RESULTS = sql.Table(
    "results",
    METADATA,
    sql.Column("table_id", sql.String(32), primary_key=True),
    sql.Column("record", sql.Text, nullable=False),  # one line, as `galo replay` reads it
    sql.Column("at", sql.Float, nullable=False),
)
MAX_REBUILT = 2000  # tables taken into memory at a start; older ones at their first visit

Write = Callable[[sql.Connection], None]


class Store:
    """The database of one site."""

    def __init__(self, url: str) -> None:
        try:
            # An error would otherwise quote what was to be written: tiles, tokens.
            self._engine = sql.create_engine(url, hide_parameters=True, **_engine_options(url))
            if self._engine.dialect.name == "sqlite":
                sql.event.listen(self._engine, "connect", _set_up_sqlite)
            METADATA.create_all(self._engine)
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
        await self._write(lambda connection: _insert(connection, EVENTS, rows))

    async def add_result(self, identity: str, record: str) -> None:
        """Save the *record* of a finished game, unless the table has one: undo changes nothing."""
        row = {"table_id": identity, "record": record, "at": time.time()}
        is_there = sql.select(RESULTS.c.table_id).where(RESULTS.c.table_id == identity)

        def write(connection: sql.Connection) -> None:
            if connection.scalar(is_there) is None:
                _insert(connection, RESULTS, [row])

        await self._write(write)

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

    def records(self) -> list[str]:
        """Return the records of all finished games, oldest first."""
        with self._engine.connect() as connection:
            return list(connection.scalars(sql.select(RESULTS.c.record).order_by(RESULTS.c.at)))

    def close(self) -> None:
        """Write what is queued and close the database."""
        self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

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
    connection.execute(sql.insert(table), rows)


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
