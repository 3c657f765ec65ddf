"""`champion`: reads what the others play, then plays hands out against a model of them.

Many deals that fit are weighed by how likely the model makes every choice seen so far, some are
taken in proportion, and in each of them every own move is valued twice, and both count alike:

    playouts   the others play by the model, the own seat by what turns out best in its next
               two turns: the others are no better than they seem
    search     everybody sees all hands for some choices, then the model plays the hand out:
               the others are better than anybody can be

The prize is winning where one hand is the match, and in a longer one the chance to win it.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.counter import Stream, fold
from galo.games.dominoes2 import Dominoes2
from galo.games.game import Move
from galo.games.observation import DominoObservation
from galo.players.dominoes2.deals import Deals, choose, fading, story_of, weigh
from galo.players.dominoes2.playouts import Aim
from galo.players.dominoes2.prizes import points_alone, prizes_of
from galo.players.dominoes2.prospects import MOVES, Thought, add_values
from galo.players.dominoes2.reasons import expected_points, reasons
from galo.players.dominoes2.search import STACK_SHAPE
from galo.players.player import Decision, Limit, Reason
from galo.players.slices import Slices
from galo.players.thinker import Thinker

if TYPE_CHECKING:
    from galo.games.rules.ending import Integers
    from galo.players.places import IntegerTable

# The strongest rows of weights that evolution found, by how many play (bench/dominoes2.py tune).
MODELS = {
    2: (2113, -639, 188, -2387, -145, 2671, 591, -1247, 671, 2437),
    4: (1023, 694, 208, -288, 248, 446, 1290, 1130, -353, 1249),
}
TEMPERATURE = 1500.0  # in the units of these weights
SPREAD = 8  # deals weighed for each that is played out
DEPTH = 4  # choices that the search looks ahead
FIRST = 10  # deals before the first look at the clock
VALUES = 2  # of each move in each deal
TOLD = 50  # deals from which the points are told


class Champion(Thinker):
    """Infers the hidden tiles from what was played, and plays the hand out in its head."""

    name = "champion"

    def __init__(self, deals: int) -> None:
        self._deals = deals
        self._fade = fading(TEMPERATURE)
        self._stack = np.zeros(STACK_SHAPE, np.int64)

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(seen.game, Dominoes2)
        moves = seen.legal_moves
        thought = Thought(
            story_of(seen),
            Aim(seen.seat, prizes_of(seen)),
            np.array(MODELS[seen.game.seats], np.int64),
            min(DEPTH, limit.depth or DEPTH),
        )
        values, nodes, deals = np.zeros(MOVES, np.int64), 0, Deals(seen)
        slices = Slices(limit, self._deals, first=FIRST)
        while count := slices.next(nodes):
            key = fold(rng.integer, slices.number)
            rows = deals.sample(SPREAD * count, fold(key, 0))
            chosen = self._chosen(thought, rows, count, fold(key, 1))
            nodes += add_values(thought, rows, chosen, self._stack, values)
        best = max(moves, key=lambda move: values[move.code])
        value = float(values[best.code] / (VALUES * slices.done))
        facts = (self._points(thought, rows, chosen[:TOLD], best), *reasons(seen, best))
        return Decision(best, value, thought.depth, nodes, facts)

    def _points(
        self, thought: Thought, deals: "IntegerTable", chosen: "Integers", move: Move
    ) -> Reason:
        """Return what *move* brings in points, whatever they are worth."""
        values = np.zeros(MOVES, np.int64)
        aim = Aim(thought.aim.seat, points_alone())
        add_values(thought._replace(aim=aim), deals, chosen, self._stack, values)
        return expected_points(float(values[move.code] / (VALUES * len(chosen))))

    def _chosen(self, thought: Thought, deals: "IntegerTable", count: int, key: int) -> "Integers":
        """Return *count* of *deals* to think about: the likelier, the oftener."""
        totals, chosen = np.zeros(len(deals)), np.zeros(count, np.int64)
        weigh(thought.story, thought.row, self._fade, deals, totals)
        choose(totals, key, chosen)
        return chosen
