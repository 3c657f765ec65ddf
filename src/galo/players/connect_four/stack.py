"""The stack of a depth-first search, in arrays: a search can stop after any node and go on later.

`minimax` and `tux` share it; the exact solver's workspace begins with the same columns.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.connect_four import LAST_PLY, State
from galo.jit import kernel, no_refcount_kernel, popcount

if TYPE_CHECKING:
    from galo.arrays import IntVector

LEVEL, IS_RETURNING, VALUE, NODES = range(4)  # columns of `status`
STATUS = 4
MINE, STONES, TRIED, ALPHA, BETA, BEST = range(6)  # columns of `frames`
FRAME = 8  # words

NOT_NEGATIVE = 63  # lets the compiler see that no index is negative


class SearchStack(NamedTuple):
    """Where a depth-first search stands, and the positions on its path."""

    status: "IntVector"  # (STATUS,): current level, whether a child returned, its value, all nodes
    frames: "IntVector"  # ((LAST_PLY + 1) * FRAME,): by level, from the root down, flat for speed


def new_stack() -> SearchStack:
    """Return a stack with room for every ply of a game."""
    return SearchStack(np.zeros(STATUS, np.int64), np.zeros((LAST_PLY + 1) * FRAME, np.int64))


@kernel
def frame_of(level: int) -> int:
    """Return the index in `frames` of the first word of *level*."""
    return (level & NOT_NEGATIVE) * FRAME


@no_refcount_kernel
def push(stack: SearchStack, level: int, state: State) -> None:
    """Write *state* into the frame of *level*, none of its columns tried."""
    frame = frame_of(level)
    stack.frames[frame + MINE], stack.frames[frame + STONES] = state.mine, state.stones
    stack.frames[frame + TRIED] = 0


@no_refcount_kernel
def state_at(stack: SearchStack, level: int) -> State:
    """Return the position of the frame of *level*."""
    frame = frame_of(level)
    stones = int(stack.frames[frame + STONES])
    return State(int(stack.frames[frame + MINE]), stones, popcount(stones))
