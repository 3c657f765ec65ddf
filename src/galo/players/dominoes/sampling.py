"""Thinking about deals, a slice at a time: so many, or what time or nodes allow.

Slices may be thought about several at a time. They are added up in their order, and one that
would not have been begun had they come one by one does not count: the answer is the same on
any number of threads, except that under a clock more threads come further.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from galo.players.player import Limit

SLICE = 100  # deals between two looks at the clock
MANY_DEALS = 5000  # more would change no decision that matters


class Thoughts(NamedTuple):
    """What thinking about some deals came to."""

    sums: np.ndarray[Any, Any]  # by move
    nodes: int
    deals: int


Think = Callable[[int, int], Thoughts]  # about so many deals, and the number of their slice


class Slices:
    """Deals in slices, *usual* in all unless a limit says otherwise; always at least one deal.

    Under a clock there may be more than usual. There, and under a limit of nodes, the *first*
    slice, where a deal costs much, is a small one, and each is twice as large as the one before
    as long as there is time for that.
    """

    def __init__(self, limit: Limit, usual: int, first: int = SLICE, threads: int = 1) -> None:
        self._began = time.perf_counter()
        self._seconds = limit.seconds
        self._nodes = limit.nodes
        is_timed = limit.seconds is not None and limit.deals is None
        self._wanted = max(usual, MANY_DEALS) if is_timed else limit.deals or usual
        is_pressed = limit.seconds is not None or limit.nodes is not None
        self._first = first if is_pressed else SLICE
        self._threads = threads
        self._done = 0  # deals

    def add_up(self, think: Think) -> Thoughts:
        """Return what *think* makes of all slices together; the first has number 1."""
        parts: list[Thoughts] = []
        nodes = 0
        with ThreadPoolExecutor(self._threads) as pool:
            for part in self._parts(think, pool):
                parts.append(part)
                nodes += part.nodes
                self._done += part.deals
                if self._nodes is not None and nodes >= self._nodes:
                    break
        first, *others = (part.sums for part in parts)
        return Thoughts(sum(others, start=first), nodes, self._done)

    def _sizes(self) -> Iterator[int]:
        """Yield how many deals follow, as long as there is time for them."""
        begun, size = 0, self._first
        while deals := min(size, self._wanted - begun, self._timely(begun)):
            yield deals
            begun += deals
            size = min(2 * size, SLICE)

    def _timely(self, begun: int) -> int:
        """Return how many deals there is time for, if each takes as long as those done so far."""
        if self._seconds is None or not begun:
            return SLICE
        left = self._began + self._seconds - time.perf_counter()
        if left <= 0:
            return 0
        if not self._done:  # nobody knows yet how long one takes
            return self._first
        each = self._threads * (self._seconds - left) / self._done
        return math.ceil(left / each)

    def _parts(self, think: Think, pool: ThreadPoolExecutor) -> Iterator[Thoughts]:
        """Yield what *think* makes of each slice, in order, as many begun as there are threads."""
        if self._threads == 1:
            yield from map(think, self._sizes(), count(1))
            return
        under_way: deque[Future[Thoughts]] = deque()
        for number, size in enumerate(self._sizes(), 1):
            under_way.append(pool.submit(think, size, number))
            if len(under_way) == self._threads:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
