"""Alpha-beta over a round in which all hands are known: points, or the match they decide.

The hands turn, so a value is for the mover's pair and changes sign with the turn, except
after the end of a round, which leaves the chair to who placed the last tile.

    stack    a row for each ply:  0 .. 12  the position, as in State and Table
             13 moves to try first   14 the others   15 alpha   16 beta   17 best so far
             18 plies left
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.dominoes4 import (
    PASS,
    PLAYING,
    Rules,
    State,
    Table,
    is_round_over,
    legal_moves,
    play,
    total,
)
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.determinization import Hidden, sample_deal
from galo.players.dominoes4.evaluation import scoring_moves
from galo.players.dominoes4.match_equity import Goal, chance_after
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector, RealVector


FIRST, REST, ALPHA, BETA, BEST, DEPTH = range(13, 19)  # columns after those of the position
STACK_SHAPE = (128, 19)  # a round has at most 28 tiles, and three passes after each
FAR = 1 << 30  # beyond any value
CERTAIN = 1_000_000  # the value of a match that is won
SOLVED = 1000  # plies, more than a round has
POINTS = Goal(np.zeros((0, 0, 0)), 0, 0)  # no match: points are all that counts


@kernel
def lead(state: State) -> int:
    """Return by how many points the mover's pair is ahead in this round."""
    return total(state.ours) - total(state.theirs)


@kernel
def worth(goal: Goal, state: State) -> int:
    """Return what *state* is worth to the mover's pair if the round ends with it."""
    if len(goal.chances) == 0:
        return lead(state)
    value = round(CERTAIN * (2.0 * chance_after(goal, state) - 1.0))
    return value if state.mover % 2 == 0 else -value


@kernel
def stored(stack: "IntMatrix", ply: int) -> State:
    """Return the position at *ply* of the *stack*."""
    row = stack[ply]
    table = Table(int(row[6]), int(row[7]), int(row[8]), int(row[9]))
    return State(
        int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]), int(row[5]), table,
        int(row[10]), int(row[11]), int(row[12]),
    )  # fmt: skip


@kernel
def store(stack: "IntMatrix", ply: int, state: State) -> None:
    """Write *state* to *ply* of the *stack*."""
    row, table = stack[ply], state.table
    row[0], row[1], row[2], row[3] = state.hand0, state.hand1, state.hand2, state.hand3
    row[4], row[5], row[10] = state.mover, state.phase, state.passes
    row[6], row[7], row[8], row[9] = table.opening, table.arms, table.ends, table.total
    row[11], row[12] = state.ours, state.theirs


@kernel
def enter(stack: "IntMatrix", ply: int, state: State, window: tuple[int, int], depth: int) -> None:
    """Put *state* on the *stack*, to be valued in a *window* of alpha and beta."""
    row = stack[ply]
    store(stack, ply, state)
    # Tiles that score are tried first: they are the likeliest to cut the others off.
    moves = legal_moves(state)
    first = moves & scoring_moves(state.table) if state.phase == PLAYING else 0
    row[FIRST], row[REST] = first, moves ^ first
    row[ALPHA], row[BETA], row[BEST], row[DEPTH] = window[0], window[1], -FAR, depth


@no_gil_kernel
def search(
    rules: Rules, goal: Goal, state: State, depth: int, stack: "IntMatrix"
) -> tuple[int, int]:
    """Return what the mover's pair reaches in *depth* plies, all hands being known; and nodes."""
    if is_round_over(state) or depth <= 0:
        return worth(goal, state), 1
    enter(stack, 0, state, (-FAR, FAR), depth)
    ply, nodes = 0, 1
    while True:
        row = stack[ply]
        # 1. Nothing left to try, or nothing that would be allowed to happen: one ply back.
        if row[BEST] >= row[BETA] or row[FIRST] | row[REST] == 0:
            if ply == 0:
                return int(row[BEST]), nodes
            ply -= 1
            stack[ply, BEST] = max(stack[ply, BEST], -row[BEST])
            continue
        # 2. The next move. A pass is no choice and costs no depth: what it brings comes with
        #    the next tile.
        column = FIRST if row[FIRST] else REST
        move = lowest_bit(row[column])
        row[column] &= row[column] - 1
        left = row[DEPTH] - int(move != PASS)
        after = play(rules, stored(stack, ply), move)
        nodes += 1
        # 3. The end of the round, which leaves the chair to who moved, or of the depth.
        if is_round_over(after):
            row[BEST] = max(row[BEST], worth(goal, after))
        elif left <= 0:
            row[BEST] = max(row[BEST], -worth(goal, after))
        else:
            ply += 1
            enter(stack, ply, after, (-row[BETA], -max(row[ALPHA], row[BEST])), left)


@no_gil_kernel
def value_of_last(
    rules: Rules, goal: Goal, after: State, depth: int, stack: "IntMatrix"
) -> tuple[int, int]:
    """Return what the move that led to *after* is worth to the pair that made it; and nodes."""
    if is_round_over(after):
        return worth(goal, after), 1
    value, nodes = search(rules, goal, after, depth, stack)
    return -value, nodes


@kernel
def solved_chance(rules: Rules, goal: Goal, after: State, stack: "IntMatrix") -> float:
    """Return the chance of the pair that moved last to win the match, all hands being known."""
    value, _ = value_of_last(rules, goal, after, SOLVED, stack)
    return (value / CERTAIN + 1.0) / 2.0


@no_gil_kernel
def vote(
    rules: Rules,
    goal: Goal,
    known: State,
    belief: "tuple[Hidden, IntVector, IntMatrix]",
    room: "tuple[RealVector, IntMatrix]",
    limits: tuple[int, int, int],
) -> int:
    """Add up for every move of *known*, the mover's hand alone, its values; return the nodes.

    The *belief* is what is hidden and what `count_deals` made of it, *room* the sums and the
    stack, and *limits* are deals, depth and a key.
    """
    deals, depth, key = limits
    sums, stack = room
    nodes = 0
    for number in range(deals):
        hands = sample_deal(belief[0], belief[1], belief[2], fold_in(key, number))
        state = State(
            known.hand0, hands[0], hands[1], hands[2], known.mover, known.phase, known.table,
            known.passes, known.ours, known.theirs,
        )  # fmt: skip
        moves = legal_moves(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(rules, state, move)
            value, searched = value_of_last(rules, goal, after, depth - 1, stack)
            sums[move] += value
            nodes += searched
    return nodes
