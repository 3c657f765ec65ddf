"""Perfect information Monte Carlo: search many deals as if all tiles were open, then vote."""

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.player import Thinker
from galo.players.dominoes.reasons import expectations, ranked
from galo.players.dominoes.sampling import Slices, Thoughts
from galo.players.dominoes4.move_values import MOVES
from galo.players.dominoes4.reasons import reasons
from galo.players.dominoes4.search import POINTS, STACK_SHAPE, lead, vote
from galo.players.player import Decision, Limit
from galo.rng import Stream, fold_in


class Pimc(Thinker):
    """Plays what does best on average in deals that fit, all of them equally likely."""

    name = "pimc"

    def __init__(self, deals: int, depth: int, threads: int) -> None:
        self.deals = deals
        self.depth = depth
        self.threads = threads

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(seen.game, Dominoes4)
        slices = Slices(limit, self.deals, first=1, threads=self.threads)
        believed, rules, moves = Belief(seen), seen.game.rules, seen.legal_moves
        belief = believed.hidden, believed.tiles, believed.ways
        depth = min(self.depth, limit.depth or self.depth)

        def search(count: int, number: int) -> Thoughts:
            room = np.zeros(MOVES), np.zeros(STACK_SHAPE, np.int64)
            limits = count, depth, fold_in(rng.integer, number)
            nodes = vote(rules, POINTS, seen.state, belief, room, limits)
            return Thoughts(room[0], nodes, count)

        sums, nodes, deals = slices.add_up(search)
        now = lead(seen.state)
        points = ranked(moves, lambda move: float(sums[move.code] / deals - now))
        best, value = points[0]
        facts = (*reasons(seen, best), *expectations(points))
        return Decision(best, value, depth, nodes, facts)
