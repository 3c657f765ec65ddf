"""Lines of Action, one ply in one call.

What has stood on the board since the last capture is an array [positions, 3]: black, white, mover.
"""

from typing import TYPE_CHECKING, TypeAlias

from galo.games.rules.ending import PLAYING
from galo.games.rules.lines_of_action import (
    PASS,
    SQUARES,
    Rules,
    State,
    count_occurrences,
    ending,
    is_capture,
    legal_moves,
    play,
    remember,
    sides,
)
from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector

Row: TypeAlias = tuple[int, int, int, int, int, int, int, int, int]
BLACK_PIECES, WHITE_PIECES, MOVER, PLY, TIMES, REASON, WINNER, CAPTURED, COUNT = range(
    9
)  # of a row
CAPTURE = PASS + 1  # added to the code of a move that captures
CODES = 2 * CAPTURE  # a code is below this


@kernel
def row_of(rules: Rules, state: State, captured: int, codes: "IntVector") -> Row:
    """Return the row of *state*: its fields, its ending, whether it came by a capture.

    The mover's moves are written into *codes*; the row says how many they are.
    """
    over, count = ending(rules, state), 0
    if over.reason == PLAYING:
        count = coded_moves(rules, state, codes)
    return (
        state.black, state.white, state.mover, state.ply, state.times, over.reason, over.winner,
        captured, count,
    )  # fmt: skip


@kernel
def coded_moves(rules: Rules, state: State, codes: "IntVector") -> int:
    """Write the mover's moves into *codes*, return how many; captures are told by CAPTURE more."""
    count, enemy = legal_moves(rules, state, codes), sides(state)[1]
    for k in range(count):
        if codes[k] != PASS and enemy >> codes[k] % SQUARES & 1:
            codes[k] += CAPTURE
    return count


@kernel
def step(
    rules: tuple[int, ...],
    row: Row,
    move: int,
    boards: "IntMatrix",
    longer: "IntMatrix",
    codes: "IntVector",
) -> Row:
    """Return the row after *move*; write *boards* and the one before it into *longer*."""
    options, length = Rules(*rules), len(boards)
    before = State(row[0], row[1], row[2], row[3], row[4])
    after = play(options, before, move)
    if is_capture(before, after):
        return row_of(options, after, 1, codes)
    longer[:length] = boards
    remember(before, longer, length)
    return row_of(options, count_occurrences(options, after, longer, length + 1), 0, codes)
