"""The search of fiss2010: negamax with alpha-beta, successors ordered by their value.

The value of a position is the difference of its two sides, and a little noise. When a node is
expanded all its successors are evaluated: that orders them, and one ply above the leaves it is
all there is to do. A side that did not move, and lost nothing, keeps its value.

The stack is in arrays and a call evaluates a number of positions, so that a limit can be kept:

    columns of `frames`     best value, alpha, beta, number of moves, moves tried, the best move
    columns of `children`   move, value for the mover, values of Black and White, is it over
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.ending import NOBODY, PLAYING
from galo.games.rules.lines_of_action import (
    MAX_MOVES,
    Rules,
    State,
    count_occurrences,
    ending,
    legal_moves,
    play,
    remember,
)
from galo.jit import kernel
from galo.players.lines_of_action.fiss_heuristics import (
    ONE_BITS,
    RANDOM,
    WEIGHT_BITS,
    side_value,
)
from galo.rng import WORD, mix, random_bits

if TYPE_CHECKING:
    from galo.arrays import IntCube, IntMatrix, IntVector


WIN = 1 << 40  # less the plies until then
UNEXPANDED = -1  # instead of a number of moves
BEST, ALPHA, BETA, COUNT, TRIED, BEST_MOVE = range(6)
FRAME = 6  # columns of `frames`
MOVE, VALUE, SIDE_VALUES, OVER = 0, 1, 2, 4  # the values of Black and of White are two
CHILD = 5  # columns of `children`
LEVEL, DEPTH, ROWS, PLY, KEY = range(5)
STATUS = 5


class NegamaxWorkspace(NamedTuple):
    """All that the search reads and writes; there are depth + 1 levels."""

    status: "IntVector"  # (STATUS,): level, depth, the root's row of history, its ply, noise key
    frames: "IntMatrix"  # (levels, FRAME): the stack
    children: "IntCube"  # (levels, MAX_MOVES, CHILD): successors, those tried first
    values: "IntMatrix"  # (levels, 2): of each side
    moves: "IntVector"  # (MAX_MOVES,): of the node being expanded
    history: "IntMatrix"  # (earlier + levels, 3): earlier positions, then those of the stack
    weights: "IntVector"  # (8,): of the heuristics


def new_workspace(weights: "IntVector", earlier: int, depth: int) -> NegamaxWorkspace:
    """Return a workspace for searches up to *depth* after *earlier* positions."""
    levels = depth + 1
    return NegamaxWorkspace(
        status=np.zeros(STATUS, np.int64),
        frames=np.zeros((levels, FRAME), np.int64),
        children=np.zeros((levels, MAX_MOVES, CHILD), np.int64),
        values=np.zeros((levels, 2), np.int64),
        moves=np.zeros(MAX_MOVES, np.int64),
        history=np.zeros((earlier + levels, 3), np.int64),
        weights=weights,
    )


@kernel
def noise(key: int, weight: int, state: State) -> int:
    """Return the random part of a value: always the same for a position and a *key*."""
    word = mix(state.black & WORD) ^ mix((state.black >> 32) & WORD ^ 1)
    word ^= mix((state.white & WORD) ^ 2) ^ mix((state.white >> 32) & WORD ^ 3)
    return (weight * (random_bits(key, word) >> (32 - ONE_BITS))) >> WEIGHT_BITS


@kernel
def state_at(workspace: NegamaxWorkspace, level: int) -> State:
    """Return the position *level* plies below the root."""
    row = workspace.history[int(workspace.status[ROWS]) + level]
    return State(int(row[0]), int(row[1]), int(row[2]), int(workspace.status[PLY]) + level, 1)


@kernel
def expand(rules: Rules, workspace: NegamaxWorkspace, level: int) -> None:
    """Evaluate every successor of the node at *level*."""
    state = state_at(workspace, level)
    row = int(workspace.status[ROWS]) + level
    children = workspace.children[level]
    count = legal_moves(rules, state, workspace.moves)
    for number in range(count):
        move = int(workspace.moves[number])
        after = play(rules, state, move)
        children[number, MOVE] = move
        # The side that stayed as it was keeps its value.
        for side in range(2):
            pieces = after.black if side == 0 else after.white
            before = state.black if side == 0 else state.white
            known = int(workspace.values[level, side])
            value = known if pieces == before else side_value(workspace.weights, pieces)
            children[number, SIDE_VALUES + side] = value
        over = ending(rules, count_occurrences(rules, after, workspace.history, row + 1))
        children[number, OVER] = over.reason != PLAYING
        if over.reason == PLAYING:
            own, other = SIDE_VALUES + state.mover, SIDE_VALUES + 1 - state.mover
            lead = int(children[number, own]) - int(children[number, other])
            random = noise(int(workspace.status[KEY]), int(workspace.weights[RANDOM]), after)
            children[number, VALUE] = lead + random
        elif over.winner == NOBODY:
            children[number, VALUE] = 0
        else:
            sign = 1 if over.winner == state.mover else -1
            children[number, VALUE] = sign * (WIN - level - 1)
    frame = workspace.frames[level]
    frame[BEST], frame[COUNT], frame[TRIED] = -WIN, count, 0


@kernel
def next_child(workspace: NegamaxWorkspace, level: int) -> int:
    """Return the number of the untried successor of highest value, moved behind those tried."""
    children = workspace.children[level]
    begin = int(workspace.frames[level, TRIED])
    best = begin
    for number in range(begin + 1, int(workspace.frames[level, COUNT])):
        if children[number, VALUE] > children[best, VALUE]:
            best = number
    for field in range(CHILD):
        kept = children[begin, field]
        children[begin, field] = children[best, field]
        children[best, field] = kept
    workspace.frames[level, TRIED] = begin + 1
    return begin


@kernel
def descend(rules: Rules, workspace: NegamaxWorkspace, level: int, number: int) -> None:
    """Put the position after successor *number* of *level* on the stack."""
    child = workspace.children[level, number]
    row = int(workspace.status[ROWS]) + level + 1
    after = play(rules, state_at(workspace, level), int(child[MOVE]))
    remember(after, workspace.history, row)
    for side in range(2):
        workspace.values[level + 1, side] = child[SIDE_VALUES + side]
    frames = workspace.frames
    frames[level + 1, ALPHA] = -frames[level, BETA]
    frames[level + 1, COUNT] = UNEXPANDED
    frames[level + 1, BETA] = -max(int(frames[level, ALPHA]), int(frames[level, BEST]))


@kernel
def begin(workspace: NegamaxWorkspace, state: State, depth: int) -> None:
    """Make the next call of `search` start from *state*, *depth* plies deep."""
    workspace.status[LEVEL], workspace.status[DEPTH], workspace.status[PLY] = 0, depth, state.ply
    remember(state, workspace.history, int(workspace.status[ROWS]))
    workspace.values[0, 0] = side_value(workspace.weights, state.black)
    workspace.values[0, 1] = side_value(workspace.weights, state.white)
    frame = workspace.frames[0]
    frame[ALPHA], frame[BETA], frame[COUNT] = -WIN, WIN, UNEXPANDED


@kernel
def search(rules: Rules, workspace: NegamaxWorkspace, most_nodes: int) -> int:
    """Go on for about *most_nodes*, or to the end, where LEVEL is below 0; return how many.

    A node is a position evaluated. The last one expanded may exceed *most_nodes*.
    """
    level = int(workspace.status[LEVEL])
    nodes = 0
    while level >= 0 and nodes < most_nodes:
        frame = workspace.frames[level]
        # 1. A new node is expanded.
        if frame[COUNT] == UNEXPANDED:
            expand(rules, workspace, level)
            nodes += int(frame[COUNT])
        # 2. A node with all moves tried, or a beta cut-off, returns its value.
        if frame[TRIED] == frame[COUNT] or frame[BEST] >= frame[BETA]:
            value = -int(frame[BEST])
            level -= 1
            if level >= 0:
                update_best(workspace, level, int(workspace.frames[level, TRIED]) - 1, value)
            continue
        # 3. The next successor: a leaf has its value, any other is searched.
        number = next_child(workspace, level)
        child = workspace.children[level, number]
        if level + 1 >= workspace.status[DEPTH] or child[OVER] != 0:
            update_best(workspace, level, number, int(child[VALUE]))
        else:
            descend(rules, workspace, level, number)
            level += 1
    workspace.status[LEVEL] = level
    return nodes


@kernel
def update_best(workspace: NegamaxWorkspace, level: int, number: int, value: int) -> None:
    """Keep the *value* of successor *number* if it is the best at *level*."""
    if value > workspace.frames[level, BEST]:
        workspace.frames[level, BEST] = value
        if level == 0:
            workspace.frames[0, BEST_MOVE] = workspace.children[0, number, MOVE]
