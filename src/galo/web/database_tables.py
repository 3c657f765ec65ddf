"""The tables of the site's database, as this version has them; `migrations/` leads there.

events     every event of every table: the log
results    the records of finished games
seats      which token, as a hash, sits at which seat: read from the log, to find a person's
people     how a person plays, if it was said at the seat of a token
assisted   the tables at which a person had help before the result was known
persons    the people that hold a token of their own, and their names in the ranking
tokens     which token, as a hash, of a browser or of a seat, belongs to which person
rated_games  the games that count for ratings: all that the ratings of games derive from
ratings    what each of them, and each puzzle, did to the rating of a person
continued  the tables that go on from a moment of another game
reviews    the review of each table that somebody has asked for one of
servers    the processes that serve the site, each alive until a moment of the database's clock
leases     which of them alone may change each table; its number grows with every new holder
codes      which code, as a hash, carries which person to another device, and until when
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
    sql.Column("version", sql.SmallInteger, nullable=False, server_default="1"),  # of its form
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
PERSON = sql.String(32)
PERSONS = sql.Table(
    "persons",
    METADATA,
    sql.Column("person", PERSON, primary_key=True),
    sql.Column("name", sql.Text),  # in the ranking; null for a person that is not in it
)
TOKENS = sql.Table(
    "tokens",
    METADATA,
    sql.Column("token", TOKEN, primary_key=True),
    sql.Column("person", PERSON, nullable=False, index=True),
    sql.Column("is_seat", sql.Boolean, nullable=False),
)
RATED_GAMES = sql.Table(
    "rated_games",
    METADATA,
    sql.Column("table_id", TABLE_ID, primary_key=True),
    sql.Column("pool", sql.Text, nullable=False),
    sql.Column("seats", sql.Text, nullable=False),  # JSON: a token, or an Elo and its deviation
    sql.Column("winner", sql.Integer),
    sql.Column("at", sql.Float, nullable=False),
)
RATINGS = sql.Table(
    "ratings",
    METADATA,
    sql.Column("person", PERSON, primary_key=True),
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("place", sql.String(120), primary_key=True),  # the table, or the puzzle
    sql.Column("pool", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("score", sql.Float, nullable=False),
    sql.Column("opponent", sql.Float, nullable=False),  # its Elo, the mean of a side
    sql.Column("elo", sql.Float, nullable=False),
    sql.Column("deviation", sql.Float, nullable=False),
)
CONTINUED = sql.Table(
    "continued",
    METADATA,
    sql.Column("table_id", TABLE_ID, primary_key=True),
)
REVIEWS = sql.Table(
    "reviews",
    METADATA,
    sql.Column("table_id", TABLE_ID, primary_key=True),
    sql.Column("turn", sql.Integer, nullable=False),  # the event that the reviewed game ended with
    sql.Column("review", sql.Text, nullable=False),  # as JSON
    sql.Column("at", sql.Float, nullable=False),
)
SERVER = sql.String(32)
SERVERS = sql.Table(
    "servers",
    METADATA,
    sql.Column("server", SERVER, primary_key=True),
    sql.Column("host", sql.Text, nullable=False),  # where the other servers reach it
    sql.Column("port", sql.Integer, nullable=False),
    sql.Column("secret", TOKEN, nullable=False),  # which they show there
    sql.Column("until", sql.Float, nullable=False),
)
LEASES = sql.Table(
    "leases",
    METADATA,
    sql.Column("table_id", TABLE_ID, primary_key=True),
    sql.Column("server", SERVER, index=True),  # null: given back
    sql.Column("number", sql.Integer, nullable=False),
)
CODES = sql.Table(
    "codes",
    METADATA,
    sql.Column("person", PERSON, primary_key=True),
    sql.Column("code", TOKEN, nullable=False, index=True),
    sql.Column("until", sql.Float, nullable=False),
)
