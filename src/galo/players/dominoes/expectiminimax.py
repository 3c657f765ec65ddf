"""Expectiminimax as the literature describes it: max, min and chance nodes to a fixed depth.

Nobody's hand is sampled as a whole: of each unseen tile it is known how likely each seat holds
it, as if tiles were independent. A seat plays its best tile if it holds it, else its second best,
and so on:

    own turn       max of the values
    another seat   p1 v1 + (1 - p1) p2 v2 + … + (1 - p1)(1 - p2) … (value of holding none)
                   v1, v2, … from the lowest (an opponent) or the highest (the partner)

The kernels of each game search with an explicit stack, a level for each ply, so that a search
can be left and gone on with.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.game import Move
from galo.players.dominoes.iterative_deepening import IterativeDeepening, ResumableSearch
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes.reasons import ranked
from galo.players.player import Decision, Limit, Reason
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealMatrix, RealVector

INFINITE = 1e9  # beyond any value
TILE_INDICES = 64  # a tile is below this


class ExpectiminimaxWorkspace(NamedTuple):
    """The probabilities of the hidden tiles, and the stack of a search."""

    marginals: "RealMatrix"  # [4, TILE_INDICES]: how likely each seat holds each tile
    stack: "IntMatrix"  # [depth, columns]: the belief state and the options of each level
    values: "RealMatrix"  # [depth, options]: the value of each option of each level


def expectiminimax_workspace(
    marginals: "RealMatrix", depth: int, columns: int, options: int
) -> ExpectiminimaxWorkspace:
    """Return a workspace for *depth* plies; a level has these *columns* and at most *options*."""
    stack = np.zeros((depth, columns), np.int64)
    return ExpectiminimaxWorkspace(marginals, stack, np.zeros((depth, options)))


class Expectation(NamedTuple):
    """A search of the expected points, and how to read its values."""

    search: ResumableSearch
    value_of: "Callable[[RealVector, Move], float]"  # points of a move, given the values


class ExpectiminimaxPlayer(DominoPlayer):
    """Plays the move of the highest expected points, a number of plies deep."""

    name = "expectiminimax"

    def __init__(self, depth: int) -> None:
        self._depth = depth

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        deepening = IterativeDeepening(limit, self._depth)
        expectation = self.prepare(seen, limit, rng)
        values, depth, nodes = deepening.run(expectation.search)
        points = ranked(seen.legal_moves, lambda move: expectation.value_of(values, move))
        best, value = points[0]
        return Decision(best, value, depth, nodes, self.explain(seen, points))

    @abstractmethod
    def prepare(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Expectation:
        """Return the search of the moves of *seen*."""

    @abstractmethod
    def explain(
        self, seen: DominoObservation, points: list[tuple[Move, float]]
    ) -> tuple[Reason, ...]:
        """Return the reasons for the first of the moves with their *points*, best first."""
