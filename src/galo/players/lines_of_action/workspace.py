"""The workspace of the engine: the arrays that its search works in, owned by the caller.

The stack is one row of `frames` for each ply below the root:

    0 1  pieces of Black, White      10    plies since the last capture
    2 3  their values                11-13 the window: alpha, beta, alpha at first
    4 5  their Euler numbers         14    depth still to search
    6 7  their centres of mass       15-16 best value and move so far
    8    hash key of the board       17-18 moves there are, and tried
    9    value of all lines          19-20 the move being searched and how it is searched
                                     21    whether the other side threatens to connect

Columns before WINDOW are the position and follow from the one above; the rest is the search's.
`status` says where to go on: a search that is out of nodes returns, and is called again.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.lines_of_action import MAX_MOVES, PASS
from galo.players.lines_of_action.evaluation import EvaluationTables
from galo.players.lines_of_action.lines import LINES
from galo.players.lines_of_action.transposition_table import LEVEL_KEYS, MAX_LEVEL, new_table

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector

LEVELS = MAX_LEVEL + 2  # rows of the stack

PIECES, SIDE_VALUE, EULER, CENTRE = 0, 2, 4, 6  # plus the side
KEY, LINE_VALUE, QUIET, WINDOW = 8, 9, 10, 11
ALPHA, BETA, ORIGINAL_ALPHA, DEPTH, BEST, BEST_MOVE = range(11, 17)
COUNT, TRIED, MOVE, STAGE, THREAT = range(17, 22)
FRAME = 22  # columns of `frames`

LEVEL, PHASE, VALUE, MOVER, PLY, EARLIER, ROOT_DEPTH = range(7)  # columns of `status`
STATUS = 7


class EngineWorkspace(NamedTuple):
    """All that the kernels of the engine's search read and write."""

    status: "IntVector"  # (STATUS,): where the search stands, and the root
    frames: "IntMatrix"  # (LEVELS, FRAME): the stack, as drawn above
    moves: "IntMatrix"  # (LEVELS, MAX_MOVES): the moves of each level, those tried first
    scores: "IntMatrix"  # (LEVELS, MAX_MOVES): of the moves, for their order
    variations: "IntMatrix"  # (LEVELS, LEVELS): principal variation of each level, length at 0
    line_codes: "IntVector"  # (LINES,): the lines of the board, as `lines` numbers them
    killers: "IntMatrix"  # (LEVELS, 2): killer moves, the latest first
    history: "IntMatrix"  # (2, PASS + 1): history heuristic, by side and move
    earlier_keys: "IntVector"  # (positions,): boards since the last capture, before the root
    level_keys: "IntVector"  # (MAX_LEVEL,): zero unless the end of the game by plies is near
    transposition_table: "IntMatrix"  # (buckets, 4): see `transposition_table`
    evaluation: EvaluationTables


def new_workspace(
    tables: EvaluationTables, entries: int, earlier: int, counts_plies: bool
) -> EngineWorkspace:
    """Return a workspace for *earlier* positions before the root and a table of *entries*."""
    return EngineWorkspace(
        status=np.zeros(STATUS, np.int64),
        frames=np.zeros((LEVELS, FRAME), np.int64),
        moves=np.zeros((LEVELS, MAX_MOVES), np.int64),
        scores=np.zeros((LEVELS, MAX_MOVES), np.int64),
        variations=np.zeros((LEVELS, LEVELS), np.int64),
        line_codes=np.zeros(LINES, np.int64),
        killers=np.full((LEVELS, 2), -1, np.int64),
        history=np.zeros((2, PASS + 1), np.int64),
        earlier_keys=np.zeros(max(earlier, 1), np.int64),
        level_keys=LEVEL_KEYS if counts_plies else np.zeros_like(LEVEL_KEYS),
        transposition_table=new_table(entries),
        evaluation=tables,
    )
