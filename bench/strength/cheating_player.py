"""Players of dominó de 4 pontas that see hidden tiles: what each piece of knowledge is worth.

All but the last choose as `rollouts` does and differ in what they know:

    unread           nothing but what is certain: it infers nothing from the plays
    sees_partner     the partner's tiles
    sees_next        the tiles of the next player
    sees_all         all tiles: rollouts with a perfect inference
    searches_all     all tiles, and searches them eight plies deep as if everybody saw them
"""

import numpy as np

import galo
from galo.games.dominoes.position import DominoPosition
from galo.games.game import Move
from galo.games.rules.dominoes4 import Rules
from galo.games.rules.tiles import ALL_TILES
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.sampling import SamplingLoop
from galo.players.dominoes4.champion import Rollouts, value_moves
from galo.players.dominoes4.match_equity import POINTS
from galo.players.dominoes4.move_values import DEALS, WINS
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.search import STACK_SHAPE, value_of_move
from galo.players.player import Limit
from galo.stream import Stream

NEXT, PARTNER, PREVIOUS = 1, 2, 3
SEEN = {
    "unread": (),
    "sees_partner": (PARTNER,),
    "sees_next": (NEXT,),
    "sees_all": (NEXT, PARTNER, PREVIOUS),
}
SEARCHES = "searches_all"
CHEATERS = (*SEEN, SEARCHES)
DEPTH = 8


class CheatingPlayer:
    """A player that is shown the whole position."""

    def __init__(self, name: str) -> None:
        self.name = name
        honest = galo.player("dominoes4", "rollouts")
        assert isinstance(honest, Rollouts)
        self.deals = honest.deals
        self.models = honest.models

    def choose(self, position: DominoPosition, rng: Stream) -> Move:
        """Return the move of the seat to move."""
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
        information = information_state(seen, history_of(seen.game.rules, public_moves(seen)))
        if self.name == "unread":  # no choice to weigh: all deals alike
            information = information._replace(moves=information.moves[:0])
        loop = SamplingLoop(Limit(), self.deals)
        sums = value_moves(belief, information, self.models, loop, rng.integer).sums
        return max(moves, key=lambda move: sums[move.code, WINS] / sums[move.code, DEALS])


def show(belief: Belief, away: int, hand: int) -> None:
    """Restrict *belief* to deals in which the seat *away* from the own one holds *hand*."""
    barred = {
        f"barred{other}": belief.hidden[other] | (ALL_TILES & ~hand if other == away else hand)
        for other in (NEXT, PARTNER, PREVIOUS)
    }
    belief.restrict(belief.hidden._replace(**barred))


def searched(position: DominoPosition, move: Move) -> int:
    """Return the lead of the mover's pair after *move* when everybody sees all tiles."""
    after = position.play(move).state
    value, _ = value_of_move(Rules(), POINTS, after, DEPTH, np.zeros(STACK_SHAPE, np.int64))
    return value
