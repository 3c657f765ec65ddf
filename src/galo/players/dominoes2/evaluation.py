"""What every rule of thumb for two-sided dominoes looks at, as kernels: one option, one number.

An option is a tile and the two ends that it leaves. Each rule is one count, and a player is one
row of integers, its weight for each count:

    DOUBLE      the tile is a double              LACKED        ends that an opponent lacks
    VARIETY     numbers left in hand              EQUAL         both ends show one number
    PIPS        of the tile                       EQUAL_LACKED  which the next seat lacks
    FITS        unseen tiles that fit the ends    PARTNER       ends that the partner lacks
    OWN         tiles left in hand that fit       STOPPED       fewer of an end's number are
                                                                unseen than the mover holds

A seat lacks a number if it passed or drew on it and cannot have drawn one since; what the
mover holds itself is not among the unseen.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes2 import (
    DRAW,
    LEFT,
    OPENING,
    PASS,
    PLAYING,
    SIDE,
    Rules,
    State,
    legal_moves,
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

if TYPE_CHECKING:
    from galo.arrays import IntVector

DOUBLE, VARIETY, PIPS, FITS, OWN, LACKED, EQUAL, EQUAL_LACKED, PARTNER, STOPPED = range(10)
COLUMNS = 10
SEAT = 8  # bits for each seat in Memory.lacks
WORST = -(1 << 60)


class Memory(NamedTuple):
    """What everybody has seen, from the mover's chair."""

    laid: int  # the tiles on the table
    lacks: int  # numbers that each seat lacks, a byte for each, the mover's lowest
    has_drawn: int  # whether the mover has, in this turn


@kernel
def nothing_seen() -> Memory:
    """Return what everybody knows before the opening."""
    return Memory(0, 0, 0)


@kernel
def remember(rules: Rules, memory: Memory, state: State, move: int) -> Memory:
    """Return what everybody knows after *move* in *state*, from the chair of who moves next."""
    own, others = memory.lacks & ALL_NUMBERS, memory.lacks >> SEAT
    if move in (DRAW, PASS):
        # What was drawn and kept may show any number but those that it was drawn for.
        own = (0 if memory.has_drawn else own) | 1 << state.left | 1 << state.right
    if move == DRAW:
        return Memory(memory.laid, others << SEAT | own, 1)
    tile = 0 if move == PASS else alone(tile_of_move(state, move))
    return Memory(memory.laid | tile, others | own << SEAT * (rules.players - 1), 0)


@kernel
def recall(rules: Rules, moves: "IntVector") -> Memory:
    """Return what everybody knows after the *moves* of a hand, from the next mover's chair."""
    memory = nothing_seen()
    left = right = 0
    for number in range(len(moves)):
        move = int(moves[number])
        state = table_only(left, right, PLAYING if number else OPENING)
        memory = remember(rules, memory, state, move)
        if number == 0:
            left, right = move >> 3, move & 7
        elif move < SIDE:
            left = move
        elif move < 2 * SIDE:
            right = move - SIDE
    return memory


@kernel
def table_only(left: int, right: int, phase: int) -> State:
    """Return a hand of which nothing but the ends is known."""
    return State(0, 0, 0, 0, 0, phase, left, right, 0, 0, 0, 0, 0)


@kernel
def ends_after(state: State, move: int) -> tuple[int, int]:
    """Return the new end and the other one after *move*, which places a tile."""
    if state.phase == OPENING:
        return move >> 3, move & 7
    return move % SIDE, state.right if move // SIDE == LEFT else state.left


@kernel
def fitting(tiles: int, one: int, other: int) -> int:
    """Return how many of *tiles* fit an end *one* or *other*; who fits both counts once."""
    if one == other:
        return count_of(tiles, one)
    return count_of(tiles, one) + count_of(tiles, other) - (tiles >> (one * ROW + other) & 1)


@kernel
def ends_lacked(lacks: int, one: int, other: int) -> int:
    """Return how many of the two ends show one of the numbers *lacks*."""
    return (lacks >> one & 1) + (lacks >> other & 1)


@kernel
def value_of(rules: Rules, row: "IntVector", state: State, memory: Memory, move: int) -> int:
    """Return the mover's value of *move*, which places a tile."""
    tile = tile_of_move(state, move)
    new, other = ends_after(state, move)
    hand = state.hand0 ^ alone(tile)
    unseen = ALL_TILES & ~(memory.laid | state.hand0)
    nexts = memory.lacks >> SEAT & ALL_NUMBERS
    value = int(row[DOUBLE]) if tile >> 3 == tile & 7 else 0
    value += row[VARIETY] * popcount32(numbers_in(hand))
    value += row[PIPS] * ((tile >> 3) + (tile & 7))
    value += row[FITS] * fitting(unseen, new, other)
    value += row[OWN] * fitting(hand, new, other)
    value += row[LACKED] * ends_lacked(nexts, new, other)
    if rules.players == 4:
        value += row[LACKED] * ends_lacked(memory.lacks >> 3 * SEAT, new, other)
        value += row[PARTNER] * ends_lacked(memory.lacks >> 2 * SEAT, new, other)
    if new == other:
        value += row[EQUAL] + row[EQUAL_LACKED] * (nexts >> new & 1)
    value += row[STOPPED] * (
        (count_of(unseen, new) < count_of(hand, new))
        + (count_of(unseen, other) < count_of(hand, other))
    )
    return int(value)


@kernel
def best_move(rules: Rules, row: "IntVector", state: State, memory: Memory) -> int:
    """Return the mover's best move by *row*, the lowest of several; what is forced if it is."""
    moves = legal_moves(state)
    best = lowest_bit(moves)
    moves &= moves - 1
    if moves == 0:
        return best
    most = value_of(rules, row, state, memory, best)
    while moves:
        move = lowest_bit(moves)
        moves &= moves - 1
        value = value_of(rules, row, state, memory, move)
        if value > most:
            best, most = move, value
    return best
