"""What a network reads of a row of `domino_record`, written by kernels: the parts in order.

Seats are counted from the one that observes. The vector that is written to is all zero before.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.boneyard import STOCK_BITS, STOCK_MASK
from galo.games.rules.dominoes4 import OUT
from galo.games.rules.dominoes4_layout import END_BITS, END_NUMBER, NO_END, WORTH
from galo.games.rules.tiles import HAND, NUMBERS, ONCE, TILES
from galo.games.steps.dominoes import MOVER, PHASE
from galo.games.tensors.domino_record import (
    ARM_SHIFT,
    DRAWN,
    DRAWN_BITS,
    DRAWN_MASK,
    DRAWN_SHIFT,
    HISTORY,
    IS_PLACED,
    LACKS,
    MOST_SEATS,
    NO_ARM,
    OPENER,
    PLACED,
    SEAT_BITS,
    SEAT_MASK,
    SEAT_SHIFT,
    TILE_MASK,
    TILE_SHIFT,
    TURN,
    first_seat,
    hand_size,
    order_of,
)
from galo.jit import float_kernel, lowest_bit

if TYPE_CHECKING:
    from galo.arrays import IntVector, Tensor

LARGEST_SUM = 50  # of the ends that scores
LARGEST_END = 12  # a double six
STOCK = 10  # the place of the boneyard in a row of dominoes2
ROUND_POINTS = 100  # what scores are divided by where no score wins


class Shape(NamedTuple):
    """What the tensors of a game of dominoes have in them."""

    seats: int
    arms: int
    stock: int  # tiles that are dealt to nobody
    points: int  # what scores are divided by
    counts_ends: int  # whether the ends are added up
    has_history: int


class TableFacts(NamedTuple):
    """What of the table on which a round is played the two games of dominoes keep differently."""

    ends: int  # 4 bits for each arm, NO_END where there is none; above them what each counts
    total: int  # the sum of the ends
    score0: int  # of each side, this round so far included
    score1: int


@float_kernel
def write_tiles(tiles: int, out: "Tensor", at: int) -> None:
    """Write the set of *tiles*, as hands are, into *out* from *at* on."""
    left = tiles & ONCE
    while left:
        out[at + order_of(lowest_bit(left))] = 1
        left &= left - 1


@float_kernel
def write_bits(bits: int, out: "Tensor", at: int) -> None:
    """Write 1 for every set bit of *bits* into *out* from *at* on."""
    while bits:
        out[at + lowest_bit(bits)] = 1
        bits &= bits - 1


@float_kernel
def write_observation(
    shape: Shape, row: "IntVector", table: TableFacts, seat: int, out: "Tensor", first: int
) -> int:
    """Write what *seat* sees of *row* into *out* from *first* on, return where it ends."""
    seats, mover = shape.seats, int(row[MOVER])
    # 1. Tiles: the own hand, and what every seat placed, lacks and has left.
    hand, placed = first, first + TILES
    lacks = placed + seats * TILES
    left = lacks + seats * NUMBERS
    write_tiles(int(row[(seat - mover) % seats]), out, hand)
    for away in range(seats):
        other = (seat + away) % seats
        write_bits(int(row[PLACED + other]), out, placed + away * TILES)
        write_bits(int(row[LACKS]) >> other * SEAT_BITS & SEAT_MASK, out, lacks + away * NUMBERS)
        out[left + away] = hand_size(row, other) / HAND
    # 2. Turns: who moves, who had to open, who could not.
    moves, opens = left + seats, left + 2 * seats
    could_not, ends = opens + seats, opens + 2 * seats
    if row[PHASE] < OUT:
        out[moves + (mover - seat) % seats] = 1
    opener = int(row[OPENER])
    if opener >= 0:
        out[opens + (opener - seat) % seats] = 1
        for away in range((first_seat(row, mover) - opener) % seats):
            out[could_not + (opener + away - seat) % seats] = 1
    # 3. The table and the score.
    for arm in range(shape.arms):
        number = table.ends >> arm * END_BITS & END_NUMBER
        if number != NO_END:
            out[ends + arm * NUMBERS + number] = 1
    at = ends + shape.arms * NUMBERS
    own, others = table.score0, table.score1
    if seat % 2 == 1:
        own, others = others, own
    out[at] = own / shape.points
    out[at + 1] = others / shape.points
    at += 2
    if shape.counts_ends:
        out[at] = table.total / LARGEST_SUM
        for arm in range(shape.arms):
            worth = table.ends >> WORTH + arm * END_BITS & DRAWN_MASK
            out[at + 1 + arm] = worth / LARGEST_END
        at += 1 + shape.arms
    if shape.stock:
        out[at] = stock_left(shape, row) / shape.stock
        at += 1
    return write_history(shape, row, seat, out, at) if shape.has_history else at


@float_kernel
def stock_left(shape: Shape, row: "IntVector") -> int:
    """Return how many tiles are left in the boneyard."""
    drawn, left = int(row[DRAWN]), shape.stock
    for seat in range(shape.seats):
        left -= drawn >> seat * SEAT_BITS & SEAT_MASK
    return left


@float_kernel
def write_history(shape: Shape, row: "IntVector", seat: int, out: "Tensor", first: int) -> int:
    """Write the turns of the round into *out* from *first* on, return where they end."""
    seats = shape.seats
    tile, arm = seats, seats + TILES
    passed = arm + shape.arms
    drew = passed + seats
    size = drew + (seats if shape.stock else 0)
    for turn in range(int(row[TURN]) + 1):
        word, at = int(row[HISTORY + turn]), first + turn * size
        if word & IS_PLACED:
            out[at + ((word >> SEAT_SHIFT & MOST_SEATS - 1) - seat) % seats] = 1
            out[at + tile + (word >> TILE_SHIFT & TILE_MASK)] = 1
            end = word >> ARM_SHIFT & NO_ARM
            if end != NO_ARM:
                out[at + arm + end] = 1
        for other in range(seats):
            away = (other - seat) % seats
            if word >> other & 1:
                out[at + passed + away] = 1
            if shape.stock:
                drawn = word >> DRAWN_SHIFT + other * DRAWN_BITS & DRAWN_MASK
                out[at + drew + away] = drawn / shape.stock
    return first + (TILES + 1) * size


@float_kernel
def write_hidden(shape: Shape, row: "IntVector", seat: int, out: "Tensor", first: int) -> None:
    """Write all hands, and the boneyard if there is one, into *out* from *first* on."""
    mover = int(row[MOVER])
    for away in range(shape.seats):
        hand = int(row[(seat + away - mover) % shape.seats])
        write_tiles(hand, out, first + away * TILES)
    if shape.stock:
        at = first + shape.seats * TILES
        stock0, stock1 = int(row[STOCK]), int(row[STOCK + 1])
        while stock0:
            out[at + order_of((stock0 & STOCK_MASK) - 1)] = 1
            at += TILES
            stock0 >>= STOCK_BITS
            if stock0 == 0:
                stock0, stock1 = stock1, 0
