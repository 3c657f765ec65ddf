"""Principal variation search with its stack in arrays, so that it can stop at any node.

Each node goes through the phases below; a call does so many of them and returns, and the
next call goes on where it was. Values are for the side to move, won games count plies.

    ENTER ──▶ settled? ──▶ LEAVE ──▶ the node above: JUDGE ──▶ CHOOSE …
      ▲           │ no                                │ better than expected
      └──── CHOOSE a move ◀───────────────────────────┘ search it again, deeper or wider
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.lines_of_action import BIT, PASS, SQUARES, Rules, can_move
from galo.jit import kernel
from galo.players.lines_of_action.board import (
    CLOSE,
    DRAWN,
    GOES_ON,
    LOST,
    advance,
    can_connect,
    generate,
    mover_at,
    retract,
)
from galo.players.lines_of_action.memory import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    COUNT,
    DEPTH,
    EULER,
    FLOOR,
    KEY,
    LEVEL,
    LINE_WORTH,
    MOVE,
    NODES,
    PAST,
    PHASE,
    PIECES,
    PLY,
    QUIET,
    ROOT_DEPTH,
    STAGE,
    THREAT,
    TRIED,
    VALUE,
    WORTH,
    Memory,
)
from galo.players.lines_of_action.ordering import next_move, praise, score_moves
from galo.players.lines_of_action.table import (
    EXACT,
    KEYS,
    LONGEST,
    LOWER,
    MOVE_MASK,
    NO_MOVE,
    NOTHING,
    SURE,
    TURN,
    UPPER,
    WIN,
    cuts,
    depth_of,
    pack,
    probe,
    store,
    value_below,
    value_of,
)

if TYPE_CHECKING:
    from galo.games.rules.ending import Integers

ENTER, CHOOSE, JUDGE, LEAVE, DONE = range(5)
NULL, REDUCED, SCOUT, FULL = range(4)  # how a move is searched, from the least to the most
OPEN = WIN + 1  # a node that is not settled
TEMPO = 2  # among the single weights

NULL_DEPTH, NULL_REDUCTION = 3, 2
REDUCED_DEPTH, REDUCED_FROM = 3, 3  # late moves: from this depth and number on
TABLE_CUT_DEPTH = 3  # from here on the moves' own entries are asked before any is tried
SLACK = 8  # plies beyond twice the depth that threats may lead to

REDUCTIONS = np.array(  # by depth and number of the move
    [
        [0 if depth < 1 or number < 1 else int(0.5 + np.log(depth) * np.log(number) / 2.2)
         for number in range(128)]
        for depth in range(128)
    ]
)


@kernel
def begin(memory: Memory, depth: int, alpha: int, beta: int) -> None:
    """Make the next call of `search` start at the root, *depth* plies deep."""
    frame, status = memory.frames[0], memory.status
    frame[ALPHA], frame[BETA], frame[DEPTH] = alpha, beta, depth
    frame[STAGE] = FULL
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
    status[NODES] += nodes
    return nodes


@kernel
def is_drawn(rules: Rules, memory: Memory, level: int) -> bool:
    """Return whether the position at *level* is a draw by its plies or by repetition."""
    frame, status = memory.frames[level], memory.status
    if rules.max_plies and status[PLY] + level >= rules.max_plies:
        return True
    if rules.repetition == 0:
        return False
    # Once below the root is enough: who may repeat a position once may do it again.
    step = 1 if rules.by_board else 2
    times = 1
    for back in range(step, int(frame[QUIET]) + 1, step):
        if level >= back:
            if memory.frames[level - back, KEY] == frame[KEY]:
                return True
        elif memory.past[int(status[PAST]) + level - back] == frame[KEY]:
            times += 1
    return times >= rules.repetition


@kernel
def table_key(memory: Memory, level: int) -> int:
    """Return the key of the position at *level*, side to move included."""
    key = int(memory.frames[level, KEY]) ^ int(memory.level_keys[level])
    return key ^ TURN if mover_at(memory, level) else key


@kernel
def static_value(memory: Memory, level: int) -> int:
    """Return the evaluation of the position at *level* for the side to move."""
    frame = memory.frames[level]
    value = int(frame[LINE_WORTH]) + int(frame[WORTH]) - int(frame[WORTH + 1])
    tempo = int(memory.tables.single[TEMPO])
    return tempo - value if mover_at(memory, level) else tempo + value


@kernel
def enter(rules: Rules, memory: Memory, level: int) -> int:
    """Return the value of the node at *level* if it needs no move tried, else OPEN."""
    frame = memory.frames[level]
    side = mover_at(memory, level)
    own, enemy = int(frame[PIECES + side]), int(frame[PIECES + 1 - side])
    frame[THREAT] = 0
    memory.lines[level, 0] = 0
    if level > 0:
        # Step 1. Draws by the rules; a side that cannot move may have lost before.
        if is_drawn(rules, memory, level) and (not rules.no_move_loses or can_move(own, enemy)):
            return 0
        # Step 2. No line from here is shorter than a win already found.
        frame[ALPHA] = max(int(frame[ALPHA]), level - WIN)
        frame[BETA] = min(int(frame[BETA]), WIN - level - 1)
        if frame[ALPHA] >= frame[BETA]:
            return int(frame[ALPHA])
        # Step 3. The table: a result as deep settles the node, unless a line is wanted.
        word = probe(memory.table, table_key(memory, level))
        if word != NOTHING and depth_of(word) >= frame[DEPTH]:
            value = value_of(word, level)
            is_narrow = frame[BETA] - frame[ALPHA] == 1
            if is_narrow and cuts(word, value, int(frame[ALPHA]), int(frame[BETA])):
                return value
        # Step 4. A move that connects: nothing is better.
        if frame[EULER + side] <= CLOSE and can_connect(own, enemy):
            return WIN - level - 1
    frame[FLOOR] = frame[ALPHA]
    # Step 5. Quiet leaves are evaluated; under a threat to connect every answer is tried.
    frame[THREAT] = frame[EULER + 1 - side] <= CLOSE and can_connect(enemy, own)
    if frame[DEPTH] <= 0 and level > 0:
        if frame[THREAT] == 0 or level > 2 * memory.status[ROOT_DEPTH] + SLACK:
            return static_value(memory, level)
        frame[DEPTH] = 1
    return static_value(memory, level) if level >= LONGEST - 1 else OPEN


@kernel
def expand(rules: Rules, memory: Memory, level: int) -> int:
    """List the moves of an open node, best first; return its value if it has none, else OPEN."""
    frame = memory.frames[level]
    # Step 6. Moves; without any, the rules say whether it is a pass, a loss or a draw.
    count = generate(memory, level) if level > 0 else int(frame[COUNT])
    if count == 0:
        side = mover_at(memory, level)
        own, enemy = int(frame[PIECES + side]), int(frame[PIECES + 1 - side])
        if not can_move(enemy, own):
            return 0
        if rules.no_move_loses:
            return level - WIN
        memory.moves[level, 0] = PASS
        count = 1
    frame[COUNT], frame[TRIED] = count, 0
    frame[BEST], frame[BEST_MOVE] = -WIN, NO_MOVE
    # Step 7. Where a pass would already be too good, a real move will be: try it, less deep.
    is_narrow = frame[BETA] - frame[ALPHA] == 1
    may_pass = level > 0 and memory.frames[level - 1, STAGE] != NULL and frame[THREAT] == 0
    frame[STAGE] = FULL
    if is_narrow and may_pass and frame[DEPTH] >= NULL_DEPTH and abs(int(frame[BETA])) < SURE:
        if static_value(memory, level) >= frame[BETA]:
            frame[STAGE] = NULL
    # Step 8. Order; and a move whose own entry refutes this node spares the search of it.
    word = probe(memory.table, table_key(memory, level))
    score_moves(memory, level, word & MOVE_MASK if word != NOTHING else NO_MOVE)
    if is_narrow and level > 0 and frame[DEPTH] >= TABLE_CUT_DEPTH:
        return refuted_by_table(memory, level)
    return OPEN


@kernel
def refuted_by_table(memory: Memory, level: int) -> int:
    """Return a value of at least beta that the table knows for one of the moves, else OPEN."""
    frame = memory.frames[level]
    side = mover_at(memory, level)
    here = int(frame[KEY]) ^ int(memory.level_keys[level + 1]) ^ (0 if side else TURN)
    enemy = int(frame[PIECES + 1 - side])
    for number in range(int(frame[COUNT])):
        move = int(memory.moves[level, number])
        if move == PASS:
            continue
        target = move % SQUARES
        key = here ^ int(KEYS[side, move // SQUARES]) ^ int(KEYS[side, target])
        if enemy & int(BIT[target]):
            key ^= int(KEYS[1 - side, target])
        word = probe(memory.table, key)
        if word != NOTHING and depth_of(word) >= frame[DEPTH] - 1:
            value = value_of(word, level + 1)
            beta = int(frame[BETA])
            if value <= -beta and cuts(word, value, -beta, 1 - beta):
                return -value
    return OPEN


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
