"""How deep a search that cannot be stopped may look: so many plies, or what its time allows."""

import time
from collections.abc import Iterator

from galo.players.player import Limit

DEEPER = 14  # times as long as all before takes the next ply, at most, in the games measured


def depths_within(limit: Limit, usual: int) -> Iterator[int]:
    """Yield the depth to search, at most *usual*; under a clock from one ply on, while it fits."""
    deepest = min(usual, limit.depth or usual)
    if limit.seconds is None:
        yield deepest
        return
    began = time.perf_counter()
    for depth in range(1, deepest + 1):
        yield depth
        if (time.perf_counter() - began) * DEEPER > limit.seconds:
            return
