"""Intervals, Elo and significance: against scipy, by exact coverage, and on published tables."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from galo.arena.statistics import (
    Interval,
    chi_square,
    elo,
    elo_interval,
    games_for_elo,
    games_for_width,
    paired_interval,
    paired_score,
    paired_superiority,
    score,
    score_interval,
    score_of_elo,
    student_t,
    superiority,
    wilson,
)

COUNTS = st.integers(0, 2000)
PAIRS = st.tuples(*[COUNTS] * 5)
POINT = 0.01  # what a coverage may miss 95 % by

# Shares of pairs that gave A 0, ½, 1, 1½, 2 points.
INDEPENDENT = (0.16, 0.0, 0.48, 0.0, 0.36)  # each game won with chance 0.6
LUCKY_DEALS = (0.09, 0.0, 0.62, 0.0, 0.29)  # the good hand wins more often, from either side
HALF_DRAWN = (0.04, 0.20, 0.37, 0.30, 0.09)
MOSTLY_EVEN = (0.02, 0.05, 0.80, 0.08, 0.05)
ONE_SIDED = (0.01, 0.02, 0.10, 0.17, 0.70)


def compositions(total: int, parts: int) -> np.ndarray:
    """Return every way to count *total* results of *parts* kinds."""
    rows = [row for row in product(range(total + 1), repeat=parts - 1) if sum(row) <= total]
    counts = np.array(rows)
    return np.column_stack([counts, total - counts.sum(axis=1)])


def holds(interval: Interval, truth: float) -> bool:
    return interval.low <= truth <= interval.high


def mean_of(shares: tuple[float, ...]) -> float:
    return sum(rank * share for rank, share in enumerate(shares)) / (len(shares) - 1)


# Known values


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (1, 10), (7, 10), (10, 10), (3459, 5000)])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_wilson_agrees_with_scipy(wins: int, games: int, confidence: float) -> None:
    expected = stats.binomtest(wins, games).proportion_ci(confidence, method="wilson")
    interval = wilson(wins, games, confidence)
    assert interval == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_intervals_at_the_edges() -> None:
    assert (wilson(0, 10).low, wilson(10, 10).high) == (0.0, 1.0)
    assert wilson(0, 0) == score_interval(0, 0, 0) == paired_interval((0,) * 5) == (0.0, 1.0)
    assert score(0, 0, 0) == paired_score((0,) * 5) == 0.5
    assert paired_interval((0, 0, 0, 0, 9)) == pytest.approx(wilson(9, 9))
    even = paired_interval((0, 0, 10, 0, 0))  # ten pairs of one point each prove little
    assert even == pytest.approx((0.408, 0.592), abs=1e-3)
    assert paired_interval((0, 0, 1, 0, 0)) == pytest.approx((0.095, 0.905), abs=1e-3)


def test_large_samples_agree_with_the_normal_interval() -> None:
    counts = (500, 2000, 4000, 2500, 1000)
    results = np.repeat([0, 0.25, 0.5, 0.75, 1.0], counts)
    expected = stats.norm.interval(0.95, results.mean(), stats.sem(results))
    assert paired_score(counts) == results.mean()
    assert paired_interval(counts) == pytest.approx(expected, abs=2e-5)


def test_elo_of_known_scores() -> None:
    assert elo(0.5) == 0.0
    assert elo(0.75) == pytest.approx(190.85, abs=0.005)
    assert elo(10 / 11) == pytest.approx(400.0)
    assert score_of_elo(200.0) == pytest.approx(0.7597, abs=5e-5)
    assert elo(0.0) is elo(1.0) is None
    assert elo_interval(Interval(0.0, 0.5)) == (None, 0.0)
    assert elo_interval(wilson(10, 10)).high is None


def test_student_t_agrees_with_scipy() -> None:
    runs = np.random.default_rng(1).normal(3.0, 2.0, 12)
    expected = stats.ttest_1samp(runs, 2.5)
    result = student_t(runs.mean(), runs.std(ddof=1), len(runs), 2.5)
    assert result == pytest.approx((expected.statistic, 11, expected.pvalue))
    assert student_t(3.0, 0.0, 5, 2.0) == (math.inf, 4, 0.0)
    assert student_t(2.0, 0.0, 5, 2.0) == (0.0, 4, 1.0)


@pytest.mark.parametrize(("a", "b"), [(30, 20), (20, 30), (7, 0), (2500, 2500)])
def test_chi_square_agrees_with_scipy(a: int, b: int) -> None:
    expected = stats.chisquare([a, b])
    assert chi_square(a, b) == pytest.approx((expected.statistic, 1, expected.pvalue))
    assert chi_square(0, 0) == (0.0, 1, 1.0)


def test_superiority_is_the_usual_formula() -> None:
    assert superiority(60, 100, 40) == pytest.approx(stats.norm.cdf(20 / math.sqrt(100)))
    assert paired_superiority((10, 0, 100, 0, 20)) == pytest.approx(superiority(20, 100, 10))
    assert superiority(0, 50, 0) == superiority(0, 0, 0) == 0.5


# What antonio2011 printed


def words(text: str) -> list[str]:
    return text.split()


# Quadros 23, 25 and 27: mean, deviation of ten runs, expected wins, t. The author cut t to two
# places and rounded the deviation; some deviation that rounds to the printed one must give t.
PRINTED_T = words("""
3469.1 6.12 2500 500.88   3260.2 10.6 2500 226.74   3041.9 6.74 2500 254.23
3469.1 6.12 3300 87.40    3260.2 10.6 3300 -11.87   3041.9 6.74 3300 -121.08
2608.9 21.3 2500 16.16    2599.0 10.5 2500 29.81    2607.6 19.2 2500 17.72
2593.5 14.51 2500 20.37
2727.1 9.78 2500 73.42    2800.5 7.25 2500 131.14   3095.2 13.39 2500 140.56
2470.4 18.23 2500 -5.13   2656.9 10.63 2500 46.67   2965.8 17.64 2500 83.51
2411.4 14.49 2500 -19.33  2529.7 15.61 2500 6.01    2904.5 9.29 2500 137.71
2092.2 13.34 2500 -96.66  2224.6 7.57 2500 -114.97  2297.7 10.59 2500 -60.38
""")

# Quadro 29, wins of the first pair in 5,000 matches with five evaluation functions, and
# quadro 30, their chi-square, also cut to two places.
PRINTED_CHI_SQUARE = words("""
3452 3405 3447 3459 3459   725.04 655.22 717.44 735.74 735.74
3291 3299 3296 3322 3331   500.54 510.72 506.89 540.54 552.44
3260 3273 3265 3264 3247   462.08 478.02 468.18 466.95 446.40
3021 2992 2991 3035 3025   217.15 193.65 192.86 228.98 220.50
2639 2644 2658 2645 2634    15.45  16.58  19.97  16.82  14.36
2702 2703 2713 2722 2709    32.64  32.96  36.29  39.42  34.94
3016 3009 3005 3030 3036   213.00 207.26 204.02 224.72 229.83
2581 2577 2564 2582 2572     5.24   4.74   3.27   5.37   4.14
2884 2891 2867 2861 2894   117.96 122.30 107.75 104.25 124.18
2817 2828 2802 2806 2849    80.39  86.06  72.96  74.90  97.44
""")


@pytest.mark.parametrize("row", range(0, len(PRINTED_T), 4))
def test_printed_t_follows_from_the_printed_mean_and_deviation(row: int) -> None:
    mean, deviation, expected, printed = map(float, PRINTED_T[row : row + 4])
    rounding = 0.5 * 10 ** -len(PRINTED_T[row + 1].split(".")[1])
    edges = [student_t(mean, deviation + e, 10, expected) for e in (rounding, -rounding)]
    least, most = (math.copysign(edge.statistic, printed) for edge in edges)
    assert edges[0].degrees == 9
    assert math.copysign(1.0, mean - expected) == math.copysign(1.0, printed)
    assert abs(least) < abs(printed) + 0.01
    assert abs(printed) <= abs(most)


@pytest.mark.parametrize(
    ("expected", "printed", "computed"), [(2500, 208.32, 212.213), (3300, 4.20, 4.339)]
)
def test_t_of_strategy_2_is_misprinted(expected: int, printed: float, computed: float) -> None:
    """Quadro 23: no deviation that rounds to 12.17 gives either; mean 3316.5, 12.39 give both."""
    assert student_t(3316.7, 12.17, 10, expected).statistic == pytest.approx(computed, abs=5e-4)
    assert student_t(3316.7, 12.175, 10, expected).statistic > printed + 0.01
    assert student_t(3316.48, 12.394, 10, expected).statistic == pytest.approx(printed, abs=0.01)


def test_critical_values_are_one_sided_for_t() -> None:
    """2.821 leaves 1 % in one tail; the test stated, mean unequal, would take 3.250."""
    assert student_t(2.821, math.sqrt(10), 10, 0).p_value == pytest.approx(0.02, abs=2e-5)
    assert student_t(3.250, math.sqrt(10), 10, 0).p_value == pytest.approx(0.01, abs=2e-5)
    assert stats.chi2.sf(10.827, 1) == pytest.approx(0.001, abs=1e-6)


@pytest.mark.parametrize("cell", range(50))
def test_printed_chi_square_follows_from_the_printed_wins(cell: int) -> None:
    row, column = divmod(cell, 5)
    wins, printed = (float(PRINTED_CHI_SQUARE[10 * row + column + k]) for k in (0, 5))
    result = chi_square(int(wins), 5000 - int(wins))
    assert -1e-9 <= result.statistic - printed < 0.01
    assert (result.p_value < 0.001) == (row != 7)  # only strategies 2 and 3 play alike


# Coverage, exact where the results can be enumerated


@pytest.mark.parametrize("games", [50, 100, 400])
def test_wilson_covers(games: int) -> None:
    """Averaged over chances, because at one chance it jumps with each game."""
    chances = np.linspace(0.5, 0.95, 181)
    wins = np.arange(games + 1)
    low, high = np.array([wilson(int(won), games) for won in wins]).T
    hit = (low <= chances[:, None]) & (chances[:, None] <= high)
    coverage = (stats.binom.pmf(wins, games, chances[:, None]) * hit).sum(axis=1)
    assert coverage.mean() == pytest.approx(0.95, abs=POINT)
    assert coverage.min() > 0.90


@pytest.mark.parametrize("drawn", [0.1, 0.4, 0.7])
def test_score_interval_covers(drawn: float) -> None:
    outcomes = compositions(60, 3)
    intervals = np.array([score_interval(*map(int, row)) for row in outcomes])
    coverage = []
    for truth in np.linspace(0.35, 0.65, 31):
        shares = (truth - drawn / 2, drawn, 1 - truth - drawn / 2)
        hit = (intervals[:, 0] <= truth) & (truth <= intervals[:, 1])
        coverage.append(stats.multinomial.pmf(outcomes, 60, shares) @ hit)
    assert np.mean(coverage) == pytest.approx(0.95, abs=POINT)


@pytest.mark.parametrize("shares", [INDEPENDENT, LUCKY_DEALS, HALF_DRAWN, ONE_SIDED])
@pytest.mark.parametrize("pairs", [100, 1000])
def test_paired_interval_covers(shares: tuple[float, ...], pairs: int) -> None:
    """40,000 matches: the simulation's own error is 0.1 points, a tenth of what is allowed."""
    matches = np.random.default_rng(pairs).multinomial(pairs, shares, size=40_000)
    truth = mean_of(shares)
    coverage = np.mean([holds(paired_interval(counts), truth) for counts in matches.tolist()])
    assert coverage == pytest.approx(0.95, abs=POINT)


@pytest.mark.parametrize("shares", [INDEPENDENT, LUCKY_DEALS, HALF_DRAWN, MOSTLY_EVEN, ONE_SIDED])
@pytest.mark.parametrize("pairs", [4, 10])
def test_paired_interval_is_cautious_with_few_pairs(shares: tuple[float, ...], pairs: int) -> None:
    outcomes = compositions(pairs, 5)
    hit = [holds(paired_interval(row), mean_of(shares)) for row in outcomes.tolist()]
    assert stats.multinomial.pmf(outcomes, pairs, shares) @ hit > 0.94


def test_superiority_misleads_one_time_in_twenty() -> None:
    """20,000 matches between equals; the simulation's own error is 0.15 points."""
    matches = np.random.default_rng(5).multinomial(300, (0.1, 0.2, 0.4, 0.2, 0.1), size=20_000)
    sure = np.mean([paired_superiority(counts) >= 0.95 for counts in matches.tolist()])
    assert sure == pytest.approx(0.05, abs=POINT)


@pytest.mark.parametrize("half_width", [0.05, 0.01])
def test_planned_games_give_the_width(half_width: float) -> None:
    games = games_for_width(half_width)
    low, high = wilson(games / 2, games)
    assert (high - low) / 2 == pytest.approx(half_width, rel=0.01)
    assert games_for_width(0.01) == 9604  # the textbook's answer


@pytest.mark.parametrize("difference", [-35.0, 50.0])
def test_planned_games_show_the_difference(difference: float) -> None:
    """Eight matches in ten; 20,000 matches, whose own error is 0.3 points."""
    games, chance = games_for_elo(difference), score_of_elo(difference)
    wins = np.random.default_rng(3).binomial(games, chance, size=20_000)
    shown = np.mean([not holds(wilson(int(won), games), 0.5) for won in wins])
    assert shown == pytest.approx(0.8, abs=0.02)


# What must hold for any counts


@given(COUNTS, COUNTS, COUNTS)
def test_score_interval_holds_the_score_and_turns_with_the_players(
    wins: int, draws: int, losses: int
) -> None:
    low, high = score_interval(wins, draws, losses)
    assert 0.0 <= low <= score(wins, draws, losses) <= high <= 1.0
    assert low < high
    assert score_interval(losses, draws, wins) == pytest.approx((1 - high, 1 - low))
    assert superiority(losses, draws, wins) == pytest.approx(1 - superiority(wins, draws, losses))
    if draws == 0:
        assert (low, high) == pytest.approx(wilson(wins, wins + losses))


@given(PAIRS)
def test_paired_interval_holds_the_score_and_turns_with_the_players(
    counts: tuple[int, ...],
) -> None:
    low, high = paired_interval(counts)
    assert 0.0 <= low <= paired_score(counts) <= high <= 1.0
    assert low < high
    assert paired_interval(counts[::-1]) == pytest.approx((1 - high, 1 - low))
    assert paired_superiority(counts[::-1]) == pytest.approx(1 - paired_superiority(counts))


@given(PAIRS, st.floats(0.5, 0.9), st.floats(0.91, 0.999))
def test_more_confidence_is_wider(counts: tuple[int, ...], less: float, more: float) -> None:
    inner, outer = paired_interval(counts, less), paired_interval(counts, more)
    assert outer.low <= inner.low < inner.high <= outer.high
    assert inner != outer or not any(counts)


@given(st.floats(0.001, 0.999))
def test_elo_and_score_undo_each_other(share: float) -> None:
    difference = elo(share)
    assert difference is not None
    assert score_of_elo(difference) == pytest.approx(share)
    assert elo(1 - share) == pytest.approx(-difference, abs=1e-9)
