"""The sequential test: published ratios, promised error rates, and a clean stop."""

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from galo.arena.sprt import Sprt, Verdict, log_likelihood_ratio
from galo.arena.statistics import score_of_elo
from support.samples import sample

PAIRS = st.tuples(*[st.integers(0, 500)] * 5)
RUNS = sample(1000, 3000)
ERROR = math.sqrt(0.05 * 0.95 / RUNS)  # the simulation's own

# Counts of pairs, the two Elo differences and the ratio that Stockfish's testers published
# with pull requests 2950, 2951, 2971, 3098 and 3209 (2020).
PUBLISHED = [
    ((133, 1751, 5094, 1849, 165), -0.50, 1.50, 2.94),
    ((149, 4748, 32785, 5063, 159), 0.25, 1.75, 2.95),
    ((59, 754, 2467, 865, 75), -0.50, 1.50, 2.95),
    ((33, 1185, 8378, 1302, 50), 0.25, 1.75, 2.95),
    ((17, 253, 1042, 337, 39), -0.50, 1.50, 2.96),
    ((11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
    ((491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
    ((53, 2220, 21459, 2445, 47), 0.25, 1.25, 2.97),
    ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),
    ((58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), PUBLISHED)
def test_ratios_agree_with_published_ones(
    counts: tuple[int, ...], elo0: float, elo1: float, llr: float
) -> None:
    assert Sprt(elo0, elo1).judge_pairs(counts).llr == pytest.approx(llr, abs=0.005)


def test_bounds_are_walds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((-2.293, 4.500), abs=5e-4)


@pytest.mark.parametrize(("elo0", "elo1", "alpha"), [(5, 5, 0.05), (5, 0, 0.05), (0, 5, 0.0)])
def test_contradictory_tests_are_refused(elo0: float, elo1: float, alpha: float) -> None:
    with pytest.raises(ValueError, match="must lie"):
        Sprt(elo0, elo1, alpha)


def test_ratio_of_games_without_draws_is_that_of_coins() -> None:
    score0, score1 = score_of_elo(0), score_of_elo(20)
    expected = 60 * math.log(score1 / score0) + 40 * math.log((1 - score1) / (1 - score0))
    assert Sprt(0, 20).judge_games(60, 0, 40).llr == pytest.approx(expected, abs=1e-4)


def test_ratio_nears_the_normal_one() -> None:
    counts = (300, 1500, 4000, 1700, 380)
    results = np.repeat([0, 0.25, 0.5, 0.75, 1.0], counts)
    score0, score1 = score_of_elo(0), score_of_elo(6)
    expected = (score1 - score0) * (2 * results - score0 - score1).sum() / (2 * results.var())
    assert log_likelihood_ratio(counts, score0, score1) == pytest.approx(expected, rel=0.01)


# Who wins everything, and who nothing


@pytest.mark.parametrize(("elo1", "pairs"), [(10, 104), (50, 23), (200, 8)])
def test_winning_every_pair_is_accepted_soon(elo1: float, pairs: int) -> None:
    """As soon as coins would allow, log(19) / log(score1 / score0), and no sooner."""
    test = Sprt(0, elo1)
    assert test.judge_pairs((0, 0, 0, 0, pairs)).decision == "accept H1"
    assert test.judge_pairs((0, 0, 0, 0, pairs - 1)).decision == "continue"
    assert test.judge_pairs((pairs, 0, 0, 0, 0)).decision == "accept H0"
    assert test.judge_pairs((0, 0, pairs, 0, 0)).decision == "accept H0"
    assert test.judge_games(pairs, 0, 0).decision == "accept H1"
    assert test.judge_games(0, 0, pairs).decision == "accept H0"


def test_nothing_played_and_a_million_played_are_judged() -> None:
    assert Sprt(0, 10).judge_pairs((0,) * 5) == (0.0, "continue")
    assert Sprt(0, 10).judge_pairs((0, 0, 0, 0, 10**6)).decision == "accept H1"
    assert Sprt(0, 10).judge_pairs((10**6, 0, 0, 0, 0)).decision == "accept H0"
    # Even pairs alone say nothing about -5 against +5: the caller sets a last game.
    assert Sprt(-5, 5).judge_pairs((0, 0, 10**6, 0, 0)).decision == "continue"


# Error rates


def games(score: float, drawn: float) -> tuple[float, ...]:
    """Return the chances of a loss, a draw and a win for a player of *score*."""
    return 1 - score - drawn / 2, drawn, score - drawn / 2


def pairs(score: float, drawn: float, luck: float) -> tuple[float, ...]:
    """Return the chances of a pair's results when the good hand is worth ± *luck*."""
    return tuple(np.convolve(games(score + luck, drawn), games(score - luck, drawn)))


def simulate(
    judge: Callable[..., Verdict], chances: tuple[float, ...], seed: int
) -> tuple[dict[str, float], float]:
    """Return the shares of decisions of a test looked at after every result, and its length."""
    judge = cache(judge)
    rng = np.random.default_rng(seed)
    decisions, length = {"accept H0": 0.0, "accept H1": 0.0}, 0
    for _ in range(RUNS):
        counts, decision = [0] * len(chances), "continue"
        while decision == "continue":
            for result in rng.choice(len(chances), size=64, p=chances).tolist():
                counts[result] += 1
                decision = judge(tuple(counts)).decision
                if decision != "continue":
                    break
        decisions[decision] += 1 / RUNS
        length += sum(counts)
    return decisions, length / RUNS


@pytest.mark.parametrize(
    ("elo1", "drawn", "luck", "mean_length"),
    [(100, 0.0, 0.0, 36), (100, 0.0, 0.3, 25), (60, 0.3, 0.2, 52)],
)
def test_errors_on_pairs_are_as_promised(
    elo1: float, drawn: float, luck: float, mean_length: int
) -> None:
    """At most 5 % of the tests err, plus three of the simulation's own errors."""
    test = Sprt(0, elo1)
    equal, length0 = simulate(test.judge_pairs, pairs(0.5, drawn, luck), seed=1)
    better, length1 = simulate(test.judge_pairs, pairs(score_of_elo(elo1), drawn, luck), seed=2)
    assert equal["accept H1"] < 0.05 + 3 * ERROR
    assert better["accept H0"] < 0.05 + 3 * ERROR
    assert length0 == pytest.approx(mean_length, rel=0.1)
    assert length1 == pytest.approx(mean_length, rel=0.1)


@pytest.mark.parametrize(("drawn", "mean_length"), [(0.0, 67), (0.3, 47)])
def test_errors_on_games_are_as_promised(drawn: float, mean_length: int) -> None:
    """The same for single games and 100 Elo points."""
    test = Sprt(0, 100)

    def judge(counts: tuple[int, int, int]) -> Verdict:
        return test.judge_games(*reversed(counts))

    equal, length0 = simulate(judge, games(0.5, drawn), seed=3)
    better, length1 = simulate(judge, games(score_of_elo(100), drawn), seed=4)
    assert equal["accept H1"] < 0.05 + 3 * ERROR
    assert better["accept H0"] < 0.05 + 3 * ERROR
    assert length0 == pytest.approx(mean_length, rel=0.1)
    assert length1 == pytest.approx(mean_length, rel=0.1)


# What must hold for any counts


@given(PAIRS, st.floats(-200, 200), st.floats(1, 100))
def test_ratio_turns_with_the_players(counts: tuple[int, ...], elo0: float, width: float) -> None:
    there = Sprt(elo0, elo0 + width).judge_pairs(counts).llr
    back = Sprt(-elo0 - width, -elo0).judge_pairs(counts[::-1]).llr
    assert math.isfinite(there)
    assert back == pytest.approx(-there, abs=1e-6)


@given(PAIRS)
def test_another_won_pair_speaks_for_h1(counts: tuple[int, ...]) -> None:
    test = Sprt(0, 10)
    more = (*counts[:4], counts[4] + 1)
    assert test.judge_pairs(more).llr > test.judge_pairs(counts).llr - 1e-9
