"""How much a test plays: little each time, much every night (`make test-long`)."""

import os

IS_LONG = bool(os.environ.get("GALO_LONG_TESTS"))


def sample(short: int, long: int) -> int:
    """Return how many to play: *short*, or *long* where there is time."""
    return long if IS_LONG else short
