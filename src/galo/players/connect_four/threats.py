"""What a board of Connect Four holds for a searcher: squares that win, lines still open.

Squares are bits as in the rules (seven a column, the seventh empty), so one shift moves the
whole board one square:

    << 1 up     << 7 right     << 8 right and up     << 6 right and down

Everything here is a set of squares worked on at once; nothing loops over squares.
"""

from galo.games.rules.connect_four import BACKSLASH, COLUMN, HEIGHT, HORIZONTAL, SLASH, WIDTH
from galo.jit import kernel, popcount

BOTTOM = sum(1 << (column * COLUMN) for column in range(WIDTH))  # the lowest square of each column
BOARD = BOTTOM * ((1 << HEIGHT) - 1)  # the 42 squares
WHOLE_COLUMN = (1 << COLUMN) - 1


@kernel
def playable_squares(stones: int) -> int:
    """Return the squares where the next stone can land."""
    return (stones + BOTTOM) & BOARD


@kernel
def winning_squares(own: int, stones: int) -> int:
    """Return the empty squares, playable or not, where one more stone gives *own* a line."""
    found = (own << 1) & (own << 2) & (own << 3)
    for step in (HORIZONTAL, SLASH, BACKSLASH):
        after_pair = (own << step) & (own << (2 * step))
        before_pair = (own >> step) & (own >> (2 * step))
        found |= after_pair & ((own << (3 * step)) | (own >> step))
        found |= before_pair & ((own << step) | (own >> (3 * step)))
    return found & (BOARD ^ stones)


@kernel
def replies_to(threats: int, stones: int) -> int:
    """Return where the mover can play without losing at once to *threats* of the other side.

    Nothing is left when two threats must be blocked, or when every square to play, also the
    only block, lies right below another threat: the other side wins with its next stone.
    """
    playable = playable_squares(stones)
    must_block = playable & threats
    quiet = playable & ~(threats >> 1)
    if must_block == 0:
        return quiet
    return quiet & must_block if must_block & (must_block - 1) == 0 else 0


@kernel
def promising_lines(own: int, other: int) -> int:
    """Return how many lines of four hold two or more stones of *own* and none of *other*."""
    count = 0
    open_squares = BOARD & ~other
    for step in (1, HORIZONTAL, SLASH, BACKSLASH):
        pairs = open_squares & (open_squares >> step)
        lines = pairs & (pairs >> (2 * step))  # where a line begins
        both = own & (own >> step)  # the first two squares of the line, or the last two
        either = own | (own >> step)
        two = both | (both >> (2 * step)) | (either & (either >> (2 * step)))
        count += popcount(lines & two)
    return count


@kernel
def mirrored(squares: int) -> int:
    """Return *squares* with the columns in reverse order."""
    result = 0
    for column in range(WIDTH):
        bits = squares >> (column * COLUMN) & WHOLE_COLUMN
        result |= bits << ((WIDTH - 1 - column) * COLUMN)
    return result


@kernel
def position_number(mine: int, stones: int) -> int:
    """Return a number of 49 bits that no other position has.

    In each column a one stands above the highest stone; below it ones are the mover's stones.
    """
    return mine + stones + BOTTOM


@kernel
def canonical_number(mine: int, stones: int) -> int:
    """Return the number of the position or of its mirror image, whichever is smaller."""
    number = position_number(mine, stones)
    return min(number, mirrored(number))
