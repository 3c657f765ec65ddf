"""Perfect information Monte Carlo: search many deals as if all tiles were open, play the best mean.

The deals are those that fit the observation, each as likely as any other.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from galo.games.dominoes.observation import DominoObservation
from galo.games.game import Move
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes.reasons import ranked
from galo.players.dominoes.sampling import MoveSums, SamplingLoop
from galo.players.player import Decision, Limit, Reason
from galo.rng import fold_in
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntMatrix

SearchDeals = Callable[["IntMatrix"], MoveSums]  # given sampled deals, one in each row


class PimcPlayer(DominoPlayer):
    """Plays the move of the best mean value over deals that fit, all of them equally likely."""

    name = "pimc"

    def __init__(self, deals: int, depth: int, threads: int) -> None:
        self._deals, self._depth, self._threads = deals, depth, threads

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        loop = SamplingLoop(limit, self._deals, first=1, threads=self._threads)
        belief = belief_of(seen)
        depth = min(self._depth, limit.depth or self._depth)
        search = self.searcher(seen, depth)

        def evaluate(count: int, number: int) -> MoveSums:
            return search(belief.sample(count, fold_in(rng.integer, number)))

        sums, nodes, deals = loop.run(evaluate)
        now = self.lead_now(seen)
        points = ranked(seen.legal_moves, lambda move: float(sums[move.code] / deals - now))
        best, value = points[0]
        return Decision(best, value, depth, nodes, self.explain(seen, points))

    @abstractmethod
    def searcher(self, seen: DominoObservation, depth: int) -> SearchDeals:
        """Return the function that adds up the values of all moves in given deals."""

    @abstractmethod
    def lead_now(self, seen: DominoObservation) -> int:
        """Return the points by which the side that moves leads in this round already."""

    @abstractmethod
    def explain(
        self, seen: DominoObservation, points: list[tuple[Move, float]]
    ) -> tuple[Reason, ...]:
        """Return the reasons for the first of the moves with their *points*, best first."""
