"""Determinization: the hands that one seat does not see, any deal that fits at random.

A seat knows how many tiles each of the other three holds, and tiles that each of them cannot
hold. Every deal that fits is as likely as any other. They are counted once, tile by tile from
the last:

    ways[k, a * 8 + b]   ways to deal the tiles from number k on, when the next seat still
                         needs a of them, the partner b, and the previous seat the rest

and then each tile of a sample goes to a seat with probability proportional to the ways that
this leaves. So no sample is ever rejected, and where there is a deal one is found.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.tiles import HAND, ONCE, Deal, mirrored
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.rng import fold_in, random_bits

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector


MOST_UNSEEN = 3 * HAND
NEEDS = HAND + 1  # what a seat may need: none to seven
DEAL_FIELDS = len(Deal._fields)
STOCK = 4  # the first column of the boneyard in a row of deals


class HiddenHands(NamedTuple):
    """What one seat knows for certain about the hands of the others."""

    unseen: int  # the tiles that they hold together
    barred1: int  # tiles that the next seat cannot hold
    barred2: int  # the partner
    barred3: int  # the previous seat
    needs1: int  # how many tiles each of them holds
    needs2: int
    needs3: int


class CountedDeals(NamedTuple):
    """The deals that fit, counted so that any of them can be drawn."""

    hidden: HiddenHands
    tiles: "IntVector"  # [21]: the unseen tiles, in order
    ways: "IntMatrix"  # [22, 64]: as drawn above


def uncounted(hidden: HiddenHands) -> CountedDeals:
    """Return the arrays for `count_deals` to fill."""
    ways = np.zeros((MOST_UNSEEN + 1, NEEDS * NEEDS), np.int64)
    return CountedDeals(hidden, np.zeros(MOST_UNSEEN, np.int64), ways)


@kernel
def count_deals(deals: CountedDeals) -> int:
    """Return how many deals fit what is hidden; fill the arrays of *deals*."""
    hidden, tiles, ways = deals
    count = 0
    left = hidden.unseen & ONCE
    while left:
        tiles[count] = lowest_bit(left)
        left &= left - 1
        count += 1
    ways[count, :] = 0
    ways[count, 0] = 1
    for k in range(count - 1, -1, -1):
        ways[k, :] = 0
        rest = count - k
        for a in range(min(hidden.needs1, rest) + 1):
            for b in range(min(hidden.needs2, rest - a) + 1):
                if rest - a - b <= hidden.needs3:
                    one, two, three = ways_after(deals, k, (a, b, rest - a - b))
                    ways[k, a * NEEDS + b] = one + two + three
    if hidden.needs1 + hidden.needs2 + hidden.needs3 != count:
        return 0
    return int(ways[0, hidden.needs1 * NEEDS + hidden.needs2])


@kernel
def ways_after(deals: CountedDeals, k: int, needs: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return the ways left if the next seat, the partner or the previous seat takes tile *k*."""
    hidden, tiles, ways = deals
    a, b, c = needs
    tile = tiles[k]
    at = a * NEEDS + b
    one = ways[k + 1, at - NEEDS] if a and not hidden.barred1 >> tile & 1 else 0
    two = ways[k + 1, at - 1] if b and not hidden.barred2 >> tile & 1 else 0
    three = ways[k + 1, at] if c and not hidden.barred3 >> tile & 1 else 0
    return one, two, three


@kernel
def sample_hands(deals: CountedDeals, key: int) -> tuple[int, int, int]:
    """Return the hands of the next seat, the partner and the previous seat in a random deal.

    There must be one, and `count_deals` must have counted them.
    """
    hidden, tiles = deals.hidden, deals.tiles
    a, b, c = hidden.needs1, hidden.needs2, hidden.needs3
    hand1 = hand2 = hand3 = 0
    for k in range(a + b + c):
        one, two, three = ways_after(deals, k, (a, b, c))
        # There are at most 21! / 7!^3 < 2^29 deals: the product fits, and the error of each
        # probability is below 2^-32.
        place = random_bits(key, k) * (one + two + three) >> 32
        tile = 1 << tiles[k]
        if place < one:
            hand1 |= tile
            a -= 1
        elif place < one + two:
            hand2 |= tile
            b -= 1
        else:
            hand3 |= tile
            c -= 1
    return hand1 | mirrored(hand1), hand2 | mirrored(hand2), hand3 | mirrored(hand3)


@kernel
def numbered_hands(deals: CountedDeals, number: int) -> tuple[int, int, int]:
    """Return the hands of the next seat, the partner and the previous seat in deal *number*.

    The deals that fit are numbered from 0, each once; `count_deals` must have counted them.
    """
    hidden, tiles = deals.hidden, deals.tiles
    a, b, c = hidden.needs1, hidden.needs2, hidden.needs3
    hand1 = hand2 = hand3 = 0
    for k in range(a + b + c):
        one, two, _ = ways_after(deals, k, (a, b, c))
        tile = 1 << tiles[k]
        if number < one:
            hand1 |= tile
            a -= 1
        elif number < one + two:
            hand2 |= tile
            number -= one
            b -= 1
        else:
            hand3 |= tile
            number -= one + two
            c -= 1
    return hand1 | mirrored(hand1), hand2 | mirrored(hand2), hand3 | mirrored(hand3)


@no_gil_kernel
def list_deals(deals: CountedDeals, rows: "IntMatrix") -> None:
    """Write the hands of the other three seats into columns 1 to 3 of *rows*: deal k in row k."""
    for k in range(len(rows)):
        rows[k, 1], rows[k, 2], rows[k, 3] = numbered_hands(deals, k)


@no_gil_kernel
def sample_deals(deals: CountedDeals, key: int, rows: "IntMatrix") -> None:
    """Write the hands of the other three seats into columns 1 to 3 of *rows*.

    Row k comes from stream k below *key*.
    """
    for k in range(len(rows)):
        rows[k, 1], rows[k, 2], rows[k, 3] = sample_hands(deals, fold_in(key, k))


@kernel
def deal_at(rows: "IntMatrix", k: int) -> Deal:
    """Return the deal in row *k*, its fields in the columns."""
    return Deal(
        int(rows[k, 0]), int(rows[k, 1]), int(rows[k, 2]), int(rows[k, 3]),
        int(rows[k, STOCK]), int(rows[k, STOCK + 1]),
    )  # fmt: skip
