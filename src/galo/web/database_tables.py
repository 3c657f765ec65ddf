"""The tables of the site's database.

events     every event of every table: the log
results    the records of finished games
seats      which token, as a hash, sits at which seat: read from the log, to find a person's
people     how a person plays, if the person has said so
assisted   the tables at which a person had help before the result was known
"""

import sqlalchemy as sql

METADATA = sql.MetaData()
TABLE_ID, TOKEN = sql.String(32), sql.String(64)
EVENTS = sql.Table(
    "events",
    METADATA,
    sql.Column("table_id", TABLE_ID, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("data", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
RESULTS = sql.Table(
    "results",
    METADATA,
    sql.Column("table_id", TABLE_ID, primary_key=True),
    sql.Column("record", sql.Text, nullable=False),  # one line, as `galo replay` reads it
    sql.Column("at", sql.Float, nullable=False),
)
SEATS = sql.Table(
    "seats",
    METADATA,
    sql.Column("table_id", TABLE_ID, primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("token", TOKEN, nullable=False, index=True),
)
PEOPLE = sql.Table(
    "people",
    METADATA,
    sql.Column("token", TOKEN, primary_key=True),
    sql.Column("experience", sql.String(16), nullable=False),
)
ASSISTED = sql.Table(
    "assisted",
    METADATA,
    sql.Column("table_id", TABLE_ID, primary_key=True),
)
