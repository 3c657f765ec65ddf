"""Which move to try first: the order decides how much of the tree is never looked at.

1. what the table remembers       3. what was good elsewhere, in captures and steps
2. two killers of this ply           towards the own centre of mass as a first guess
"""

from galo.games.rules.lines_of_action import BIT, PASS, SQUARES
from galo.jit import kernel
from galo.players.lines_of_action.board import mover_at
from galo.players.lines_of_action.features import AWAY
from galo.players.lines_of_action.workspace import CENTRE, COUNT, PIECES, TRIED, Memory

FROM_TABLE, KILLER = 1 << 30, 1 << 24
CAPTURE = 1 << 11
STEP_INWARDS = 1 << 8  # each half square
HISTORY_BITS = 14  # no move's history reaches 2 to the power of this


@kernel
def score_moves(memory: Memory, level: int, first: int) -> None:
    """Write how promising each move at *level* is; *first* is the table's."""
    side = mover_at(memory, level)
    frame = memory.frames[level]
    enemy = int(frame[PIECES + 1 - side])
    centre = int(frame[CENTRE + side])
    for number in range(int(frame[COUNT])):
        move = int(memory.moves[level, number])
        score = int(memory.history[side, move])
        if move == first:
            score = FROM_TABLE
        elif move == memory.killers[level, 0]:
            score = KILLER + 1
        elif move == memory.killers[level, 1]:
            score = KILLER
        elif move != PASS:
            source, target = move // SQUARES, move % SQUARES
            score += STEP_INWARDS * (int(AWAY[centre, source]) - int(AWAY[centre, target]))
            if enemy & int(BIT[target]):
                score += CAPTURE
        memory.scores[level, number] = score


@kernel
def next_move(memory: Memory, level: int) -> int:
    """Return the most promising move at *level* not tried yet, and count it as tried."""
    frame, moves, scores = memory.frames[level], memory.moves[level], memory.scores[level]
    begin = int(frame[TRIED])
    best = begin
    for number in range(begin + 1, int(frame[COUNT])):
        if scores[number] > scores[best]:
            best = number
    moves[begin], moves[best] = moves[best], moves[begin]
    scores[begin], scores[best] = scores[best], scores[begin]
    frame[TRIED] = begin + 1
    return int(moves[begin])


@kernel
def praise(memory: Memory, level: int, move: int, depth: int) -> None:
    """Remember that *move* refuted the position at *level*, and the moves before it did not."""
    side = mover_at(memory, level)
    if memory.killers[level, 0] != move:
        memory.killers[level, 1] = memory.killers[level, 0]
        memory.killers[level, 0] = move
    weight = min(depth * depth, 400)
    for number in range(int(memory.frames[level, TRIED])):
        tried = int(memory.moves[level, number])
        good = weight if tried == move else -weight
        before = int(memory.history[side, tried])
        memory.history[side, tried] = before + good - ((before * weight) >> HISTORY_BITS)
