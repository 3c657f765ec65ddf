"""Searching a ply deeper each time, a slice at a time, for as long as a limit allows.

A search that is stopped on its way counts for nothing: the last one that came to its end does.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from galo.players.player import Limit

if TYPE_CHECKING:
    from galo.arrays import RealVector

SLICE = 1 << 14  # nodes between two looks at the clock: about a millisecond
COMPLETE = -1  # the level above the first: every move there has its value


class Search(NamedTuple):
    """A search that can be left and gone on with, its stack being in arrays of its own."""

    begin: Callable[[], None]  # puts what is to be searched on level 0
    # Given a depth, the level reached and the most nodes: the level reached now, and its nodes.
    go_on: Callable[[int, int, int], tuple[int, int]]
    values: "RealVector"  # of every move on level 0


class Found(NamedTuple):
    """What the last search that came to its end found, and the nodes of all together."""

    values: "RealVector"
    depth: int
    nodes: int


class Deepening:
    """A search to *usual* plies, or to fewer if a limit says so; always at least to one.

    Under a clock or a limit of nodes it begins with one ply and comes as deep as it can.
    """

    def __init__(self, limit: Limit, usual: int) -> None:
        self._deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self._nodes = limit.nodes
        self._deepest = min(usual, limit.depth or usual)
        is_pressed = limit.seconds is not None or limit.nodes is not None
        self._first = 1 if is_pressed else self._deepest

    def run(self, search: Search) -> Found:
        """Return what *search* finds."""
        found = Found(search.values, 0, 0)
        for depth in range(self._first, self._deepest + 1):
            level, nodes = 0, found.nodes
            search.begin()
            while level != COMPLETE:
                most = SLICE if depth == 1 else self._allowance(nodes)
                if most <= 0:
                    return found._replace(nodes=nodes)
                level, done = search.go_on(depth, level, most)
                nodes += done
            found = Found(search.values.copy(), depth, nodes)
        return found

    def _allowance(self, used: int) -> int:
        """Return how many nodes may follow those *used*, before anyone looks again."""
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return 0
        return SLICE if self._nodes is None else min(SLICE, self._nodes - used)
