"""The desk of one searcher: all that a search knows, in one array that the caller owns.

A search can stop after any node and go on later, because nothing is kept anywhere else.

    0     level, is back, value ...      where the search stands (below)
    16    the rank of each square        a word for each of 49 bits
    80    frames                         one for each stone above the root, 40 words each:
            +0   mine, stones            as in the rules
            +2   threats                 the squares where the other side would win
            +3   replies                 where the mover can play without losing at once
            +4   alpha                   the question: is the score above it?
            +5   lower, upper, best      what is known, and the best answer of a child so far
            +8   code                    the scrambled number of the position
            +16  threats after           … a stone in each column
            +24  replies after
            +32  rank
    1840  late words of the table        half a MB
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.connect_four import LAST_PLY
from galo.jit import kernel
from galo.players.connect_four.move_ordering import square_ranks
from galo.players.connect_four.transposition_table import LATE_BITS

if TYPE_CHECKING:
    from galo.arrays import IntVector

LEVEL, IS_BACK, VALUE, NODES = range(4)
PLY, AGE, SHIFT = 4, 5, 6  # of the root; of the table
LOW, HIGH = 7, 8  # the window: what lies below or above it may stay unknown
FLOOR, CEILING = 9, 10  # bounds of the root's score

SQUARES = 16
FRAMES, FRAME = 80, 40
LATE = FRAMES + (LAST_PLY + 2) * FRAME
DESK = LATE + (1 << LATE_BITS)

MINE, STONES, THREATS, REPLIES, ALPHA, LOWER, UPPER, BEST, CODE = range(9)
THREATS_AFTER, REPLIES_AFTER, RANK = 16, 24, 32

NOT_NEGATIVE = 63  # lets the compiler see that no index is negative


@kernel
def frame_of(level: int) -> int:
    """Return where the frame of *level* begins."""
    return FRAMES + (level & NOT_NEGATIVE) * FRAME


def new_desk() -> "IntVector":
    """Return a desk with nothing on it but the ranks of the squares."""
    desk = np.zeros(DESK, np.int64)
    ranks = square_ranks()
    desk[SQUARES : SQUARES + len(ranks)] = ranks
    return desk
