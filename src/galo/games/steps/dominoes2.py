"""Two-sided dominoes, one ply in one call."""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes2 import (
    OPENING,
    Rules,
    State,
    is_round_over,
    legal_set,
    play,
    round_points,
    unpack,
)
from galo.games.rules.dominoes4_layout import END_BITS, NO_ENDS
from galo.games.steps.dominoes import PHASE, Row
from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import IntVector

LEFT_END, RIGHT_END = 6, 7  # places in a row
NO_MORE_ENDS = NO_ENDS >> 2 * END_BITS << 2 * END_BITS  # beside the left and the right one


@kernel
def row_of(rules: Rules, state: State) -> Row:
    """Return the row of *state*: its fields, its points, and the mover's moves if it goes on."""
    moves = 0 if is_round_over(state) else legal_set(state)
    return (
        state.hand0, state.hand1, state.hand2, state.hand3, state.mover, state.phase, state.left,
        state.right, state.openers, state.opener, state.stock0, state.stock1, state.passes,
        round_points(rules, state, 0), round_points(rules, state, 1), moves,
    )  # fmt: skip


@kernel
def step(rules: tuple[int, ...], row: Row, move: int) -> Row:
    """Return the row after the mover makes *move*."""
    options = Rules(*rules)
    return row_of(options, play(options, unpack(row), move))


@kernel
def ends_of(row: "IntVector") -> int:
    """Return the ends of the table in *row*, 4 bits each as in a Layout."""
    if row[PHASE] == OPENING:
        return NO_ENDS
    return NO_MORE_ENDS | int(row[LEFT_END]) | int(row[RIGHT_END]) << END_BITS


@kernel
def total_of(row: "IntVector") -> int:
    """Return 0: the ends are not added up."""
    return 0
