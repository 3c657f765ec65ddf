"""Shared by the tests and the examples of the documentation."""

from collections.abc import Iterator

import pytest

from galo.games import registry as games
from galo.players import registry as agents


@pytest.fixture(autouse=True)
def _registries() -> Iterator[None]:
    """Forget the games and agents that a test or an example has registered."""
    yield
    games._registered.clear()
    agents._registered.clear()
