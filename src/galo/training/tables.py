"""The tables of the vector environment as a network sees them, and another player beside it."""

from typing import TYPE_CHECKING, Any, NamedTuple

from galo.envs.vector.dominoes import action_of_placement
from galo.envs.vector.dominoes4 import action_of_opening
from galo.games.rules.dominoes4 import Rules, unpack
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import NUMBERS, TILES, nth
from galo.jit import kernel, parallel_kernel, popcount, prange
from galo.players.dominoes4.evaluation import best_moves
from galo.players.dominoes4.network_inputs import (
    OTHERS,
    public_history,
    write_inputs,
    write_tiles,
)
from galo.rng import randint

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector

NOBODY_ELSE = -1  # in place of the action of another player, or of its side
KNOWN = OTHERS * TILES + 2  # the hidden hands, and which pair is another player


class Readings(NamedTuple):
    """What is read of *n* tables; the inputs are all 0 before."""

    inputs: Any  # [n, SITUATION_INPUTS] of int8
    options: Any  # [n, options, OPTION_INPUTS] of int8
    actions: Any  # [n, options] of int64: the number of each option's action
    counts: Any  # [n] of int64: how many options there are, of those that fit
    known: Any  # [n, KNOWN] of int8: what the critic sees beside the inputs
    others: Any  # [n] of int64: the action of the other player, NOBODY_ELSE if it is not its turn


class OtherPlayer(NamedTuple):
    """A linear player that is one pair at some tables."""

    weights: Any  # [1, COLUMNS] of int32: a row of the evaluation
    sides: Any  # [n] of int64: the pair that it is, NOBODY_ELSE at tables where it is not


@kernel
def read_table(
    rules: Rules, rows: "IntMatrix", other: OtherPlayer, key: int, readings: Readings, table: int
) -> None:
    """Write the *readings* of one *table*; ties of the *other* player fall by the stream *key*."""
    row, actions = rows[table], readings.actions[table]
    state = unpack(row)
    count = write_inputs(rules, row, readings.inputs[table], readings.options[table], actions)
    readings.counts[table] = count
    for option in range(count):
        actions[option] = action_of(row, int(actions[option]))
    known = readings.known[table]
    write_tiles(state.hand1, known, 0)
    write_tiles(state.hand2, known, TILES)
    write_tiles(state.hand3, known, 2 * TILES)
    readings.others[table] = NOBODY_ELSE
    side = int(other.sides[table])
    if side == NOBODY_ELSE:
        return
    is_other = (state.mover & 1) == side
    known[KNOWN - 1 - int(is_other)] = 1
    if is_other:
        best = best_moves(rules, other.weights, 0, state, public_history(row, state.mover))
        move = nth(best, randint(key, table, popcount(best)))
        readings.others[table] = action_of(row, move)


@kernel
def action_of(row: "IntVector", move: int) -> int:
    """Return the number of the action of *move*, which is no pass, in *row*."""
    state = unpack(row)
    if state.phase < PLAYING:
        return action_of_opening(move)
    return action_of_placement(NUMBERS, state.layout.ends, move)


@parallel_kernel
def read_tables(
    rules: Rules, rows: "IntMatrix", other: OtherPlayer, key: int, readings: Readings
) -> None:
    """Write the *readings* of all tables, on the cores of this machine."""
    for table in prange(len(rows)):
        read_table(rules, rows, other, key, readings, table)
