"""What the rules of all games share: how a kernel says that a game is over."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    pass


PLAYING = 0  # every game numbers its own reasons from 1
NOBODY = -1


class Ending(NamedTuple):
    """Why the game is over, and for whom."""

    reason: int  # PLAYING while it goes on, else an index into the game's REASONS
    winner: int  # the winning side, or NOBODY
