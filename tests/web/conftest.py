"""Shared by the tests of the site: a PostgreSQL."""

from collections.abc import Iterator

import pytest

from support.postgres import Postgres, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Return a PostgreSQL that all tests share, each with databases of its own."""
    with running_postgres() as server:
        yield server
