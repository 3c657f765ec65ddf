"""How a game, or a round, ended: what the rules of every game return."""

from typing import NamedTuple

PLAYING = 0  # every game numbers its own reasons from 1
NOBODY = -1


class Ending(NamedTuple):
    """Why play is over, and the side that won."""

    reason: int  # PLAYING while it goes on, else an index into the game's REASONS
    winner: int  # the winning side, or NOBODY
