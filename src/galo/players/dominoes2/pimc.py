"""`pimc`: deals drawn without prejudice, each searched as if all hands lay open, a mean vote."""

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes2 import Dominoes2
from galo.players.dominoes.player import Thinker
from galo.players.dominoes.reasons import expectations, ranked
from galo.players.dominoes.sampling import Slices, Thoughts
from galo.players.dominoes2.inference import Deals, story_of
from galo.players.dominoes2.match_equity import points_alone
from galo.players.dominoes2.move_values import Thought, think
from galo.players.dominoes2.reasons import reasons
from galo.players.dominoes2.rollouts import Aim
from galo.players.player import Decision, Limit
from galo.rng import Stream, fold_in

NO_WEIGHTS = np.zeros(0, np.int64)  # the pips led by decide


class Pimc(Thinker):
    """Searches deals as if they were known, and plays what is best on the average."""

    name = "pimc"

    def __init__(self, deals: int, depth: int, threads: int) -> None:
        self._deals, self._depth, self._threads = deals, depth, threads

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(seen.game, Dominoes2)
        slices = Slices(limit, self._deals, first=1, threads=self._threads)
        deals, moves = Deals(seen), seen.legal_moves
        depth = min(self._depth, limit.depth or self._depth)
        thought = Thought(story_of(seen), Aim(seen.seat, points_alone()), NO_WEIGHTS, depth)

        def search(count: int, number: int) -> Thoughts:
            rows = deals.sample(count, fold_in(rng.integer, number))
            return think(thought, rows, np.arange(count))

        values, nodes, done = slices.add_up(search)
        points = ranked(moves, lambda move: float(values[move.code] / done))
        best, value = points[0]
        facts = (*expectations(points), *reasons(seen, best))
        return Decision(best, value, depth, nodes, facts)
