"""Match equity of two-sided dominoes: fair, growing with the score, and the utilities from it."""

import numpy as np

from galo.players.dominoes.match_equity import EITHER, OURS, THEIRS
from galo.players.dominoes2.match_equity import CERTAIN, MOST_POINTS, equity_of, of_match


def test_chance_to_win_is_even_at_an_even_score_and_grows() -> None:
    equity = equity_of(2, 100)
    assert np.allclose(equity[:, :, EITHER] + equity[:, :, EITHER].T, 1.0, atol=2e-6)
    assert (equity[:, :, OURS] == equity[:, :, THEIRS]).all()  # nobody opens by right
    assert (np.diff(equity[:, 50, EITHER]) >= 0).all()


def test_utilities_are_chances_to_win_the_match() -> None:
    utilities = of_match(2, 100, (95, 40))
    now = MOST_POINTS
    assert utilities[-1] == CERTAIN
    assert utilities[now + 1] > utilities[now] > utilities[now - 30] > utilities[0] == 0
    equity = equity_of(2, 100)
    assert utilities[now + 3] == round(CERTAIN * equity[98, 40, EITHER])
    assert utilities[now - 3] == round(CERTAIN * equity[95, 43, EITHER])


def test_a_round_is_as_likely_won_as_lost() -> None:
    # One point short on both sides, any round decides the match.
    assert equity_of(4, 100)[99, 99, EITHER] == 0.5
