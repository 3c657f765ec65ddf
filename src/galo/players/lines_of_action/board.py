"""The engine's board: make and unmake moves on a stack of positions, and generate them."""

from galo.games.rules.lines_of_action import (
    BETWEEN,
    BIT,
    LINE,
    OFF_BOARD,
    PASS,
    SQUARES,
    TARGET,
    Rules,
    is_connected,
    landing,
)
from galo.jit import kernel, lowest_bit, popcount
from galo.players.lines_of_action.evaluation import evaluate_side
from galo.players.lines_of_action.features import euler_number, features_of
from galo.players.lines_of_action.lines import BEGIN, LINE_OF, LINES, PLACE
from galo.players.lines_of_action.transposition_table import KEYS
from galo.players.lines_of_action.workspace import (
    CENTRE,
    EULER,
    KEY,
    LINE_VALUE,
    MOVER,
    PIECES,
    QUIET,
    SIDE_VALUE,
    WINDOW,
    EngineWorkspace,
)

GOES_ON, WON, LOST, DRAWN = 0, 1, 2, 3  # for the side that moved
LINES_THROUGH = 4  # a square
MAY_CONNECT = 3  # highest Euler number of a side that may connect with one move


@kernel
def mover_at(workspace: EngineWorkspace, level: int) -> int:
    """Return the side to move *level* plies below the root."""
    return int(workspace.status[MOVER]) ^ (level & 1)


@kernel
def key_of(black: int, white: int) -> int:
    """Return the Zobrist key of a board, without the side to move."""
    key = 0
    for side in range(2):
        pieces = black if side == 0 else white
        while pieces:
            square = lowest_bit(pieces)
            pieces ^= int(BIT[square])
            key ^= int(KEYS[side, square])
    return key


@kernel
def set_up(workspace: EngineWorkspace, black: int, white: int) -> None:
    """Write the position of the root into the first frame."""
    frame = workspace.frames[0]
    workspace.line_codes[:] = BEGIN
    frame[KEY] = key_of(black, white)
    for side in range(2):
        pieces = black if side == 0 else white
        features = features_of(workspace.evaluation.ranks, pieces)
        frame[PIECES + side] = pieces
        frame[SIDE_VALUE + side] = evaluate_side(workspace.evaluation, features)
        frame[EULER + side] = features.euler
        frame[CENTRE + side] = features.centre
        while pieces:
            square = lowest_bit(pieces)
            pieces ^= int(BIT[square])
            update_lines(workspace, square, side + 1)
    frame[LINE_VALUE] = 0
    for line in range(LINES):
        frame[LINE_VALUE] += workspace.evaluation.lines[workspace.line_codes[line]]


@kernel
def update_lines(workspace: EngineWorkspace, square: int, digit: int) -> int:
    """Add *digit* to the lines through *square*; return the change of their value."""
    change = 0
    for step in range(LINES_THROUGH):
        line = LINE_OF[square, step]
        before = int(workspace.line_codes[line])
        after = before + digit * int(PLACE[square, step])
        workspace.line_codes[line] = after
        change += int(workspace.evaluation.lines[after]) - int(workspace.evaluation.lines[before])
    return change


@kernel
def make_move(rules: Rules, workspace: EngineWorkspace, level: int, move: int) -> int:
    """Write the position after *move* below *level*; return GOES_ON or how the game ended."""
    # Step 1. Copy the position: a pass leaves it as it is.
    frames = workspace.frames
    for field in range(WINDOW):
        frames[level + 1, field] = frames[level, field]
    frames[level + 1, QUIET] += 1
    if move == PASS:
        return GOES_ON
    # Step 2. Move the piece, on the board, in the key and on the lines.
    side = mover_at(workspace, level)
    frame = frames[level + 1]
    source, target = move // SQUARES, move % SQUARES
    frame[PIECES + side] = int(frame[PIECES + side]) ^ int(BIT[source]) | int(BIT[target])
    frame[KEY] ^= KEYS[side, source] ^ KEYS[side, target]
    digit = side + 1
    takes = int(frame[PIECES + 1 - side]) & int(BIT[target])
    if takes:
        frame[PIECES + 1 - side] ^= BIT[target]
        frame[KEY] ^= KEYS[1 - side, target]
        frame[QUIET] = 0
        digit -= 2 - side
    for end in range(2):
        square, change = (source, -1 - side) if end == 0 else (target, digit)
        frame[LINE_VALUE] += update_lines(workspace, square, change)
    # Step 3. Evaluate the sides that changed: only the mover's where nothing is captured.
    connected = 0
    for other in range(2 if takes else 1):
        changed = side ^ other
        features = features_of(workspace.evaluation.ranks, int(frame[PIECES + changed]))
        frame[SIDE_VALUE + changed] = evaluate_side(workspace.evaluation, features)
        frame[EULER + changed] = features.euler
        frame[CENTRE + changed] = features.centre
        # Only an Euler number of 1 or less leaves a flood fill over the pieces to be done.
        if features.euler <= 1 and is_connected(int(frame[PIECES + changed])):
            connected += 1 + other
    # Step 4. The game ends when a side is connected, for the mover first if both are.
    if connected == 0:
        return GOES_ON
    if connected == 2:
        return LOST
    return DRAWN if connected == 3 and rules.both_connected_draws else WON


@kernel
def unmake_move(workspace: EngineWorkspace, level: int, move: int) -> None:
    """Take back the *move* made at *level* on the lines of the board."""
    if move == PASS:
        return
    side = mover_at(workspace, level)
    digit = side + 1
    if int(workspace.frames[level, PIECES + 1 - side]) & int(BIT[move % SQUARES]):
        digit -= 2 - side
    for end in range(2):
        square = move // SQUARES if end == 0 else move % SQUARES
        change = side + 1 if end == 0 else -digit
        for step in range(LINES_THROUGH):
            workspace.line_codes[LINE_OF[square, step]] += change * PLACE[square, step]


@kernel
def generate_moves(workspace: EngineWorkspace, level: int) -> int:
    """Write the moves of the side to move at *level*, without PASS; return how many."""
    side = mover_at(workspace, level)
    own = int(workspace.frames[level, PIECES + side])
    enemy = int(workspace.frames[level, PIECES + 1 - side])
    count = 0
    pieces = own
    while pieces:
        source = lowest_bit(pieces)
        pieces ^= int(BIT[source])
        for step in range(LINES_THROUGH):
            distance = popcount((own | enemy) & int(LINE[source, step]))
            for direction in range(step, 8, LINES_THROUGH):
                target = int(TARGET[source, direction, distance])
                if target == OFF_BOARD or own & int(BIT[target]):
                    continue
                if enemy & int(BETWEEN[source, direction, distance]) == 0:
                    workspace.moves[level, count] = source * SQUARES + target
                    count += 1
    return count


@kernel
def can_connect(own: int, enemy: int) -> bool:
    """Return whether a move of *own* connects all its pieces."""
    pieces = own
    while pieces:
        source = lowest_bit(pieces)
        pieces ^= int(BIT[source])
        rest = own ^ int(BIT[source])
        for direction in range(8):
            target = landing(own, enemy, source, direction)
            if target != OFF_BOARD:
                after = rest | int(BIT[target])
                if euler_number(after) <= 1 and is_connected(after):
                    return True
    return False
