"""Version 0.1.0: the log of the tables, and the records of finished games."""

import sqlalchemy as sql
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "events",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("data", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_table(
        "results",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("record", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
