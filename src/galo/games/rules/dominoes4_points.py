"""The points of a round of dominó de 4 pontas, all kinds packed into one int for each side.

8 bits for each kind, counted in fives:  no_double block carroça garagem galo pass table (lowest)
"""

from galo.jit import kernel

KINDS = ("table", "pass", "galo", "garagem", "carroca", "block", "no_double")
TABLE, PASSED, GALO, GARAGEM, CARROCA, BLOCK, NO_DOUBLE = range(7)
FIVE = 5
FIVES = sum(1 << total for total in range(0, 63, FIVE))  # the totals that score
KIND_BITS, KIND_MASK = 8, 255
GALO_POINTS, CARROCA_POINTS, NO_DOUBLE_POINTS = 50, 20, 20


@kernel
def points_of(kind: int, points: int) -> int:
    """Return *points* of one *kind* in the packed form."""
    return points // FIVE << (kind * KIND_BITS)


@kernel
def scored(total: int) -> int:
    """Return the table points of a *total*, below 64, of the ends."""
    # A product, not a branch: whether a tile scores cannot be predicted.
    return total * (FIVES >> total & 1)


@kernel
def total(points: int) -> int:
    """Return the sum of all kinds of packed *points*."""
    fives = 0
    while points:
        fives += points & KIND_MASK
        points >>= KIND_BITS
    return fives * FIVE
