"""The linear evaluation of two-sided dominoes, as kernels: one option, one number.

An option is a tile and the two ends that it leaves. Every heuristic is one count, and a player is
one row of integers, its weight for each count:

    DOUBLE      the tile is a double              LACKED        ends that an opponent lacks
    VARIETY     numbers left in hand              EQUAL         both ends show one number
    PIPS        of the tile                       EQUAL_LACKED  which the next seat lacks
    FITS        unseen tiles that fit the ends    PARTNER       ends that the partner lacks
    OWN         tiles left in hand that fit       STOPPED       fewer of an end's number are
                                                                unseen than the mover holds

The numbers that a seat lacks are those of `public_history`; the mover's own tiles are not among
the unseen.
"""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes2 import (
    LEFT,
    OPENING,
    SIDE,
    Rules,
    State,
    legal_set,
    tile_of_move,
)
from galo.games.rules.tiles import (
    ALL_NUMBERS,
    ALL_TILES,
    ROW,
    alone,
    count_of,
    numbers_in,
)
from galo.jit import kernel, lowest_bit, popcount32
from galo.players.dominoes.public_history import SEAT, PublicHistory, tiles_played

if TYPE_CHECKING:
    from galo.arrays import IntVector

DOUBLE, VARIETY, PIPS, FITS, OWN, LACKED, EQUAL, EQUAL_LACKED, PARTNER, STOPPED = range(10)
COLUMNS = 10
WORST = -(1 << 60)


@kernel
def ends_after(state: State, move: int) -> tuple[int, int]:
    """Return the new end and the other one after *move*, which places a tile."""
    if state.phase == OPENING:
        return move >> 3, move & 7
    return move % SIDE, state.right if move // SIDE == LEFT else state.left


@kernel
def fitting(tiles: int, one: int, other: int) -> int:
    """Return how many of *tiles* fit an end *one* or *other*; a tile that fits both counts once."""
    if one == other:
        return count_of(tiles, one)
    return count_of(tiles, one) + count_of(tiles, other) - (tiles >> (one * ROW + other) & 1)


@kernel
def ends_lacked(lacks: int, one: int, other: int) -> int:
    """Return how many of the two ends show one of the numbers *lacks*."""
    return (lacks >> one & 1) + (lacks >> other & 1)


@kernel
def value_of(
    rules: Rules, row: "IntVector", state: State, history: PublicHistory, move: int
) -> int:
    """Return the mover's value of *move*, which places a tile."""
    tile = tile_of_move(state, move)
    new, other = ends_after(state, move)
    hand = state.hand0 ^ alone(tile)
    unseen = ALL_TILES & ~(tiles_played(history) | state.hand0)
    nexts = history.lacks >> SEAT & ALL_NUMBERS
    value = int(row[DOUBLE]) if tile >> 3 == tile & 7 else 0
    value += row[VARIETY] * popcount32(numbers_in(hand))
    value += row[PIPS] * ((tile >> 3) + (tile & 7))
    value += row[FITS] * fitting(unseen, new, other)
    value += row[OWN] * fitting(hand, new, other)
    value += row[LACKED] * ends_lacked(nexts, new, other)
    if rules.players == 4:
        value += row[LACKED] * ends_lacked(history.lacks >> 3 * SEAT, new, other)
        value += row[PARTNER] * ends_lacked(history.lacks >> 2 * SEAT, new, other)
    if new == other:
        value += row[EQUAL] + row[EQUAL_LACKED] * (nexts >> new & 1)
    value += row[STOPPED] * (
        (count_of(unseen, new) < count_of(hand, new))
        + (count_of(unseen, other) < count_of(hand, other))
    )
    return int(value)


@kernel
def best_move(rules: Rules, row: "IntVector", state: State, history: PublicHistory) -> int:
    """Return the mover's best move by *row*, the lowest of several; a forced move at once."""
    moves = legal_set(state)
    best = lowest_bit(moves)
    moves &= moves - 1
    if moves == 0:
        return best
    most = value_of(rules, row, state, history, best)
    while moves:
        move = lowest_bit(moves)
        moves &= moves - 1
        value = value_of(rules, row, state, history, move)
        if value > most:
            best, most = move, value
    return best
