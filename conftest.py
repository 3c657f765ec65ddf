"""Shared by the tests and the examples of the documentation."""

import signal
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


@pytest.fixture(autouse=True)
def _interrupts() -> Iterator[None]:
    """Give Ctrl-C back to the tests after a command line that ran in this process."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)
