"""The database of the site: a way to read, and one thread that writes.

All that arrives while the thread writes goes into its next transaction, so many tables share one
commit.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from galo.errors import ConfigError
from galo.web.database_tables import METADATA
from galo.web.database_url import without_password

Write = Callable[[sql.Connection], None]


class Database:
    """The connections to one database, whose tables exist."""

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

    def reading(self) -> sql.Connection:
        """Return a connection to read from, to be closed after use."""
        return self._engine.connect()

    async def write(self, write: Write) -> None:
        """Let *write* write; what it wrote is in the database when this returns."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((write, done))
        await done

    def close(self) -> None:
        """Write what is queued and close the database."""
        self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    def _create_tables(self) -> None:
        """Create the tables that are missing."""
        METADATA.create_all(self._engine)

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


def insert(connection: sql.Connection, table: sql.Table, rows: list[dict[str, Any]]) -> None:
    """Write *rows*, if there are any, into *table*."""
    if rows:
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
