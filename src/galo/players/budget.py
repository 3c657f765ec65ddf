"""How much thinking is left of a Limit, asked between two slices of a search."""

import time
from collections.abc import Callable

from galo.players.player import Limit

SLICE = 1 << 16  # nodes, a few milliseconds


class Budget:
    """What a Limit leaves, in nodes; *stopped* ends it from outside. Threads may share one."""

    def __init__(self, limit: Limit, stopped: Callable[[], bool] | None = None) -> None:
        self._nodes = limit.nodes
        self._stopped = stopped
        self._deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self._whole: Budget | None = None

    def end(self) -> None:
        """Let nothing be left, for whoever asks next."""
        self._nodes = 0

    def slice(self) -> int:
        """Return how many nodes may be searched before asking again: 0 when it is all spent."""
        if self._stopped is not None and self._stopped():
            return 0
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return 0
        most = SLICE if self._whole is None else self._whole.slice()
        return most if self._nodes is None else max(0, min(most, self._nodes))

    def spend(self, nodes: int) -> None:
        """Take *nodes* off what is left."""
        if self._nodes is not None:
            self._nodes -= nodes
        if self._whole is not None:
            self._whole.spend(nodes)

    def part(self, nodes: int) -> "Budget":
        """Return a budget of at most *nodes* of this one."""
        part = Budget(Limit(nodes=nodes))
        part._whole = self
        return part

    def first(self, numerator: int, denominator: int) -> "Budget":
        """Return a budget of this share of what is left of this one."""
        part = Budget(Limit())
        part._whole = self
        if self._nodes is not None:
            part._nodes = self._nodes * numerator // denominator
        if self._deadline is not None:
            now = time.perf_counter()
            part._deadline = now + (self._deadline - now) * numerator / denominator
        return part


def endless() -> Budget:
    """Return a budget that never runs out."""
    return Budget(Limit())
