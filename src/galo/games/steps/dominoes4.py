"""Dominó de 4 pontas, one ply in one call."""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes4 import (
    FIELDS,
    PASS,
    Rules,
    State,
    is_round_over,
    legal_set,
    play,
    round_points,
    unpack,
)
from galo.games.rules.dominoes4_layout import ARM, empty_layout, end_numbers, lay, matched
from galo.games.steps.dominoes import Row
from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import IntVector

OPENING_DOUBLE, ARMS, ENDS, TOTAL, PASSES, OURS, THEIRS = range(6, FIELDS)  # places in a row


@kernel
def row_of(rules: Rules, state: State) -> Row:
    """Return the row of *state*: its fields, its points, and the mover's moves if it goes on."""
    moves = 0 if is_round_over(state) else legal_set(state)
    layout = state.layout
    return (
        state.hand0, state.hand1, state.hand2, state.hand3, state.mover, state.phase,
        layout.opening, layout.arms, layout.ends, layout.total, state.passes, state.ours,
        state.theirs, round_points(rules, state, 0), round_points(rules, state, 1), moves,
    )  # fmt: skip


@kernel
def step(rules: tuple[int, ...], row: Row, move: int) -> Row:
    """Return the row after the mover makes *move*."""
    options = Rules(*rules)
    return row_of(options, play(options, unpack(row), move))


@kernel
def ends_of(row: "IntVector") -> int:
    """Return the ends of the table in *row* as a Layout has them."""
    return int(row[ENDS])


@kernel
def total_of(row: "IntVector") -> int:
    """Return the sum of the ends in *row*."""
    return int(row[TOTAL])


@kernel
def open_numbers(codes: "IntVector") -> int:
    """Return the set of numbers that fit somewhere after the moves *codes* of a round."""
    layout = empty_layout()
    for k in range(len(codes)):
        code = int(codes[k])
        if code != PASS:
            layout = lay(layout, code // ARM, matched(layout, code), code % ARM)
    return end_numbers(layout)
