"""The database of the site: a way to read, and one thread that writes.

All that arrives while the thread writes goes into its next transaction, so many tables share one
commit. Other servers of the site may write to the same PostgreSQL; SQLite belongs to one.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, Protocol

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from galo.errors import ConfigError
from galo.web.database_url import without_password
from galo.web.metrics import WRITE_FAILURES, WRITE_SECONDS

Write = Callable[[sql.Connection], None]
# The time by the clock of the database, in seconds since 1970.
NOW = sql.cast(sql.extract("epoch", sql.func.clock_timestamp()), sql.Double)
DEADLOCK = "40P01"  # what PostgreSQL calls it

# A server that stands still, or that the network has cut off, must not hold a row for long, and
# must itself find out within seconds.
POSTGRESQL = {
    "connect_timeout": 5,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
    "options": "-c idle_in_transaction_session_timeout=10000",
}


class FencedError(Exception):
    """Another server has the table now, so nothing was written."""


class Check(Protocol):
    """What must hold when something is written, in the same transaction."""

    def check(self, connection: sql.Connection) -> None:
        """Raise FencedError if it does not hold."""
        ...


class Database:
    """The connections to one database, whose tables *prepare* makes as they should be."""

    def __init__(self, url: str, prepare: Write) -> None:
        try:
            # An error would otherwise quote what was to be written: tiles, tokens.
            self._engine = sql.create_engine(url, hide_parameters=True, **_engine_options(url))
            if self._engine.dialect.name == "sqlite":
                sql.event.listen(self._engine, "connect", _set_up_sqlite)
            self.is_shared = self._engine.dialect.name == "postgresql"
            self.transact(prepare)
        except (SQLAlchemyError, ModuleNotFoundError, ValueError) as problem:
            raise _refused(url, str(getattr(problem, "orig", None) or problem)) from None
        self._url = url
        self._queue: queue.SimpleQueue[tuple[Write, asyncio.Future[None]] | None]
        self._queue = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def reading(self) -> sql.Connection:
        """Return a connection to read from, to be closed after use."""
        return self._engine.connect()

    async def write(self, write: Write, check: Check | None = None) -> None:
        """Let *write* write, if *check* allows it; it is in the database when this returns."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((write if check is None else _checked(check, write), done))
        await done

    async def write_apart(self, write: Write) -> None:
        """Let *write* write in a transaction of its own, beside the thread that writes.

        It may wait for a row that another server holds, and must hold none meanwhile.
        """
        await asyncio.to_thread(self.transact, write)

    def transact(self, write: Write) -> None:
        """Let *write* write now, in a transaction of its own."""
        problem = self._try([write])
        if problem is not None:
            raise problem

    def check(self) -> None:
        """Raise ConfigError if a file of SQLite is damaged; PostgreSQL watches itself."""
        if self.is_shared:
            return
        try:
            with self.reading() as connection:
                found = connection.scalar(sql.text("PRAGMA quick_check(1)"))
        except SQLAlchemyError as problem:
            found = str(getattr(problem, "orig", None) or problem)
        if found != "ok":
            raise _refused(self._url, f"it is damaged, restore a backup: {found}")

    def ping(self) -> None:
        """Raise SQLAlchemyError unless the database answers."""
        with self.reading() as connection:
            connection.scalar(sql.select(1))

    def close(self) -> None:
        """Write what is queued and close the database."""
        self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

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
            own = self._try([write]) if _is_local(problem) and len(batch) > 1 else problem
            done.get_loop().call_soon_threadsafe(_settle, done, own)

    def _try(self, writes: list[Write]) -> SQLAlchemyError | FencedError | None:
        try:
            with WRITE_SECONDS.time(), self._engine.begin() as connection:
                for write in writes:
                    write(connection)
        except (SQLAlchemyError, FencedError) as problem:
            WRITE_FAILURES.inc()
            return problem
        return None


def _refused(url: str, problem: str) -> ConfigError:
    """Return the one sentence about *problem* with the database at *url*, without its password."""
    why = without_password(problem.strip().partition("\n")[0], url)
    return ConfigError(
        f"cannot open the database {without_password(url)!r}: {why}; give another --database: "
        "sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
    )


def insert(connection: sql.Connection, table: sql.Table, rows: list[dict[str, Any]]) -> None:
    """Write *rows*, if there are any, into *table*."""
    if rows:
        connection.execute(sql.insert(table), rows)


def _checked(check: Check, write: Write) -> Write:
    def write_checked(connection: sql.Connection) -> None:
        check.check(connection)
        write(connection)

    return write_checked


def alone(connection: sql.Connection, purpose: int) -> None:
    """Let no other server be within a transaction of the same *purpose* until this one is over."""
    if connection.dialect.name == "postgresql":
        connection.execute(sql.select(sql.func.pg_advisory_xact_lock(purpose)))


def _is_local(problem: Exception | None) -> bool:
    """Return whether *problem* of several writes may be that of one of them alone."""
    code = getattr(getattr(problem, "orig", None), "sqlstate", None)
    return isinstance(problem, IntegrityError | FencedError) or code == DEADLOCK


def _settle(done: "asyncio.Future[None]", problem: Exception | None) -> None:
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
    if url.startswith("postgresql+psycopg:"):
        return {"pool_pre_ping": True, "connect_args": dict(POSTGRESQL)}
    return {}


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # In WAL mode this loses nothing when the process dies, only, at worst, the last moments
    # when the machine loses power; and it never corrupts.
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()
