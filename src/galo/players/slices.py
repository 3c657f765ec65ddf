"""How many deals a player may think about: so many, or as many as its time or nodes allow."""

import time

from galo.players.player import Limit

SLICE = 100  # deals between two looks at the clock: a few milliseconds
MOST_DEALS = 5000  # more would change no decision that matters


class Slices:
    """Deals in slices, *usual* in all unless a limit says otherwise; always at least one."""

    def __init__(self, limit: Limit, usual: int) -> None:
        self._deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self._nodes = limit.nodes
        is_timed = limit.seconds is not None and limit.deals is None
        self._wanted = MOST_DEALS if is_timed else limit.deals or usual
        self.done = 0
        self.number = 0  # of the slice under way

    def next(self, nodes: int) -> int:
        """Return how many deals follow now that *nodes* were searched; none when it is enough."""
        is_late = self._deadline is not None and time.perf_counter() >= self._deadline
        is_tired = self._nodes is not None and nodes >= self._nodes
        count = min(SLICE, self._wanted - self.done)
        if self.done and (is_late or is_tired):
            count = 0
        self.number += 1
        self.done += count
        return count
