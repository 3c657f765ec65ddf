"""The search of the exact solver: a null-window alpha-beta search with its stack in arrays.

It answers one question: is the score of a position above *alpha*, or not? A node is a position
whose mover cannot win at once and has a move that does not lose at once; both are settled one
ply earlier, from the squares where each side would win. A node puts the opposite question,
alpha' = -alpha - 1, to its children until one of them fails low.
"""

from galo.games.rules.connect_four import COLUMN, LAST_PLY, WIDTH
from galo.jit import kernel, lowest_bit, no_refcount_kernel
from galo.players.connect_four.move_ordering import rank_of
from galo.players.connect_four.stack import (
    IS_RETURNING,
    LEVEL,
    MINE,
    NODES,
    STONES,
    VALUE,
)
from galo.players.connect_four.threats import WHOLE_COLUMN, replies_to, winning_squares
from galo.players.connect_four.transposition_table import (
    EARLY,
    LATE_SHIFT,
    bounds_of,
    is_hit,
    key_of,
    word_of,
)
from galo.players.connect_four.workspace import (
    AGE,
    ALPHA,
    BEST,
    FRAME,
    KEY,
    LOWER,
    PLY,
    RANK,
    REPLIES,
    REPLIES_AFTER,
    SHIFT,
    THREATS,
    THREATS_AFTER,
    UPPER,
    SolverWorkspace,
    frame_of,
)

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
def search(workspace: SolverWorkspace, most_nodes: int) -> int:
    """Go on with the search for at most *most_nodes*, return how many it took.

    It is done when it has returned to level 0. Then status[VALUE] is a bound of the root's
    score: a lower one if it is above the root's alpha, else an upper one.
    """
    status, frames = workspace.status, workspace.frames
    level, is_returning, value = int(status[LEVEL]), bool(status[IS_RETURNING]), int(status[VALUE])
    root = int(status[PLY])
    nodes = 0
    while nodes < most_nodes and not (is_returning and level == 0):
        if is_returning:
            # Step 1. A child has its value: its loss is our gain.
            level -= 1
            frame = frame_of(level)
            frames[frame + BEST] = max(int(frames[frame + BEST]), -value)
        else:
            # Step 2. A new node: one that needs no search returns at once.
            nodes += 1
            frame = frame_of(level)
            value = enter(workspace, frame, root + level)
            if value != WORST:
                is_returning = True
                continue
        # Step 3. Search the next child, unless one was good enough (beta cut-off) or none is left.
        best = int(frames[frame + BEST])
        column = -1 if best > frames[frame + ALPHA] else next_column(workspace, frame)
        if column >= 0:
            descend(workspace, frame, column)
            level += 1
            is_returning = False
        else:
            # Step 4. Store the result, for other ways to this position.
            store(workspace, frame, root + level)
            value = best
            is_returning = True
    status[LEVEL], status[IS_RETURNING], status[VALUE] = level, is_returning, value
    status[NODES] += nodes
    return nodes


@no_refcount_kernel
def enter(workspace: SolverWorkspace, frame: int, ply: int) -> int:
    """Return the value of *frame* if it needs no search, else WORST with its moves ranked.

    The value is a bound in the direction asked for: above alpha a lower, else an upper one.
    """
    frames = workspace.frames
    alpha = int(frames[frame + ALPHA])
    # Step 1. On the last two squares nobody has a line left to make.
    if ply >= LAST_PLY - 2:
        return 0
    # Step 2. Nobody wins before their second stone from now.
    upper, lower = score_of_winning(ply, 2), score_of_losing(ply, 2)
    if upper <= alpha:
        return upper
    if lower > alpha:
        return lower
    # Step 3. The transposition table may know enough from another order of the same moves.
    key = key_of(int(frames[frame + MINE]), int(frames[frame + STONES]), ply)
    word = probe(workspace, key, ply)
    if is_hit(word, key, int(workspace.status[AGE])):
        known = bounds_of(word)
        lower, upper = max(lower, known.lower), min(upper, known.upper)
        if upper <= alpha:
            return upper
        if lower > alpha:
            return lower
    # Step 4. A move with two threats, or a threat above a threat, wins with the second stone.
    if expand(workspace, frame):
        return score_of_winning(ply, 2)
    # Step 5. Else the mover does not win before its third.
    upper = min(upper, score_of_winning(ply, 3))
    if upper <= alpha:
        return upper
    # Step 6. Enhanced transposition cut-off: a child already searched may be good enough.
    if ply < PROBING:
        lower = max(lower, lower_bound_by_children(workspace, frame, ply))
        if lower > alpha:
            return lower
    add_square_ranks(workspace, frame)
    frames[frame + LOWER], frames[frame + UPPER] = lower, upper
    frames[frame + BEST], frames[frame + KEY] = WORST, key
    return WORST


@no_refcount_kernel
def expand(workspace: SolverWorkspace, frame: int) -> bool:
    """Write what follows each reply of *frame* and its rank; return whether one of them wins."""
    frames = workspace.frames
    mine, stones = int(frames[frame + MINE]), int(frames[frame + STONES])
    threats, replies = int(frames[frame + THREATS]), int(frames[frame + REPLIES])
    winning = 0
    for column in range(WIDTH):
        # Without branches: all columns are worked on at once, by vector instructions.
        square = replies & (WHOLE_COLUMN << (column * COLUMN))
        own, after = mine | square, stones | square
        made = winning_squares(own, after)
        left = replies_to(made, after)
        rank = rank_of(own, after, made, left, threats)
        frames[frame + THREATS_AFTER + column] = made
        frames[frame + REPLIES_AFTER + column] = left
        frames[frame + RANK + column] = rank if square else NO_MOVE
        winning |= 0 if left else square
    return winning != 0


@no_refcount_kernel
def probe(workspace: SolverWorkspace, key: int, ply: int) -> int:
    """Return the word in the slot of *key*, which may belong to another position."""
    if ply < EARLY:
        return int(workspace.early[key >> int(workspace.status[SHIFT])])
    return int(workspace.late[key >> LATE_SHIFT])


@no_refcount_kernel
def lower_bound_by_children(workspace: SolverWorkspace, frame: int, ply: int) -> int:
    """Return the best lower bound of *frame* that the table's bounds of its children give."""
    frames = workspace.frames
    mine, stones = int(frames[frame + MINE]), int(frames[frame + STONES])
    replies, age = int(frames[frame + REPLIES]), int(workspace.status[AGE])
    best = WORST
    for column in range(WIDTH):
        square = replies & (WHOLE_COLUMN << (column * COLUMN))
        if square:
            key = key_of(mine ^ stones, stones | square, ply + 1)
            word = probe(workspace, key, ply + 1)
            if is_hit(word, key, age):
                best = max(best, -bounds_of(word).upper)
    return best


@no_refcount_kernel
def add_square_ranks(workspace: SolverWorkspace, frame: int) -> None:
    """Add the rank of its square to the rank of every move."""
    replies = int(workspace.frames[frame + REPLIES])
    while replies:
        square = lowest_bit(replies)
        workspace.frames[frame + RANK + square // COLUMN] += workspace.ranks[square]
        replies &= replies - 1


@no_refcount_kernel
def next_column(workspace: SolverWorkspace, frame: int) -> int:
    """Return the column of highest rank that was not searched yet, -1 if none is left."""
    chosen, highest = -1, NO_MOVE
    for column in range(WIDTH):
        rank = int(workspace.frames[frame + RANK + column])
        if rank > highest:
            chosen, highest = column, rank
    return chosen


@no_refcount_kernel
def descend(workspace: SolverWorkspace, frame: int, column: int) -> None:
    """Make the next frame the position after a stone in *column*, with the opposite window."""
    frames, child = workspace.frames, frame + FRAME
    square = frames[frame + REPLIES] & (WHOLE_COLUMN << (column * COLUMN))
    frames[child + MINE] = frames[frame + MINE] ^ frames[frame + STONES]
    frames[child + STONES] = frames[frame + STONES] | square
    frames[child + THREATS] = frames[frame + THREATS_AFTER + column]
    frames[child + REPLIES] = frames[frame + REPLIES_AFTER + column]
    frames[child + ALPHA] = -frames[frame + ALPHA] - 1
    frames[frame + RANK + column] = NO_MOVE


@no_refcount_kernel
def store(workspace: SolverWorkspace, frame: int, ply: int) -> None:
    """Write the bounds that the search of *frame* found into the transposition table."""
    frames = workspace.frames
    lower, upper = int(frames[frame + LOWER]), int(frames[frame + UPPER])
    best, key = int(frames[frame + BEST]), int(frames[frame + KEY])
    if best > frames[frame + ALPHA]:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    word = word_of(key, int(workspace.status[AGE]), lower, upper)
    if ply < EARLY:
        workspace.early[key >> int(workspace.status[SHIFT])] = word
    else:
        workspace.late[key >> LATE_SHIFT] = word
