"""Principal variation search with its stack in arrays, so that it can stop at any node.

Each node goes through the phases below; a call does so many of them and returns, and the
next call goes on where it was. Values are for the side to move, won games count plies.

    ENTER ──▶ settled? ──▶ LEAVE ──▶ the node above: JUDGE ──▶ CHOOSE …
      ▲           │ no                                │ better than expected
      └──── CHOOSE a move ◀───────────────────────────┘ search it again, deeper or wider

Steps 1 to 8, what happens in a node before any move is made, are those of `node`.
"""

import numpy as np

from galo.games.rules.lines_of_action import Rules
from galo.jit import kernel
from galo.players.lines_of_action.board import DRAWN, GOES_ON, LOST, advance, retract
from galo.players.lines_of_action.move_ordering import next_move, praise
from galo.players.lines_of_action.node import (
    FULL,
    NULL,
    OPEN,
    REDUCED,
    SCOUT,
    enter,
    expand,
    table_key,
)
from galo.players.lines_of_action.transposition_table import (
    EXACT,
    LOWER,
    NO_MOVE,
    SURE,
    UPPER,
    WIN,
    pack,
    store,
    value_below,
)
from galo.players.lines_of_action.workspace import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    COUNT,
    DEPTH,
    FLOOR,
    LEVEL,
    MOVE,
    PHASE,
    QUIET,
    ROOT_DEPTH,
    STAGE,
    THREAT,
    TRIED,
    VALUE,
    Memory,
)

ENTER, CHOOSE, JUDGE, LEAVE, DONE = range(5)

NULL_REDUCTION = 2
REDUCED_DEPTH, REDUCED_FROM = 3, 3  # late moves: from this depth and number on

REDUCTIONS = np.array(  # by depth and number of the move
    [
        [
            0 if depth < 1 or number < 1 else int(0.5 + np.log(depth) * np.log(number) / 2.2)
            for number in range(128)
        ]
        for depth in range(128)
    ]
)


@kernel
def begin(memory: Memory, depth: int, alpha: int, beta: int) -> None:
    """Make the next call of `search` start at the root, *depth* plies deep."""
    frame, status = memory.frames[0], memory.status
    frame[ALPHA], frame[BETA], frame[DEPTH] = alpha, beta, depth
    frame[STAGE], frame[BEST_MOVE] = FULL, NO_MOVE
    status[LEVEL], status[PHASE], status[ROOT_DEPTH] = 0, ENTER, depth


@kernel
def search(rules: Rules, memory: Memory, budget: int) -> int:
    """Search on for at most *budget* nodes; return how many it took. Done when PHASE is DONE."""
    status = memory.status
    level, phase, value = int(status[LEVEL]), int(status[PHASE]), int(status[VALUE])
    nodes = 0
    while phase != DONE:
        if phase == ENTER:
            if nodes == budget:
                break
            nodes += 1
            value = enter(rules, memory, level)
            if value == OPEN:
                value = expand(rules, memory, level)
            phase = CHOOSE if value == OPEN else LEAVE
        elif phase == CHOOSE:
            if memory.frames[level, STAGE] == NULL:
                pass_by(memory, level)
                level, phase = level + 1, ENTER
            elif memory.frames[level, TRIED] == memory.frames[level, COUNT]:
                value = close(memory, level)
                phase = LEAVE
            else:
                value = try_next(rules, memory, level)
                phase = ENTER if value == OPEN else JUDGE
                level += 1 if value == OPEN else 0
        elif phase == JUDGE:
            phase = judge(memory, level, -value)
            level += 1 if phase == ENTER else 0
            if phase == LEAVE:
                value = close(memory, level)
        else:
            level -= 1
            phase = JUDGE if level >= 0 else DONE
    status[LEVEL], status[PHASE], status[VALUE] = level, phase, value
    return nodes


@kernel
def pass_by(memory: Memory, level: int) -> None:
    """Set up the node below *level* as if the mover had passed."""
    frames = memory.frames
    for field in range(ALPHA):
        frames[level + 1, field] = frames[level, field]
    frames[level + 1, QUIET] = 0  # no position before this can come back by the rules
    frames[level + 1, ALPHA] = -frames[level, BETA]
    frames[level + 1, BETA] = 1 - frames[level, BETA]
    frames[level + 1, DEPTH] = frames[level, DEPTH] - 1 - NULL_REDUCTION


@kernel
def try_next(rules: Rules, memory: Memory, level: int) -> int:
    """Make the next move at *level*; return its value, for the other side, if it ends the game."""
    # Step 9. Make the move.
    frame = memory.frames[level]
    number = int(frame[TRIED])
    move = next_move(memory, level)
    frame[MOVE], frame[STAGE] = move, FULL
    end = advance(rules, memory, level, move)
    memory.lines[level + 1, 0] = 0
    if end != GOES_ON:
        return 0 if end == DRAWN else WIN - level - 1 if end == LOST else level + 1 - WIN
    # Step 10. The first move has the whole window; the others must show that they are better.
    depth = int(frame[DEPTH]) - 1
    if number > 0:
        frame[STAGE] = SCOUT
        is_late = number >= REDUCED_FROM and depth + 1 >= REDUCED_DEPTH
        if is_late and frame[THREAT] == 0:
            reduced = int(REDUCTIONS[min(depth, 127), number])
            if reduced > 0:
                frame[STAGE] = REDUCED
                depth = max(1, depth - reduced)
    open_window(memory, level, depth)
    return OPEN


@kernel
def open_window(memory: Memory, level: int, depth: int) -> None:
    """Give the node below *level* its window, by how the move is searched, and its *depth*."""
    frame, below = memory.frames[level], memory.frames[level + 1]
    alpha = int(frame[ALPHA])
    below[ALPHA] = -int(frame[BETA]) if frame[STAGE] == FULL else -alpha - 1
    below[BETA] = -alpha
    below[DEPTH] = depth


@kernel
def judge(memory: Memory, level: int, value: int) -> int:
    """Take in the *value* of the move on trial at *level*; return the phase that follows."""
    frame = memory.frames[level]
    stage, alpha, beta = int(frame[STAGE]), int(frame[ALPHA]), int(frame[BETA])
    # Step 11. The pass: good enough settles the node, but proves no win.
    if stage == NULL:
        frame[STAGE] = FULL
        if value < beta:
            return CHOOSE
        frame[BEST] = min(value, SURE)
        return LEAVE
    # Step 12. A late move that surprises is searched in full depth, then in the full window.
    if stage == REDUCED and value > alpha or stage == SCOUT and alpha < value < beta:
        frame[STAGE] = stage + 1
        open_window(memory, level, int(frame[DEPTH]) - 1)
        return ENTER
    # Step 13. Keep what is best, and the line it leads to.
    move = int(frame[MOVE])
    retract(memory, level, move)
    if value > frame[BEST]:
        frame[BEST] = value
        if value > alpha:
            frame[ALPHA], frame[BEST_MOVE] = value, move
            length = int(memory.lines[level + 1, 0])
            memory.lines[level, 0], memory.lines[level, 1] = length + 1, move
            for ply in range(1, length + 1):
                memory.lines[level, ply + 1] = memory.lines[level + 1, ply]
    # Step 14. The other side will not let it come to this.
    if value >= beta:
        praise(memory, level, move, int(frame[DEPTH]))
        return LEAVE
    return CHOOSE


@kernel
def close(memory: Memory, level: int) -> int:
    """Return the value of the node at *level*, and store it."""
    frame = memory.frames[level]
    best = int(frame[BEST])
    if frame[BEST_MOVE] == NO_MOVE and best >= frame[BETA]:
        return best  # by a pass: no move to remember
    # Step 15. Remember.
    bound = EXACT
    if best <= frame[FLOOR]:
        bound = UPPER
    elif best >= frame[BETA]:
        bound = LOWER
    value = value_below(best, level)
    word = pack(value, bound, int(frame[DEPTH]), int(frame[BEST_MOVE]))
    store(memory.table, table_key(memory, level), word)
    return best
