"""Databases of every earlier version become databases of this one, and lose nothing."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from galo.errors import ConfigError
from galo.web.database_tables import METADATA
from galo.web.events import Change, Event, MadeBy, Moved, Sat
from galo.web.requests import TableRequest
from galo.web.store import Store
from galo.web.table_setup import hash_secret, table_from
from support.postgres import Postgres
from support.visitors import table_request

TABLE = "0123456789"
# Version 0.1.0, which had no more than these.
FIRST = (
    "CREATE TABLE events (table_id VARCHAR(32) NOT NULL, number INTEGER NOT NULL,"
    " kind VARCHAR(16) NOT NULL, data TEXT NOT NULL, at FLOAT NOT NULL,"
    " PRIMARY KEY (table_id, number))",
    "CREATE TABLE results (table_id VARCHAR(32) NOT NULL, record TEXT NOT NULL,"
    " at FLOAT NOT NULL, PRIMARY KEY (table_id))",
)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


def first_events() -> list[Event]:
    """Return the log of a table at which two people have begun to play."""
    request = TableRequest(**table_request("connect_four", "me", "friend"))
    changes: tuple[Change, ...] = (
        table_from(request, "t" * 24),
        Sat(1, "Rui", hash_secret("rui")),
        Moved(0, "4", MadeBy.PERSON),
    )
    return [Event(number, change) for number, change in enumerate(changes, start=1)]


def fill_first(url: str, events: list[Event]) -> None:
    """Make the database at *url* one of version 0.1.0 that has *events*."""
    engine = sql.create_engine(url)
    put = sql.text("INSERT INTO events VALUES (:table, :number, :kind, :data, 1.5)")
    with engine.begin() as connection:
        for statement in FIRST:
            connection.execute(sql.text(statement))
        for event in events:
            row = {"table": TABLE, "number": event.number, "kind": event.kind}
            connection.execute(put, {**row, "data": event.data()})
    engine.dispose()


def run(store: Store, statement: str) -> None:
    """Let the database do *statement*."""

    def write(connection: sql.Connection) -> None:
        connection.execute(sql.text(statement))

    store.transact(write)


def differences(store: Store) -> list[object]:
    """Return what the database has otherwise than this version declares."""
    with store.reading() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))


def test_database_of_the_first_version_has_all_and_goes_on(url: str) -> None:
    events = first_events()
    fill_first(url, events)
    store = Store(url)
    assert store.events_of(TABLE) == events
    assert store.has_person(hash_secret("rui"))
    assert differences(store) == []
    more = [Event(4, Moved(1, "4", MadeBy.PERSON))]
    asyncio.run(store.append(TABLE, more))
    store.close()
    store = Store(url)  # nothing is left to do
    assert store.events_of(TABLE) == [*events, *more]
    store.close()


def test_new_database_is_what_the_steps_lead_to(url: str) -> None:
    store = Store(url)
    assert differences(store) == []
    store.close()


def test_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    store = Store(url)
    run(store, "UPDATE alembic_version SET version_num = '99'")
    store.close()
    with pytest.raises(ConfigError, match="opened by a later version"):
        Store(url)


def test_event_in_a_later_form_is_not_read(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    asyncio.run(store.append(TABLE, first_events()))
    run(store, "UPDATE events SET version = 99 WHERE number = 3")
    with pytest.raises(ValueError, match="written by a later version"):
        store.events_of(TABLE)
    store.close()
