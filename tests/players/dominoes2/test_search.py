"""The search of two-sided dominoes in a known deal, against trying everything."""

import numpy as np
import pytest

from galo.games.rules import dominoes2 as rules
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes2.match_equity import Objective, points_alone
from galo.players.dominoes2.opponent_models import no_model
from galo.players.dominoes2.search import STACK_SHAPE, search

TWO = rules.Rules(2, 0)


def slow_value(state: rules.State, depth: int, seat: int) -> int:
    """Return the minimax of *state* in points for the side of *seat*, computed slowly."""
    moves = rules.legal_set(state) if not rules.is_round_over(state) else 0
    while moves and moves & (moves - 1) == 0:
        state = rules.play(TWO, state, moves.bit_length() - 1)
        moves = rules.legal_set(state) if not rules.is_round_over(state) else 0
    if rules.is_round_over(state):
        return rules.round_points(TWO, state, seat) - rules.round_points(TWO, state, 1 - seat)
    ours, theirs = rules.side_pips(state)
    if depth == 0:
        return theirs - ours if state.mover == seat else ours - theirs
    values = [
        slow_value(rules.play(TWO, state, move), depth - 1, seat)
        for move in range(64)
        if moves >> move & 1
    ]
    return max(values) if state.mover == seat else min(values)


@pytest.mark.parametrize("depth", [0, 1, 3, 5])
def test_alpha_beta_finds_the_value_of_minimax(depth: int) -> None:
    stack = np.zeros(STACK_SHAPE, np.int64)
    for seed in range(12):
        state = rules.start(TWO, 1000 + seed)
        objective = Objective(seed % 2, points_alone())
        position = state, empty_history()
        value, nodes = search(TWO, no_model(), objective, position, depth, stack)
        assert value == slow_value(state, depth, seed % 2)
        assert nodes >= 1
