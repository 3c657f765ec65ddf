"""A node before any of its moves is made: is it settled, and if not, what is there to try?

Steps are numbered through from here to `search`.
"""

from galo.games.rules.lines_of_action import BIT, PASS, SQUARES, Rules, can_move
from galo.jit import kernel
from galo.players.lines_of_action.board import CLOSE, can_connect, generate, mover_at
from galo.players.lines_of_action.move_ordering import score_moves
from galo.players.lines_of_action.transposition_table import (
    KEYS,
    LONGEST,
    MOVE_MASK,
    NO_MOVE,
    NOTHING,
    SURE,
    TURN,
    WIN,
    cuts,
    depth_of,
    probe,
    value_of,
)
from galo.players.lines_of_action.workspace import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    COUNT,
    DEPTH,
    EULER,
    FLOOR,
    KEY,
    LINE_WORTH,
    PAST,
    PIECES,
    PLY,
    QUIET,
    ROOT_DEPTH,
    STAGE,
    THREAT,
    TRIED,
    WORTH,
    Memory,
)

NULL, REDUCED, SCOUT, FULL = range(4)  # how a move is searched, from the least to the most
OPEN = WIN + 1  # a node that is not settled
TEMPO = 2  # among the single weights

NULL_DEPTH = 3  # from here on a pass is tried first
TABLE_CUT_DEPTH = 3  # from here on the moves' own entries are asked before any is tried
SLACK = 8  # plies beyond twice the depth that threats may lead to


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
        # Step 3. The table: a result as deep settles the node, unless a line is wanted. Leaves
        # are not worth the walk to memory.
        word = NOTHING
        if frame[DEPTH] > 0:
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
        frame[STAGE] = NULL if static_value(memory, level) >= frame[BETA] else FULL
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
