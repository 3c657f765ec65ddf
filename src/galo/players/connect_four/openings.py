"""All positions of few stones, one of each mirror pair, by the number that names them.

number   in each column, from the top: zeros, a one, then a bit for each stone,
         one if it is the mover's        (49 bits; see `threats.position_number`)
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.connect_four import COLUMN, RULES, WIDTH, State, has_line, is_open, play
from galo.jit import kernel, popcount
from galo.players.connect_four.threats import BOTTOM, WHOLE_COLUMN, canonical_number

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector


FULL, WON = 0, -1  # instead of the number of a child


@kernel
def state_of(number: int) -> State:
    """Return the position that *number* names."""
    stones = 0
    for column in range(WIDTH):
        bits = number >> (column * COLUMN) & WHOLE_COLUMN
        filled = 0
        while bits > 1:
            filled = filled << 1 | 1
            bits >>= 1
        stones |= filled << (column * COLUMN)
    return State(number - stones - BOTTOM, stones, popcount(stones))


@kernel
def write_children(numbers: "IntVector", children: "IntMatrix") -> None:
    """Write for every number the canonical numbers of its children, or FULL, or WON."""
    for row in range(len(numbers)):
        state = state_of(int(numbers[row]))
        for column in range(WIDTH):
            children[row, column] = FULL
            if is_open(state, column):
                after = play(RULES, state, column)
                is_won = has_line(after.mine ^ after.stones)
                number = canonical_number(after.mine, after.stones)
                children[row, column] = WON if is_won else number


def children_of(numbers: "IntVector") -> "IntMatrix":
    """Return the children of each of *numbers*, a row of seven for each."""
    children: IntMatrix = np.empty((len(numbers), WIDTH), np.int64)
    write_children(numbers, children)
    return children


def openings(plies: int) -> "list[IntVector]":
    """Return the numbers of all positions of 0, 1, … *plies* stones without a line, sorted."""
    levels = [np.array([BOTTOM], np.int64)]
    for _ in range(plies):
        children = np.unique(children_of(levels[-1]))
        levels.append(children[children > FULL])
    return levels
