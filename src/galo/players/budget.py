"""The budget of a search: nodes and seconds that a Limit leaves, handed out in portions.

A search kernel cannot look at a clock, so its caller asks between two calls:

    while portion := budget.portion():
        budget.spend(search(workspace, portion))
"""

import time
from collections.abc import Callable
from threading import Lock

from galo.players.player import Limit

PORTION = 1 << 16  # nodes between two looks at the clock: a few milliseconds of a fast search


class Budget:
    """What is left of a Limit from now on; *stopped* ends it from outside. Threads may share it."""

    def __init__(
        self, limit: Limit, stopped: Callable[[], bool] | None = None, portion: int = PORTION
    ) -> None:
        self.used = 0  # nodes
        self._nodes = limit.nodes
        self._deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self._stopped = stopped
        self._portion = portion
        self._whole: Budget | None = None
        self._lock = Lock()

    def portion(self) -> int:
        """Return how many nodes may be searched before asking again, 0 when all is spent."""
        if self._stopped is not None and self._stopped():
            return 0
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return 0
        most = self._portion if self._whole is None else self._whole.portion()
        return most if self._nodes is None else max(0, min(most, self._nodes - self.used))

    def spend(self, nodes: int) -> None:
        """Count *nodes* as used, here and in the budget that this one is a part of."""
        with self._lock:
            self.used += nodes
        if self._whole is not None:
            self._whole.spend(nodes)

    def seconds_left(self) -> float | None:
        """Return the seconds until the deadline, negative after it, None without a clock."""
        own = None if self._deadline is None else self._deadline - time.perf_counter()
        whole = None if self._whole is None else self._whole.seconds_left()
        return own if whole is None else whole if own is None else min(own, whole)

    def part(self, nodes: int) -> "Budget":
        """Return a budget of at most *nodes* of this one."""
        part = Budget(Limit())
        part._whole, part._nodes = self, nodes
        return part

    def share(self, numerator: int, denominator: int) -> "Budget":
        """Return a budget of *numerator* / *denominator* of the nodes and seconds left."""
        part = Budget(Limit())
        part._whole = self
        if self._nodes is not None:
            part._nodes = (self._nodes - self.used) * numerator // denominator
        seconds = self.seconds_left()
        if seconds is not None:
            part._deadline = time.perf_counter() + seconds * numerator / denominator
        return part

    def end(self) -> None:
        """Leave nothing: every portion from now on is 0, also of its parts."""
        self._nodes = 0


def endless() -> Budget:
    """Return a budget that never runs out."""
    return Budget(Limit())
