"""The log: what was appended is there, what could not be written changed nothing."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from galo.errors import ConfigError
from galo.web.database_url import without_password
from galo.web.events import Dealt, Event, MadeBy, Moved
from galo.web.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return a log in a file that soon loses patience with other writers."""
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}?timeout=0.1")
    yield store
    store.close()


def events(first: int, last: int) -> list[Event]:
    return [Event(n, Moved(0, f"é{n}", MadeBy.AGENT)) for n in range(first, last)]


def test_events_come_back_in_order_and_whole(store: Store) -> None:
    asyncio.run(store.append("b", events(3, 5)))
    asyncio.run(store.append("b", events(1, 3)))
    asyncio.run(store.append("a", events(1, 2)))
    assert store.events_of("b") == events(1, 5)
    assert store.events_of("c") == []


def test_many_tables_share_the_writer_and_all_are_kept(store: Store) -> None:
    async def append_all() -> None:
        writes = [store.append(f"t{n}", events(k, k + 1)) for k in range(1, 6) for n in range(40)]
        await asyncio.gather(*writes)

    asyncio.run(append_all())
    assert [store.events_of(f"t{n}") for n in range(40)] == [events(1, 6)] * 40


def test_trouble_of_one_table_is_not_anothers(store: Store) -> None:
    asyncio.run(store.append("a", events(1, 2)))

    async def append_all() -> list[BaseException | None]:
        writes = [store.append("a", events(1, 2)), *(store.append("b", [e]) for e in events(1, 9))]
        return await asyncio.gather(*writes, return_exceptions=True)

    first, *others = asyncio.run(append_all())
    assert isinstance(first, IntegrityError)
    assert others == [None] * 8
    assert store.events_of("b") == events(1, 9)


def test_locked_database_refuses_and_works_again_afterwards(store: Store, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tables.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            asyncio.run(store.append("a", events(1, 2)))
        assert store.events_of("a") == []
        other.execute("ROLLBACK")
    other.close()
    asyncio.run(store.append("a", events(1, 2)))
    assert store.events_of("a") == events(1, 2)


def test_error_of_the_database_does_not_quote_what_was_to_be_written(store: Store) -> None:
    secret = [Event(1, Dealt((("6-4",),)))]
    asyncio.run(store.append("a", secret))
    with pytest.raises(IntegrityError) as problem:
        asyncio.run(store.append("a", secret))
    assert "6-4" not in str(problem.value)


def test_finished_tables_are_not_among_the_unfinished(store: Store) -> None:
    for name in ("old", "done", "new"):
        asyncio.run(store.append(name, events(1, 2)))
    asyncio.run(store.add_result("done", "{}"))
    assert store.unfinished() == ["new", "old"]
    assert [game.record for game in store.finished_games()] == ["{}"]


def test_first_result_of_a_table_is_the_one_that_counts(store: Store) -> None:
    asyncio.run(store.add_result("a", json.dumps("lost")))
    asyncio.run(store.add_result("a", json.dumps("won after an undo")))
    assert [game.record for game in store.finished_games()] == [json.dumps("lost")]


def test_log_in_memory_serves_all_threads() -> None:
    store = Store("sqlite://")
    asyncio.run(store.append("a", events(1, 3)))
    assert store.events_of("a") == events(1, 3)
    store.close()


@pytest.mark.parametrize(
    "url", ["nonsense", "sqlite:////no/such/folder/x.db", "oracle://x/y", "mysql+nothing://x", ""]
)
def test_address_that_is_no_database_is_told_in_one_sentence(url: str) -> None:
    with pytest.raises(ConfigError, match="cannot open the database") as problem:
        Store(url)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://u:s3cret@127.0.0.1:1/games",
        "postgresql+psycopg://u@127.0.0.1:1/games?password=s3cret",
        "postgresql+psycopg://u:s3cret%40@127.0.0.1:x/games",
        "postgresql:/u:s3cret@h",
        "nonsense://u:s3cret@h/games",
    ],
)
def test_password_of_a_database_is_never_printed(url: str) -> None:
    with pytest.raises(ConfigError) as refused:
        Store(url)
    assert "s3cret" not in str(refused.value)
    assert "***" in str(refused.value)
    assert "--database" in str(refused.value)


@pytest.mark.parametrize("server", ["", "127.0.0.1"])
def test_password_that_a_driver_takes_for_a_host_is_never_printed(server: str) -> None:
    url = f"postgresql+psycopg://u:p@w@s3cret@{server}:1/games"
    said = without_password(f"failed to resolve host 'w@s3cret@{server}'", url)
    assert said == f"failed to resolve host '***{server}'"
