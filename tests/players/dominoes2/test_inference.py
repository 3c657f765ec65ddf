"""Inference in two-sided dominoes: sampled deals fit, and their weights are the model's."""

import numpy as np
import pytest

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.tiles import from_bits
from galo.games.game import Hands
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.inference import InferenceWorkspace
from galo.players.dominoes.information_state import (
    InformationState,
    information_state,
    public_moves,
)
from galo.players.dominoes.resampling import resample
from galo.players.dominoes.softmax import STEPS, exponentials, sharpness_of
from galo.players.dominoes2.evaluation import COLUMNS, DOUBLE, FITS, PIPS
from galo.players.dominoes2.inference import replay, weigh
from galo.players.dominoes2.opponent_models import DOUBT, OpponentModel
from galo.players.dominoes2.public_history import history_of
from support.two_sided import GAMES, choices, facts

TEMPERATURE = 900.0  # of the model in the tests


def information_of(seen: DominoObservation) -> InformationState:
    return information_state(seen, history_of(seen.game.rules, public_moves(seen)))


@pytest.mark.parametrize("game", GAMES)
def test_sampled_deals_lead_to_what_was_seen(game: str) -> None:
    for seen in list(choices(game, range(3)))[::3]:
        information, deals = information_of(seen), belief_of(seen).sample(20, 5)
        for k in range(len(deals)):
            state, history = replay(seen.game.rules, information, deals, k)
            assert state.hand0 == seen.state.hand0
            assert (state.left, state.right) == (seen.state.left, seen.state.right)
            assert state.mover == 0  # seats are counted from the own one
            assert history == information.history


def slow_weight(seen: DominoObservation, hands: Hands, weights: dict[str, int]) -> float:
    """Return how likely the choices of the other seats are if *hands* were dealt."""
    now = seen.game.round(hands, seen.opener)
    weight = 1.0
    for play in seen.plays:
        assert now.mover is not None
        sees, options = now.observe(now.mover), [move.text for move in now.legal_moves]
        if play.seat != seen.seat and len(options) > 1:
            values = [sum(w * facts(sees, t)[k] for k, w in weights.items()) for t in options]
            gains = np.array(values) - values[options.index(play.text)]
            steps = np.floor(gains * STEPS / TEMPERATURE + 0.5)
            chosen = 1 / np.exp(np.clip(steps / STEPS, -16, 16)).sum()
            weight *= (1 - DOUBT) * chosen + DOUBT / len(options)
        now = now._after(now.parse_move(play.text))
    return weight


@pytest.mark.parametrize("seed", [1, 2, 7])
def test_weights_follow_the_choices_of_the_model(seed: int) -> None:
    row = np.zeros(COLUMNS, np.int64)
    row[FITS], row[PIPS], row[DOUBLE] = -1000, 37, 300
    found = choices("dominoes2:players=4", range(seed, seed + 20))
    seen = next(each for each in found if len(each.plays) > 8)
    deals = belief_of(seen).sample(60, 5)
    weights = np.zeros(60)
    model = OpponentModel(row, sharpness_of(TEMPERATURE), exponentials())
    workspace = InferenceWorkspace(deals, weights, np.zeros(0, np.int64))
    total = weigh(seen.game.rules, model, information_of(seen), workspace)
    assert total == pytest.approx(weights.sum())
    named = {"fits": -1000, "pips": 37, "double": 300}
    # A row begins with the own seat; a deal is written from seat 0 on.
    around = [np.roll(deal[:4], seen.seat) for deal in deals]
    hands = [tuple(from_bits(int(hand)) for hand in deal) for deal in around]
    slow = [slow_weight(seen, each, named) for each in hands]
    assert weights == pytest.approx(slow, rel=1e-6)  # the kernel's table is rounded
    assert weights.max() > 2 * weights.min()
    chosen = np.zeros(2000, np.int64)
    resample(weights, total, 3, chosen)
    shares = np.bincount(chosen, minlength=60) / 2000
    assert np.abs(shares - weights / total).max() <= 1 / 2000 + 1e-12
