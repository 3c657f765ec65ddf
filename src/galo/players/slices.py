"""How many deals a player may think about: so many, or what its time or nodes allow."""

import time

from galo.players.player import Limit

SLICE = 100  # deals between two looks at the clock
MOST_DEALS = 5000  # more would change no decision that matters


class Slices:
    """Deals in slices, *usual* in all unless a limit says otherwise; always at least one deal.

    Under a clock or a limit of nodes the *first* slice, where a deal costs much, is a small one,
    and each is twice as large as the one before.
    """

    def __init__(self, limit: Limit, usual: int, first: int = SLICE) -> None:
        self._deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self._nodes = limit.nodes
        is_timed = limit.seconds is not None and limit.deals is None
        self._wanted = MOST_DEALS if is_timed else limit.deals or usual
        is_pressed = limit.seconds is not None or limit.nodes is not None
        self._size = first if is_pressed else SLICE
        self.done = 0
        self.number = 0  # of the slice under way

    def next(self, nodes: int) -> int:
        """Return how many deals follow now that *nodes* were searched; none when it is enough."""
        is_late = self._deadline is not None and time.perf_counter() >= self._deadline
        is_tired = self._nodes is not None and nodes >= self._nodes
        count = min(self._size, self._wanted - self.done)
        if self.done and (is_late or is_tired):
            count = 0
        self._size = min(2 * self._size, SLICE)
        self.number += 1
        self.done += count
        return count
