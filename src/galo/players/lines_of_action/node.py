"""A node before any of its moves is made: cut-offs, quiescence, null move, moves in order.

The comments Step 1 to Step 8 are here; steps 9 to 15 follow in `search`.
"""

from galo.games.rules.lines_of_action import BIT, PASS, SQUARES, Rules, can_move
from galo.jit import kernel
from galo.players.lines_of_action.board import MAY_CONNECT, can_connect, generate_moves, mover_at
from galo.players.lines_of_action.move_ordering import score_moves
from galo.players.lines_of_action.transposition_table import (
    EMPTY,
    KEYS,
    MAX_LEVEL,
    MOVE_MASK,
    NO_MOVE,
    PROVEN,
    TURN,
    WIN,
    depth_of,
    is_cutoff,
    probe,
    value_from_table,
)
from galo.players.lines_of_action.workspace import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    COUNT,
    DEPTH,
    EARLIER,
    EULER,
    KEY,
    LINE_VALUE,
    ORIGINAL_ALPHA,
    PIECES,
    PLY,
    QUIET,
    ROOT_DEPTH,
    SIDE_VALUE,
    STAGE,
    THREAT,
    TRIED,
    EngineWorkspace,
)

NULL_MOVE, REDUCED, SCOUT, FULL_WINDOW = range(4)  # how a move is searched, least effort first
OPEN = WIN + 1  # a node that is not settled
TEMPO = 2  # index of the side to move's bonus in `single`

NULL_MOVE_DEPTH = 3  # least depth for a null move
ENHANCED_CUTOFF_DEPTH = 3  # least depth for enhanced transposition cut-offs
QUIESCENCE_PLIES = 8  # threats are followed to twice the root's depth and so many plies more


@kernel
def is_drawn(rules: Rules, workspace: EngineWorkspace, level: int) -> bool:
    """Return whether the position at *level* is a draw by its plies or by repetition."""
    frame, status = workspace.frames[level], workspace.status
    if rules.max_plies and status[PLY] + level >= rules.max_plies:
        return True
    if rules.repetition == 0:
        return False
    # Once below the root is enough: a side that may repeat a position once may do it again.
    step = 1 if rules.by_board else 2
    times = 1
    for back in range(step, int(frame[QUIET]) + 1, step):
        if level >= back:
            if workspace.frames[level - back, KEY] == frame[KEY]:
                return True
        elif workspace.earlier_keys[int(status[EARLIER]) + level - back] == frame[KEY]:
            times += 1
    return times >= rules.repetition


@kernel
def table_key(workspace: EngineWorkspace, level: int) -> int:
    """Return the hash key of the position at *level*, side to move included."""
    key = int(workspace.frames[level, KEY]) ^ int(workspace.level_keys[level])
    return key ^ TURN if mover_at(workspace, level) else key


@kernel
def static_evaluation(workspace: EngineWorkspace, level: int) -> int:
    """Return the evaluation of the position at *level* for the side to move."""
    frame = workspace.frames[level]
    value = int(frame[LINE_VALUE]) + int(frame[SIDE_VALUE]) - int(frame[SIDE_VALUE + 1])
    tempo = int(workspace.evaluation.single[TEMPO])
    return tempo - value if mover_at(workspace, level) else tempo + value


@kernel
def enter(rules: Rules, workspace: EngineWorkspace, level: int) -> int:
    """Return the value of the node at *level* if no move needs to be made, else OPEN."""
    frame = workspace.frames[level]
    side = mover_at(workspace, level)
    own, enemy = int(frame[PIECES + side]), int(frame[PIECES + 1 - side])
    frame[THREAT] = 0
    workspace.variations[level, 0] = 0
    if level > 0:
        # Step 1. Draws by the rules; a side that cannot move may have lost before.
        if is_drawn(rules, workspace, level) and (not rules.no_move_loses or can_move(own, enemy)):
            return 0
        # Step 2. Mate-distance pruning: no win from here is shorter than one already found.
        frame[ALPHA] = max(int(frame[ALPHA]), level - WIN)
        frame[BETA] = min(int(frame[BETA]), WIN - level - 1)
        if frame[ALPHA] >= frame[BETA]:
            return int(frame[ALPHA])
        # Step 3. Transposition table: a result as deep settles the node, except on the principal
        # variation, which must be kept whole. Leaves are not worth the walk to memory.
        word = EMPTY
        if frame[DEPTH] > 0:
            word = probe(workspace.transposition_table, table_key(workspace, level))
        if word != EMPTY and depth_of(word) >= frame[DEPTH]:
            value = value_from_table(word, level)
            is_narrow = frame[BETA] - frame[ALPHA] == 1
            if is_narrow and is_cutoff(word, value, int(frame[ALPHA]), int(frame[BETA])):
                return value
        # Step 4. A move that connects wins: nothing is better.
        if frame[EULER + side] <= MAY_CONNECT and can_connect(own, enemy):
            return WIN - level - 1
    frame[ORIGINAL_ALPHA] = frame[ALPHA]
    # Step 5. Quiescence: quiet leaves are evaluated; under a threat to connect every reply is
    # searched.
    frame[THREAT] = frame[EULER + 1 - side] <= MAY_CONNECT and can_connect(enemy, own)
    if frame[DEPTH] <= 0 and level > 0:
        if frame[THREAT] == 0 or level > 2 * workspace.status[ROOT_DEPTH] + QUIESCENCE_PLIES:
            return static_evaluation(workspace, level)
        frame[DEPTH] = 1
    return static_evaluation(workspace, level) if level >= MAX_LEVEL - 1 else OPEN


@kernel
def expand(rules: Rules, workspace: EngineWorkspace, level: int) -> int:
    """List the moves of an open node in order; return its value if it is settled, else OPEN."""
    frame = workspace.frames[level]
    # Step 6. Moves; without any, the rules make it a pass, a loss or a draw.
    count = generate_moves(workspace, level) if level > 0 else int(frame[COUNT])
    if count == 0:
        side = mover_at(workspace, level)
        own, enemy = int(frame[PIECES + side]), int(frame[PIECES + 1 - side])
        if not can_move(enemy, own):
            return 0
        if rules.no_move_loses:
            return level - WIN
        workspace.moves[level, 0] = PASS
        count = 1
    frame[COUNT], frame[TRIED] = count, 0
    frame[BEST], frame[BEST_MOVE] = -WIN, NO_MOVE
    # Step 7. Null move: where even a pass may cause a cut-off, it is searched first, less deep.
    beta = int(frame[BETA])
    is_narrow = beta - frame[ALPHA] == 1
    may_pass = level > 0 and workspace.frames[level - 1, STAGE] != NULL_MOVE and frame[THREAT] == 0
    frame[STAGE] = FULL_WINDOW
    if is_narrow and may_pass and frame[DEPTH] >= NULL_MOVE_DEPTH and abs(beta) < PROVEN:
        frame[STAGE] = NULL_MOVE if static_evaluation(workspace, level) >= beta else FULL_WINDOW
    # Step 8. Move ordering; then enhanced transposition cut-offs.
    word = probe(workspace.transposition_table, table_key(workspace, level))
    score_moves(workspace, level, word & MOVE_MASK if word != EMPTY else NO_MOVE)
    if is_narrow and level > 0 and frame[DEPTH] >= ENHANCED_CUTOFF_DEPTH:
        return enhanced_transposition_cutoff(workspace, level)
    return OPEN


@kernel
def enhanced_transposition_cutoff(workspace: EngineWorkspace, level: int) -> int:
    """Return a value of at least beta that the table has for one of the moves, else OPEN."""
    frame = workspace.frames[level]
    side = mover_at(workspace, level)
    here = int(frame[KEY]) ^ int(workspace.level_keys[level + 1]) ^ (0 if side else TURN)
    enemy = int(frame[PIECES + 1 - side])
    for number in range(int(frame[COUNT])):
        move = int(workspace.moves[level, number])
        if move == PASS:
            continue
        target = move % SQUARES
        key = here ^ int(KEYS[side, move // SQUARES]) ^ int(KEYS[side, target])
        if enemy & int(BIT[target]):
            key ^= int(KEYS[1 - side, target])
        word = probe(workspace.transposition_table, key)
        if word != EMPTY and depth_of(word) >= frame[DEPTH] - 1:
            value = value_from_table(word, level + 1)
            beta = int(frame[BETA])
            if value <= -beta and is_cutoff(word, value, -beta, 1 - beta):
                return -value
    return OPEN
