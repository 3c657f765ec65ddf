"""Ratings: against an independent fit, by coverage, and where somebody won everything."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.optimize import minimize
from scipy.special import log_expit

from galo.arena.ratings import PRIOR_GAMES, bradley_terry, groups
from galo.arena.statistics import elo, score_of_elo

TABLE: list[list[float]] = [[0, 30, 20.5, 15], [20, 0, 25, 31], [29.5, 25, 0, 32], [35, 19, 18, 0]]


def elos(points: list[list[float]]) -> list[float]:
    return [rating.elo for rating in bradley_terry(points)]


def tables(largest: float) -> st.SearchStrategy[np.ndarray]:
    """Return cross tables of two to six players, anybody's games with anybody else."""
    return st.integers(2, 6).flatmap(
        lambda players: arrays.arrays(
            np.float64, (players, players), elements=st.sampled_from([0, 0.5, 1, 7, largest])
        ).map(lambda table: table * (1 - np.eye(players)))
    )


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    upper, lower = bradley_terry([[0, 7500], [2500, 0]])
    assert upper.elo - lower.elo == pytest.approx(elo(0.75), abs=0.05)
    error = 400 / math.log(10) / math.sqrt(10_000 * 0.75 * 0.25)  # of the difference
    assert upper.error == pytest.approx(error / 2, rel=1e-3)
    assert upper.error is not None
    assert upper.interval == pytest.approx(
        (upper.elo - 1.96 * upper.error, upper.elo + 1.96 * upper.error), abs=1e-3
    )


def test_distance_to_an_origin_has_the_error_of_a_difference() -> None:
    upper, lower = bradley_terry([[0, 7500], [2500, 0]], origin=1)
    assert upper.elo == pytest.approx(elo(0.75), abs=0.05)
    error = 400 / math.log(10) / math.sqrt(10_000 * 0.75 * 0.25)
    assert upper.error == pytest.approx(error, rel=1e-3)
    assert lower.elo == lower.error == 0.0
    assert lower.interval == (0.0, 0.0)


def test_origin_moves_all_ratings_of_its_group_and_no_others() -> None:
    points = [[0, 6, 0, 0], [4, 0, 0, 0], [0, 0, 0, 9], [0, 0, 1, 0]]
    plain, moved = bradley_terry(points), bradley_terry(points, origin=2)
    assert moved[:2] == plain[:2]
    assert moved[3].elo == pytest.approx(plain[3].elo - plain[2].elo)


def test_ratings_agree_with_a_general_optimiser() -> None:
    points = np.array(TABLE)

    def loss(logits: np.ndarray) -> float:
        prior = PRIOR_GAMES / 2 * (log_expit(logits) + log_expit(-logits)).sum()
        won = (points * log_expit(logits[:, None] - logits[None, :])).sum()
        return float(-won - prior)

    logits = minimize(loss, np.zeros(4), tol=1e-12).x
    expected = (logits - logits.mean()) * 400 / math.log(10)
    assert elos(TABLE) == pytest.approx(expected, abs=1e-4)


def test_ratings_stay_finite_when_somebody_wins_everything() -> None:
    first, second, third = bradley_terry([[0, 10, 10], [0, 0, 10], [0, 0, 0]])
    assert first.elo > 400 > second.elo > -400 > third.elo > -2000
    assert second.elo == pytest.approx(0.0, abs=1e-6)
    crushing = bradley_terry([[0, 1e9], [0, 0]])
    assert 2000 < crushing[0].elo - crushing[1].elo < 10_000


def test_lopsided_tables_converge() -> None:
    """Newton alone fails here; at the likeliest ratings all are expected to score what they did."""
    points = np.array([[0, 10, 1, 0], [0.5, 0, 0, 0], [1e6, 10, 0, 1e3], [10, 1e6, 1e6, 0]])
    ratings = np.array(elos(points.tolist()))
    expected = ((points + points.T) * score_of_elos(ratings)).sum(axis=1)
    assert expected == pytest.approx(points.sum(axis=1), abs=PRIOR_GAMES)


def test_players_who_never_met_are_not_compared() -> None:
    alone = [[0, 6, 0, 0, 0], [4, 0, 0, 0, 0], [0, 0, 0, 9, 0], [0, 0, 1, 0, 0], [0] * 5]
    ratings = bradley_terry(alone)
    assert groups(alone) == [[0, 1], [2, 3], [4]]
    assert [rating.group for rating in ratings] == [0, 0, 1, 1, 2]
    assert ratings[0].elo == pytest.approx(-ratings[1].elo)
    assert ratings[2].elo == pytest.approx(-ratings[3].elo)
    assert ratings[4] == (0.0, None, (None, None), 2)
    assert groups([[0, 0, 1], [0, 0, 1], [0, 0, 0]]) == [[0, 1, 2]]  # they met through the third


def test_intervals_cover() -> None:
    """2,500 round robins of five players, each rating's own interval: an error of 0.2 points."""
    truth = np.array([-120.0, -60.0, 0.0, 40.0, 140.0])
    chances = score_of_elos(truth)
    rng = np.random.default_rng(7)
    hits = 0
    for _ in range(2500):
        wins = np.triu(rng.binomial(60, chances), 1)
        points = wins + np.tril(60 - wins.T, -1)
        for rating, true in zip(bradley_terry(points.tolist()), truth, strict=True):
            low, high = rating.interval
            assert low is not None
            assert high is not None
            hits += low <= true <= high
    assert hits / 12_500 == pytest.approx(0.95, abs=0.01)


def score_of_elos(ratings: np.ndarray) -> np.ndarray:
    scores: np.ndarray = np.vectorize(score_of_elo)(ratings[:, None] - ratings[None, :])
    return scores


@given(tables(100.0), st.randoms(use_true_random=False))
def test_order_of_players_does_not_matter(table: np.ndarray, random: Random) -> None:
    order = list(range(len(table)))
    random.shuffle(order)
    expected = bradley_terry(table.tolist())
    shuffled = bradley_terry(table[np.ix_(order, order)].tolist())
    for place, player in enumerate(order):
        assert shuffled[place].elo == pytest.approx(expected[player].elo, abs=1e-5)
        assert (shuffled[place].error is None) == (expected[player].error is None)
        assert (shuffled[place].error or 0.0) == pytest.approx(expected[player].error or 0.0)


@given(tables(1e7))
def test_ratings_are_finite_with_mean_zero_and_turn_with_the_results(table: np.ndarray) -> None:
    ratings = elos(table.tolist())
    assert all(map(math.isfinite, ratings))
    assert sum(ratings) == pytest.approx(0.0, abs=1e-6)
    assert elos(table.T.tolist()) == pytest.approx([-rating for rating in ratings], abs=1e-4)
