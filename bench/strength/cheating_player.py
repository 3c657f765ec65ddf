"""Players of dominó de 4 pontas that see what nobody may: how much each sight is worth.

All but the last think as `champion` does and differ in what they know before they think:

    unread           nothing but what is certain: it does not ask why anybody played what
    sees_partner     the partner's tiles
    sees_next        the tiles of the next player
    sees_all         all tiles: what champion would play if it read everybody perfectly
    searches_all     all tiles, and searches them eight plies deep as if everybody saw them
"""

import numpy as np

import galo
from galo.games.dominoes.game import DominoPosition
from galo.games.game import Move
from galo.games.rules.dominoes4 import Rules
from galo.games.rules.tiles import ALL_TILES
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.determinization import count_deals
from galo.players.dominoes.sampling import Slices
from galo.players.dominoes4.champion import Champion, take_chair, think
from galo.players.dominoes4.move_values import DEALS, MATCH
from galo.players.dominoes4.search import POINTS, STACK_SHAPE, value_of_last
from galo.players.player import Limit
from galo.rng import Stream

NEXT, PARTNER, PREVIOUS = 1, 2, 3
SEEN = {
    "unread": (),
    "sees_partner": (PARTNER,),
    "sees_next": (NEXT,),
    "sees_all": (NEXT, PARTNER, PREVIOUS),
}
SEARCHES = "searches_all"
SIGHTS = (*SEEN, SEARCHES)
DEPTH = 8


class Seeing:
    """A player that is shown the whole position."""

    def __init__(self, name: str) -> None:
        self.name = name
        champion = galo.player("dominoes4", "champion")
        assert isinstance(champion, Champion)
        self.deals = champion.deals
        self.models = champion.models

    def choose(self, position: DominoPosition, rng: Stream) -> Move:
        """Return the move that it makes for the seat to move."""
        moves = position.legal_moves
        if len(moves) == 1:
            return moves[0]
        if self.name == SEARCHES:
            return max(moves, key=lambda move: searched(position, move))
        assert position.mover is not None
        seen = position.observe(position.mover)
        belief = Belief(seen)
        for away in SEEN[self.name]:
            show(belief, away, position.state[away])
        chair = take_chair(belief)
        if self.name == "unread":
            chair = chair._replace(moves=chair.moves[:0])  # no choice to weigh: all deals alike
        sums = think(belief, chair, self.models, Slices(Limit(), self.deals), rng.integer).sums
        return max(moves, key=lambda move: sums[move.code, MATCH] / sums[move.code, DEALS])


def show(belief: Belief, away: int, hand: int) -> None:
    """Leave to *belief* only deals in which the seat so many chairs away holds *hand*."""
    barred = {
        f"barred{other}": belief.hidden[other] | (ALL_TILES & ~hand if other == away else hand)
        for other in (NEXT, PARTNER, PREVIOUS)
    }
    belief.hidden = belief.hidden._replace(**barred)
    belief.count = count_deals(belief.hidden, belief.tiles, belief.ways)


def searched(position: DominoPosition, move: Move) -> int:
    """Return the lead of the mover's pair after *move* when everybody sees all tiles."""
    after = position.game.after(position.state, move.code)
    value, _ = value_of_last(Rules(), POINTS, after, DEPTH, np.zeros(STACK_SHAPE, np.int64))
    return value
