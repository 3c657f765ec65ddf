"""All that one seat knows about a round, as integers: what a search may use.

Seats are counted from this one: 0 is the seat itself, 1 the next, and so on.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import Round
from galo.players.dominoes.public_history import PublicHistory

if TYPE_CHECKING:
    from galo.arrays import IntVector


class InformationState(NamedTuple):
    """What the player to move knows about the round."""

    state: Any  # the State of its game, with the hand of this seat alone
    history: PublicHistory
    moves: "IntVector"  # [plies]: the moves of the round so far
    opener: int  # the seat that had to open, NO_OPENER where the tiles decided
    score: int  # of its side in the match, before this round
    their_score: int


def public_moves(seen: Round) -> "IntVector":
    """Return the moves of the round so far as kernels take them."""
    return np.array([play.code for play in seen.plays], np.int64)


def information_state(seen: DominoObservation, history: PublicHistory) -> InformationState:
    """Return what the seat of *seen*, which is to move, knows; *history* is that of its plays."""
    no_opener = seen.game.kernels.NO_OPENER
    opener = no_opener if seen.opener is None else (seen.opener - seen.seat) % seen.game.seats
    before = seen.scores[-1] if seen.scores else (0, 0)
    side = seen.game.side_of(seen.seat)
    state = seen.state._replace(mover=0)
    return InformationState(
        state, history, public_moves(seen), opener, before[side], before[1 - side]
    )
