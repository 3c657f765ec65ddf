"""Codes that carry a person to another device: short, for some minutes, good for one use."""

import secrets
import time
from collections.abc import Callable

import sqlalchemy as sql

from galo.web.database import Database, insert
from galo.web.database_tables import CODES
from galo.web.table_setup import hash_secret

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that looks like another
LENGTH = 8  # 39 bits: a guess in ten minutes of guessing hits nothing
SECONDS = 600.0


class CarryCodes:
    """The codes that hold now, at most one for each person; the database has their hashes."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def make(self, person: str) -> str:
        """Return a new code of *person*, in place of the one before."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        row = {"person": person, "code": hash_secret(code), "until": self._now() + SECONDS}
        old = (CODES.c.person == person) | (CODES.c.until <= self._now())

        def write(connection: sql.Connection) -> None:
            connection.execute(sql.delete(CODES).where(old))
            insert(connection, CODES, [row])

        await self._database.write(write)
        return code

    async def use(self, written: str) -> str | None:
        """Return the person of the code that somebody has *written*, None if it does not hold."""
        code = "".join(letter for letter in written.upper() if letter.isalnum())
        here = (CODES.c.code == hash_secret(code)) & (CODES.c.until > self._now())
        person: str | None = None

        def write(connection: sql.Connection) -> None:
            nonlocal person
            person = connection.scalar(sql.delete(CODES).where(here).returning(CODES.c.person))

        await self._database.write(write)
        return person

    async def forget(self, person: str) -> None:
        """Let the code of *person*, if there is one, hold no longer."""
        gone = sql.delete(CODES).where(CODES.c.person == person)

        def write(connection: sql.Connection) -> None:
            connection.execute(gone)

        await self._database.write(write)
