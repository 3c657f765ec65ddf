"""The workspace of the exact solver: the arrays that one search works in.

A search can stop after any node and go on later, because it keeps nothing anywhere else.
A row of `frames` is a position on the current path; its columns are:

    MINE, STONES            as in the rules
    THREATS                 the squares where the other side would win
    REPLIES                 where the mover can play without losing at once
    ALPHA                   of the null window: is the score above it?
    LOWER, UPPER, BEST      bounds of the score, and the best value of a child so far
    KEY                     of the transposition table
    THREATS_AFTER + column  THREATS of the child that a stone in each column leads to
    REPLIES_AFTER + column  REPLIES of that child
    RANK + column           of the move; children are searched from the highest rank down
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.connect_four import LAST_PLY
from galo.jit import kernel
from galo.players.connect_four.move_ordering import square_ranks
from galo.players.connect_four.stack import NOT_NEGATIVE
from galo.players.connect_four.transposition_table import LATE_BITS, TranspositionTable

if TYPE_CHECKING:
    from galo.arrays import IntVector

# The first four columns of `status`, and the first two of `frames`, are those of `stack`.
PLY, AGE, SHIFT = 4, 5, 6  # of the root; of the table
WINDOW_LOWER, WINDOW_UPPER = 7, 8  # a score below or above the window may stay unknown
ROOT_LOWER, ROOT_UPPER = 9, 10  # bounds of the root's score
STATUS = 11

THREATS, REPLIES, ALPHA, LOWER, UPPER, BEST, KEY = range(2, 9)
THREATS_AFTER, REPLIES_AFTER, RANK = 16, 24, 32
FRAME = 40


@kernel
def frame_of(level: int) -> int:
    """Return the index in `frames` of the first word of *level*."""
    return (level & NOT_NEGATIVE) * FRAME


class SolverWorkspace(NamedTuple):
    """All that one search reads and writes."""

    status: "IntVector"  # (STATUS,): where the search stands
    frames: "IntVector"  # ((LAST_PLY + 2) * FRAME,): by level, from the root down, flat for speed
    ranks: "IntVector"  # (49,): of each square, by its bit
    late: "IntVector"  # (2 ** LATE_BITS,): the late words of the transposition table
    early: "IntVector"  # (2 ** bits,): its early words, which other searches may share


def new_workspace(table: TranspositionTable) -> SolverWorkspace:
    """Return the workspace of a search that shares the early words of *table*."""
    return SolverWorkspace(
        np.zeros(STATUS, np.int64),
        np.zeros((LAST_PLY + 2) * FRAME, np.int64),
        square_ranks(),
        np.zeros(1 << LATE_BITS, np.int64),
        table.words,
    )
