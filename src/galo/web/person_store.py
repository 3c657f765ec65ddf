"""Who is the same person: the tokens that belong together, without an account.

A browser holds a token of its own, and one for each of its seats. Seats that it takes with its
own token, or claims, are that person's; two browsers can be joined into one person. All tokens
here are hashes, and a person's identity never leaves the server.
"""

import secrets
from collections.abc import Collection

import sqlalchemy as sql

from galo.web.database import Database, alone, insert
from galo.web.database_tables import PERSONS, RATINGS, SEATS, TOKENS
from galo.web.rating_store import (
    RATINGS_ALONE,
    forget_results,
    merge_attempts,
    pools_of,
    rebuild,
)


class PersonStore:
    """The people that have a token of their own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, token: str) -> None:
        """Let a new person have *token*."""
        person = secrets.token_hex(16)

        def write(connection: sql.Connection) -> None:
            insert(connection, PERSONS, [{"person": person}])
            insert(connection, TOKENS, [{"token": token, "person": person, "is_seat": False}])

        await self._database.write(write)

    def person_of(self, token: str) -> str | None:
        """Return the person whose browser has *token*, None if there is none."""
        query = sql.select(TOKENS.c.person).where(TOKENS.c.token == token, ~TOKENS.c.is_seat)
        with self._database.reading() as connection:
            return connection.scalar(query)

    def has_seat(self, token: str) -> bool:
        """Return whether the seat of *token* belongs to a person."""
        query = sql.select(TOKENS.c.person).where(TOKENS.c.token == token, TOKENS.c.is_seat)
        with self._database.reading() as connection:
            return connection.scalar(query) is not None

    def seat_tokens_of(self, person: str) -> list[str]:
        """Return the tokens of all seats of *person*."""
        query = sql.select(TOKENS.c.token).where(TOKENS.c.person == person, TOKENS.c.is_seat)
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    async def add_seats(self, person: str, tokens: Collection[str]) -> int:
        """Give *person* the seats of *tokens* that nobody has yet; return how many there were."""
        added = 0

        def write(connection: sql.Connection) -> None:
            nonlocal added
            alone(connection, RATINGS_ALONE)
            taken = sql.select(TOKENS.c.token)
            query = sql.select(SEATS.c.token).distinct()
            query = query.where(SEATS.c.token.in_(tokens), SEATS.c.token.not_in(taken))
            free = list(connection.scalars(query))
            added = len(free)
            rows = [{"token": token, "person": person, "is_seat": True} for token in free]
            insert(connection, TOKENS, rows)
            _rate_again(connection, free)

        await self._database.write(write)
        return added

    async def join(self, other: str, person: str) -> None:
        """Let everything of *other* be that of *person*."""

        def write(connection: sql.Connection) -> None:
            alone(connection, RATINGS_ALONE)
            moved = _tokens(connection, other)
            here = TOKENS.c.person == other
            connection.execute(sql.update(TOKENS).where(here).values(person=person))
            merge_attempts(connection, other, person)
            connection.execute(sql.delete(RATINGS).where(RATINGS.c.person == other))
            connection.execute(sql.delete(PERSONS).where(PERSONS.c.person == other))
            _rate_again(connection, moved)

        if other != person:
            await self._database.write(write)

    async def set_name(self, person: str, name: str | None) -> None:
        """Let *person* be in the ranking as *name*, or no longer be in it."""

        def write(connection: sql.Connection) -> None:
            here = PERSONS.c.person == person
            connection.execute(sql.update(PERSONS).where(here).values(name=name))

        await self._database.write(write)

    def name_of(self, person: str) -> str | None:
        """Return the name of *person* in the ranking, None if they are not in it."""
        query = sql.select(PERSONS.c.name).where(PERSONS.c.person == person)
        with self._database.reading() as connection:
            return connection.scalar(query)

    async def forget(self, person: str) -> None:
        """Delete *person*: their tokens, their ratings, and whose their seats were."""

        def write(connection: sql.Connection) -> None:
            alone(connection, RATINGS_ALONE)
            forget_results(connection, person, _tokens(connection, person))
            for table in (TOKENS, PERSONS):
                connection.execute(sql.delete(table).where(table.c.person == person))

        await self._database.write(write)


def _tokens(connection: sql.Connection, person: str) -> list[str]:
    return list(connection.scalars(sql.select(TOKENS.c.token).where(TOKENS.c.person == person)))


def _rate_again(connection: sql.Connection, tokens: Collection[str]) -> None:
    """Derive the ratings again where *tokens* played: their games are now another person's."""
    pools = pools_of(connection, tokens)
    if pools:
        rebuild(connection, pools)
