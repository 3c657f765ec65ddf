"""The 28 tiles as a table of 7 × 7 bits: row n of a set of tiles is its suit n.

A tile a-b stands twice, in row a and in row b, and a double once; a row is a byte:

            b  6  5  4  3  2  1  0
    a   6     54 53 52 51 50 49 48        the tile 6-4 is bits 52 and 38,
        5     46 45 44 43 42 41 40        5-5 is bit 45; the index of a tile is
        4     38 37 36 35 34 33 32        8 * high + low: 6-4 is tile 52
        3     30 29 28 27 26 25 24
        2     22 21 20 19 18 17 16        row 4 of a hand lists what stands beside
        1     14 13 12 11 10  9  8        a 4 in it; its bit count is how many
        0      6  5  4  3  2  1  0        tiles of that number the hand holds

A set of numbers is an int too: number n is bit n. Nothing here needs an array in memory, so
every function also runs on a GPU.
"""

from typing import NamedTuple

from galo.jit import kernel, lowest_bit, popcount, popcount32
from galo.rng import WORD, random_bits

NUMBERS = 7
TILES = 28
HAND = 7  # tiles dealt to a seat
ROW, ROW_BITS = 8, 127
ALL_NUMBERS = ROW_BITS

ALL_TILES = sum(ROW_BITS << ROW * number for number in range(NUMBERS))
DOUBLES = sum(1 << (ROW + 1) * number for number in range(NUMBERS))
ONCE = sum(1 << ROW * a + b for a in range(NUMBERS) for b in range(a + 1))  # each tile's own bit
DOUBLE_SIX = (ROW + 1) * 6
FRESH_WORD = sum(
    1 << left for left in range(1, TILES + 1, 3)
)  # bit n: a new word is drawn when n tiles are left
FIELD = 21  # bits: three fields, side by side, let one instruction work for three seats
FIELD_BITS = (1 << FIELD) - 1
EACH_FIELD = 1 | 1 << FIELD | 1 << 2 * FIELD
SIGN = FIELD - 1  # of a field


class Deal(NamedTuple):
    """The tiles of a round as they are dealt."""

    hand0: int  # the tiles of seat 0, a set
    hand1: int
    hand2: int  # empty in a game for two
    hand3: int
    stock0: int  # the boneyard, as `boneyard` packs it; 0 where there is none
    stock1: int


@kernel
def tile_of(one: int, other: int) -> int:
    """Return the tile with the halves *one* and *other*, in any order."""
    return max(one, other) * ROW + min(one, other)


@kernel
def tile_bits(one: int, other: int) -> int:
    """Return the set that holds the tile with the halves *one* and *other* alone."""
    return 1 << (one * ROW + other) | 1 << (other * ROW + one)


@kernel
def alone(tile: int) -> int:
    """Return the set that holds *tile* alone."""
    return tile_bits(tile >> 3, tile & 7)


@kernel
def beside(tiles: int, number: int) -> int:
    """Return the set of numbers that stand beside *number* in *tiles*."""
    return tiles >> (number * ROW) & ROW_BITS


@kernel
def count_of(tiles: int, number: int) -> int:
    """Return how many of *tiles* show *number*; a double counts once."""
    return popcount32(beside(tiles, number))


@kernel
def numbers_in(tiles: int) -> int:
    """Return the set of numbers that *tiles* show."""
    tiles |= tiles >> 4 * ROW
    tiles |= tiles >> 2 * ROW
    return (tiles | tiles >> ROW) & ALL_NUMBERS


@kernel
def suits(numbers: int) -> int:
    """Return the set of all tiles that show one of *numbers*."""
    rows = 0
    for number in range(NUMBERS):
        rows |= ROW_BITS * (numbers >> number & 1) << number * ROW
    return rows | mirrored(rows)


@kernel
def size(tiles: int) -> int:
    """Return how many tiles there are in *tiles*."""
    return popcount(tiles & ONCE)


@kernel
def pips(tiles: int) -> int:
    """Return the sum of all halves of *tiles*."""
    total = 0
    for number in range(NUMBERS):
        # A double stands once in its row and counts twice.
        halves = count_of(tiles, number) + (tiles >> (ROW + 1) * number & 1)
        total += number * halves
    return total


@kernel
def heaviest(tiles: int) -> int:
    """Return the tile of *tiles* with most pips, then with the higher half."""
    best, most = -1, -1
    left = tiles & ONCE
    while left:
        tile = lowest_bit(left)
        left ^= 1 << tile
        if pips(alone(tile)) >= most:  # tiles come by their higher half, lowest first
            best, most = tile, pips(alone(tile))
    return best


@kernel
def nth(members: int, n: int) -> int:
    """Return member number *n*, from 0, of a set, lowest first."""
    for _ in range(n):
        members &= members - 1
    return lowest_bit(members)


@kernel
def pick(tiles: int, key: int, index: int) -> int:
    """Return one of *tiles* at random: draw number *index* of the stream *key*."""
    return nth(tiles & ONCE, (random_bits(key, index) * size(tiles)) >> 32)


@kernel
def deal_four(key: int) -> tuple[int, int, int, int]:
    """Return four hands of seven, every deal as likely as any other."""
    # 1. Each tile goes to a seat with probability proportional to what that seat still needs.
    #    Seats are counted from the first: field k of *needs* is 2^SIGN - 1 and what seats 0
    #    to k need together, so that less a place the sign is set if the place is theirs:
    #
    #        62 .. 42     41 .. 21     20 .. 0
    #        seats 0-2    seats 0-1    seat 0         and seat 3 takes the rest
    needs = EACH_FIELD * ((1 << SIGN) - 1) + HAND * (1 | 2 << FIELD | 3 << 2 * FIELD)
    rows0, needs, fraction = deal_rows(key, 0, 2, needs, 0)
    rows2, needs, fraction = deal_rows(key, 2, 5, needs, fraction)
    rows5, needs, fraction = deal_rows(key, 5, 7, needs, fraction)
    # 2. The hands of seats 0 to k together, then each alone.
    hand0 = together(rows0, rows2, rows5, 0)
    hand1 = together(rows0, rows2, rows5, 1)
    hand2 = together(rows0, rows2, rows5, 2)
    return hand0, hand1 ^ hand0, hand2 ^ hand1, ALL_TILES ^ hand2


@kernel
def deal_rows(key: int, first: int, end: int, needs: int, fraction: int) -> tuple[int, int, int]:
    """Return the tiles of the rows *first* to *end* - 1 by seat, and the state to go on with.

    Field k of the first number holds the tiles that seats 0 to k take, each once, in the row of
    its high half. The state is the *needs* and the *fraction* of a random word for the next rows.
    """
    taken = 0
    for high in range(first, end):
        for low in range(high + 1):
            # What a choice leaves of its 32 random bits is as good as new for the next one.
            # Three choices use up 28 * 27 * 26 < 2^15 of 2^32: a bias below 10^-5.
            left = TILES - high * (high + 1) // 2 - low
            if FRESH_WORD >> left & 1:
                fraction = random_bits(key, left)
            scaled = fraction * left
            place, fraction = scaled >> 32, scaled & WORD
            # No branch: which seat it will be cannot be predicted.
            takes = (needs - place * EACH_FIELD) >> SIGN & EACH_FIELD
            needs -= takes
            taken |= takes << (high - first) * ROW + low
    return taken, needs, fraction


@kernel
def together(rows0: int, rows2: int, rows5: int, field: int) -> int:
    """Return the set of tiles in one *field* of the rows 0 and 1, 2 to 4, 5 and 6."""
    shift = field * FIELD
    tiles = rows0 >> shift & FIELD_BITS
    tiles |= (rows2 >> shift & FIELD_BITS) << 2 * ROW
    tiles |= (rows5 >> shift & FIELD_BITS) << 5 * ROW
    return tiles | mirrored(tiles)


@kernel
def mirrored(tiles: int) -> int:
    """Return the table of bits *tiles* with its rows as columns."""
    # Blocks of 1, 2 and 4 bits change places across the diagonal, each a row of blocks apart.
    swap = (tiles ^ tiles >> 7) & 0x00AA00AA00AA00AA
    tiles ^= swap ^ swap << 7
    swap = (tiles ^ tiles >> 14) & 0x0000CCCC0000CCCC
    tiles ^= swap ^ swap << 14
    swap = (tiles ^ tiles >> 28) & 0x00000000F0F0F0F0
    return tiles ^ swap ^ swap << 28
