"""The schema of a database: made as it is now, or led there from that of an earlier version."""

import contextlib
from collections.abc import Iterator

import sqlalchemy as sql

from galo.errors import ConfigError
from galo.web.database import alone, insert
from galo.web.database_tables import EVENTS, METADATA, RATED_GAMES, SEATS
from galo.web.events import Created, Event, Sat, parse_event
from galo.web.people import seat_rows
from galo.web.rating_store import add_earlier_games

FIRST, SCHEMA = "1", "2"  # that of version 0.1.0, and the last step of `migrations/`
SCHEMA_ALONE = 2  # the purpose of transactions that change the schema
SEATING = (Created.kind, Sat.kind)  # the events that give people a seat, and hold their names
# As alembic keeps it.
VERSIONS = sql.Table(
    "alembic_version", sql.MetaData(), sql.Column("version_num", sql.String(32), primary_key=True)
)


def bring_up_to_date(connection: sql.Connection) -> None:
    """Give the database the tables of this version, filled as far as its log says."""
    if connection.dialect.name == "postgresql":  # a long log takes its time
        connection.execute(sql.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
    alone(connection, SCHEMA_ALONE)
    before = sql.inspect(connection).get_table_names()
    if EVENTS.name not in before:
        METADATA.create_all(connection)
        _note_version(connection, SCHEMA)
        return
    if VERSIONS.name not in before:
        _note_version(connection, FIRST)
    version = connection.scalar(sql.select(VERSIONS.c.version_num))
    if version == SCHEMA:
        return
    _check_known(version)
    _upgrade(connection)
    if SEATS.name not in before:
        for identity, event in seating(connection, sql.true()):
            insert(connection, SEATS, seat_rows(identity, event))
    if RATED_GAMES.name not in before:
        add_earlier_games(connection)


def seating(
    connection: sql.Connection, where: sql.ColumnElement[bool]
) -> Iterator[tuple[str, Event]]:
    """Yield the events *where* people got a seat, each with its table; skip what is no event."""
    query = sql.select(EVENTS).where(EVENTS.c.kind.in_(SEATING), where)
    for row in connection.execute(query).all():
        with contextlib.suppress(ValueError):
            yield row.table_id, parse_event(row.number, row.kind, row.data, row.version)


def _note_version(connection: sql.Connection, version: str) -> None:
    VERSIONS.create(connection, checkfirst=True)
    insert(connection, VERSIONS, [{"version_num": version}])


def _check_known(version: str | None) -> None:
    if version is None or not version.isdigit() or int(version) > int(SCHEMA):
        raise ConfigError(
            f"the database has the schema {version}, and this galo knows those up to {SCHEMA}: "
            "it was opened by a later version; install that one"
        )


def _upgrade(connection: sql.Connection) -> None:
    """Take the steps from the version of the database to this one."""
    from alembic.command import upgrade
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "galo.web:migrations")
    config.attributes["connection"] = connection
    upgrade(config, SCHEMA)
