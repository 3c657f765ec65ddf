"""Perfect information Monte Carlo: search many deals as if all tiles were open, then vote."""

import time

import numpy as np

from galo.counter import Stream, fold
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Observation
from galo.games.observation import DominoObservation
from galo.players.belief import Belief
from galo.players.dominoes4.prospects import MOVES
from galo.players.dominoes4.reasons import reasons
from galo.players.dominoes4.search import STACK_SHAPE, lead, vote
from galo.players.player import Decision, Limit, check_turn

BATCH = 10  # deals between two looks at the clock


class Pimc:
    """Plays what does best on average in deals that fit, all of them equally likely."""

    name = "pimc"

    def __init__(self, deals: int, depth: int) -> None:
        self.deals = deals
        self.depth = depth

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(observation, DominoObservation)
        assert isinstance(observation.game, Dominoes4)
        check_turn(observation)
        moves = observation.legal_moves
        if len(moves) == 1:
            return Decision(moves[0])
        began = time.monotonic()
        believed, sums = Belief(observation), np.zeros(MOVES)
        belief = believed.hidden, believed.tiles, believed.ways
        room = sums, np.zeros(STACK_SHAPE, np.int64)
        deals, depth = limit.deals or self.deals, limit.depth or self.depth
        done = 0
        while done < deals:
            count = min(BATCH, deals - done)
            limits = count, depth, fold(rng.integer, done)
            rules, known = observation.game.rules, observation.state
            vote(rules, known, belief, room, limits)
            done += count
            used = time.monotonic() - began
            if limit.seconds and used + used * count / done > limit.seconds:
                break
        move = max(moves, key=lambda move: sums[move.code])
        value = sums[move.code] / done - lead(observation.state)
        return Decision(move, value, depth, done, reasons(observation, move))
