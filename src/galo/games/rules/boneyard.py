"""The boneyard of the draw game: tiles in the order in which they will be drawn.

6 bits a tile, its index + 1, the next to be drawn lowest: stock0 holds the first seven, stock1
the seven after them. 0 is an empty boneyard.
"""

from galo.games.rules.tiles import ALL_TILES, HAND, TILES, Deal, alone, pick
from galo.jit import kernel

STOCK_BITS, STOCK_MASK = 6, 63


@kernel
def stocked(stock: int, place: int, tile: int) -> int:
    """Return *stock*, a half of the boneyard, with *tile* at *place*, which is empty."""
    return stock | (tile + 1) << (place * STOCK_BITS)


@kernel
def take_next(stock0: int, stock1: int) -> tuple[int, int, int]:
    """Return the next tile of a boneyard that is not empty, and both halves without it."""
    tile = (stock0 & STOCK_MASK) - 1
    stock0 >>= STOCK_BITS
    if stock0 == 0:
        return tile, stock1, 0
    return tile, stock0, stock1


@kernel
def deal_two(key: int) -> Deal:
    """Return two hands of seven and a boneyard, every deal as likely as any other."""
    left, hand0, hand1, stock0, stock1 = ALL_TILES, 0, 0, 0, 0
    for place in range(TILES):
        tile = pick(left, key, place)
        left ^= alone(tile)
        if place < HAND:
            hand0 |= alone(tile)
        elif place < 2 * HAND:
            hand1 |= alone(tile)
        elif place < 3 * HAND:
            stock0 = stocked(stock0, place - 2 * HAND, tile)
        else:
            stock1 = stocked(stock1, place - 3 * HAND, tile)
    return Deal(hand0, hand1, 0, 0, stock0, stock1)
