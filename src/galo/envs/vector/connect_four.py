"""Connect Four at a table: a row is the State."""

from typing import TYPE_CHECKING

from galo.envs.vector.tables import (
    BEGIN,
    Settings,
    TableGame,
    TableKernels,
    Tables,
    end_game,
)
from galo.games.game import Game
from galo.games.rules.connect_four import RULES, WIDTH, State, ending, is_open, play, start
from galo.games.rules.ending import PLAYING
from galo.games.tensors.connect_four import write_observation
from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import BoolVector, IntMatrix, IntVector, Tensor

COLUMNS = len(State._fields)
NO_RULES = (0,)  # the game has no options, and a kernel no empty tuple


@kernel
def unpack(row: "IntVector") -> State:
    """Return the state in *row*."""
    return State(int(row[0]), int(row[1]), int(row[2]))


@kernel
def advance(
    rules: tuple[int, ...], settings: Settings, tables: Tables, table: int, action: int
) -> None:
    """Drop a stone in the column *action*, and begin anew when the game is over."""
    row = tables.states[table]
    state = start(RULES, 0)
    if action != BEGIN:
        after = play(RULES, unpack(row), action)
        over = ending(RULES, after)
        if over.reason == PLAYING:
            state = after
        else:
            end_game(tables, table, over.winner)
    row[0], row[1], row[2] = state.mine, state.stones, state.ply
    tables.seat[table] = state.ply % 2


@kernel
def write_mask(row: "IntVector", mask: "BoolVector") -> None:
    """Mark the open columns in *mask*."""
    state = unpack(row)
    for column in range(WIDTH):
        mask[column] = is_open(state, column)


@kernel
def write_seen(
    rules: tuple[int, ...], shape: int, row: "IntVector", boards: "IntMatrix", out: "Tensor"
) -> int:
    """Write what the mover sees into *out*, return where it ends."""
    state = unpack(row)
    write_observation(state, state.ply % 2, False, out)
    return len(out)


KERNELS = TableKernels(advance, write_mask, write_seen, write_seen, (__file__,))


def table_game(game: Game, settings: Settings, has_history: bool) -> TableGame:
    """Return *game* as an environment with these *settings* plays it."""
    layout = game.tensor_layout
    return TableGame(game, KERNELS, NO_RULES, 0, COLUMNS, settings, layout, layout)
