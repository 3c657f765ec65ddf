"""How much thinking is left of a Limit, asked between two slices of a search."""

import time
from collections.abc import Callable

from galo.players.player import Limit

SLICE = 1 << 16  # nodes, a few milliseconds


class Budget:
    """What a Limit leaves, in nodes; *stopped* ends it from outside."""

    def __init__(self, limit: Limit, stopped: Callable[[], bool] | None = None) -> None:
        self._nodes = limit.nodes
        self._stopped = stopped
        self._deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds

    def slice(self) -> int:
        """Return how many nodes may be searched before asking again: 0 when it is all spent."""
        if self._stopped is not None and self._stopped():
            return 0
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return 0
        return SLICE if self._nodes is None else min(SLICE, self._nodes)

    def spend(self, nodes: int) -> None:
        """Take *nodes* off what is left."""
        if self._nodes is not None:
            self._nodes -= nodes


def endless() -> Budget:
    """Return a budget that never runs out."""
    return Budget(Limit())
