"""The hands that one seat does not see: how many deals there are, and any of them at random.

Who sees a table knows, from its own chair, three numbers of tiles and which tiles each of
the three cannot hold. Every deal that fits is as likely as any other before the plays are
read. They are counted once, tile by tile from the last:

    ways[k, a * 8 + b]   ways to deal the tiles from number k on, when the next seat still
                         needs a of them, the partner b, and the previous seat the rest

and then each tile of a sample goes to a seat with probability proportional to the ways that
this leaves. So nothing is ever thrown away, and where there is a deal one is found.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.tiles import HAND, ONCE, mirrored
from galo.jit import kernel, lowest_bit
from galo.rng import random_bits

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector


MOST_UNSEEN = 3 * HAND
NEEDS = HAND + 1  # what a seat may need: none to seven
WAYS_SHAPE = (MOST_UNSEEN + 1, NEEDS * NEEDS)


class Hidden(NamedTuple):
    """What is certain about the hands of the others, from one chair."""

    unseen: int  # the tiles that they hold together
    barred1: int  # tiles that the next seat cannot hold
    barred2: int  # the partner
    barred3: int  # the previous seat
    needs1: int  # how many tiles each of them holds
    needs2: int
    needs3: int


@kernel
def count_deals(hidden: Hidden, tiles: "IntVector", ways: "IntMatrix") -> int:
    """Return how many deals fit *hidden*; fill *tiles*, in order, and *ways* as drawn above."""
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
                    one, two, three = ways_after(hidden, tiles, ways, k, (a, b, rest - a - b))
                    ways[k, a * NEEDS + b] = one + two + three
    if hidden.needs1 + hidden.needs2 + hidden.needs3 != count:
        return 0
    return int(ways[0, hidden.needs1 * NEEDS + hidden.needs2])


@kernel
def ways_after(
    hidden: Hidden, tiles: "IntVector", ways: "IntMatrix", k: int, needs: tuple[int, int, int]
) -> tuple[int, int, int]:
    """Return the ways that are left once each of the three has taken tile number *k*."""
    a, b, c = needs
    tile = tiles[k]
    at = a * NEEDS + b
    one = ways[k + 1, at - NEEDS] if a and not hidden.barred1 >> tile & 1 else 0
    two = ways[k + 1, at - 1] if b and not hidden.barred2 >> tile & 1 else 0
    three = ways[k + 1, at] if c and not hidden.barred3 >> tile & 1 else 0
    return one, two, three


@kernel
def sample_deal(
    hidden: Hidden, tiles: "IntVector", ways: "IntMatrix", key: int
) -> tuple[int, int, int]:
    """Return the hands of the next seat, the partner and the previous seat in a random deal.

    There must be one, and *tiles* and *ways* be those of `count_deals`.
    """
    a, b, c = hidden.needs1, hidden.needs2, hidden.needs3
    hand1 = hand2 = hand3 = 0
    for k in range(a + b + c):
        one, two, three = ways_after(hidden, tiles, ways, k, (a, b, c))
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
