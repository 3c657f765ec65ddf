"""The search of the exact solver: is the score of a position above *alpha*, or not?

A node is a position whose mover cannot win at once and has a move that does not lose at once;
both are settled one ply earlier, from the squares where each side would win. A node asks its
children the opposite question, alpha' = -alpha - 1, until one answers no.
"""

from typing import TYPE_CHECKING

from galo.games.rules.connect_four import COLUMN, LAST_PLY, WIDTH
from galo.jit import kernel, lowest_bit, no_refcount_kernel
from galo.players.connect_four.move_ordering import rank_of
from galo.players.connect_four.threats import WHOLE_COLUMN, replies_to, winning_squares
from galo.players.connect_four.transposition_table import (
    EARLY,
    LATE_SHIFT,
    bounds_in,
    is_about,
    scrambled,
    word_of,
)
from galo.players.connect_four.workspace import (
    AGE,
    ALPHA,
    BEST,
    CODE,
    FRAME,
    IS_BACK,
    LATE,
    LEVEL,
    LOWER,
    MINE,
    NODES,
    PLY,
    RANK,
    REPLIES,
    REPLIES_AFTER,
    SHIFT,
    SQUARES,
    STONES,
    THREATS,
    THREATS_AFTER,
    UPPER,
    VALUE,
    frame_of,
)

if TYPE_CHECKING:
    from galo.arrays import IntVector

WORST = -99  # below every score
NO_MOVE = -(1 << 40)  # below every rank
PROBING = 34  # stones below which children are looked up before they are searched


@kernel
def score_of_winning(ply: int, stones: int) -> int:
    """Return the mover's score if it wins with its *stones*-th stone from now."""
    return (LAST_PLY + 3 - ply - 2 * stones) >> 1


@kernel
def score_of_losing(ply: int, stones: int) -> int:
    """Return the mover's score if the other side wins with its *stones*-th stone from now."""
    return -((LAST_PLY + 2 - ply - 2 * stones) >> 1)


@no_refcount_kernel
def search(desk: "IntVector", early: "IntVector", most_nodes: int) -> int:
    """Go on with the search on *desk* for at most *most_nodes*, return how many it took.

    It is done when it is back at level 0. Then desk[VALUE] is a bound of the root's score:
    a lower one if it is above the root's alpha, else an upper one.
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
            value = enter(desk, early, frame, root + level)
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
            keep(desk, early, frame, root + level)
            value = best
            is_back = True
    desk[LEVEL], desk[IS_BACK], desk[VALUE] = level, is_back, value
    desk[NODES] += nodes
    return nodes


@no_refcount_kernel
def enter(desk: "IntVector", early: "IntVector", frame: int, ply: int) -> int:
    """Return the answer for *frame* if it needs no search, else WORST with its moves ranked.

    The answer is a bound in the direction asked for: above alpha a lower, else an upper one.
    """
    alpha = int(desk[frame + ALPHA])
    # Step 1. On the last two squares nobody has a line left to make.
    if ply >= LAST_PLY - 2:
        return 0
    # Step 2. Nobody wins before their second stone from now.
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
    # Step 5. Else the mover does not win before its third.
    upper = min(upper, score_of_winning(ply, 3))
    if upper <= alpha:
        return upper
    # Step 6. A child already searched may be bad enough for the other side.
    if ply < PROBING:
        lower = max(lower, bound_by_children(desk, early, frame, ply))
        if lower > alpha:
            return lower
    add_square_ranks(desk, frame)
    desk[frame + LOWER], desk[frame + UPPER] = lower, upper
    desk[frame + BEST], desk[frame + CODE] = WORST, code
    return WORST


@no_refcount_kernel
def expand(desk: "IntVector", frame: int) -> bool:
    """Write what follows each reply of *frame* and its rank; return whether one of them wins."""
    mine, stones = int(desk[frame + MINE]), int(desk[frame + STONES])
    threats, replies = int(desk[frame + THREATS]), int(desk[frame + REPLIES])
    winning = 0
    for column in range(WIDTH):
        # Without branches: all columns are worked on at once, by vector instructions.
        square = replies & (WHOLE_COLUMN << (column * COLUMN))
        own, after = mine | square, stones | square
        made = winning_squares(own, after)
        left = replies_to(made, after)
        rank = rank_of(own, after, made, left, threats)
        desk[frame + THREATS_AFTER + column] = made
        desk[frame + REPLIES_AFTER + column] = left
        desk[frame + RANK + column] = rank if square else NO_MOVE
        winning |= 0 if left else square
    return winning != 0


@no_refcount_kernel
def recall(desk: "IntVector", early: "IntVector", code: int, ply: int) -> int:
    """Return the word at the place of the scrambled number *code*, which may be another's."""
    if ply < EARLY:
        return int(early[code >> int(desk[SHIFT])])
    return int(desk[LATE + (code >> LATE_SHIFT)])


@no_refcount_kernel
def bound_by_children(desk: "IntVector", early: "IntVector", frame: int, ply: int) -> int:
    """Return the best lower bound that what is known of the children gives this position."""
    mine, stones = int(desk[frame + MINE]), int(desk[frame + STONES])
    replies, age = int(desk[frame + REPLIES]), int(desk[AGE])
    best = WORST
    for column in range(WIDTH):
        square = replies & (WHOLE_COLUMN << (column * COLUMN))
        if square:
            code = scrambled(mine ^ stones, stones | square, ply + 1)
            word = recall(desk, early, code, ply + 1)
            if is_about(word, code, age):
                best = max(best, -bounds_in(word).upper)
    return best


@no_refcount_kernel
def add_square_ranks(desk: "IntVector", frame: int) -> None:
    """Add the value of its square to the rank of every move."""
    replies = int(desk[frame + REPLIES])
    while replies:
        square = lowest_bit(replies)
        desk[frame + RANK + square // COLUMN] += desk[SQUARES + square]
        replies &= replies - 1


@no_refcount_kernel
def next_column(desk: "IntVector", frame: int) -> int:
    """Return the column of highest rank that was not searched yet, -1 if none is left."""
    chosen, highest = -1, NO_MOVE
    for column in range(WIDTH):
        rank = int(desk[frame + RANK + column])
        if rank > highest:
            chosen, highest = column, rank
    return chosen


@no_refcount_kernel
def descend(desk: "IntVector", frame: int, column: int) -> None:
    """Make the next frame the position after a stone in *column*, with the opposite question."""
    child = frame + FRAME
    square = desk[frame + REPLIES] & (WHOLE_COLUMN << (column * COLUMN))
    desk[child + MINE] = desk[frame + MINE] ^ desk[frame + STONES]
    desk[child + STONES] = desk[frame + STONES] | square
    desk[child + THREATS] = desk[frame + THREATS_AFTER + column]
    desk[child + REPLIES] = desk[frame + REPLIES_AFTER + column]
    desk[child + ALPHA] = -desk[frame + ALPHA] - 1
    desk[frame + RANK + column] = NO_MOVE


@no_refcount_kernel
def keep(desk: "IntVector", early: "IntVector", frame: int, ply: int) -> None:
    """Write into the table what the search of *frame* came to."""
    lower, upper = int(desk[frame + LOWER]), int(desk[frame + UPPER])
    best, code = int(desk[frame + BEST]), int(desk[frame + CODE])
    if best > desk[frame + ALPHA]:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    word = word_of(code, int(desk[AGE]), lower, upper)
    if ply < EARLY:
        early[code >> int(desk[SHIFT])] = word
    else:
        desk[LATE + (code >> LATE_SHIFT)] = word
