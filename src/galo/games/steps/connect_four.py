"""Connect Four, one ply in one call."""

from typing import TypeAlias

from galo.games.rules.connect_four import RULES, WIDTH, Rules, State, ending, is_open, play
from galo.games.rules.ending import PLAYING
from galo.jit import kernel

Row: TypeAlias = tuple[int, int, int, int, int, int]
PLY, REASON, WINNER, OPEN = 2, 3, 4, 5  # places in a row; before them the stones


@kernel
def row_of(rules: Rules, state: State) -> Row:
    """Return the row of *state*: its fields, its ending, and the open columns if it goes on."""
    over = ending(rules, state)
    moves = 0
    if over.reason == PLAYING:
        for column in range(WIDTH):
            moves |= int(is_open(state, column)) << column
    return state.mine, state.stones, state.ply, over.reason, over.winner, moves


@kernel
def step(row: Row, move: int) -> Row:
    """Return the row after the mover drops a stone in the column *move*."""
    return row_of(RULES, play(RULES, State(row[0], row[1], row[2]), move))
