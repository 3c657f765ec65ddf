"""Perfect information Monte Carlo: search many deals as if all tiles were open, then vote."""

import numpy as np

from galo.counter import Stream, fold
from galo.games.dominoes4 import Dominoes4
from galo.games.observation import DominoObservation
from galo.players.belief import Belief
from galo.players.dominoes4.prospects import MOVES
from galo.players.dominoes4.reasons import reasons
from galo.players.dominoes4.search import POINTS, STACK_SHAPE, lead, vote
from galo.players.player import Decision, Limit
from galo.players.slices import Slices
from galo.players.thinker import Thinker


class Pimc(Thinker):
    """Plays what does best on average in deals that fit, all of them equally likely."""

    name = "pimc"

    def __init__(self, deals: int, depth: int) -> None:
        self.deals = deals
        self.depth = depth

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(seen.game, Dominoes4)
        moves = seen.legal_moves
        believed, sums = Belief(seen), np.zeros(MOVES)
        belief = believed.hidden, believed.tiles, believed.ways
        room = sums, np.zeros(STACK_SHAPE, np.int64)
        depth = min(self.depth, limit.depth or self.depth)
        rules, known = seen.game.rules, seen.state
        slices = Slices(limit, self.deals, first=1)
        while count := slices.next(slices.done * len(moves)):
            limits = count, depth, fold(rng.integer, slices.number)
            vote(rules, POINTS, known, belief, room, limits)
        move = max(moves, key=lambda move: sums[move.code])
        value = sums[move.code] / slices.done - lead(seen.state)
        searches = slices.done * len(moves)
        return Decision(move, value, depth, searches, reasons(seen, move))
