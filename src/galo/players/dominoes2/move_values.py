"""What every move comes to: deals, each searched and played out after each move."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.dominoes2 import legal_moves, play
from galo.jit import lowest_bit, no_gil_kernel
from galo.players.dominoes.sampling import Thoughts
from galo.players.dominoes2.evaluation import remember
from galo.players.dominoes2.inference import Story, retold
from galo.players.dominoes2.rollouts import Aim, value_of_choices
from galo.players.dominoes2.search import STACK_SHAPE, solve

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector

MOVES = 64  # a move is below that


class Thought(NamedTuple):
    """What a decision is about: a hand, who wants what, how everybody plays, how far to look."""

    story: Story
    aim: Aim
    row: "IntVector"  # of weights by which hands are played out; empty: they are searched alone
    depth: int  # choices that the search looks ahead; 0: hands are played out as they come


@no_gil_kernel
def add_values(
    thought: Thought, deals: "IntMatrix", chosen: "IntVector", stack: "IntMatrix",
    values: "IntVector",
) -> int:  # fmt: skip
    """Add to *values*, by move, the prizes in those of *deals* that are *chosen*; return nodes."""
    story, aim, row, depth = thought
    nodes = 0
    for number in range(len(chosen)):
        state, memory = retold(story, deals, int(chosen[number]))
        moves = legal_moves(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(story.rules, state, move)
            seen = remember(story.rules, memory, state, move)
            if len(row) and depth:
                values[move] += value_of_choices(story.rules, row, after, seen, aim)
            value, searched = solve(story.rules, row, (after, seen), depth - 1, aim, stack)
            values[move] += value
            nodes += searched
    return nodes


def think(thought: Thought, deals: "IntMatrix", chosen: "IntVector") -> Thoughts:
    """Return what every move comes to in those of *deals* that are *chosen*."""
    values, stack = np.zeros(MOVES, np.int64), np.zeros(STACK_SHAPE, np.int64)
    nodes = add_values(thought, deals, chosen, stack, values)
    return Thoughts(values, nodes, len(chosen))
