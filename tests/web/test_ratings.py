"""Ratings: which games count, what they do, who is the same person, and what a deletion leaves."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sql

from galo.arena.strength import NEWCOMER, Strength, after_game
from galo.web.carry_codes import SECONDS, CarryCodes
from galo.web.clock import LeftReason
from galo.web.database_tables import METADATA, RATED_GAMES, RATINGS
from galo.web.events import Left, MadeBy, Moved
from galo.web.person_store import PersonStore
from galo.web.rated_results import RatedGame, RatedResult
from galo.web.rating_store import RatingStore, rebuild
from galo.web.requests import SitRequest, TableRequest
from galo.web.store import Store
from galo.web.table_actor import TableActor
from galo.web.table_registry import TableRegistry
from galo.web.table_setup import hash_secret, new_secret
from support.guests import Guest, with_registry
from support.results import add_game
from support.visitors import table_request

BEGINNER = Strength(1000)  # `focused` in Connect Four
GAME = "connect_four"


async def person(registry: TableRegistry) -> str:
    """Return a new person."""
    token = hash_secret(new_secret())
    await registry.persons.kept.add(token)
    return await registry.persons.person_of(token)


async def table_of(
    registry: TableRegistry,
    people: list[str | None],
    *agents: str,
    game: str = GAME,
    **fields: object,
) -> tuple[TableActor, list[Guest]]:
    """Seat *people* one after the other, and *agents* after them."""
    friends = ["friend"] * (len(people) - 1)
    request = table_request(game, "me", *friends, *agents, listed=True, pace=0.0, **fields)
    made = await registry.create(TableRequest(**request), people[0])
    actor = await registry.actor(made.table)
    tickets = [made]
    tickets += [await registry.sit(made.table, SitRequest(), each) for each in people[1:]]
    guests = [Guest(actor, ticket.token) for ticket in tickets]
    for guest in guests:
        await guest.until(lambda m: m["type"] == "state")
        await guest.catch_up()
    return actor, guests


async def give_up(guest: Guest) -> None:
    """Let *guest* lose."""
    await guest.catch_up()
    await guest.ask("resign")


async def lose(registry: TableRegistry, *people: str | None, agents: tuple[str, ...] = ()) -> str:
    """Let the first of *people* lose a game to the others or to *agents*; return the table."""
    actor, guests = await table_of(registry, list(people), *agents)
    await give_up(guests[0])
    return actor.table.identity


def results(registry: TableRegistry, who: str) -> list[RatedResult]:
    return registry.ratings.results_of(who)


def rows(registry: TableRegistry) -> list[tuple[object, ...]]:
    """Return all ratings that are kept."""
    query = sql.select(RATINGS).order_by(RATINGS.c.person, RATINGS.c.place)
    with registry.store.reading() as connection:
        return [tuple(row) for row in connection.execute(query)]


def test_lost_game_moves_the_person_and_the_agent_stays_where_it_was_measured() -> None:
    async def act(registry: TableRegistry) -> None:
        ana = await person(registry)
        strength = NEWCOMER
        for _ in range(2):
            await lose(registry, ana, agents=("focused",))
            strength = after_game(strength, 0.0, [BEGINNER])
            last = results(registry, ana)[-1]
            assert (last.strength, last.opponent, last.score) == (strength, 1000.0, 0.0)
        assert {one.pool for one in results(registry, ana)} == {GAME}

    with_registry(act)


def test_both_people_move_each_as_the_other_was_before() -> None:
    async def act(registry: TableRegistry) -> None:
        ana, rui = await person(registry), await person(registry)
        await lose(registry, ana, rui)
        assert results(registry, ana)[0].strength == after_game(NEWCOMER, 0.0, [NEWCOMER])
        assert results(registry, rui)[0].strength == after_game(NEWCOMER, 1.0, [NEWCOMER])

    with_registry(act)


def test_pair_with_an_agent_and_another_target_is_a_pool_of_its_own() -> None:
    async def act(registry: TableRegistry) -> None:
        ana = await person(registry)
        for options in ({}, {"target": 100}):
            _, [guest] = await table_of(
                registry, [ana], "s4", "s1", "basic", game="dominoes4", options=options
            )
            await guest.until(lambda m: m.get("view", {}).get("phase") == "playing")
            await give_up(guest)
        short, full = sorted(results(registry, ana), key=lambda one: one.pool, reverse=True)
        assert (full.pool, short.pool) == ("dominoes4", "dominoes4:target=100")
        opponents, partners = [Strength(1082), BEGINNER], [Strength(1147)]
        for one in (full, short):
            assert one.strength == after_game(NEWCOMER, 0.0, opponents, partners)

    with_registry(act)


def test_games_with_help_strangers_unmeasured_agents_or_oneself_do_not_count() -> None:
    async def act(registry: TableRegistry) -> None:
        ana, rui = await person(registry), await person(registry)
        await lose(registry, ana, agents=("minimax:depth=3",))
        await lose(registry, ana, None)
        await lose(registry, ana, ana)
        actor, [guest] = await table_of(registry, [ana], "focused")
        await actor.services.store.mark_assisted(actor.table.identity)
        await give_up(guest)
        actor, [_, second] = await table_of(registry, [ana, rui])
        await actor.emit(Left(0))
        await actor.emit(Moved(0, "4", MadeBy.AGENT))  # for a person that is away
        await give_up(second)
        assert rows(registry) == []

    with_registry(act)


def test_loss_on_time_counts_at_once_and_once() -> None:
    async def act(registry: TableRegistry) -> None:
        ana, rui = await person(registry), await person(registry)
        clock = {"per": "game", "seconds": 60}
        actor, [_, second] = await table_of(registry, [ana, rui], clock=clock)
        await actor.emit(Left(0, LeftReason.TIME))
        assert [one.score for one in results(registry, ana)] == [0.0]
        await actor.emit(Moved(0, "4", MadeBy.AGENT))
        await give_up(second)
        assert [one.score for one in results(registry, rui)] == [1.0]
        clock = {"per": "move", "seconds": 30}  # the person may go on: an agent only helps out
        actor, [_, second] = await table_of(registry, [ana, rui], clock=clock)
        await actor.emit(Left(0, LeftReason.TIME))
        await actor.emit(Moved(0, "4", MadeBy.AGENT))
        await give_up(second)
        assert len(rows(registry)) == 2

    with_registry(act)


async def some_games(registry: TableRegistry, *people: str) -> None:
    """Let *people* play each other and agents."""
    ana, rui, eva = people
    for pair in ((ana, rui), (rui, eva), (eva, ana), (ana, eva)):
        await lose(registry, *pair)
        await lose(registry, pair[1], agents=("mcts",))
    games = [await table_of(registry, [who], "focused") for who in (ana, ana, rui)]
    await asyncio.gather(*(give_up(guest) for _, [guest] in games))  # at the same moment


def test_ratings_derived_again_from_all_games_are_the_same() -> None:
    async def act(registry: TableRegistry) -> None:
        people = [await person(registry) for _ in range(3)]
        await some_games(registry, *people)
        before = rows(registry)
        assert len(before) == 15

        def again(connection: sql.Connection) -> None:
            connection.execute(sql.delete(RATINGS))
            rebuild(connection, [GAME])

        await registry.store.write(again)
        assert rows(registry) == before

    with_registry(act)


def test_deletion_leaves_nothing_of_the_person_and_the_ratings_of_others() -> None:
    async def act(registry: TableRegistry) -> None:
        token = new_secret()
        await registry.persons.kept.add(hash_secret(token))
        ana = await registry.persons.person_of(hash_secret(token))
        rui, eva = await person(registry), await person(registry)
        await some_games(registry, ana, rui, eva)
        await registry.ratings.add_attempt(ana, GAME, "p1", 1.0, Strength(1200))
        await registry.persons.kept.set_name(ana, "Anabela")
        seats = registry.persons.kept.seat_tokens_of(ana)
        others = [row for row in rows(registry) if row[0] != ana]
        await registry.persons.forget(hash_secret(token))
        assert rows(registry) == others
        with registry.store.reading() as connection:
            for table in METADATA.sorted_tables:
                kept = repr(connection.execute(sql.select(table)).all())
                assert ana not in kept
                assert "Anabela" not in kept
                assert hash_secret(token) not in kept
                if table is RATED_GAMES:
                    assert not any(seat in kept for seat in seats)
        await registry.store.write(lambda connection: rebuild(connection, [GAME]))
        assert rows(registry) == others  # their games are against somebody as strong as Ana was

    with_registry(act)


def test_joined_people_are_one_with_all_games_and_the_first_attempts() -> None:
    async def act(registry: TableRegistry) -> None:
        phone, desk, rui = [await person(registry) for _ in range(3)]
        for who in (phone, desk, phone):
            await lose(registry, who, agents=("focused",))
        await lose(registry, phone, desk)  # against oneself, as it turns out
        await lose(registry, rui, phone)
        for who, puzzle, score in ((phone, "a", 1.0), (desk, "a", 0.0), (desk, "b", 1.0)):
            await registry.ratings.add_attempt(who, GAME, puzzle, score, Strength(1300))
        await registry.persons.kept.join(desk, phone)
        assert results(registry, desk) == []
        games = [one for one in results(registry, phone) if one.kind == "games"]
        strength = NEWCOMER
        for one in games[:3]:
            strength = after_game(strength, 0.0, [BEGINNER])
            assert one.strength == strength
        assert [one.score for one in games] == [0.0, 0.0, 0.0, 1.0]
        puzzles = [one for one in results(registry, phone) if one.kind == "puzzles"]
        assert [(one.place, one.score) for one in puzzles] == [("a", 1.0), ("b", 1.0)]
        second = after_game(puzzles[0].strength, 1.0, [Strength(1300)])
        assert puzzles[1].strength == second

    with_registry(act)


def test_first_attempt_at_a_puzzle_counts_and_no_later_one() -> None:
    async def act(registry: TableRegistry) -> None:
        ana = await person(registry)
        rate = registry.ratings.add_attempt
        first = await rate(ana, GAME, "p7", 0.0, Strength(1500))
        assert first is not None
        assert (first.before, first.count) == (NEWCOMER, 1)
        assert first.after == after_game(NEWCOMER, 0.0, [Strength(1500)])
        assert await rate(ana, GAME, "p7", 1.0, Strength(1500)) is None
        other = await rate(ana, GAME, "p8", 1.0, Strength(1500))
        assert other is not None
        assert (other.before, other.count) == (first.after, 2)

    with_registry(act)


def test_database_of_an_earlier_version_counts_once_its_seats_are_claimed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    store = Store(url)
    for helped in (False, True):
        asyncio.run(add_game(store, GAME, ("focused",), (None,), 1, is_assisted=helped))
    with store.reading() as connection:
        tokens = list(connection.scalars(sql.text("SELECT token FROM seats")))

    def forget(connection: sql.Connection) -> None:
        for table in ("persons", "tokens", "rated_games", "ratings", "alembic_version"):
            connection.execute(sql.text(f"DROP TABLE {table}"))

    async def claim(store: Store) -> None:
        people = PersonStore(store)
        await people.add("own token")
        ana = people.person_of("own token")
        assert ana is not None
        assert await people.add_seats(ana, tokens) == 2
        assert await people.add_seats(ana, tokens) == 0
        [only] = RatingStore(store).results_of(ana)
        assert only.strength == after_game(NEWCOMER, 0.0, [BEGINNER])
        await people.add("other token")
        other = people.person_of("other token")
        assert other is not None
        assert await people.add_seats(other, tokens) == 0  # they are somebody's

    asyncio.run(store.write(forget))
    store.close()
    store = Store(url)
    asyncio.run(claim(store))
    store.close()


@pytest.mark.parametrize("winner", [0, 1, None])
def test_game_is_rated_once_however_often_it_is_saved(winner: int | None) -> None:
    async def act(registry: TableRegistry) -> None:
        ana = await person(registry)
        actor, _ = await table_of(registry, [ana], "focused")
        token = actor.table.seats[0].token
        assert token is not None
        game = RatedGame(actor.table.identity, GAME, (token, BEGINNER), winner)
        await asyncio.gather(*(registry.ratings.add_game(game) for _ in range(3)))
        [only] = results(registry, ana)
        assert only.score == {0: 1.0, 1: 0.0, None: 0.5}[winner]

    with_registry(act)


# Codes


def test_code_holds_once_for_some_minutes_and_for_one_person() -> None:
    now = 0.0

    async def act(registry: TableRegistry) -> None:
        nonlocal now
        codes = CarryCodes(registry.store, lambda: now)
        first = await codes.make("ana")
        second = await codes.make("ana")
        assert await codes.use(first) is None  # a new one takes its place
        assert await codes.use(f" {second[:4].lower()}-{second[4:]} ") == "ana"
        assert await codes.use(second) is None
        late = await codes.make("rui")
        now += SECONDS
        assert await codes.use(late) is None
        for wrong in ("", "é", "0" * 8, "x" * 10_000):
            await codes.make("eva")
            assert await codes.use(wrong) is None

    with_registry(act)
