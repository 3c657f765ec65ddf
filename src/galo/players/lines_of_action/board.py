"""The engine's board: a frame for every ply, made from the one above by a move."""

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
from galo.players.lines_of_action.evaluation import worth
from galo.players.lines_of_action.features import euler, facts
from galo.players.lines_of_action.lines import BEGIN, LINE_OF, LINES, PLACE
from galo.players.lines_of_action.transposition_table import KEYS
from galo.players.lines_of_action.workspace import (
    CENTRE,
    EULER,
    KEY,
    LINE_WORTH,
    MOVER,
    PIECES,
    QUIET,
    WINDOW,
    WORTH,
    Memory,
)

GOES_ON, WON, LOST, DRAWN = 0, 1, 2, 3  # for the side that moved
LINES_THROUGH = 4  # a square
CLOSE = 3  # Euler's number up to which a side may connect with one move


@kernel
def mover_at(memory: Memory, level: int) -> int:
    """Return the side to move *level* plies below the root."""
    return int(memory.status[MOVER]) ^ (level & 1)


@kernel
def key_of(black: int, white: int) -> int:
    """Return the key of a board, whoever is to move."""
    key = 0
    for side in range(2):
        pieces = black if side == 0 else white
        while pieces:
            square = lowest_bit(pieces)
            pieces ^= int(BIT[square])
            key ^= int(KEYS[side, square])
    return key


@kernel
def set_up(memory: Memory, black: int, white: int) -> None:
    """Write the position of the root into the first frame."""
    frame = memory.frames[0]
    memory.codes[:] = BEGIN
    frame[KEY] = key_of(black, white)
    for side in range(2):
        pieces = black if side == 0 else white
        seen = facts(memory.tables.ranks, pieces)
        frame[PIECES + side] = pieces
        frame[WORTH + side] = worth(memory.tables, seen)
        frame[EULER + side] = seen.euler
        frame[CENTRE + side] = seen.centre
        while pieces:
            square = lowest_bit(pieces)
            pieces ^= int(BIT[square])
            put(memory, square, side + 1)
    frame[LINE_WORTH] = 0
    for line in range(LINES):
        frame[LINE_WORTH] += memory.tables.lines[memory.codes[line]]


@kernel
def put(memory: Memory, square: int, digit: int) -> int:
    """Add *digit* to the lines through *square*; return what their worth changes by."""
    change = 0
    for step in range(LINES_THROUGH):
        line = LINE_OF[square, step]
        before = int(memory.codes[line])
        after = before + digit * int(PLACE[square, step])
        memory.codes[line] = after
        change += int(memory.tables.lines[after]) - int(memory.tables.lines[before])
    return change


@kernel
def advance(rules: Rules, memory: Memory, level: int, move: int) -> int:
    """Write the position after *move* below *level*; return whether it ends the game, and how."""
    # Step 1. Copy the position: a pass leaves it as it is.
    frames = memory.frames
    for field in range(WINDOW):
        frames[level + 1, field] = frames[level, field]
    frames[level + 1, QUIET] += 1
    if move == PASS:
        return GOES_ON
    # Step 2. Move the piece, on the board, in the key and on the lines.
    side = mover_at(memory, level)
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
        frame[LINE_WORTH] += put(memory, square, change)
    # Step 3. Look at the sides that changed: at most one of the two where nothing is captured.
    is_together = 0
    for other in range(2 if takes else 1):
        who = side ^ other
        seen = facts(memory.tables.ranks, int(frame[PIECES + who]))
        frame[WORTH + who] = worth(memory.tables, seen)
        frame[EULER + who] = seen.euler
        frame[CENTRE + who] = seen.centre
        # Euler's number leaves a walk over the pieces for the few cases that need it.
        if seen.euler <= 1 and is_connected(int(frame[PIECES + who])):
            is_together += 1 + other
    # Step 4. The game ends when a side is together, for the mover first if both are.
    if is_together == 0:
        return GOES_ON
    if is_together == 2:
        return LOST
    return DRAWN if is_together == 3 and rules.both_connected_draws else WON


@kernel
def retract(memory: Memory, level: int, move: int) -> None:
    """Take back on the lines of the board the *move* made at *level*."""
    if move == PASS:
        return
    side = mover_at(memory, level)
    digit = side + 1
    if int(memory.frames[level, PIECES + 1 - side]) & int(BIT[move % SQUARES]):
        digit -= 2 - side
    for end in range(2):
        square = move // SQUARES if end == 0 else move % SQUARES
        change = side + 1 if end == 0 else -digit
        for step in range(LINES_THROUGH):
            memory.codes[LINE_OF[square, step]] += change * PLACE[square, step]


@kernel
def generate(memory: Memory, level: int) -> int:
    """Write the moves of the side to move at *level*, passing aside; return how many."""
    side = mover_at(memory, level)
    own = int(memory.frames[level, PIECES + side])
    enemy = int(memory.frames[level, PIECES + 1 - side])
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
                    memory.moves[level, count] = source * SQUARES + target
                    count += 1
    return count


@kernel
def can_connect(own: int, enemy: int) -> bool:
    """Return whether a move of *own* brings all its pieces together."""
    pieces = own
    while pieces:
        source = lowest_bit(pieces)
        pieces ^= int(BIT[source])
        rest = own ^ int(BIT[source])
        for direction in range(8):
            target = landing(own, enemy, source, direction)
            if target != OFF_BOARD:
                after = rest | int(BIT[target])
                if euler(after) <= 1 and is_connected(after):
                    return True
    return False
