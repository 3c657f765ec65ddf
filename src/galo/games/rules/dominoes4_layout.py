"""The tiles on the table in dominó de 4 pontas: the opening double and its four arms.

the arms are covered in this order:          n 2
                                        w 1 [6|6] e 0
                                             s 3

ends    4 bits for each arm, e lowest: the number to match there. The first bare side of
        the opening double shows its number, the bare sides after it show 7, which no
        tile has. Above them 4 bits for each arm again: what covering it takes from the
        sum of the ends. A bare side takes nothing, except w: with two arms covered the
        opening double no longer counts.

        5-5, 5-3 at e, 3-3 at e, 5-1 at w     s 0 n 0 w 1 e 6   s 7 n 5 w 1 e 3  0x00167513
"""

from typing import NamedTuple

from galo.games.rules.tiles import ALL_NUMBERS
from galo.jit import kernel, nibble

ARMS = 4
ARM = 8  # moves at one arm
NO_NUMBER = -1  # no double on the table yet
END_BITS, END_NUMBER = 4, 7
WORTH = ARMS * END_BITS  # the lowest bit, in Layout.ends, of what the arms count
NO_END = 7
NO_ENDS = 0x7777


class Layout(NamedTuple):
    """The tiles on the table, as far as they matter for what follows."""

    opening: int  # number of the opening double
    arms: int  # how many of its sides are covered
    ends: int  # as drawn above
    total: int  # their sum, doubles twice; the opening one counts until two arms are covered


@kernel
def empty_layout() -> Layout:
    """Return the table before the opening double."""
    return Layout(NO_NUMBER, 0, NO_ENDS, 0)


@kernel
def end_at(layout: Layout, arm: int) -> int:
    """Return the number to match at *arm*."""
    return nibble(layout.ends, arm) & END_NUMBER


@kernel
def matched(layout: Layout, move: int) -> int:
    """Return the half of the tile of *move*, not a pass, that matches; the other is move % 8."""
    return move % ARM if layout.opening == NO_NUMBER else end_at(layout, move // ARM)


@kernel
def end_numbers(layout: Layout) -> int:
    """Return the set of numbers that fit somewhere."""
    numbers = 0
    for arm in range(ARMS):
        numbers |= 1 << end_at(layout, arm)
    return numbers & ALL_NUMBERS  # a side that is not open shows 7


@kernel
def end_value(near: int, far: int) -> int:
    """Return what the tile near-far counts as the end of an arm: *far*, twice for a double."""
    return far << int(near == far)


@kernel
def total_without(layout: Layout, arm: int) -> int:
    """Return the sum of the ends once *arm* is covered, without what covers it."""
    return layout.total - nibble(layout.ends, ARMS + arm)


@kernel
def lay(layout: Layout, arm: int, near: int, far: int) -> Layout:
    """Return *layout* with the tile near-far at *arm*, or as its opening double."""
    value = end_value(near, far)
    if layout.opening == NO_NUMBER:
        worth_of_w = value << (WORTH + END_BITS)
        return Layout(far, 0, NO_ENDS ^ NO_END ^ far | worth_of_w, value)
    # The new end takes the place of the old one, and behind a bare side the next one opens.
    # A product, not a branch: whether it was a bare side cannot be predicted.
    was_bare = int(arm == layout.arms)
    worth, shift = nibble(layout.ends, ARMS + arm), arm * END_BITS
    change = (near ^ far | (worth ^ value) << WORTH) << shift
    next_side = (NO_END ^ layout.opening) * was_bare << (shift + END_BITS) & NO_ENDS
    ends = layout.ends ^ change ^ next_side
    return Layout(layout.opening, layout.arms + was_bare, ends, layout.total - worth + value)
