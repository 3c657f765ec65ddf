"""Lines of Action at a table: a row is the State, then the columns below; boards lie beside it.

A game in which nothing is captured for so long that the boards are full ends without a result.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.envs.vector.tables import (
    BEGIN,
    GOES_ON,
    TRUNCATED,
    Settings,
    TableGame,
    TableKernels,
    Tables,
    end_game,
)
from galo.games.game import Game
from galo.games.lines_of_action import MOVES, LinesOfAction
from galo.games.rules.ending import PLAYING
from galo.games.rules.lines_of_action import (
    MAX_MOVES,
    PASS,
    Rules,
    State,
    count_occurrences,
    ending,
    is_capture,
    legal_moves,
    play,
    remember,
    start,
)
from galo.games.tensors.lines_of_action import write_observation
from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import BoolVector, IntMatrix, IntVector, Tensor

LONGEST_QUIET = 256  # plies without a capture after which a game is given up
LENGTH, COUNT = range(len(State._fields), len(State._fields) + 2)  # boards before; legal moves
LEGAL = COUNT + 1  # the first of the legal moves
COLUMNS = LEGAL + MAX_MOVES
NO_MOVE = -1
MOVE_OF = np.array([code for code in range(PASS + 1) if MOVES[code] is not None], np.int16)
ACTION_OF = np.zeros(PASS + 1, np.int16)
ACTION_OF[MOVE_OF] = np.arange(len(MOVE_OF))


@kernel
def unpack(row: "IntVector") -> State:
    """Return the state in *row*."""
    return State(int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]))


@kernel
def result_of(rules: Rules, state: State, has_room: bool) -> int:
    """Return the side that won with the last move, DRAWN, TRUNCATED or GOES_ON."""
    over = ending(rules, state)
    if over.reason != PLAYING:
        return over.winner
    return GOES_ON if has_room else TRUNCATED


@kernel
def after_move(rules: Rules, row: "IntVector", boards: "IntMatrix", move: int) -> tuple[State, int]:
    """Return the state after *move*, and how many of *boards*, now with that before it, count."""
    before, length = unpack(row), int(row[LENGTH])
    after = play(rules, before, move)
    if is_capture(before, after):
        return after, 0  # no earlier position can come back
    remember(before, boards, length)
    return count_occurrences(rules, after, boards, length + 1), length + 1


@kernel
def advance(
    rules: tuple[int, ...], settings: Settings, tables: Tables, table: int, action: int
) -> None:
    """Do *action* and passes that are forced, and begin anew when the game is over."""
    options, row, boards = Rules(*rules), tables.states[table], tables.boards[table]
    codes = row[LEGAL:COLUMNS]
    state, length = start(options, 0), 0
    move = NO_MOVE if action == BEGIN else int(MOVE_OF[action])
    while True:
        if move != NO_MOVE:
            state, length = after_move(options, row, boards, move)
            result = result_of(options, state, length < len(boards))
            if result != GOES_ON:
                end_game(tables, table, result)
                state, length = start(options, 0), 0
        row[0], row[1], row[2] = state.black, state.white, state.mover
        row[3], row[4], row[LENGTH] = state.ply, state.times, length
        count = legal_moves(options, state, codes)
        row[COUNT] = count
        is_forced = count == 1 and codes[0] == PASS and settings.plays_forced
        if not is_forced:
            break
        move = PASS
    tables.seat[table] = state.mover


@kernel
def write_mask(row: "IntVector", mask: "BoolVector") -> None:
    """Mark the legal actions of *row* in *mask*."""
    for place in range(int(row[COUNT])):
        mask[int(ACTION_OF[int(row[LEGAL + place])])] = True


@kernel
def write_seen(
    rules: tuple[int, ...], shape: int, row: "IntVector", boards: "IntMatrix", out: "Tensor"
) -> int:
    """Write what the mover sees into *out*, return where it ends."""
    state, length = unpack(row), int(row[LENGTH])
    write_observation(Rules(*rules), state, boards, length, state.mover, False, out)
    return len(out)


KERNELS = TableKernels(advance, write_mask, write_seen, write_seen, (__file__,))


def table_game(game: Game, settings: Settings, has_history: bool) -> TableGame:
    """Return *game* as an environment with these *settings* plays it."""
    assert isinstance(game, LinesOfAction)
    layout, rules = game.tensor_layout, game.rules
    boards = min(LONGEST_QUIET, rules.max_plies or LONGEST_QUIET)
    return TableGame(game, KERNELS, game.rules_row, 0, COLUMNS, settings, layout, layout, boards)
