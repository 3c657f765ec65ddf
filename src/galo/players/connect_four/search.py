"""The search of the exact solver: is the score of a position above *alpha*, or not?

A node is a position whose mover cannot win at once and has a move that does not lose at once;
both are settled one ply earlier, from the squares where each side would win. A node asks its
children the opposite question, alpha' = -alpha - 1, until one answers no.

The search is a loop over frames, one for each stone above the root, in an array that the
caller owns. It can stop after any node and go on later.

    frame    0      1       2       3       4      5      6      7     8
             mine   stones  threats replies alpha  lower  upper  best  code
             16 ... 22      24 ... 30       32 ... 38
             threats after  replies after   rank
             a stone in column 0 ... 6

*threats* are the squares where the other side would win, *replies* those where the mover can
play without losing at once, *code* is the scrambled number of the position in the table.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.connect_four import COLUMN, LAST_PLY, WIDTH
from galo.jit import kernel, long_kernel, lowest_bit, popcount
from galo.players.connect_four.table import (
    Memory,
    bounds_in,
    keep,
    recall,
    scrambled,
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

    Frames = np.ndarray[tuple[int, int], np.dtype[np.int64]]

MINE, STONES, THREATS, REPLIES, ALPHA, LOWER, UPPER, BEST, CODE = range(9)
THREATS_AFTER, REPLIES_AFTER, RANK = 16, 24, 32
FRAME = 40

# What is kept between two slices.
LEVEL, IS_BACK, VALUE, NODES, PLY = range(5)
CONTROL = 5

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
def score_of_winning(ply: int, stones: int) -> int:
    """Return the mover's score if it wins with its *stones*-th stone from now."""
    return (LAST_PLY + 3 - ply - 2 * stones) >> 1


@kernel
def score_of_losing(ply: int, stones: int) -> int:
    """Return the mover's score if the other side wins with its *stones*-th stone from now."""
    return -((LAST_PLY + 2 - ply - 2 * stones) >> 1)


@kernel
def expand(frame: "Integers") -> bool:
    """Write what follows each reply of *frame* and its rank; return whether one of them wins."""
    mine, stones, threats = int(frame[MINE]), int(frame[STONES]), int(frame[THREATS])
    replies = int(frame[REPLIES])
    other = mine ^ stones
    wins = False
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
        frame[THREATS_AFTER + column] = made
        frame[REPLIES_AFTER + column] = left
        frame[RANK + column] = rank if square else NO_MOVE
        wins |= square != 0 and left == 0
    return wins


@kernel
def bound_by_children(frame: "Integers", ply: int, memory: Memory) -> int:
    """Return the best lower bound that what is known of the children gives this position."""
    mine, stones, replies = int(frame[MINE]), int(frame[STONES]), int(frame[REPLIES])
    best = WORST
    for column in range(WIDTH):
        square = replies & (WHOLE_COLUMN << (column * COLUMN))
        if square:
            code = scrambled(mine ^ stones, stones | square, ply + 1)
            word = recall(memory, code, ply + 1)
            if word:
                best = max(best, -bounds_in(word).upper)
    return best


@kernel
def add_square_ranks(frame: "Integers", squares: "Integers") -> None:
    """Add the value of its square to the rank of every move."""
    replies = int(frame[REPLIES])
    while replies:
        square = lowest_bit(replies)
        frame[RANK + square // COLUMN] += squares[square]
        replies &= replies - 1


@kernel
def next_column(frame: "Integers") -> int:
    """Return the column of highest rank that was not searched yet, -1 if none is left."""
    chosen, highest = -1, NO_MOVE
    for column in range(WIDTH):
        if frame[RANK + column] > highest:
            chosen, highest = column, frame[RANK + column]
    return chosen


@kernel
def descend(frame: "Integers", child: "Integers", column: int) -> None:
    """Make *child* the position after a stone in *column*, with the opposite question."""
    frame[RANK + column] = NO_MOVE
    square = frame[REPLIES] & (WHOLE_COLUMN << (column * COLUMN))
    child[MINE] = frame[MINE] ^ frame[STONES]
    child[STONES] = frame[STONES] | square
    child[THREATS] = frame[THREATS_AFTER + column]
    child[REPLIES] = frame[REPLIES_AFTER + column]
    child[ALPHA] = -frame[ALPHA] - 1


@kernel
def enter(frame: "Integers", ply: int, memory: Memory, squares: "Integers") -> int:
    """Return the answer for *frame* if it needs no search, else WORST with its moves ranked.

    The answer is a bound in the direction asked for: above alpha a lower, else an upper one.
    """
    alpha = int(frame[ALPHA])
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
    code = scrambled(int(frame[MINE]), int(frame[STONES]), ply)
    word = recall(memory, code, ply)
    if word:
        known = bounds_in(word)
        lower, upper = max(lower, known.lower), min(upper, known.upper)
        if upper <= alpha:
            return upper
        if lower > alpha:
            return lower
    # Step 4. A move with two threats, or a threat above a threat, wins with the second stone.
    if expand(frame):
        return score_of_winning(ply, 2)
    # Step 5. Else nobody wins before the third.
    upper = min(upper, score_of_winning(ply, 3))
    if upper <= alpha:
        return upper
    # Step 6. A child already searched may be bad enough for the other side.
    if ply < PROBING:
        lower = max(lower, bound_by_children(frame, ply, memory))
        if lower > alpha:
            return lower
    add_square_ranks(frame, squares)
    frame[LOWER], frame[UPPER], frame[BEST], frame[CODE] = lower, upper, WORST, code
    return WORST


@long_kernel
def search(
    frames: "Frames", control: "Integers", memory: Memory, squares: "Integers", most_nodes: int
) -> bool:
    """Go on with the search in *frames* for at most *most_nodes*; return whether it is done.

    Then control[VALUE] is a bound of the root's score: a lower one if it is above the root's
    alpha, else an upper one.
    """
    level, is_back, value = int(control[LEVEL]), bool(control[IS_BACK]), int(control[VALUE])
    root = int(control[PLY])
    nodes = 0
    while nodes < most_nodes and not (is_back and level == 0):
        if is_back:
            # Step 1. A child has answered: its loss is our gain.
            level -= 1
            frame = frames[level]
            frame[BEST] = max(int(frame[BEST]), -value)
        else:
            # Step 2. A new node: what needs no search goes back at once.
            nodes += 1
            frame = frames[level]
            value = enter(frame, root + level, memory, squares)
            if value != WORST:
                is_back = True
                continue
        # Step 3. Ask the next child, unless one was good enough or none is left.
        best, alpha = int(frame[BEST]), int(frame[ALPHA])
        column = -1 if best > alpha else next_column(frame)
        is_back = column < 0
        if is_back:
            # Step 4. Keep what was found, for other ways to this position.
            lower, upper, code = int(frame[LOWER]), int(frame[UPPER]), int(frame[CODE])
            if best > alpha:
                lower = max(lower, best)
            else:
                upper = min(upper, best)
            keep(memory, code, root + level, lower, upper)
            value = best
        else:
            descend(frame, frames[level + 1], column)
            level += 1
    control[LEVEL], control[IS_BACK], control[VALUE] = level, is_back, value
    control[NODES] += nodes
    return is_back and level == 0
