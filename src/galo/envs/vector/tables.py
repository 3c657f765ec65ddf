"""A step of one table, for every game and on every device: kernels around those of a game.

A table is a row of ints; what a step tells lies in arrays with a row for each table.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from galo.jit import ClosureKernels, kernel
from galo.rng import fold_in

if TYPE_CHECKING:
    import numpy as np

    from galo.arrays import IntCube, IntMatrix
    from galo.games.game import Game
    from galo.games.tensors.layout import TensorLayout

BEGIN = -1  # in place of an action: a new game
DRAWN, GOES_ON, TRUNCATED = -1, 2, 3  # how a game stands, where neither side has won it


class Tables(NamedTuple):
    """The arrays of an environment: *n* tables."""

    states: "IntMatrix"  # the tables themselves, a row of ints each
    boards: "IntCube"  # [n, boards, 3]: where positions can come back, those that can
    episodes: Any  # [n] of int64: the number of the game at each
    observations: Any  # [n, size] of float32: what the seat to move sees
    mask: Any  # [n, actions] of bool: what it may do
    seat: Any  # [n] of int32: the seat to move
    rewards: Any  # [n, seats] of float32: for the last step
    done: Any  # [n] of bool: the episode ended in it
    truncated: Any  # [n] of bool: without a result
    points: Any  # [n, 2] of int32: of each side in the last step
    scores: Any  # [n, 2] of int32: of each side now
    round_over: Any  # [n] of bool: a round ended in the last step
    illegal: Any  # [n] of bool: the action was not legal, and nothing was played


class Settings(NamedTuple):
    """What all tables of an environment have in common."""

    key: int = 0  # the stream of their games
    plays_forced: int = 1
    by_round: int = 0  # whether an episode is a round
    share: int = 1  # points that are a reward of 1, then
    begins: int = 0  # whether every table is to begin its first game, whatever the action


class TableKernels(NamedTuple):
    """What a game does at one table, as kernels; *rules* are its options as a flat tuple."""

    #: (rules, settings, tables, table, action) does it, and what follows by itself
    advance: Callable[..., None]
    #: (row, mask) marks the legal actions in the row of a mask, all False before
    write_mask: Callable[..., None]
    #: (rules, shape, row, boards, out) writes what the seat to move sees into a vector of 0
    write_observation: Callable[..., Any]
    #: the same, and what is hidden from it
    write_state: Callable[..., Any]
    sources: tuple[str, ...]  # the file that tells these kernels from others


class TableGame(NamedTuple):
    """A game with what an environment needs of it."""

    game: "Game"
    kernels: TableKernels
    rules: tuple[int, ...]  # its options
    shape: Any  # what its tensors have in them, as its kernels take it
    columns: int  # ints of a table
    settings: Settings
    layout: "TensorLayout"  # of an observation
    state_layout: "TensorLayout"  # of a state
    boards: int = 1  # how many can come back


class Device(Protocol):
    """Where the kernels of an environment run, and where its arrays lie."""

    def new_array(self, shape: tuple[int, ...], kind: Any) -> Any:
        """Return a new array, all zero."""

    def checked_actions(self, actions: Any, tables: Tables) -> Any:
        """Return *actions* as the kernels take them; raise if they are none."""

    def step(self, settings: Settings, tables: Tables, actions: Any) -> None:
        """Do one action at every table."""

    def write_states(self, tables: Tables, out: Any) -> None:
        """Write the state tensor of every table into *out*."""


class Loops(NamedTuple):
    """The kernels of a CPU: each goes over the tables from *first* to *last* - 1."""

    step: Callable[..., None]  # (rules, settings, shape, tables, actions, bounds)
    write_states: Callable[..., None]  # (rules, shape, tables, out, bounds)


@kernel
def game_key(settings: Settings, table: int, episode: int) -> int:
    """Return the seed of game number *episode* at *table*."""
    return fold_in(fold_in(settings.key, table), episode)


@kernel
def begin_step(tables: Tables, table: int) -> None:
    """Clear what the step before told of *table*."""
    for seat in range(tables.rewards.shape[1]):
        tables.rewards[table, seat] = 0
    for side in range(2):
        tables.points[table, side] = 0
    tables.done[table] = False
    tables.truncated[table] = False
    tables.round_over[table] = False
    tables.illegal[table] = False


@kernel
def clear(row: "np.ndarray[Any, Any]") -> None:
    """Write 0 into all of *row*."""
    for k in range(len(row)):
        row[k] = 0


@kernel
def is_legal(tables: Tables, table: int, action: int) -> bool:
    """Return whether *action* can be done at *table* now."""
    return 0 <= action < tables.mask.shape[1] and bool(tables.mask[table, action])


@kernel
def end_game(tables: Tables, table: int, result: int) -> None:
    """Note that the game at *table* ended with *result*: a side, DRAWN or TRUNCATED."""
    tables.done[table] = tables.round_over[table] = True
    tables.truncated[table] = result == TRUNCATED
    tables.episodes[table] += 1
    if 0 <= result < GOES_ON:
        for seat in range(tables.rewards.shape[1]):
            tables.rewards[table, seat] = 1 if seat % 2 == result else -1


def table_stepper(game: TableKernels) -> Callable[..., None]:
    """Return the kernel that does an action at one table, unless it is illegal."""
    closures, advance = ClosureKernels(game.sources), game.advance

    @closures.kernel
    def step_table(rules: Any, settings: Settings, tables: Tables, table: int, action: int) -> None:
        """Do *action* at *table*, or flag it."""
        begin_step(tables, table)
        if settings.begins:
            tables.episodes[table] = 0
            advance(rules, settings, tables, table, BEGIN)
        elif is_legal(tables, table, action):
            advance(rules, settings, tables, table, action)
        else:
            tables.illegal[table] = True

    return step_table


@cache
def loops_of(game: TableKernels) -> Loops:
    """Return the loops of *game* over the tables of a CPU's thread."""
    closures, step_table = ClosureKernels(game.sources), table_stepper(game)
    write_mask = game.write_mask
    write_observation, write_state = game.write_observation, game.write_state

    @closures.no_gil_kernel
    def step(
        rules: Any,
        settings: Settings,
        shape: Any,
        tables: Tables,
        actions: "np.ndarray[Any, Any]",
        bounds: tuple[int, int],
    ) -> None:
        """Do one of *actions* at every table within *bounds*, and write what is seen then."""
        for table in range(bounds[0], bounds[1]):
            step_table(rules, settings, tables, table, int(actions[table]))
            row, mask, seen = tables.states[table], tables.mask[table], tables.observations[table]
            clear(mask)
            clear(seen)
            write_mask(row, mask)
            write_observation(rules, shape, row, tables.boards[table], seen)

    @closures.no_gil_kernel
    def write_states(
        rules: Any, shape: Any, tables: Tables, out: Any, bounds: tuple[int, int]
    ) -> None:
        """Write the states of the tables within *bounds* into *out*."""
        for table in range(bounds[0], bounds[1]):
            state = out[table]
            clear(state)
            write_state(rules, shape, tables.states[table], tables.boards[table], state)

    return Loops(step, write_states)
