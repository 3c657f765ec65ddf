"""Move ordering: the move tried first decides how much of the tree is never searched.

1. the hash move, from the transposition table
2. two killer moves of this ply
3. the rest by the history heuristic, captures and steps towards the own centre of mass
"""

from galo.games.rules.lines_of_action import BIT, PASS, SQUARES
from galo.jit import kernel
from galo.players.lines_of_action.board import mover_at
from galo.players.lines_of_action.features import AWAY
from galo.players.lines_of_action.workspace import CENTRE, COUNT, PIECES, TRIED, EngineWorkspace

HASH_MOVE, KILLER = 1 << 30, 1 << 24
CAPTURE = 1 << 11
STEP_INWARDS = 1 << 8  # each half square
HISTORY_BITS = 14  # no move's history reaches 2 to the power of this
MOST_HISTORY = 400  # that one cut-off adds


@kernel
def score_moves(workspace: EngineWorkspace, level: int, hash_move: int) -> None:
    """Write the score of each move at *level*: the higher, the sooner it is tried."""
    side = mover_at(workspace, level)
    frame = workspace.frames[level]
    enemy = int(frame[PIECES + 1 - side])
    centre = int(frame[CENTRE + side])
    for number in range(int(frame[COUNT])):
        move = int(workspace.moves[level, number])
        score = int(workspace.history[side, move])
        if move == hash_move:
            score = HASH_MOVE
        elif move == workspace.killers[level, 0]:
            score = KILLER + 1
        elif move == workspace.killers[level, 1]:
            score = KILLER
        elif move != PASS:
            source, target = move // SQUARES, move % SQUARES
            score += STEP_INWARDS * (int(AWAY[centre, source]) - int(AWAY[centre, target]))
            if enemy & int(BIT[target]):
                score += CAPTURE
        workspace.scores[level, number] = score


@kernel
def next_move(workspace: EngineWorkspace, level: int) -> int:
    """Return the move of highest score at *level* not tried yet, and count it as tried."""
    frame, moves, scores = workspace.frames[level], workspace.moves[level], workspace.scores[level]
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
def update_killers(workspace: EngineWorkspace, level: int, move: int) -> None:
    """Make *move*, which caused a beta cut-off at *level*, its first killer move."""
    if workspace.killers[level, 0] != move:
        workspace.killers[level, 1] = workspace.killers[level, 0]
        workspace.killers[level, 0] = move


@kernel
def update_history(workspace: EngineWorkspace, level: int, move: int, depth: int) -> None:
    """Raise the history of *move*, which caused a cut-off, and lower that of the moves before."""
    side = mover_at(workspace, level)
    weight = min(depth * depth, MOST_HISTORY)
    for number in range(int(workspace.frames[level, TRIED])):
        tried = int(workspace.moves[level, number])
        bonus = weight if tried == move else -weight
        before = int(workspace.history[side, tried])
        workspace.history[side, tried] = before + bonus - ((before * weight) >> HISTORY_BITS)
