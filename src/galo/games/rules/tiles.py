"""The 28 tiles as bits: a set of tiles is an int, a tile is the index of its bit.

    tile a-b, a >= b, is bit a(a+1)/2 + b:            a suit is every tile of one number,
                                                      the double once:
    6-0 21  6-1 22  6-2 23  6-3 24  6-4 25  6-5 26  6-6 27
    5-0 15  5-1 16  5-2 17  5-3 18  5-4 19  5-5 20        SUIT[1] = 1-0 1-1 2-1 3-1
    4-0 10  4-1 11  4-2 12  4-3 13  4-4 14                          4-1 5-1 6-1
    3-0  6  3-1  7  3-2  8  3-3  9
    2-0  3  2-1  4  2-2  5                             a set of numbers is an int too,
    1-0  1  1-1  2                                     number n is bit n
    0-0  0

No function here needs an array, so all of them also run on a GPU.
"""

import numpy as np

from galo.counter import WORD, draw
from galo.jit import kernel, lowest_bit, popcount

NUMBERS = 7
TILES = 28
HAND = 7  # tiles dealt to a seat
ALL_TILES = (1 << TILES) - 1

HIGH = np.array([a for a in range(NUMBERS) for _ in range(a + 1)], np.int64)
LOW = np.array([b for a in range(NUMBERS) for b in range(a + 1)], np.int64)


def _suit(number: int) -> int:
    return sum(1 << tile for tile in range(TILES) if number in (HIGH[tile], LOW[tile]))


SUIT = np.array([_suit(number) for number in range(NUMBERS)], np.int64)
DOUBLES = sum(1 << tile for tile in range(TILES) if HIGH[tile] == LOW[tile])
DOUBLE_SIX = TILES - 1


def _fitting(numbers: int) -> int:
    tiles = 0
    for number in range(NUMBERS):
        if numbers >> number & 1:
            tiles |= int(SUIT[number])
    return tiles


FITTING = np.array([_fitting(numbers) for numbers in range(1 << NUMBERS)], np.int64)


@kernel
def tile_of(one: int, other: int) -> int:
    """Return the tile with the halves *one* and *other*, in any order."""
    high, low = max(one, other), min(one, other)
    return high * (high + 1) // 2 + low


@kernel
def other_half(tile: int, half: int) -> int:
    """Return the half of *tile* that is not *half*; the same number for a double."""
    return int(HIGH[tile]) + int(LOW[tile]) - half


@kernel
def is_double(tile: int) -> bool:
    """Return whether both halves of *tile* are equal."""
    return DOUBLES >> tile & 1 == 1


@kernel
def suit(number: int) -> int:
    """Return the seven tiles that show *number*."""
    return int(SUIT[number])


@kernel
def fitting(numbers: int) -> int:
    """Return the tiles that show any of *numbers*."""
    return int(FITTING[numbers])


@kernel
def count_of(tiles: int, number: int) -> int:
    """Return how many of *tiles* show *number*; a double counts once."""
    return popcount(tiles & int(SUIT[number]))


@kernel
def pips(tiles: int) -> int:
    """Return the sum of all halves of *tiles*."""
    total = 0
    while tiles:
        tile = lowest_bit(tiles)
        tiles ^= 1 << tile
        total += int(HIGH[tile]) + int(LOW[tile])
    return total


@kernel
def nth_tile(tiles: int, n: int) -> int:
    """Return member number *n*, from 0, of *tiles*, lowest first."""
    for _ in range(n):
        tiles &= tiles - 1
    return lowest_bit(tiles)


@kernel
def pick(tiles: int, key: int, index: int) -> int:
    """Return one of *tiles* at random: draw number *index* of the stream *key*."""
    return nth_tile(tiles, (draw(key, index) * popcount(tiles)) >> 32)


@kernel
def deal_four(key: int) -> tuple[int, int, int, int]:
    """Return four hands of seven, every deal as likely as any other."""
    # Each tile goes to a seat with probability proportional to what that seat still needs.
    hand0 = hand1 = hand2 = hand3 = 0
    need0 = need1 = need2 = need3 = HAND
    fraction = 0
    for tile in range(TILES):
        # What a choice leaves of its 32 random bits is as good as new for the next one.
        # Three choices use up 28 * 27 * 26 < 2^15 of 2^32: a bias below one in a hundred thousand.
        if tile % 3 == 0:
            fraction = draw(key, tile)
        scaled = fraction * (TILES - tile)
        place, fraction = scaled >> 32, scaled & WORD
        bit = 1 << tile
        if place < need0:
            hand0, need0 = hand0 | bit, need0 - 1
        elif place < need0 + need1:
            hand1, need1 = hand1 | bit, need1 - 1
        elif place < need0 + need1 + need2:
            hand2, need2 = hand2 | bit, need2 - 1
        else:
            hand3, need3 = hand3 | bit, need3 - 1
    return hand0, hand1, hand2, hand3
