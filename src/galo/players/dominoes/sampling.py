"""The sampling loop: deals are looked at in portions, as many as time or nodes allow.

Portions may be under way on several threads. They are added up in their order, and a portion
that would not have been begun on one thread does not count: the result is the same on any
number of threads, except that under a clock more threads come further.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from galo.players.budget import Budget
from galo.players.player import Limit

PORTION = 100  # deals between two looks at the clock
MANY_DEALS = 5000  # more would change no decision that matters


class MoveSums(NamedTuple):
    """The values of the moves, added up over some deals."""

    sums: np.ndarray[Any, Any]  # [moves] or [moves, columns]
    nodes: int
    deals: int


EvaluatePortion = Callable[[int, int], MoveSums]  # given a number of deals, and of the portion


class SamplingLoop:
    """Deals in portions, *usual* in all unless a limit says otherwise; always at least one deal.

    Under a clock there may be more than usual, up to *most*. There, and under a limit of nodes,
    the *first* portion is a small one where a deal costs much, and each is twice as large as the
    one before as long as there is time for that.
    """

    def __init__(
        self,
        limit: Limit,
        usual: int,
        first: int = PORTION,
        threads: int = 1,
        most: int = MANY_DEALS,
    ) -> None:
        self._limit = limit
        self._budget = Budget(limit)
        is_timed = limit.seconds is not None and limit.deals is None
        self._wanted = max(usual, most) if is_timed else limit.deals or usual
        is_pressed = limit.seconds is not None or limit.nodes is not None
        self._first = first if is_pressed else PORTION
        self._threads = threads
        self._done = 0  # deals

    def run(self, evaluate: EvaluatePortion) -> MoveSums:
        """Return the sums of *evaluate* over all portions; the first has number 1."""
        parts: list[MoveSums] = []
        most = math.inf if self._limit.nodes is None else self._limit.nodes
        with ThreadPoolExecutor(self._threads) as pool:
            for part in self._parts(evaluate, pool):
                parts.append(part)
                self._budget.spend(part.nodes)
                self._done += part.deals
                if self._budget.used >= most:
                    break
        first, *others = (part.sums for part in parts)
        return MoveSums(sum(others, start=first), self._budget.used, self._done)

    def _sizes(self) -> Iterator[int]:
        """Yield how many deals follow, as long as there is time for them."""
        begun, size = 0, self._first
        while deals := min(size, self._wanted - begun, self._timely(begun)):
            yield deals
            begun += deals
            size = min(2 * size, PORTION)

    def _timely(self, begun: int) -> int:
        """Return how many deals there is time for, if each takes as long as those done so far."""
        left = self._budget.seconds_left()
        if self._limit.seconds is None or left is None or not begun:
            return PORTION
        if left <= 0:
            return 0
        if not self._done:  # nobody knows yet how long one takes
            return self._first
        each = self._threads * (self._limit.seconds - left) / self._done
        return math.ceil(left / each)

    def _parts(self, evaluate: EvaluatePortion, pool: ThreadPoolExecutor) -> Iterator[MoveSums]:
        """Yield the sums of each portion, in order, with one portion under way on each thread."""
        if self._threads == 1:
            yield from map(evaluate, self._sizes(), count(1))
            return
        under_way: deque[Future[MoveSums]] = deque()
        for number, size in enumerate(self._sizes(), 1):
            under_way.append(pool.submit(evaluate, size, number))
            if len(under_way) == self._threads:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
