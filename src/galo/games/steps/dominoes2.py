"""Two-sided dominoes, one ply in one call."""

from galo.games.rules.dominoes2 import (
    Rules,
    State,
    is_round_over,
    legal_set,
    play,
    round_points,
    unpack,
)
from galo.games.steps.dominoes import Row
from galo.jit import kernel

LEFT_END, RIGHT_END = 6, 7  # places in a row


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
