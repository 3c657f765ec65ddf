"""Persons, ratings, reviews and several servers; every event says in which form it is written."""

import sqlalchemy as sql
from alembic import op

revision = "2"
down_revision = "1"

TABLES = sql.MetaData()
ID, TOKEN = sql.String(32), sql.String(64)
sql.Table(
    "seats",
    TABLES,
    sql.Column("table_id", ID, primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("token", TOKEN, nullable=False, index=True),
)
sql.Table(
    "people",
    TABLES,
    sql.Column("token", TOKEN, primary_key=True),
    sql.Column("experience", sql.String(16), nullable=False),
)
sql.Table(
    "assisted",
    TABLES,
    sql.Column("table_id", ID, primary_key=True),
)
sql.Table(
    "persons",
    TABLES,
    sql.Column("person", ID, primary_key=True),
    sql.Column("name", sql.Text),
)
sql.Table(
    "tokens",
    TABLES,
    sql.Column("token", TOKEN, primary_key=True),
    sql.Column("person", ID, nullable=False, index=True),
    sql.Column("is_seat", sql.Boolean, nullable=False),
)
sql.Table(
    "rated_games",
    TABLES,
    sql.Column("table_id", ID, primary_key=True),
    sql.Column("pool", sql.Text, nullable=False),
    sql.Column("seats", sql.Text, nullable=False),
    sql.Column("winner", sql.Integer),
    sql.Column("at", sql.Float, nullable=False),
)
sql.Table(
    "ratings",
    TABLES,
    sql.Column("person", ID, primary_key=True),
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("place", sql.String(120), primary_key=True),
    sql.Column("pool", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("score", sql.Float, nullable=False),
    sql.Column("opponent", sql.Float, nullable=False),
    sql.Column("elo", sql.Float, nullable=False),
    sql.Column("deviation", sql.Float, nullable=False),
)
sql.Table(
    "continued",
    TABLES,
    sql.Column("table_id", ID, primary_key=True),
)
sql.Table(
    "reviews",
    TABLES,
    sql.Column("table_id", ID, primary_key=True),
    sql.Column("turn", sql.Integer, nullable=False),
    sql.Column("review", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
sql.Table(
    "servers",
    TABLES,
    sql.Column("server", ID, primary_key=True),
    sql.Column("host", sql.Text, nullable=False),
    sql.Column("port", sql.Integer, nullable=False),
    sql.Column("secret", TOKEN, nullable=False),
    sql.Column("until", sql.Float, nullable=False),
)
sql.Table(
    "leases",
    TABLES,
    sql.Column("table_id", ID, primary_key=True),
    sql.Column("server", ID, index=True),
    sql.Column("number", sql.Integer, nullable=False),
)
sql.Table(
    "codes",
    TABLES,
    sql.Column("person", ID, primary_key=True),
    sql.Column("code", TOKEN, nullable=False, index=True),
    sql.Column("until", sql.Float, nullable=False),
)


def upgrade() -> None:
    """Create what is missing: databases between the versions have some of it."""
    here = op.get_bind()
    TABLES.create_all(here)
    if "version" not in {column["name"] for column in sql.inspect(here).get_columns("events")}:
        version = sql.Column("version", sql.SmallInteger, nullable=False, server_default="1")
        op.add_column("events", version)
