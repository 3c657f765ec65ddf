"""A PostgreSQL of the tests' own, which keeps nothing."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

INSTALLED = "/usr/lib/postgresql"
USER = "nobody"  # PostgreSQL does not run as root
FAST = ("fsync=off", "full_page_writes=off", "listen_addresses=")


class Postgres:
    """A server with an empty database for whoever asks."""

    _names = count()

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._identity: dict[str, Any] = {"user": USER} if os.geteuid() == 0 else {}
        self.user = USER if self._identity else os.environ.get("USER", "postgres")
        if self._identity:
            shutil.chown(folder, USER)
        self._run("initdb", "--no-sync", "--auth=trust", f"--username={self.user}")
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = " ".join(f"-c {setting}" for setting in FAST)
        options = f"-k {self._folder} {settings}"
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "--wait", f"--log={log}", f"--options={options}")

    def stop(self) -> None:
        """End the server without a word to its clients."""
        self._run("pg_ctl", "stop", "--wait", "--mode=immediate")

    def new_database(self) -> str:
        """Return the address of a database with nothing in it."""
        name = f"galo{next(self._names)}"
        with self.connect(self._address("postgres")) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self._address(name)

    def connect(self, address: str) -> "psycopg.Connection[Any]":
        """Return a connection to the database at *address*."""
        return psycopg.connect(address.replace("+psycopg", ""), autocommit=True)

    def _address(self, name: str) -> str:
        return f"postgresql+psycopg://{self.user}@/{name}?host={self._folder}"

    def _run(self, program: str, *words: str) -> None:
        path = shutil.which(program, path=os.pathsep.join([os.environ["PATH"], *programs()]))
        assert path is not None
        subprocess.run(
            [path, *words, "-D", str(self._folder / "data")],
            check=True,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            **self._identity,
        )


def programs() -> list[str]:
    """Return where packages of Debian put PostgreSQL's programs, the newest first."""
    return sorted(map(str, Path(INSTALLED).glob("*/bin")), reverse=True)


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL; skip the test where there is none."""
    if not programs() and shutil.which("initdb") is None:
        pytest.skip("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(prefix="galo-postgres-") as folder:
        server = Postgres(Path(folder))
        try:
            yield server
        finally:
            server.stop()
