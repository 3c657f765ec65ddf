"""Intervals, Elo and significance: pure functions of counts.

Results are counted from worst to best, for A: (losses, draws, wins) of single games, or the
five counts of pairs that gave A 0, ½, 1, 1½ and 2 points. A pair is the same deal or opening
played twice with the sides exchanged. A score is a share of the points, from 0 to 1, and
every interval holds the truth 95 times in 100 unless another confidence is asked for.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
POWER = 0.8
COIN = 0.25  # variance of one game between equals that nobody can draw
ELO_PER_DECADE = 400.0  # 400 points are odds of ten to one


class Interval(NamedTuple):
    """A range of scores, 0 <= low <= high <= 1."""

    low: float  #: its lower end
    high: float  #: its upper end


class EloInterval(NamedTuple):
    """A range of Elo differences; None where that side has no bound."""

    low: float | None  #: its lower end
    high: float | None  #: its upper end


class Significance(NamedTuple):
    """A test's statistic, its degrees of freedom and its two-sided p-value."""

    statistic: float
    degrees: int
    p_value: float


# Intervals


def score(wins: int, draws: int, losses: int) -> float:
    """Return the share of the points won, draws half; 0.5 when nothing was played."""
    return _mean((losses, draws, wins))


def wilson(wins: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's interval for the chance of winning, from *games* without draws."""
    if games <= 0:
        return Interval(0.0, 1.0)
    share, pull = wins / games, _quantile(confidence) ** 2 / games
    return Interval(_wilson_low(share, pull), 1.0 - _wilson_low(1.0 - share, pull))


def score_interval(wins: int, draws: int, losses: int, confidence: float = CONFIDENCE) -> Interval:
    """Return the interval of the score, from independent games; `wilson` when none is drawn."""
    return _interval((losses, draws, wins), confidence)


def paired_score(counts: Sequence[int]) -> float:
    """Return A's share of the points from *counts* of pairs; 0.5 when nothing was played."""
    return _mean(counts)


def paired_interval(counts: Sequence[int], confidence: float = CONFIDENCE) -> Interval:
    """Return the interval of A's score, from the variance between pairs."""
    return _interval(counts, confidence)


def _mean(counts: Sequence[int]) -> float:
    """Return the mean of results that lie evenly from 0 to 1, *counts* of each."""
    results = sum(counts)
    points = sum(rank * count for rank, count in enumerate(counts))
    return points / (results * (len(counts) - 1)) if results else 0.5


def _interval(counts: Sequence[int], confidence: float) -> Interval:
    """Return Wilson's interval for as many wins and losses as vary like *counts* do.

    Draws and pairs vary less than wins and losses of the same mean: results that vary half
    as much are worth twice as many. One imaginary result as uncertain as a coin keeps equal
    results from looking certain.
    """
    results, mean = sum(counts), _mean(counts)
    coins = results * mean * (1.0 - mean)
    variation = (_squares(counts, mean) + COIN) / (coins + COIN)
    worth = results / variation
    return wilson(mean * worth, worth, confidence)


def _wilson_low(share: float, pull: float) -> float:
    """Return the lower root of (share - p)² = pull · p(1 - p), exactly 0 when *share* is 0."""
    root = math.sqrt(pull * pull + 4.0 * pull * share * (1.0 - share))
    return 2.0 * share * share / (2.0 * share + pull + root)


def _squares(counts: Sequence[int], centre: float) -> float:
    """Return the sum of squared distances of the results from *centre*."""
    top = len(counts) - 1
    return sum(count * (rank / top - centre) ** 2 for rank, count in enumerate(counts))


def _quantile(confidence: float) -> float:
    """Return how many standard deviations either side hold *confidence* of a normal."""
    return NormalDist().inv_cdf((1.0 + confidence) / 2.0)


# Elo


def elo(score: float) -> float | None:
    """Return the Elo difference at which *score* is expected; None at 0 and 1, where it has none.

    JSON cannot hold infinity; None becomes null, and the score beside it shows the sign.
    """
    if not 0.0 < score < 1.0:
        return None
    return ELO_PER_DECADE * math.log10(score / (1.0 - score))


def score_of_elo(difference: float) -> float:
    """Return the score expected of a player *difference* Elo points above the other."""
    return float(1.0 / (1.0 + 10.0 ** (-difference / ELO_PER_DECADE)))


def elo_interval(interval: Interval) -> EloInterval:
    """Return *interval* in Elo; None where a score of 0 or 1 leaves it open."""
    return EloInterval(elo(interval.low), elo(interval.high))


# Significance


def student_t(mean: float, deviation: float, runs: int, expected: float) -> Significance:
    """Return Student's test that *runs* (at least two) came from a mean of *expected*.

    Runs that are all equal give an infinite statistic, or 0 when they equal *expected*.
    """
    from scipy.special import stdtr

    difference, error = mean - expected, deviation / math.sqrt(runs)
    if error > 0.0:
        statistic = difference / error
    else:
        statistic = math.copysign(math.inf, difference) if difference else 0.0
    p_value = 2.0 * float(stdtr(runs - 1, -abs(statistic)))
    return Significance(statistic, runs - 1, p_value)


def chi_square(wins_a: int, wins_b: int) -> Significance:
    """Return the chi-square test that A and B were equally likely to win each game."""
    games = wins_a + wins_b
    statistic = (wins_a - wins_b) ** 2 / games if games else 0.0
    return Significance(statistic, 1, math.erfc(math.sqrt(statistic / 2.0)))


def superiority(wins: int, draws: int, losses: int) -> float:
    """Return the likelihood that A is the better player, from independent games."""
    return _superiority((losses, draws, wins))


def paired_superiority(counts: Sequence[int]) -> float:
    """Return the likelihood that A is the better player, from *counts* of pairs."""
    return _superiority(counts)


def _superiority(counts: Sequence[int]) -> float:
    """Return the normal tail of A's lead, its variance taken as if the two were equal."""
    lead = sum(counts) * (_mean(counts) - 0.5)
    squares = _squares(counts, 0.5)
    return NormalDist().cdf(lead / math.sqrt(squares)) if squares else 0.5


# Planning


def games_for_width(
    half_width: float, deviation: float = 0.5, confidence: float = CONFIDENCE
) -> int:
    """Return how many games bring the interval of the score to ± *half_width*.

    *deviation* is that of one game's score: 0.5 between equals without draws.
    """
    return math.ceil((_quantile(confidence) * deviation / half_width) ** 2)


def games_for_elo(
    difference: float,
    deviation: float = 0.5,
    confidence: float = CONFIDENCE,
    power: float = POWER,
) -> int:
    """Return how many games show *difference* Elo to be real in a share *power* of matches."""
    deviations = _quantile(confidence) + NormalDist().inv_cdf(power)
    lead = abs(score_of_elo(difference) - 0.5)
    return math.ceil((deviations * deviation / lead) ** 2)
