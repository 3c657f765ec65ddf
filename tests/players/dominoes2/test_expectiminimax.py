"""Expectiminimax of two-sided dominoes: worked by hand, and left and gone on with."""

import itertools

import numpy as np
import pytest

from galo.games.dominoes.tiles import to_bits
from galo.games.rules.dominoes2 import Rules
from galo.players.dominoes.expectiminimax import ExpectiminimaxWorkspace
from galo.players.dominoes.iterative_deepening import COMPLETE
from galo.players.dominoes2.chance_nodes import BeliefState
from galo.players.dominoes2.expectiminimax import (
    belief_state,
    expand,
    marginals_of,
    new_workspace,
    open_level,
)
from galo.stream import Stream
from support.two_sided import GAMES, choices

Marginals = np.ndarray[tuple[int, int], np.dtype[np.float64]]
MANY = 10**9  # nodes, more than there are


def expanded(
    rules: Rules, belief: BeliefState, marginals: Marginals, depth: int, most: int
) -> tuple[ExpectiminimaxWorkspace, int]:
    """Return *belief* with its options valued, at most *most* nodes at a time, and the nodes."""
    workspace = new_workspace(marginals, depth)
    open_level(workspace, 0, belief)
    level = nodes = 0
    while level != COMPLETE:
        level, done = expand(rules, workspace, depth, level, most)
        assert done <= most
        nodes += done
    return workspace, nodes


def test_expectation_worked_by_hand() -> None:
    # Ends 5 and 5; the own seat holds 5-4 and 1-0, the other one of 4-3 and 2-0, the boneyard
    # the rest. After 5-4 the other goes out with 4-3, half of the time: one pip lost. Else it
    # draws 4-3 and plays it, and still holds a tile, of 4.5 pips on the average: -1 + 4.5.
    hand, unseen = to_bits(["5-4", "1-0"]), to_bits(["4-3", "2-0"])
    belief = BeliefState(hand, unseen, 5, 5, 0, 2 | 1 << 8, 0, 1, 0)
    marginals = np.full((4, 64), 0.5)
    workspace, nodes = expanded(Rules(), belief, marginals, 2, MANY)
    assert nodes == 2 + 2 * 1
    assert workspace.values[0, :2].tolist() == [0.5 * -1 + 0.5 * 3.5] * 2
    # Looking one ply ahead it leads by what the other may hold, less what is left in hand.
    workspace, nodes = expanded(Rules(), belief, marginals, 1, MANY)
    assert nodes == 2
    assert workspace.values[0, :2].tolist() == [4.5 - 1] * 2


@pytest.mark.parametrize("game", GAMES)
def test_expectation_can_be_left_and_gone_on_with(game: str) -> None:
    for seen in itertools.islice(choices(game, range(1, 9)), 0, 40, 5):
        rules, belief = seen.game.rules, belief_state(seen)
        marginals = marginals_of(seen, 50, Stream.of(1))
        whole, nodes = expanded(rules, belief, marginals, 3, MANY)
        for most in (1, 7):
            workspace, done = expanded(rules, belief, marginals, 3, most)
            assert done == nodes
            assert (workspace.values[0] == whole.values[0]).all()
