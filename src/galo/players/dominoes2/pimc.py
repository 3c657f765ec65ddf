"""`pimc`: deals drawn without prejudice, each searched as if all hands lay open, a mean vote."""

from typing import TYPE_CHECKING

import numpy as np

from galo.counter import Stream, fold
from galo.games.dominoes2 import Dominoes2
from galo.games.game import Observation
from galo.games.observation import DominoObservation
from galo.games.rules.dominoes2 import legal_moves, play
from galo.jit import long_kernel, lowest_bit
from galo.players.dominoes2.deals import Deals, Story, retold, story_of
from galo.players.dominoes2.evaluation import remember
from galo.players.dominoes2.playouts import Aim
from galo.players.dominoes2.prizes import points_alone
from galo.players.dominoes2.reasons import expected_points, reasons
from galo.players.dominoes2.search import DEEPEST, STACK_SHAPE, solve
from galo.players.player import Decision, Limit, check_turn
from galo.players.slices import Slices

if TYPE_CHECKING:
    from galo.games.rules.ending import Integers
    from galo.players.places import IntegerTable


@long_kernel
def add_solutions(
    story: Story, deals: "IntegerTable", depth: int, aim: Aim, stack: "IntegerTable",
    values: "Integers",
) -> int:  # fmt: skip
    """Add to *values*, by move, the prizes in each of *deals*; return the nodes."""
    nodes = 0
    row = stack[0, :0]  # no weights: the pips led by decide
    for k in range(len(deals)):
        state, memory = retold(story, deals, k)
        moves = legal_moves(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(story.rules, state, move)
            seen = remember(story.rules, memory, state, move)
            value, searched = solve(story.rules, row, (after, seen), depth - 1, aim, stack)
            values[move] += value
            nodes += searched
    return nodes


class Pimc:
    """Searches deals as if they were known, and plays what is best on the average."""

    name = "pimc"

    def __init__(self, deals: int, depth: int) -> None:
        self._deals, self._depth = deals, depth
        self._stack = np.zeros(STACK_SHAPE, np.int64)

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(observation, DominoObservation)
        assert isinstance(observation.game, Dominoes2)
        check_turn(observation)
        moves = observation.legal_moves
        if len(moves) == 1:
            return Decision(moves[0])
        depth = min(self._depth, limit.depth or DEEPEST)
        slices = Slices(limit, self._deals)
        values = np.zeros(1 << 6, np.int64)  # a move is below 64
        story, deals = story_of(observation), Deals(observation)
        aim = Aim(observation.seat, points_alone())
        nodes = 0
        while count := slices.next(nodes):
            rows = deals.sample(count, fold(rng.integer, slices.number))
            nodes += add_solutions(story, rows, depth, aim, self._stack, values)
        best = max(moves, key=lambda move: values[move.code])
        value = float(values[best.code] / slices.done)
        facts = (expected_points(value), *reasons(observation, best))
        return Decision(best, value, depth, nodes, facts)
