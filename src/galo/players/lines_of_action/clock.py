"""Who keeps the limit: how many nodes may be searched before anyone looks at the time again."""

import time
from collections.abc import Callable

from galo.players.player import Limit

SLICE = 2048  # nodes between two looks: a few milliseconds


class Clock:
    """How many nodes may be searched before anyone looks again."""

    def __init__(self, limit: Limit, is_stopped: Callable[[], bool] = lambda: False) -> None:
        self._deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self._nodes = limit.nodes
        self._is_stopped = is_stopped
        self.used = 0

    def allowance(self) -> int:
        """Return how many nodes may follow now; none when the limit is reached."""
        is_late = self._deadline is not None and time.perf_counter() >= self._deadline
        if is_late or self._is_stopped():
            return 0
        return SLICE if self._nodes is None else min(SLICE, self._nodes - self.used)
