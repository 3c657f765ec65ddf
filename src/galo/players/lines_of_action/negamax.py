"""The search of fiss2010: negamax with alpha-beta, successors ordered by their value.

A position is worth the difference of its two sides, and a little chance. When a node is
opened all its successors are valued: that orders them, and one ply above the leaves it is
all there is to do. A side that did not move, and lost nothing, keeps its value.

The stack lives in arrays and a call does so many nodes, so that a time limit can be kept:

    rows of `frames`   best value, its window, number of moves, moves tried, the best move
    rows of `children` a move, its value for who made it, those of Black and White, is it over
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
from galo.players.lines_of_action.heuristics import (
    ONE_BITS,
    RANDOM,
    WEIGHT_BITS,
    side_value,
)
from galo.rng import WORD, mix, random_bits

if TYPE_CHECKING:
    from galo.arrays import IntCube, IntMatrix, IntVector


WIN = 1 << 40  # less the plies until then
UNOPENED = -1  # instead of a number of moves
BEST, ALPHA, BETA, COUNT, TRIED, BEST_MOVE = range(6)
MOVE, VALUE, SIDE_VALUES, OVER = 0, 1, 2, 4  # the values of Black and of White are two
CHILD_FIELDS = 5
LEVEL, DEPTH, ROWS, PLY, KEY = range(5)


class Desk(NamedTuple):
    """What the search writes to."""

    frames: "IntMatrix"  # level, field
    children: "IntCube"  # level, number, field
    values: "IntMatrix"  # level, side
    moves: "IntVector"
    history: "IntMatrix"  # earlier positions, then those of the stack
    weights: "IntVector"
    status: "IntVector"  # level, depth, first row of the stack, ply of the root, key of the chance


def new_desk(weights: "IntVector", earlier: int, depth: int) -> Desk:
    """Return a desk for searches up to *depth*, with *earlier* positions behind them."""
    levels = depth + 1
    return Desk(
        np.zeros((levels, 6), np.int64),
        np.zeros((levels, MAX_MOVES, CHILD_FIELDS), np.int64),
        np.zeros((levels, 2), np.int64),
        np.zeros(MAX_MOVES, np.int64),
        np.zeros((earlier + levels, 3), np.int64),
        weights,
        np.zeros(5, np.int64),
    )


@kernel
def noise(key: int, weight: int, state: State) -> int:
    """Return the chance part of a value: always the same for a position and a *key*."""
    word = mix(state.black & WORD) ^ mix((state.black >> 32) & WORD ^ 1)
    word ^= mix((state.white & WORD) ^ 2) ^ mix((state.white >> 32) & WORD ^ 3)
    return (weight * (random_bits(key, word) >> (32 - ONE_BITS))) >> WEIGHT_BITS


@kernel
def state_at(desk: Desk, level: int) -> State:
    """Return the position *level* plies below the root."""
    row = desk.history[int(desk.status[ROWS]) + level]
    return State(int(row[0]), int(row[1]), int(row[2]), int(desk.status[PLY]) + level, 1)


@kernel
def open_node(rules: Rules, desk: Desk, level: int) -> None:
    """Value every successor of the node at *level*."""
    state = state_at(desk, level)
    row = int(desk.status[ROWS]) + level
    children = desk.children[level]
    count = legal_moves(rules, state, desk.moves)
    for number in range(count):
        move = int(desk.moves[number])
        after = play(rules, state, move)
        children[number, MOVE] = move
        # The side that stayed as it was keeps its value.
        for side in range(2):
            pieces = after.black if side == 0 else after.white
            before = state.black if side == 0 else state.white
            known = int(desk.values[level, side])
            value = known if pieces == before else side_value(desk.weights, pieces)
            children[number, SIDE_VALUES + side] = value
        over = ending(rules, count_occurrences(rules, after, desk.history, row + 1))
        children[number, OVER] = over.reason != PLAYING
        if over.reason == PLAYING:
            own, other = SIDE_VALUES + state.mover, SIDE_VALUES + 1 - state.mover
            lead = int(children[number, own]) - int(children[number, other])
            chance = noise(int(desk.status[KEY]), int(desk.weights[RANDOM]), after)
            children[number, VALUE] = lead + chance
        elif over.winner == NOBODY:
            children[number, VALUE] = 0
        else:
            sign = 1 if over.winner == state.mover else -1
            children[number, VALUE] = sign * (WIN - level - 1)
    desk.frames[level, BEST], desk.frames[level, COUNT], desk.frames[level, TRIED] = -WIN, count, 0


@kernel
def next_child(desk: Desk, level: int) -> int:
    """Bring the successor of highest value that was not tried yet to the front; return which."""
    children = desk.children[level]
    begin = int(desk.frames[level, TRIED])
    best = begin
    for number in range(begin + 1, int(desk.frames[level, COUNT])):
        if children[number, VALUE] > children[best, VALUE]:
            best = number
    for field in range(CHILD_FIELDS):
        kept = children[begin, field]
        children[begin, field] = children[best, field]
        children[best, field] = kept
    desk.frames[level, TRIED] = begin + 1
    return begin


@kernel
def descend(rules: Rules, desk: Desk, level: int, number: int) -> None:
    """Put the position after successor *number* of *level* on the stack."""
    child = desk.children[level, number]
    row = int(desk.status[ROWS]) + level + 1
    after = play(rules, state_at(desk, level), int(child[MOVE]))
    remember(after, desk.history, row)
    for side in range(2):
        desk.values[level + 1, side] = child[SIDE_VALUES + side]
    frames = desk.frames
    frames[level + 1, ALPHA] = -frames[level, BETA]
    frames[level + 1, COUNT] = UNOPENED
    frames[level + 1, BETA] = -max(int(frames[level, ALPHA]), int(frames[level, BEST]))


@kernel
def begin(desk: Desk, state: State, depth: int) -> None:
    """Make the next call of `search` start from *state*, *depth* plies deep."""
    desk.status[LEVEL], desk.status[DEPTH], desk.status[PLY] = 0, depth, state.ply
    remember(state, desk.history, int(desk.status[ROWS]))
    desk.values[0, 0] = side_value(desk.weights, state.black)
    desk.values[0, 1] = side_value(desk.weights, state.white)
    desk.frames[0, ALPHA], desk.frames[0, BETA], desk.frames[0, COUNT] = -WIN, WIN, UNOPENED


@kernel
def search(rules: Rules, desk: Desk, budget: int) -> int:
    """Go on until about *budget* more positions are valued, or to the end, where LEVEL is below 0.

    Return how many were. The last node opened may go beyond the budget by its successors.
    """
    level = int(desk.status[LEVEL])
    nodes = 0
    while level >= 0 and nodes < budget:
        frame = desk.frames[level]
        # 1. A new node is opened.
        if frame[COUNT] == UNOPENED:
            open_node(rules, desk, level)
            nodes += int(frame[COUNT])
        # 2. A node without more to try, or cut off, hands its value up.
        if frame[TRIED] == frame[COUNT] or frame[BEST] >= frame[BETA]:
            value = -int(frame[BEST])
            level -= 1
            if level >= 0:
                take(desk, level, int(desk.frames[level, TRIED]) - 1, value)
            continue
        # 3. The next successor: its value is known above the leaves, or looked into.
        number = next_child(desk, level)
        is_leaf = level + 1 >= desk.status[DEPTH] or desk.children[level, number, OVER] != 0
        if is_leaf:
            take(desk, level, number, int(desk.children[level, number, VALUE]))
        else:
            descend(rules, desk, level, number)
            level += 1
    desk.status[LEVEL] = level
    return nodes


@kernel
def take(desk: Desk, level: int, number: int, value: int) -> None:
    """Keep the *value* of successor *number* if it is the best at *level*."""
    if value > desk.frames[level, BEST]:
        desk.frames[level, BEST] = value
        if level == 0:
            desk.frames[0, BEST_MOVE] = desk.children[0, number, MOVE]
