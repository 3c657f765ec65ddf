"""Alpha-beta over a deal that is known: every hand, and the order of the boneyard.

Plies are choices: a forced move is made by itself. Values are for one side throughout; its
seats take the largest, the others the smallest. At the depth a round is played out by a model or,
without one, worth the lead in pips.

    stack    a row for each level: the position as `pack` and `pack_history` write it, then the
             columns below
"""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes2 import (
    FIELDS,
    Rules,
    State,
    is_round_over,
    legal_set,
    pack,
    play,
    side_pips,
    unpack,
)
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.public_history import (
    HISTORY_FIELDS,
    PublicHistory,
    pack_history,
    unpack_history,
)
from galo.players.dominoes2.match_equity import MOST_POINTS, Objective
from galo.players.dominoes2.opponent_models import OpponentModel
from galo.players.dominoes2.public_history import update_history
from galo.players.dominoes2.rollouts import has_choice, rollout_value, utility

if TYPE_CHECKING:
    from galo.arrays import IntMatrix

MOVER = 4  # the column of the mover in a packed state
HISTORY, END = FIELDS, FIELDS + HISTORY_FIELDS  # the first column of the history, and after it
# Columns of the stack: moves left to try, the window, the best value so far.
LEFT, ALPHA, BETA, BEST = range(END, END + 4)
DEEPEST = 28  # choices that a round can have
STACK_SHAPE = (DEEPEST, END + 4)
INFINITE = 1 << 40  # beyond any value


@kernel
def open_level(
    stack: "IntMatrix", level: int, state: State, history: PublicHistory,
    window: tuple[int, int], is_ours: bool,
) -> None:  # fmt: skip
    """Put *state* on the *stack*, to be valued in a *window* of alpha and beta."""
    row = stack[level]
    pack(state, row)
    pack_history(history, row, HISTORY)
    row[LEFT], row[ALPHA], row[BETA] = legal_set(state), window[0], window[1]
    row[BEST] = -INFINITE if is_ours else INFINITE


@kernel
def take_value(stack: "IntMatrix", level: int, value: int, is_ours: bool) -> None:
    """Take the *value* of a move into the best and the window of the position at *level*."""
    row = stack[level]
    if is_ours:
        row[BEST] = max(row[BEST], value)
        row[ALPHA] = max(row[ALPHA], value)
    else:
        row[BEST] = min(row[BEST], value)
        row[BETA] = min(row[BETA], value)


@kernel
def to_choice(rules: Rules, state: State, history: PublicHistory) -> tuple[State, PublicHistory]:
    """Return the round played on until somebody has a choice, or to its end."""
    while not is_round_over(state) and not has_choice(state):
        move = lowest_bit(legal_set(state))
        history = update_history(rules, history, state, move)
        state = play(rules, state, move)
    return state, history


@kernel
def estimate(
    rules: Rules, model: OpponentModel, objective: Objective, state: State, history: PublicHistory
) -> int:
    """Return the utility of a round that goes on: played out by *model*, else of the pips now."""
    if len(model.weights):
        return rollout_value(rules, model, objective, state, history)
    ours, theirs = side_pips(state)
    points = theirs - ours if state.mover % 2 == objective.seat % 2 else ours - theirs
    return int(objective.utilities[MOST_POINTS + points])


@no_gil_kernel
def search(
    rules: Rules,
    model: OpponentModel,
    objective: Objective,
    position: tuple[State, PublicHistory],
    depth: int,
    stack: "IntMatrix",
) -> tuple[int, int]:
    """Return the value of *position*, *depth* choices ahead, and the nodes.

    *depth* is at most DEEPEST; *model* plays out what lies beyond, if it has weights.
    """
    side = objective.seat % 2
    nodes = 1
    # 1. A round that is over or has no choice left needs no search.
    state, history = to_choice(rules, position[0], position[1])
    if is_round_over(state):
        return utility(rules, objective, state), nodes
    if depth <= 0:
        return estimate(rules, model, objective, state, history), nodes
    level = 0
    open_level(stack, 0, state, history, (-INFINITE, INFINITE), state.mover % 2 == side)
    while True:
        frame = stack[level]
        is_ours = int(frame[MOVER]) % 2 == side
        moves = int(frame[LEFT])
        # 2. All tried, or more than the other side will allow: the value goes one level up.
        if moves == 0 or frame[ALPHA] >= frame[BETA]:
            value = int(frame[BEST])
            if level == 0:
                return value, nodes
            level -= 1
            take_value(stack, level, value, int(stack[level, MOVER]) % 2 == side)
            continue
        # 3. Try the next move: it ends the round, reaches the depth, or opens a level.
        frame[LEFT] = moves & (moves - 1)
        move = lowest_bit(moves)
        before = unpack(frame)
        seen = update_history(rules, unpack_history(frame, HISTORY), before, move)
        after, seen = to_choice(rules, play(rules, before, move), seen)
        nodes += 1
        if is_round_over(after):
            take_value(stack, level, utility(rules, objective, after), is_ours)
        elif level + 1 >= depth:
            take_value(stack, level, estimate(rules, model, objective, after, seen), is_ours)
        else:
            window = (int(frame[ALPHA]), int(frame[BETA]))
            level += 1
            open_level(stack, level, after, seen, window, after.mover % 2 == side)
