"""The ratings of people in the database.

`rated_games` has what happened, `ratings` what follows from it: `rebuild` derives the second from
the first, and every game adds what that would. Both are written by one thread, and by one server at
a time, so two games that end together are rated one after the other.
"""

import asyncio
import json
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sql

from galo.arena.strength import NEWCOMER, Strength
from galo.games.options import join_name
from galo.players.registry import HUMAN
from galo.web.database import Database, alone, insert
from galo.web.database_tables import ASSISTED, PERSONS, RATED_GAMES, RATINGS, RESULTS, SEATS, TOKENS
from galo.web.leases import Lease
from galo.web.rated_results import (
    RatedGame,
    RatedResult,
    RatingKind,
    attempt_result,
    derived,
    rated_game,
    results_of,
)

RATINGS_ALONE = 1  # the purpose of transactions that write ratings, or what they derive from
MOMENT = 1e-6  # seconds between two games of one pool, at least: the order is that of the ratings


@dataclass(frozen=True)
class RatingChange:
    """A rating before and after one game or puzzle, and how many there were up to it."""

    pool: str
    before: Strength
    after: Strength
    count: int


@dataclass(frozen=True)
class RankedRating:
    """The rating of a person that is in the ranking under *name*."""

    person: str
    name: str
    pool: str
    count: int
    strength: Strength


class RatingStore:
    """What games and puzzles did to the ratings of people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_game(self, game: RatedGame, lease: Lease | None = None) -> None:
        """Rate *game*, unless it was rated before or somebody had help in it."""

        def write(connection: sql.Connection) -> None:
            alone(connection, RATINGS_ALONE)
            if any(_has(connection, table, game.table) for table in (RATED_GAMES, ASSISTED)):
                return
            rated = replace(game, at=_next_moment(connection, game.pool))
            insert(connection, RATED_GAMES, [_game_row(rated)])
            found = results_of(
                rated,
                _owners(connection, SEATS.c.table_id == game.table),
                lambda person: _strength(connection, person, "games", game.pool),
            )
            _insert_results(connection, found.items())

        await self._database.write(write, lease)

    async def add_attempt(
        self, person: str, pool: str, puzzle: str, score: float, opponent: Strength
    ) -> RatingChange | None:
        """Rate the first attempt of *person* at *puzzle*; return the change, None for a later one.

        *opponent* is how strong the puzzle is, *score* 1 where it was solved, else 0. *pool* is
        the game.
        """
        is_first = False

        def write(connection: sql.Connection) -> None:
            nonlocal is_first
            alone(connection, RATINGS_ALONE)
            is_first = _result_at(connection, person, "puzzles", puzzle) is None
            if is_first:
                before = _strength(connection, person, "puzzles", pool)
                result = attempt_result(before, pool, puzzle, score, opponent, time.time())
                _insert_results(connection, [(person, result)])

        await self._database.write(write)
        return await asyncio.to_thread(self.change, person, "puzzles", puzzle) if is_first else None

    def change(self, person: str, kind: RatingKind, place: str) -> RatingChange | None:
        """Return what the game or puzzle at *place* did to the rating, None if it was not rated."""
        with self._database.reading() as connection:
            found = _result_at(connection, person, kind, place)
            if found is None:
                return None
            before = _results(connection, person, kind, found.pool, until=found.at)
        last = before[-1].strength if before else NEWCOMER
        return RatingChange(found.pool, last, found.strength, len(before) + 1)

    def results_of(self, person: str) -> list[RatedResult]:
        """Return all rated games and puzzles of *person*, oldest first."""
        with self._database.reading() as connection:
            return _results(connection, person)

    def ranked(self) -> list[RankedRating]:
        """Return the ratings of games of all people that are in the ranking."""
        latest = (
            sql.select(
                RATINGS.c.person,
                RATINGS.c.pool,
                sql.func.max(RATINGS.c.at).label("at"),
                sql.func.count().label("count"),
            )
            .where(RATINGS.c.kind == "games")
            .group_by(RATINGS.c.person, RATINGS.c.pool)
            .subquery()
        )
        query = (
            sql.select(
                PERSONS.c.person,
                PERSONS.c.name,
                RATINGS.c.pool,
                latest.c.count,
                RATINGS.c.elo,
                RATINGS.c.deviation,
            )
            .join(latest, latest.c.person == PERSONS.c.person)
            .join(
                RATINGS,
                (RATINGS.c.person == latest.c.person)
                & (RATINGS.c.pool == latest.c.pool)
                & (RATINGS.c.at == latest.c.at),
            )
            .where(PERSONS.c.name.is_not(None), RATINGS.c.kind == "games")
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).tuples()
            return [RankedRating(*row[:4], Strength(*row[4:])) for row in rows]


def rebuild(connection: sql.Connection, pools: Collection[str]) -> None:
    """Derive the ratings of games of *pools* again from the rated games."""
    query = sql.select(RATED_GAMES).where(RATED_GAMES.c.pool.in_(pools))
    games = [_parse_game(row) for row in connection.execute(query.order_by(RATED_GAMES.c.at))]
    here = sql.select(RATED_GAMES.c.table_id).where(RATED_GAMES.c.pool.in_(pools))
    found = derived(games, _owners(connection, SEATS.c.table_id.in_(here)))
    connection.execute(
        sql.delete(RATINGS).where(RATINGS.c.kind == "games", RATINGS.c.pool.in_(pools))
    )
    _insert_results(connection, [(person, result) for (person, _), result in found.items()])


def add_earlier_games(connection: sql.Connection) -> None:
    """Fill the rated games of a log that was begun before there were any."""
    helped = sql.select(ASSISTED.c.table_id)
    query = sql.select(RESULTS).where(RESULTS.c.table_id.not_in(helped)).order_by(RESULTS.c.at)
    last = 0.0
    for row in connection.execute(query).all():
        record = json.loads(row.record)
        here = sql.select(SEATS.c.seat, SEATS.c.token).where(SEATS.c.table_id == row.table_id)
        game = rated_game(
            row.table_id,
            join_name(record["game"], record.get("options", {})),
            [None if agent == HUMAN else agent for agent in record["seats"]],
            {one.seat: one.token for one in connection.execute(here)},
            record["result"]["winner"],
        )
        if game is not None:
            last = max(row.at, last + MOMENT)
            insert(connection, RATED_GAMES, [_game_row(replace(game, at=last))])


def pools_of(connection: sql.Connection, tokens: Collection[str]) -> set[str]:
    """Return the pools of the rated games at which *tokens* have a seat."""
    return {game.pool for game in _games_of(connection, tokens)}


def merge_attempts(connection: sql.Connection, other: str, person: str) -> None:
    """Let the puzzles of *other* be those of *person*, each as it was first tried."""
    both = sorted(
        (*_results(connection, other, "puzzles"), *_results(connection, person, "puzzles")),
        key=lambda result: result.at,
    )
    now: dict[str, Strength] = {}
    merged: dict[str, RatedResult] = {}
    for one in both:
        if one.place not in merged:
            before = now.get(one.pool, NEWCOMER)
            merged[one.place] = attempt_result(
                before, one.pool, one.place, one.score, Strength(one.opponent), one.at
            )
            now[one.pool] = merged[one.place].strength
    of_both = RATINGS.c.person.in_((other, person))
    connection.execute(sql.delete(RATINGS).where(of_both, RATINGS.c.kind == "puzzles"))
    _insert_results(connection, [(person, result) for result in merged.values()])


def forget_results(connection: sql.Connection, person: str, tokens: Collection[str]) -> None:
    """Delete the ratings of *person*, whose seats have *tokens*.

    Those of others stay as they are: their games were against somebody as strong as this.
    """
    for game in _games_of(connection, tokens):
        earlier = _results(connection, person, "games", game.pool, until=game.at)
        then = earlier[-1].strength if earlier else NEWCOMER
        seats = tuple(then if seat in tokens else seat for seat in game.seats)
        here = RATED_GAMES.c.table_id == game.table
        connection.execute(sql.update(RATED_GAMES).where(here).values(seats=json.dumps(seats)))
    connection.execute(sql.delete(RATINGS).where(RATINGS.c.person == person))


def _has(connection: sql.Connection, table: sql.Table, identity: str) -> bool:
    query = sql.select(table.c.table_id).where(table.c.table_id == identity)
    return connection.scalar(query) is not None


def _games_of(connection: sql.Connection, tokens: Collection[str]) -> list[RatedGame]:
    own = sql.select(SEATS.c.table_id).where(SEATS.c.token.in_(tokens))
    query = sql.select(RATED_GAMES).where(RATED_GAMES.c.table_id.in_(own))
    return [_parse_game(row) for row in connection.execute(query)]


def _next_moment(connection: sql.Connection, pool: str) -> float:
    """Return the time now, but later than that of every rated game in *pool*."""
    query = sql.select(sql.func.max(RATED_GAMES.c.at)).where(RATED_GAMES.c.pool == pool)
    return max(time.time(), (connection.scalar(query) or 0.0) + MOMENT)


def _owners(connection: sql.Connection, where: sql.ColumnElement[bool]) -> Mapping[str, str]:
    """Return the person of each token that has a seat *where*, and belongs to one."""
    query = sql.select(TOKENS.c.token, TOKENS.c.person)
    query = query.where(TOKENS.c.token.in_(sql.select(SEATS.c.token).where(where)))
    return {row.token: row.person for row in connection.execute(query)}


def _strength(connection: sql.Connection, person: str, kind: RatingKind, pool: str) -> Strength:
    """Return the rating of *person* in *pool* now."""
    query = sql.select(RATINGS.c.elo, RATINGS.c.deviation).where(
        RATINGS.c.person == person, RATINGS.c.kind == kind, RATINGS.c.pool == pool
    )
    row = connection.execute(query.order_by(RATINGS.c.at.desc()).limit(1)).first()
    return NEWCOMER if row is None else Strength(*row)


def _result_at(
    connection: sql.Connection, person: str, kind: RatingKind, place: str
) -> RatedResult | None:
    query = sql.select(RATINGS).where(
        RATINGS.c.person == person, RATINGS.c.kind == kind, RATINGS.c.place == place
    )
    row = connection.execute(query).first()
    return None if row is None else _parse_result(row)


def _results(
    connection: sql.Connection,
    person: str,
    kind: RatingKind | None = None,
    pool: str | None = None,
    until: float | None = None,
) -> list[RatedResult]:
    """Return what was rated of *person*, oldest first: all, or what came before *until*."""
    query = sql.select(RATINGS).where(RATINGS.c.person == person)
    if kind is not None:
        query = query.where(RATINGS.c.kind == kind)
    if pool is not None:
        query = query.where(RATINGS.c.pool == pool)
    if until is not None:
        query = query.where(RATINGS.c.at < until)
    query = query.order_by(RATINGS.c.at)
    return [_parse_result(row) for row in connection.execute(query)]


def _insert_results(connection: sql.Connection, results: Iterable[tuple[str, RatedResult]]) -> None:
    rows = [
        {
            "person": person,
            "kind": one.kind,
            "place": one.place,
            "pool": one.pool,
            "at": one.at,
            "score": one.score,
            "opponent": one.opponent,
            "elo": one.strength.elo,
            "deviation": one.strength.deviation,
        }
        for person, one in results
    ]
    insert(connection, RATINGS, rows)


def _parse_result(row: Any) -> RatedResult:
    strength = Strength(row.elo, row.deviation)
    return RatedResult(row.kind, row.pool, row.place, row.at, row.score, row.opponent, strength)


def _game_row(game: RatedGame) -> dict[str, Any]:
    return {
        "table_id": game.table,
        "pool": game.pool,
        "seats": json.dumps(game.seats),
        "winner": game.winner,
        "at": game.at,
    }


def _parse_game(row: Any) -> RatedGame:
    seats = (one if isinstance(one, str) else Strength(*one) for one in json.loads(row.seats))
    return RatedGame(row.table_id, row.pool, tuple(seats), row.winner, row.at)
