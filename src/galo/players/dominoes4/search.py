"""Alpha-beta over a round in which all hands are known: points, or the match they decide.

The hands turn, so a value is for the mover's pair and changes sign with the turn, except after
the end of a round, where the seat that placed the last tile stays the mover.

    stack    a row for each ply: the position as `pack` writes it, then the columns below
"""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes4 import (
    FIELDS,
    PASS,
    Rules,
    State,
    is_round_over,
    legal_set,
    pack,
    play,
    unpack,
)
from galo.games.rules.dominoes4_points import total
from galo.games.rules.ending import PLAYING
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes4.evaluation import scoring_moves
from galo.players.dominoes4.match_equity import Objective, chance_after

if TYPE_CHECKING:
    from galo.arrays import IntMatrix


# Columns of the stack: moves to try first, the others, the window, the best value, plies left.
FIRST, REST, ALPHA, BETA, BEST, DEPTH = range(FIELDS, FIELDS + 6)
STACK_SHAPE = (128, FIELDS + 6)  # a round has at most 28 tiles, and three passes after each
INFINITE = 1 << 30  # beyond any value
CERTAIN = 1_000_000  # the value of a match that is won
SOLVED = 1000  # plies, more than a round has


@kernel
def lead(state: State) -> int:
    """Return by how many points the mover's pair is ahead in this round."""
    return total(state.ours) - total(state.theirs)


@kernel
def utility(rules: Rules, objective: Objective, state: State) -> int:
    """Return the value of *state* for the mover's pair if the round ends with it."""
    if len(objective.equity) == 0:
        return lead(state)
    value = round(CERTAIN * (2.0 * chance_after(rules, objective, state) - 1.0))
    return value if state.mover % 2 == 0 else -value


@kernel
def open_level(
    stack: "IntMatrix", ply: int, state: State, window: tuple[int, int], depth: int
) -> None:
    """Put *state* on the *stack*, to be valued in a *window* of alpha and beta."""
    row = stack[ply]
    pack(state, row)
    # Tiles that score are tried first: they are the likeliest to cut the others off.
    moves = legal_set(state)
    first = moves & scoring_moves(state.layout) if state.phase == PLAYING else 0
    row[FIRST], row[REST] = first, moves ^ first
    row[ALPHA], row[BETA], row[BEST], row[DEPTH] = window[0], window[1], -INFINITE, depth


@no_gil_kernel
def search(
    rules: Rules, objective: Objective, state: State, depth: int, stack: "IntMatrix"
) -> tuple[int, int]:
    """Return the value of *state* for the mover's pair, *depth* plies ahead, and the nodes."""
    if is_round_over(state) or depth <= 0:
        return utility(rules, objective, state), 1
    open_level(stack, 0, state, (-INFINITE, INFINITE), depth)
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
        after = play(rules, unpack(row), move)
        nodes += 1
        # 3. The end of the round, after which the same seat is the mover, or of the depth.
        if is_round_over(after):
            row[BEST] = max(row[BEST], utility(rules, objective, after))
        elif left <= 0:
            row[BEST] = max(row[BEST], -utility(rules, objective, after))
        else:
            ply += 1
            open_level(stack, ply, after, (-row[BETA], -max(row[ALPHA], row[BEST])), left)


@no_gil_kernel
def value_of_move(
    rules: Rules, objective: Objective, after: State, depth: int, stack: "IntMatrix"
) -> tuple[int, int]:
    """Return the value of the move that led to *after*, for the pair that made it, and the nodes.

    The search goes *depth* plies beyond *after*.
    """
    if is_round_over(after):
        return utility(rules, objective, after), 1
    value, nodes = search(rules, objective, after, depth, stack)
    return -value, nodes


@kernel
def solved_chance(rules: Rules, objective: Objective, after: State, stack: "IntMatrix") -> float:
    """Return the chance of the pair that moved last to win the match, all hands being known."""
    value, _ = value_of_move(rules, objective, after, SOLVED, stack)
    return (value / CERTAIN + 1.0) / 2.0
