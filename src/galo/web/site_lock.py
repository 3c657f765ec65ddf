"""A file of SQLite belongs to one server: whoever comes second is told so."""

import contextlib
import sqlite3
from collections.abc import Iterator

from galo.errors import ConfigError

MEMORY = ("", ":memory:")


@contextlib.contextmanager
def only_server(database: str) -> Iterator[None]:
    """Be the only server of *database*, where that is a file of SQLite."""
    file = database.removeprefix("sqlite:///").partition("?")[0]
    with contextlib.ExitStack() as stack:
        if file not in (database, *MEMORY):
            # An address that leads nowhere is refused by whoever opens the database itself.
            with contextlib.suppress(sqlite3.OperationalError):
                lock = sqlite3.connect(f"{file}-server", timeout=0)
                _lock(stack.enter_context(contextlib.closing(lock)), file)
        yield


def _lock(lock: sqlite3.Connection, file: str) -> None:
    """Begin an exclusive transaction: every system ends it with its process."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise ConfigError(
            f"another galo serve has the database {file!r} open; end it, or let several share one"
            " of PostgreSQL: --database postgresql+psycopg://USER@HOST/NAME"
        ) from None
