"""The search of the exact solver: is the score of a position above *alpha*, or not?

A node is a position whose mover cannot win at once and has a move that does not lose at once;
both are settled one ply earlier, from the squares where each side would win. A node asks its
children the opposite question, alpha' = -alpha - 1, until one answers no.

The search is a loop that can stop after any node and go on later: all it knows lies on a desk,
an array that the caller owns.

    desk     0 level, is back, value, nodes, ply, age, shift
             16   the rank of each square
             80   a frame for each stone above the root
                    +0 mine, stones, threats, replies, alpha, lower, upper, best, code
                    +16 threats after,  +24 replies after,  +32 rank: of a stone in each column
             1840 the late words of the table

*threats* are the squares where the other side would win, *replies* those where the mover can
play without losing at once, *code* is the scrambled number of the position in the table.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.connect_four import COLUMN, LAST_PLY, WIDTH
from galo.jit import kernel, lean_kernel, long_kernel, lowest_bit, popcount
from galo.players.connect_four.table import (
    EARLY,
    LATE_BITS,
    LATE_SHIFT,
    bounds_in,
    is_about,
    scrambled,
    word_of,
)
from galo.players.connect_four.threats import (
    WHOLE_COLUMN,
    playable_squares,
    promising_lines,
    replies_to,
    winning_squares,
)

if TYPE_CHECKING:
    from galo.games.rules.ending import Integers

# The desk: everything one searcher writes on, in one array that the caller owns.
LEVEL, IS_BACK, VALUE, NODES, PLY, AGE, SHIFT = range(7)
SQUARES = 16  # the rank of each square, by its bit
FRAMES = 80
FRAME = 40  # words
LATE = FRAMES + (LAST_PLY + 2) * FRAME  # the late words of the table
NOT_NEGATIVE = 63  # lets the compiler see that no index is negative
DESK = LATE + (1 << LATE_BITS)

# In a frame.
MINE, STONES, THREATS, REPLIES, ALPHA, LOWER, UPPER, BEST, CODE = range(9)
THREATS_AFTER, REPLIES_AFTER, RANK = 16, 24, 32

WORST = -99  # below every score
NO_MOVE = -(1 << 40)  # below every rank
PROBING = 34  # stones below which children are looked up before they are searched

# How a move ranks. Threats decide most; then lines that may become threats, few safe squares
# left for either side (a small tree), and a good square that gives no better one away.
THREAT, LASTING_THREAT, LINE, REPLY, OWN_REPLY = 64, 16, 6, -4, -8
SQUARE_VALUES = (  # from the bottom row up; open lines through the square
    (3, 4, 5, 7, 5, 4, 3),
    (4, 6, 8, 10, 8, 6, 4),
    (5, 8, 11, 13, 11, 8, 5),
    (5, 8, 11, 13, 11, 8, 5),
    (4, 6, 8, 10, 8, 6, 4),
    (3, 4, 5, 7, 5, 4, 3),
    (0, 0, 0, 0, 0, 0, 0),
)
OWN_SQUARE, SQUARE_ABOVE = 4, -1


def square_ranks() -> "Integers":
    """Return what each square adds to the rank of a move there, by its bit."""
    ranks = np.zeros(WIDTH * COLUMN, np.int64)
    for column in range(WIDTH):
        for row in range(COLUMN - 1):
            own, above = SQUARE_VALUES[row][column], SQUARE_VALUES[row + 1][column]
            ranks[column * COLUMN + row] = OWN_SQUARE * own + SQUARE_ABOVE * above
    return ranks


@kernel
def frame_of(level: int) -> int:
    """Return where the frame of *level* begins on the desk."""
    return FRAMES + (level & NOT_NEGATIVE) * FRAME


@kernel
def score_of_winning(ply: int, stones: int) -> int:
    """Return the mover's score if it wins with its *stones*-th stone from now."""
    return (LAST_PLY + 3 - ply - 2 * stones) >> 1


@kernel
def score_of_losing(ply: int, stones: int) -> int:
    """Return the mover's score if the other side wins with its *stones*-th stone from now."""
    return -((LAST_PLY + 2 - ply - 2 * stones) >> 1)


@lean_kernel
def expand(desk: "Integers", frame: int) -> bool:
    """Write what follows each reply of *frame* and its rank; return whether one of them wins."""
    mine, stones, threats = (
        int(desk[frame + MINE]),
        int(desk[frame + STONES]),
        int(desk[frame + THREATS]),
    )
    replies = int(desk[frame + REPLIES])
    other = mine ^ stones
    winning = 0
    for column in range(WIDTH):
        # Without branches: all columns are worked on at once by vector instructions.
        square = replies & (WHOLE_COLUMN << (column * COLUMN))
        own, after = mine | square, stones | square
        made = winning_squares(own, after)
        left = replies_to(made, after)
        playable = playable_squares(after)
        lasting = made & ~(made << 1) & ~(threats << 1) & ~playable
        rank = (
            THREAT * popcount(made)
            + LASTING_THREAT * popcount(lasting)
            + LINE * promising_lines(own, other)
            + REPLY * popcount(left)
            + OWN_REPLY * popcount(playable & ~(threats >> 1))
        )
        desk[frame + THREATS_AFTER + column] = made
        desk[frame + REPLIES_AFTER + column] = left
        desk[frame + RANK + column] = rank if square else NO_MOVE
        winning |= 0 if left else square
    return winning != 0


@lean_kernel
def recall(desk: "Integers", early: "Integers", code: int, ply: int) -> int:
    """Return the word at the place of the scrambled number *code*, which may be another's."""
    if ply < EARLY:
        return int(early[code >> int(desk[SHIFT])])
    return int(desk[LATE + (code >> LATE_SHIFT)])


@lean_kernel
def bound_by_children(desk: "Integers", frame: int, ply: int, early: "Integers") -> int:
    """Return the best lower bound that what is known of the children gives this position."""
    mine, stones, replies = (
        int(desk[frame + MINE]),
        int(desk[frame + STONES]),
        int(desk[frame + REPLIES]),
    )
    best = WORST
    for column in range(WIDTH):
        square = replies & (WHOLE_COLUMN << (column * COLUMN))
        if square:
            code = scrambled(mine ^ stones, stones | square, ply + 1)
            word = recall(desk, early, code, ply + 1)
            if is_about(word, code, int(desk[AGE])):
                best = max(best, -bounds_in(word).upper)
    return best


@lean_kernel
def add_square_ranks(desk: "Integers", frame: int) -> None:
    """Add the value of its square to the rank of every move."""
    replies = int(desk[frame + REPLIES])
    while replies:
        square = lowest_bit(replies)
        desk[frame + RANK + square // COLUMN] += desk[SQUARES + square]
        replies &= replies - 1


@lean_kernel
def next_column(desk: "Integers", frame: int) -> int:
    """Return the column of highest rank that was not searched yet, -1 if none is left."""
    chosen, highest = -1, NO_MOVE
    for column in range(WIDTH):
        if desk[frame + RANK + column] > highest:
            chosen, highest = column, desk[frame + RANK + column]
    return chosen


@lean_kernel
def descend(desk: "Integers", frame: int, column: int) -> None:
    """Make the next frame the position after a stone in *column*, with the opposite question."""
    child = frame + FRAME
    desk[frame + RANK + column] = NO_MOVE
    square = desk[frame + REPLIES] & (WHOLE_COLUMN << (column * COLUMN))
    desk[child + MINE] = desk[frame + MINE] ^ desk[frame + STONES]
    desk[child + STONES] = desk[frame + STONES] | square
    desk[child + THREATS] = desk[frame + THREATS_AFTER + column]
    desk[child + REPLIES] = desk[frame + REPLIES_AFTER + column]
    desk[child + ALPHA] = -desk[frame + ALPHA] - 1


@lean_kernel
def enter(desk: "Integers", frame: int, ply: int, early: "Integers") -> int:
    """Return the answer for *frame* if it needs no search, else WORST with its moves ranked.

    The answer is a bound in the direction asked for: above alpha a lower, else an upper one.
    """
    alpha = int(desk[frame + ALPHA])
    # Step 1. On the last two squares nobody has a line left to make.
    if ply >= LAST_PLY - 2:
        return 0
    # Step 2. Nobody can win faster than with its second stone.
    upper, lower = score_of_winning(ply, 2), score_of_losing(ply, 2)
    if upper <= alpha:
        return upper
    if lower > alpha:
        return lower
    # Step 3. The table may know enough from another order of the same moves.
    code = scrambled(int(desk[frame + MINE]), int(desk[frame + STONES]), ply)
    word = recall(desk, early, code, ply)
    if is_about(word, code, int(desk[AGE])):
        known = bounds_in(word)
        lower, upper = max(lower, known.lower), min(upper, known.upper)
        if upper <= alpha:
            return upper
        if lower > alpha:
            return lower
    # Step 4. A move with two threats, or a threat above a threat, wins with the second stone.
    if expand(desk, frame):
        return score_of_winning(ply, 2)
    # Step 5. Else nobody wins before the third.
    upper = min(upper, score_of_winning(ply, 3))
    if upper <= alpha:
        return upper
    # Step 6. A child already searched may be bad enough for the other side.
    if ply < PROBING:
        lower = max(lower, bound_by_children(desk, frame, ply, early))
        if lower > alpha:
            return lower
    add_square_ranks(desk, frame)
    desk[frame + LOWER], desk[frame + UPPER], desk[frame + BEST], desk[frame + CODE] = (
        lower,
        upper,
        WORST,
        code,
    )
    return WORST


@lean_kernel
def keep(desk: "Integers", frame: int, ply: int, early: "Integers") -> None:
    """Write into the table what the search of *frame* came to."""
    lower, upper, best = int(desk[frame + LOWER]), int(desk[frame + UPPER]), int(desk[frame + BEST])
    if best > desk[frame + ALPHA]:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    code = int(desk[frame + CODE])
    word = word_of(code, int(desk[AGE]), lower, upper)
    if ply < EARLY:
        early[code >> int(desk[SHIFT])] = word
    else:
        desk[LATE + (code >> LATE_SHIFT)] = word


@long_kernel
def search(desk: "Integers", early: "Integers", most_nodes: int) -> bool:
    """Go on with the search on *desk* for at most *most_nodes*; return whether it is done.

    Then desk[VALUE] is a bound of the root's score: a lower one if it is above the root's
    alpha, else an upper one.
    """
    level, is_back, value = int(desk[LEVEL]), bool(desk[IS_BACK]), int(desk[VALUE])
    root = int(desk[PLY])
    nodes = 0
    while nodes < most_nodes and not (is_back and level == 0):
        if is_back:
            # Step 1. A child has answered: its loss is our gain.
            level -= 1
            frame = frame_of(level)
            desk[frame + BEST] = max(int(desk[frame + BEST]), -value)
        else:
            # Step 2. A new node: what needs no search goes back at once.
            nodes += 1
            frame = frame_of(level)
            value = enter(desk, frame, root + level, early)
            if value != WORST:
                is_back = True
                continue
        # Step 3. Ask the next child, unless one was good enough or none is left.
        best = int(desk[frame + BEST])
        column = -1 if best > desk[frame + ALPHA] else next_column(desk, frame)
        if column >= 0:
            descend(desk, frame, column)
            level += 1
            is_back = False
        else:
            # Step 4. Keep what was found, for other ways to this position.
            keep(desk, frame, root + level, early)
            value = best
            is_back = True
    desk[LEVEL], desk[IS_BACK], desk[VALUE] = level, is_back, value
    desk[NODES] += nodes
    return is_back and level == 0
