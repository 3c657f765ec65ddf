"""Expectiminimax as the literature describes it: max, min and chance nodes to a fixed depth.

Nobody's hand is guessed as a whole: of each unseen tile it is known how likely each seat
holds it. At the node of another seat all tiles that it may hold are options; it takes the
best of those that it does hold:

    value = sum over the options, best for that seat first, of
            (chance that it holds this one and none before) * value of this one
            + (chance that it holds none) * value of a pass
"""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.games.rules.tiles import alone, size
from galo.players.dominoes.belief import OTHERS, Belief
from galo.players.dominoes.determinization import count_deals
from galo.players.dominoes.iterative_deepening import Deepening, Search
from galo.players.dominoes.player import Thinker
from galo.players.dominoes.reasons import expectations, ranked
from galo.players.dominoes4.chance_nodes import SIZE_BITS, expect, new_chances, open_level, settled
from galo.players.dominoes4.reasons import reasons
from galo.players.player import Decision, Limit
from galo.rng import Stream

if TYPE_CHECKING:
    from galo.arrays import RealMatrix

TILE_INDICES = 56


class Expectiminimax(Thinker):
    """Plays what it may expect most of, tile by tile, so many plies deep."""

    name = "expectiminimax"

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(seen.game, Dominoes4)
        deepening = Deepening(limit, self.depth)
        belief = Belief(seen)
        hidden = belief.hidden
        chances = new_chances(chances_to_hold(belief), self.depth)
        may_hold = [hidden.unseen & ~barred for barred in hidden[1:4]]
        state = seen.state._replace(
            mover=0, hand1=may_hold[0], hand2=may_hold[1], hand3=may_hold[2]
        )
        sizes = len(seen.hand)
        for away in OTHERS:
            sizes |= hidden[3 + away] << SIZE_BITS * away
        begin = partial(open_level, chances, 0, state, sizes)
        go_on = partial(expect, seen.game.rules, chances)
        values, depth, nodes = deepening.run(Search(begin, go_on, chances.values[0]))
        now = settled(chances, state, sizes)
        points = ranked(seen.legal_moves, lambda move: float(values[move.code]) - now)
        best, value = points[0]
        facts = (*reasons(seen, best), *expectations(points))
        return Decision(best, value, depth, nodes, facts)


def chances_to_hold(belief: Belief) -> "RealMatrix":
    """Return how likely each of the three others holds each tile, all deals being equal."""
    holds = np.zeros((4, TILE_INDICES))
    hidden, ways = belief.hidden, np.zeros_like(belief.ways)
    for tile in belief.tiles[: size(hidden.unseen)].tolist():
        for away in OTHERS:
            # The deals in which nobody else may hold it.
            barred = {
                f"barred{other}": hidden[other] | (alone(tile) if other != away else 0)
                for other in OTHERS
            }
            count = count_deals(hidden._replace(**barred), belief.tiles, ways)
            holds[away, tile] = count / belief.count
    return holds
