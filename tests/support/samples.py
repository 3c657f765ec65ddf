"""How much a test plays: little each time, much every night (`make test-long`)."""

import os
from typing import Any

import pytest

IS_LONG = bool(os.environ.get("GALO_LONG_TESTS"))


def sample(short: int, long: int) -> int:
    """Return how many to play: *short*, or *long* where there is time."""
    return long if IS_LONG else short


def nightly(*values: Any) -> Any:
    """Return parameters of a test that wait for the night: others show nearly the same."""
    return pytest.param(*values, marks=pytest.mark.long)
