"""Match equity of dominó de 4 pontas: fair, and growing with the score."""

import numpy as np

from galo.games.rules.dominoes4 import Rules
from galo.players.dominoes.match_equity import EITHER, OURS, THEIRS, chance_to_win
from galo.players.dominoes4.match_equity import equity_of


def test_equity_is_fair_and_grows_with_the_score() -> None:
    equity = equity_of(Rules())
    mirrored = 1 - equity.transpose(1, 0, 2)
    assert np.abs(equity[:, :, OURS] - mirrored[:, :, THEIRS]).max() < 1e-5
    assert np.abs(equity[:, :, EITHER] - mirrored[:, :, EITHER]).max() < 1e-5
    assert 0.5 < equity[0, 0, OURS] < 0.6
    assert equity[38, 10, THEIRS] > 0.95
    diagonal = equity[30, :, EITHER]
    assert (np.diff(diagonal) < 0).all()
    assert chance_to_win(equity, 40, 39, THEIRS) == 1
    assert chance_to_win(equity, 41, 42, OURS) == 0
    assert chance_to_win(equity, 40, 40, OURS) == 0.5
