"""All that a search writes to, in arrays that its caller owns.

The stack is one row of `frames` for each ply below the root:

    0 1  pieces of Black, White      10    plies since the last capture
    2 3  their worth                 11-13 the window: alpha, beta, alpha at first
    4 5  their Euler numbers         14    depth still to search
    6 7  their centres of mass       15-16 best value and move so far
    8    key of the board            17-18 moves there are, and tried
    9    worth of all lines          19-20 the move on trial and how it is searched
                                     21    whether the other side threatens to connect

Fields before WINDOW are the position and follow from the one above; the rest is the search's.
`status` says where to go on: a search that is out of nodes returns, and is called again.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.lines_of_action import MAX_MOVES, PASS
from galo.players.lines_of_action.evaluation import Tables
from galo.players.lines_of_action.lines import LINES
from galo.players.lines_of_action.transposition_table import LEVEL_KEYS, LONGEST, new_table

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector


PIECES, WORTH, EULER, CENTRE = 0, 2, 4, 6  # plus the side
KEY, LINE_WORTH, QUIET, WINDOW = 8, 9, 10, 11
ALPHA, BETA, FLOOR, DEPTH, BEST, BEST_MOVE, COUNT, TRIED, MOVE, STAGE, THREAT = range(11, 22)
FIELDS = 22

LEVEL, PHASE, VALUE, MOVER, PLY, PAST, ROOT_DEPTH = range(7)  # of the status


class Memory(NamedTuple):
    """What the kernels of the search share."""

    frames: "IntMatrix"  # level, field
    moves: "IntMatrix"  # level, number
    scores: "IntMatrix"  # level, number: the order in which moves are tried
    lines: "IntMatrix"  # level, ply from there on: the best line; its length at 0
    codes: "IntVector"  # of the lines of the board
    killers: "IntMatrix"  # level, two moves that refuted something there
    history: "IntMatrix"  # side, move: how often it was good
    past: "IntVector"  # keys of the boards since the last capture, before the root
    level_keys: "IntVector"  # zero unless the end of the game by plies is near
    table: "IntMatrix"
    status: "IntVector"
    tables: Tables


def new_memory(tables: Tables, entries: int, past: int, counts_plies: bool) -> Memory:
    """Return the memory of a search with *past* boards behind it and a table of *entries*."""
    levels = LONGEST + 2
    return Memory(
        np.zeros((levels, FIELDS), np.int64),
        np.zeros((levels, MAX_MOVES), np.int64),
        np.zeros((levels, MAX_MOVES), np.int64),
        np.zeros((levels, levels), np.int64),
        np.zeros(LINES, np.int64),
        np.full((levels, 2), -1, np.int64),
        np.zeros((2, PASS + 1), np.int64),
        np.zeros(max(past, 1), np.int64),
        LEVEL_KEYS if counts_plies else np.zeros_like(LEVEL_KEYS),
        new_table(entries),
        np.zeros(7, np.int64),
        tables,
    )
