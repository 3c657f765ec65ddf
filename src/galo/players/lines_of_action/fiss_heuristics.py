"""The seven heuristics of fiss2010, each for one side, from 0 to 1.

    1 distance       inverse of the mean Euclidean distance to the board's centre
    2 concentration  inverse of the mean Manhattan distance to the side's centre of mass,
                     less the least that this number of pieces has
    3 centralisation mean of the squares' values
    4 mass           Euclidean distance of the centre of mass to the board's centre: the farther,
                     the better, since the pieces must then be closer together; at the start,
                     where they are far apart, it is 0
    5 quads          squares of two by two with three own pieces or four, at most two squares
                     from the centre of mass
    6 connectivity   mean number of own neighbours
    7 uniformity     inverse of the area of the smallest square around all pieces

The report gives no constants for 0 to 1, so these are ours: the nearest possible over the
distance for 1; 1 / (1 + surplus) for 2, which has no bound else; the span of the table for 3;
the share of the farthest, a corner, for 4; of the most there can be, nine quads and eight
neighbours, for 5 and 6. All is in integers, ONE being 1, so that every machine agrees.
"""

from math import hypot, sqrt
from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.lines_of_action import BIT, NEIGHBOURS, SIDE, SQUARES
from galo.jit import kernel, lowest_bit, popcount

if TYPE_CHECKING:
    from galo.arrays import IntVector

# In the order of the weights.
RANDOM, DISTANCE, CONCENTRATION, CENTRALISATION, MASS, QUADS, CONNECTIVITY, UNIFORMITY = range(8)
ONE_BITS = 20
ONE = 1 << ONE_BITS
WEIGHT_BITS = 16  # a weight of 1 is 2 to the power of this
MIDDLE = SIDE - 1  # twice the coordinate of the board's centre
MOST_QUADS, MOST_NEIGHBOURS = 9, 8
NEAR = 2  # squares from the centre of mass within which quads count

_QUARTER = ((-80, -25, -20, -20), (-25, 10, 10, 10), (-20, 10, 25, 25), (-20, 10, 25, 50))


def _value(square: int) -> int:
    file, rank = square % SIDE, square // SIDE
    return _QUARTER[min(rank, SIDE - 1 - rank)][min(file, SIDE - 1 - file)]


VALUES = np.array([_value(square) for square in range(SQUARES)])
LEAST_VALUE, VALUE_SPAN = int(VALUES.min()), int(VALUES.max() - VALUES.min())
TO_CENTRE = np.array(
    [round(ONE * hypot(2 * (k % SIDE) - MIDDLE, 2 * (k // SIDE) - MIDDLE) / 2) for k in range(64)]
)
NEAREST, FARTHEST = int(TO_CENTRE.min()), int(TO_CENTRE.max())
# Pieces times the sum of Manhattan distances to the centre of mass, for the most compact shape.
LEAST_SUMS = (0, 0, 2, 6, 14, 20, 40, 56, 80, 108, 140, 176, 224)
LEAST = np.array([0, *(ONE * LEAST_SUMS[n] // (n * n) for n in range(1, len(LEAST_SUMS)))])


@kernel
def side_value(weights: "IntVector", pieces: int) -> int:
    """Return the weighted sum of the heuristics of *pieces*; those of no weight cost nothing."""
    # 1. One walk over the pieces gathers what the heuristics share.
    count = files = ranks = from_centre = values = neighbours = 0
    low_file = low_rank = SIDE
    high_file = high_rank = 0
    left = pieces
    while left:
        square = lowest_bit(left)
        left ^= int(BIT[square])
        file, rank = square % SIDE, square // SIDE
        count, files, ranks = count + 1, files + file, ranks + rank
        from_centre += int(TO_CENTRE[square])
        values += int(VALUES[square])
        neighbours += popcount(pieces & int(NEIGHBOURS[square]))
        low_file, high_file = min(low_file, file), max(high_file, file)
        low_rank, high_rank = min(low_rank, rank), max(high_rank, rank)
    # 2. What follows from the sums.
    total = int(weights[DISTANCE]) * (NEAREST * count * ONE // from_centre)
    mean = (values - LEAST_VALUE * count) * ONE // (VALUE_SPAN * count)
    total += int(weights[CENTRALISATION]) * mean
    total += int(weights[CONNECTIVITY]) * (neighbours * ONE // (MOST_NEIGHBOURS * count))
    side = max(high_file - low_file, high_rank - low_rank) + 1
    total += int(weights[UNIFORMITY]) * (ONE // (side * side))
    # 3. What needs the centre of mass, exactly: everything is multiplied by the pieces.
    if weights[MASS]:
        x, y = 2 * files - MIDDLE * count, 2 * ranks - MIDDLE * count
        away = int(ONE * sqrt(x * x + y * y)) // (2 * count)
        total += int(weights[MASS]) * (away * ONE // FARTHEST)
    if weights[CONCENTRATION]:
        total += int(weights[CONCENTRATION]) * concentration(pieces, count, files, ranks)
    if weights[QUADS]:
        quads = min(quads_near(pieces, count, files, ranks), MOST_QUADS)
        total += int(weights[QUADS]) * (quads * ONE // MOST_QUADS)
    return total >> WEIGHT_BITS


@kernel
def concentration(pieces: int, count: int, files: int, ranks: int) -> int:
    """Return how close *pieces* are to their centre of mass, from their number and sums."""
    distances = 0
    while pieces:
        square = lowest_bit(pieces)
        pieces ^= int(BIT[square])
        distances += abs(count * (square % SIDE) - files)
        distances += abs(count * (square // SIDE) - ranks)
    surplus = max(0, distances * ONE // (count * count) - int(LEAST[count]))
    return ONE * ONE // (ONE + surplus)


@kernel
def quads_near(pieces: int, count: int, files: int, ranks: int) -> int:
    """Return the quads of three *pieces* or four whose middle is near the centre of mass."""
    quads = 0
    for rank in range(SIDE - 1):
        if abs(count * (2 * rank + 1) - 2 * ranks) > 2 * NEAR * count:
            continue
        lower, upper = (pieces >> SIDE * rank) & 255, (pieces >> SIDE * (rank + 1)) & 255
        for file in range(SIDE - 1):
            inside = popcount((lower >> file) & 3) + popcount((upper >> file) & 3)
            if inside >= 3 and abs(count * (2 * file + 1) - 2 * files) <= 2 * NEAR * count:
                quads += 1
    return quads
