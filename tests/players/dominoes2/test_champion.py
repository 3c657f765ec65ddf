"""The champion of two-sided dominoes: the points it names favour no side."""

import numpy as np
import pytest

from galo.games.rules.dominoes2 import MOVES
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.deals_workspace import deals_workspace
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes2.match_equity import Objective, points_alone
from galo.players.dominoes2.move_values import add_search_values
from galo.players.dominoes2.opponent_models import opponent_model
from galo.players.dominoes2.public_history import history_of
from galo.players.dominoes2.search import STACK_SHAPE
from support.two_sided import GAMES, choices


@pytest.mark.parametrize("game", GAMES)
def test_expected_points_favour_nobody(game: str) -> None:
    # The gain of one side is the loss of the other, which no value by hindsight shows.
    seen = next(each for each in choices(game, range(20)) if len(each.plays) > 4)
    rules, model = seen.game.rules, opponent_model(seen.game.seats)
    information = information_state(seen, history_of(rules, public_moves(seen)))
    deals = belief_of(seen).sample(50, 5)
    sums = []
    for seat in (0, 1):
        workspace = deals_workspace(deals, None, MOVES, STACK_SHAPE)
        objective = Objective(seat, points_alone())
        add_search_values(rules, model, information, objective, 0, workspace)
        sums.append(workspace.sums)
    assert (sums[0] == -sums[1]).all()
    assert {move.code for move in seen.legal_moves} >= set(np.flatnonzero(sums[0]))
    assert sums[0].any()
