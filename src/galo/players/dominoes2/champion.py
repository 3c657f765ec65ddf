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

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes2 import Dominoes2
from galo.players.dominoes.player import Thinker
from galo.players.dominoes.reasons import expectations, ranked
from galo.players.dominoes.resampling import resample
from galo.players.dominoes.sampling import Slices, Thoughts
from galo.players.dominoes2.inference import Deals, fading, story_of, weigh
from galo.players.dominoes2.match_equity import points_alone, prizes_of
from galo.players.dominoes2.move_values import Thought, think
from galo.players.dominoes2.reasons import reasons
from galo.players.dominoes2.rollouts import Aim
from galo.players.player import Decision, Limit
from galo.rng import Stream, fold_in

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector

# The strongest rows of weights that evolution found, by how many play
# (`python bench/strength/dominoes2.py tune`).
MODELS = {
    2: (2113, -639, 188, -2387, -145, 2671, 591, -1247, 671, 2437),
    4: (1023, 694, 208, -288, 248, 446, 1290, 1130, -353, 1249),
}
TEMPERATURE = 1500.0  # in the units of these weights
SPREAD = 8  # deals weighed for each that is played out
DEPTH = 4  # choices that the search looks ahead
FIRST = 10  # deals before the first look at the clock
VALUES = 2  # of each move in each deal
TOLD = 100  # deals from which the points are told


class Champion(Thinker):
    """Infers the hidden tiles from what was played, and plays the hand out in its head."""

    name = "champion"

    def __init__(self, deals: int, threads: int) -> None:
        self._deals, self._threads = deals, threads
        self._fade = fading(TEMPERATURE)

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(seen.game, Dominoes2)
        slices = Slices(limit, self._deals, first=FIRST, threads=self._threads)
        deals, moves = Deals(seen), seen.legal_moves
        thought = Thought(
            story_of(seen),
            Aim(seen.seat, prizes_of(seen)),
            np.array(MODELS[seen.game.seats], np.int64),
            min(DEPTH, limit.depth or DEPTH),
        )

        def read_and_play(count: int, number: int) -> Thoughts:
            return think(
                thought, *self._likely(deals, thought, count, fold_in(rng.integer, number))
            )

        values, nodes, done = slices.add_up(read_and_play)
        prizes = ranked(moves, lambda move: float(values[move.code] / (VALUES * done)))
        best, value = prizes[0]
        # For people: in points, and as it goes between equals, not by what would have been best.
        played = thought._replace(aim=Aim(seen.seat, points_alone()), depth=0)
        told = think(
            played, *self._likely(deals, thought, min(done, TOLD), fold_in(rng.integer, 0))
        )
        means = told.sums / told.deals
        expected = expectations([(move, float(means[move.code])) for move, _ in prizes])
        facts = (*expected, *reasons(seen, best))
        return Decision(best, value, thought.depth, nodes, facts)

    def _likely(
        self, deals: Deals, thought: Thought, count: int, key: int
    ) -> "tuple[IntMatrix, IntVector]":
        """Return some *deals*, and *count* of them to think about: the likelier, the oftener."""
        rows = deals.sample(SPREAD * count, fold_in(key, 0))
        weights, chosen = np.zeros(len(rows)), np.zeros(count, np.int64)
        total = weigh(thought.story, thought.row, self._fade, rows, weights)
        resample(weights, total, fold_in(key, 1), chosen)
        return rows, chosen
