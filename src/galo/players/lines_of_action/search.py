"""Principal variation search with its stack in arrays, so that it can stop at any node.

Each node goes through the phases below; a call searches a number of nodes and returns, and the
next call goes on from there. Values are for the side to move; won games count plies.

    ENTER ──▶ settled? ──▶ LEAVE ──▶ the node above: RETURNED ──▶ NEXT_MOVE …
      ▲           │ no                                  │ better than expected
      └────── NEXT_MOVE ◀───────────────────────────────┘ re-search, deeper or wider

Steps 1 to 8, before any move of a node is made, are those of `node`.
"""

import numpy as np

from galo.games.rules.lines_of_action import Rules
from galo.jit import kernel, long_kernel
from galo.players.lines_of_action.board import DRAWN, GOES_ON, LOST, make_move, unmake_move
from galo.players.lines_of_action.move_ordering import next_move, update_history, update_killers
from galo.players.lines_of_action.node import (
    FULL_WINDOW,
    NULL_MOVE,
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
    PROVEN,
    UPPER,
    WIN,
    pack,
    store,
    value_to_table,
)
from galo.players.lines_of_action.workspace import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    COUNT,
    DEPTH,
    LEVEL,
    MOVE,
    ORIGINAL_ALPHA,
    PHASE,
    QUIET,
    ROOT_DEPTH,
    STAGE,
    THREAT,
    TRIED,
    VALUE,
    EngineWorkspace,
)

ENTER, NEXT_MOVE, RETURNED, LEAVE, DONE = range(5)

NULL_MOVE_REDUCTION = 2
LATE_MOVE_DEPTH, LATE_MOVE_NUMBER = 3, 3  # least depth and number of a move that is reduced

REDUCTIONS = np.array(  # late move reductions in plies, by depth and number of the move
    [
        [
            0 if depth < 1 or number < 1 else int(0.5 + np.log(depth) * np.log(number) / 2.2)
            for number in range(128)
        ]
        for depth in range(128)
    ]
)


@kernel
def begin(workspace: EngineWorkspace, depth: int, alpha: int, beta: int) -> None:
    """Make the next call of `search` start at the root, *depth* plies deep."""
    frame, status = workspace.frames[0], workspace.status
    frame[ALPHA], frame[BETA], frame[DEPTH] = alpha, beta, depth
    frame[STAGE], frame[BEST_MOVE] = FULL_WINDOW, NO_MOVE
    status[LEVEL], status[PHASE], status[ROOT_DEPTH] = 0, ENTER, depth


@long_kernel
def search(rules: Rules, workspace: EngineWorkspace, most_nodes: int) -> int:
    """Search on for at most *most_nodes*; return how many it took. Done when PHASE is DONE."""
    status = workspace.status
    level, phase, value = int(status[LEVEL]), int(status[PHASE]), int(status[VALUE])
    nodes = 0
    while phase != DONE:
        if phase == ENTER:
            if nodes == most_nodes:
                break
            nodes += 1
            value = enter(rules, workspace, level)
            if value == OPEN:
                value = expand(rules, workspace, level)
            phase = NEXT_MOVE if value == OPEN else LEAVE
        elif phase == NEXT_MOVE:
            if workspace.frames[level, STAGE] == NULL_MOVE:
                make_null_move(workspace, level)
                level, phase = level + 1, ENTER
            elif workspace.frames[level, TRIED] == workspace.frames[level, COUNT]:
                value = store_result(workspace, level)
                phase = LEAVE
            else:
                value = make_next_move(rules, workspace, level)
                phase = ENTER if value == OPEN else RETURNED
                level += 1 if value == OPEN else 0
        elif phase == RETURNED:
            phase = update_best(workspace, level, -value)
            level += 1 if phase == ENTER else 0
            if phase == LEAVE:
                value = store_result(workspace, level)
        else:
            level -= 1
            phase = RETURNED if level >= 0 else DONE
    status[LEVEL], status[PHASE], status[VALUE] = level, phase, value
    return nodes


@kernel
def make_null_move(workspace: EngineWorkspace, level: int) -> None:
    """Make the null move at *level*: the node below has the same board and a null window."""
    frames = workspace.frames
    for field in range(ALPHA):
        frames[level + 1, field] = frames[level, field]
    frames[level + 1, QUIET] = 0  # a null move is no move: no repetition reaches across it
    frames[level + 1, ALPHA] = -frames[level, BETA]
    frames[level + 1, BETA] = 1 - frames[level, BETA]
    frames[level + 1, DEPTH] = frames[level, DEPTH] - 1 - NULL_MOVE_REDUCTION


@kernel
def make_next_move(rules: Rules, workspace: EngineWorkspace, level: int) -> int:
    """Make the next move at *level*; return its value for the other side if the game ends there.

    Else return OPEN, with the window of the node below.
    """
    # Step 9. Make the move.
    frame = workspace.frames[level]
    number = int(frame[TRIED])
    move = next_move(workspace, level)
    frame[MOVE], frame[STAGE] = move, FULL_WINDOW
    end = make_move(rules, workspace, level, move)
    workspace.variations[level + 1, 0] = 0
    if end != GOES_ON:
        return 0 if end == DRAWN else WIN - level - 1 if end == LOST else level + 1 - WIN
    # Step 10. The first move has the full window; the others a null window (scout), and late
    # moves less depth.
    depth = int(frame[DEPTH]) - 1
    if number > 0:
        frame[STAGE] = SCOUT
        is_late = number >= LATE_MOVE_NUMBER and depth + 1 >= LATE_MOVE_DEPTH
        if is_late and frame[THREAT] == 0:
            reduced = int(REDUCTIONS[min(depth, 127), number])
            if reduced > 0:
                frame[STAGE] = REDUCED
                depth = max(1, depth - reduced)
    set_window(workspace, level, depth)
    return OPEN


@kernel
def set_window(workspace: EngineWorkspace, level: int, depth: int) -> None:
    """Give the node below *level* its *depth* and its window: full, or null for a scout."""
    frame, below = workspace.frames[level], workspace.frames[level + 1]
    alpha = int(frame[ALPHA])
    below[ALPHA] = -int(frame[BETA]) if frame[STAGE] == FULL_WINDOW else -alpha - 1
    below[BETA] = -alpha
    below[DEPTH] = depth


@kernel
def update_best(workspace: EngineWorkspace, level: int, value: int) -> int:
    """Update the best move at *level* by the *value* just returned; return the next phase."""
    frame = workspace.frames[level]
    stage, alpha, beta = int(frame[STAGE]), int(frame[ALPHA]), int(frame[BETA])
    # Step 11. Null move: a cut-off settles the node, but proves no win.
    if stage == NULL_MOVE:
        frame[STAGE] = FULL_WINDOW
        if value < beta:
            return NEXT_MOVE
        frame[BEST] = min(value, PROVEN)
        return LEAVE
    # Step 12. Re-search: a reduced move that beats alpha in full depth, then in the full window.
    if stage == REDUCED and value > alpha or stage == SCOUT and alpha < value < beta:
        frame[STAGE] = stage + 1
        set_window(workspace, level, int(frame[DEPTH]) - 1)
        return ENTER
    # Step 13. Keep the best move and its principal variation.
    move = int(frame[MOVE])
    unmake_move(workspace, level, move)
    if value > frame[BEST]:
        frame[BEST] = value
        if value > alpha:
            frame[ALPHA], frame[BEST_MOVE] = value, move
            length = int(workspace.variations[level + 1, 0])
            workspace.variations[level, 0], workspace.variations[level, 1] = length + 1, move
            for ply in range(1, length + 1):
                workspace.variations[level, ply + 1] = workspace.variations[level + 1, ply]
    # Step 14. Beta cut-off: the other side avoids this position.
    if value >= beta:
        update_killers(workspace, level, move)
        update_history(workspace, level, move, int(frame[DEPTH]))
        return LEAVE
    return NEXT_MOVE


@kernel
def store_result(workspace: EngineWorkspace, level: int) -> int:
    """Return the value of the node at *level*, and store it in the transposition table."""
    frame = workspace.frames[level]
    best = int(frame[BEST])
    if frame[BEST_MOVE] == NO_MOVE and best >= frame[BETA]:
        return best  # by the null move: there is no move to store
    # Step 15. Store: exact inside the window, a bound outside.
    bound = EXACT
    if best <= frame[ORIGINAL_ALPHA]:
        bound = UPPER
    elif best >= frame[BETA]:
        bound = LOWER
    value = value_to_table(best, level)
    word = pack(value, bound, int(frame[DEPTH]), int(frame[BEST_MOVE]))
    store(workspace.transposition_table, table_key(workspace, level), word)
    return best
