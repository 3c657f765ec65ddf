"""Alpha-beta over a deal that is known: every hand, and the order of the boneyard.

Plies are choices: what is forced is played by itself. Values are for one side throughout; its
seats take the largest, the others the smallest.

    stack    a row for each level:  0 .. 12  the position, as in State
             13 .. 15  what everybody has seen, as in Memory
             16 moves left to try   17 alpha   18 beta   19 best so far

At the depth a hand is played out by a row of weights or, without one, worth the pips led by.
"""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes2 import (
    Rules,
    State,
    is_round_over,
    legal_moves,
    play,
    side_pips,
)
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes2.evaluation import Memory, remember
from galo.players.dominoes2.match_equity import MOST_POINTS
from galo.players.dominoes2.rollouts import Aim, has_choice, value_now, worth

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector

SEEN, FIELDS = 13, 16  # where Memory begins, and ends
MOVER = 4
LEFT_TO_TRY, ALPHA, BETA, BEST = range(FIELDS, FIELDS + 4)
DEEPEST = 28  # choices that a hand can have
STACK_SHAPE = (DEEPEST, FIELDS + 4)
INFINITE = 1 << 40


@kernel
def stored(stack: "IntMatrix", level: int) -> State:
    """Return the position at *level* of the *stack*."""
    row = stack[level]
    return State(
        int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]), int(row[5]), int(row[6]),
        int(row[7]), int(row[8]), int(row[9]), int(row[10]), int(row[11]), int(row[12]),
    )  # fmt: skip


@kernel
def open_level(
    stack: "IntMatrix", level: int, state: State, memory: Memory, window: tuple[int, int],
    is_ours: bool,
) -> None:  # fmt: skip
    """Put *state* on the *stack*, to be valued inside the *window* of alpha and beta."""
    row = stack[level]
    row[0], row[1], row[2], row[3] = state.hand0, state.hand1, state.hand2, state.hand3
    row[4], row[5], row[6], row[7] = state.mover, state.phase, state.left, state.right
    row[8], row[9], row[10] = state.openers, state.opener, state.stock0
    row[11], row[12] = state.stock1, state.passes
    row[SEEN], row[SEEN + 1], row[SEEN + 2] = memory.laid, memory.lacks, memory.has_drawn
    row[LEFT_TO_TRY], row[ALPHA], row[BETA] = legal_moves(state), window[0], window[1]
    row[BEST] = -INFINITE if is_ours else INFINITE


@kernel
def take_value(stack: "IntMatrix", level: int, value: int, is_ours: bool) -> None:
    """Let the position at *level* know that one of its moves is worth *value*."""
    row = stack[level]
    if is_ours:
        row[BEST] = max(row[BEST], value)
        row[ALPHA] = max(row[ALPHA], value)
    else:
        row[BEST] = min(row[BEST], value)
        row[BETA] = min(row[BETA], value)


@kernel
def to_choice(rules: Rules, state: State, memory: Memory) -> tuple[State, Memory]:
    """Return the hand played on until somebody has a choice, or to its end."""
    while not is_round_over(state) and not has_choice(state):
        move = lowest_bit(legal_moves(state))
        memory = remember(rules, memory, state, move)
        state = play(rules, state, move)
    return state, memory


@kernel
def estimate(rules: Rules, row: "IntVector", state: State, memory: Memory, aim: Aim) -> int:
    """Return the prize of a hand that goes on, if *row* plays it out or the pips led by decide."""
    if len(row):
        return value_now(rules, row, state, memory, aim)
    ours, theirs = side_pips(state)
    points = theirs - ours if state.mover % 2 == aim.seat % 2 else ours - theirs
    return int(aim.prizes[MOST_POINTS + points])


@no_gil_kernel
def solve(
    rules: Rules, row: "IntVector", sight: tuple[State, Memory], depth: int, aim: Aim,
    stack: "IntMatrix",
) -> tuple[int, int]:  # fmt: skip
    """Return the prize of *sight*, looking *depth* choices ahead, and the nodes that took.

    *depth* is at most DEEPEST; *row* plays out what lies beyond, if it has weights.
    """
    side = aim.seat % 2
    nodes = 1
    # 1. What is over or decided by itself needs no search.
    state, memory = to_choice(rules, sight[0], sight[1])
    if is_round_over(state):
        return worth(state, aim), nodes
    if depth <= 0:
        return estimate(rules, row, state, memory, aim), nodes
    level = 0
    open_level(stack, 0, state, memory, (-INFINITE, INFINITE), state.mover % 2 == side)
    while True:
        frame = stack[level]
        is_ours = int(frame[MOVER]) % 2 == side
        moves = int(frame[LEFT_TO_TRY])
        # 2. All tried, or more than the other side will allow: the value goes one level up.
        if moves == 0 or frame[ALPHA] >= frame[BETA]:
            value = int(frame[BEST])
            if level == 0:
                return value, nodes
            level -= 1
            take_value(stack, level, value, int(stack[level, MOVER]) % 2 == side)
            continue
        # 3. Try the next move: it ends the hand, reaches the depth, or opens a level.
        frame[LEFT_TO_TRY] = moves & (moves - 1)
        move = lowest_bit(moves)
        before = stored(stack, level)
        seen = Memory(int(frame[SEEN]), int(frame[SEEN + 1]), int(frame[SEEN + 2]))
        seen = remember(rules, seen, before, move)
        after, seen = to_choice(rules, play(rules, before, move), seen)
        nodes += 1
        if is_round_over(after):
            take_value(stack, level, worth(after, aim), is_ours)
        elif level + 1 >= depth:
            take_value(stack, level, estimate(rules, row, after, seen, aim), is_ours)
        else:
            window = (int(frame[ALPHA]), int(frame[BETA]))
            level += 1
            open_level(stack, level, after, seen, window, after.mover % 2 == side)
