"""Iterative deepening: a search one ply deeper each time, in portions, as far as a limit allows.

A search that is stopped on its way counts for nothing: the last complete one does.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from galo.players.budget import Budget
from galo.players.player import Limit

if TYPE_CHECKING:
    from galo.arrays import RealVector

PORTION = 1 << 14  # nodes between two looks at the clock: about a millisecond
COMPLETE = -1  # the level above the first: every move there has its value


class ResumableSearch(NamedTuple):
    """A search that can be left and gone on with, its stack being in arrays of its own."""

    begin: Callable[[], None]  # puts the position to be searched on level 0
    # Given a depth, the level reached and the most nodes: the level reached now, and its nodes.
    resume: Callable[[int, int, int], tuple[int, int]]
    values: "RealVector"  # of every move on level 0


class DeepeningResult(NamedTuple):
    """The values of the last complete search, its depth, and the nodes of all searches."""

    values: "RealVector"
    depth: int
    nodes: int


class IterativeDeepening:
    """A search to *usual* plies, or to fewer if a limit says so; always at least to one.

    Under a clock or a limit of nodes it begins with one ply and goes as deep as it can.
    """

    def __init__(self, limit: Limit, usual: int) -> None:
        self._budget = Budget(limit, portion=PORTION)
        self._deepest = min(usual, limit.depth or usual)
        is_pressed = limit.seconds is not None or limit.nodes is not None
        self._first = 1 if is_pressed else self._deepest

    def run(self, search: ResumableSearch) -> DeepeningResult:
        """Return the result of *search*."""
        budget = self._budget
        values, complete = search.values, 0
        for depth in range(self._first, self._deepest + 1):
            level = 0
            search.begin()
            while level != COMPLETE:
                most = PORTION if depth == 1 else budget.portion()
                if not most:
                    return DeepeningResult(values, complete, budget.used)
                level, nodes = search.resume(depth, level, most)
                budget.spend(nodes)
            values, complete = search.values.copy(), depth
        return DeepeningResult(values, complete, budget.used)
