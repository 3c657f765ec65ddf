"""The features of one side that the engine evaluates: integers that follow from its pieces alone.

Everything comes from the bits of the board at once, without a loop over the pieces. A window
of two by two squares is looked at by laying the board over itself, one step east and north:

    north  ne        pairs   squares that touch, along the sides and both diagonals of windows
    piece  east      threes  windows with three pieces or four;  fours  windows with four

Pieces, pairs, windows of three and of four give Euler's number, groups less holes:

    euler = pieces - pairs + threes + 2 fours  =  (Q1 - Q3 - 2 Qd) / 4  of the quads

Above 1 a side is not connected; 1 or less is rare, and only then is a flood fill done.

The centre of mass lies on a grid of half squares, 15 by 15; `centre` numbers its points.
A byte of eight squares, a rank, is looked up whole; what it adds is packed in one word:

    26 …… value of the squares | 18…25 ranks in use | 14…17 pieces | 7…13 Σ rank | 0…6 Σ file
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.lines_of_action import PIECES, SIDE, SQUARES, mask
from galo.jit import kernel, popcount

if TYPE_CHECKING:
    from galo.arrays import IntMatrix

GRID = 2 * SIDE - 1  # points of half squares along a side
RANK_SUM, COUNT, RANKS, VALUE = 7, 14, 18, 26  # where the fields of a rank's word begin
SUM_MASK, COUNT_MASK, BYTE = 127, 15, 255
BIAS = 1 << 10  # added to each square's value: fields of a packed word are not negative
STEPS_AWAY = 6  # distances from the centre of mass that differ

LOWER = mask([square for square in range(SQUARES) if square // SIDE < SIDE - 1])
WESTERN = mask([square for square in range(SQUARES) if square % SIDE < SIDE - 1])
BOTH = LOWER & WESTERN


def _distance(square: int, centre: int) -> int:
    """Return how many half squares *square* lies from *centre*, as a king walks."""
    return max(abs(2 * (square % SIDE) - centre % GRID), abs(2 * (square // SIDE) - centre // GRID))


def _beyond(centre: int, halves: int) -> int:
    """Return the squares more than *halves* half squares from *centre*."""
    return mask([square for square in range(SQUARES) if _distance(square, centre) > halves])


def _windows_near(centre: int) -> int:
    """Return the windows, by their lower left squares, within two squares of *centre*."""
    shifted = [(2 * (square % SIDE) + 1, 2 * (square // SIDE) + 1) for square in range(SQUARES)]
    return mask(
        [
            square
            for square, (x, y) in enumerate(shifted)
            if max(abs(x - centre % GRID), abs(y - centre // GRID)) <= 4
        ]
    )


CENTRES = range(GRID * GRID)
BEYOND = np.array([[_beyond(c, 2 * step + 1) for step in range(STEPS_AWAY)] for c in CENTRES])
NEAR = np.array([_windows_near(centre) for centre in CENTRES])
AWAY = np.array([[_distance(square, centre) for square in range(SQUARES)] for centre in CENTRES])
HALVES = np.array(  # the grid's coordinate for a sum of files or ranks, by number of pieces
    [
        [min(GRID - 1, (4 * total + pieces) // (2 * max(pieces, 1))) for total in range(128)]
        for pieces in range(PIECES + 1)
    ]
)
SPAN = np.array([byte.bit_length() - (byte & -byte).bit_length() + 1 for byte in range(256)])
SPAN[0] = 0


class SideFeatures(NamedTuple):
    """The features of one side."""

    pieces: int
    squares: int  # sum of the values of their squares
    centre: int  # of mass, a point of the grid
    spread: int  # sum of the distances to it
    threes: int  # windows near the centre with three pieces or four
    fours: int
    pairs: int
    area: int  # of the smallest rectangle around them
    euler: int


def ranks_table(values: "IntMatrix") -> "IntMatrix":
    """Return the word of each rank and byte, for the *values* of the squares by rank and file."""
    bits = np.arange(256)[:, None] >> np.arange(SIDE) & 1  # byte, file
    table = np.zeros((SIDE, 256), np.int64)
    for rank in range(SIDE):
        pieces = bits.sum(axis=1)
        value = (bits * (values[rank] + BIAS)).sum(axis=1)
        table[rank] = (
            (bits * np.arange(SIDE)).sum(axis=1)
            + (pieces * rank << RANK_SUM)
            + (pieces << COUNT)
            + ((pieces > 0).astype(np.int64) << RANKS + rank)
            + (value << VALUE)
        )
    return table


@kernel
def euler_number(pieces: int) -> int:
    """Return Euler's number of *pieces*: their groups less the holes in them."""
    east, north, both = (pieces >> 1) & WESTERN, (pieces >> SIDE) & LOWER, (pieces >> 9) & BOTH
    pairs = popcount(pieces & east) + popcount(pieces & north)
    pairs += popcount(pieces & both) + popcount(east & north)
    fours = pieces & east & north & both
    threes = pieces & east & (north | both) | north & both & (pieces | east)
    return popcount(pieces) - pairs + popcount(threes) + 2 * popcount(fours)


@kernel
def features_of(ranks: "IntMatrix", pieces: int) -> SideFeatures:
    """Return the features of *pieces*; *ranks* has the values of the squares, rank by rank."""
    # 1. One look at each rank: sums of files, ranks and values, and the ranks in use.
    word = 0
    files = 0
    for rank in range(SIDE):
        byte = (pieces >> SIDE * rank) & BYTE
        files |= byte
        word += int(ranks[rank, byte])
    count = (word >> COUNT) & COUNT_MASK
    x = int(HALVES[count, word & SUM_MASK])
    y = int(HALVES[count, (word >> RANK_SUM) & SUM_MASK])
    centre = GRID * y + x
    # 2. Distances to the centre of mass, a step at a time.
    spread = 0
    for step in range(STEPS_AWAY):
        spread += popcount(pieces & int(BEYOND[centre, step]))
    # 3. Windows: the board laid over itself.
    east, north, both = (pieces >> 1) & WESTERN, (pieces >> SIDE) & LOWER, (pieces >> 9) & BOTH
    pairs = popcount(pieces & east) + popcount(pieces & north)
    pairs += popcount(pieces & both) + popcount(east & north)
    fours = pieces & east & north & both
    threes = pieces & east & (north | both) | north & both & (pieces | east)
    near = int(NEAR[centre])
    return SideFeatures(
        count,
        (word >> VALUE) - count * BIAS,
        centre,
        spread,
        popcount(threes & near),
        popcount(fours & near),
        pairs,
        int(SPAN[files]) * int(SPAN[(word >> RANKS) & BYTE]),
        count - pairs + popcount(threes) + 2 * popcount(fours),
    )
