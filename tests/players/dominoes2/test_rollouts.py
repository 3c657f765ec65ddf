"""Rollouts of two-sided dominoes: a free choice is never worse than the model's."""

import numpy as np

from galo.games.rules import dominoes2 as rules
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes.softmax import exponentials
from galo.players.dominoes2.evaluation import COLUMNS, FITS, best_move
from galo.players.dominoes2.match_equity import Objective, points_alone
from galo.players.dominoes2.opponent_models import OpponentModel
from galo.players.dominoes2.rollouts import best_rollout_value, rollout_value


def test_free_choice_in_two_turns_is_never_worse_than_the_model() -> None:
    row = np.zeros(COLUMNS, np.int64)
    row[FITS] = -1
    model, four = OpponentModel(row, 1.0, exponentials()), rules.Rules(4, 0)
    for seed in range(30):
        state, history = rules.start(four, seed), empty_history()
        objective = Objective(seed % 4, points_alone())
        best = best_rollout_value(four, model, objective, state, history)
        assert best >= rollout_value(four, model, objective, state, history)
        assert rules.legal_set(state) >> best_move(four, row, state, history) & 1
