"""The sequential test: play until the counts speak clearly for one of two Elo differences.

H0 says that A is *elo0* better than B, H1 that it is *elo1* better, and nothing else is said
about how wins, draws and losses come about. The log-likelihood ratio sets the likeliest
distribution of results with H1's mean score against the likeliest with H0's (the generalised
test of fishtest; Van den Bergh, "Maximum likelihood estimates for multinomials"). For many
results it nears results · (s1 - s0)(2s - s0 - s1) / (2 · variance).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from galo.arena.statistics import score_of_elo

SprtDecision: TypeAlias = Literal["accept H0", "accept H1", "continue"]

EMPTY = 1e-3  # stands for a result not seen yet: possible, but no evidence
ROUNDS = 100  # Newton needs about six
PRECISION = 1e-9  # the ratio is flat at the root: its error is the square of this


class Verdict(NamedTuple):
    """The log-likelihood ratio of H1 to H0, and what follows from it."""

    llr: float
    decision: SprtDecision


@dataclass(frozen=True)
class Sprt:
    """A test of *elo0* against *elo1*: errs with chance *alpha* under H0, *beta* under H1."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must lie below elo1, not {self.elo0} and {self.elo1}")
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise ValueError(f"errors must lie between 0 and 0.5: {self.alpha}, {self.beta}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which H0 and H1 are accepted."""
        low = math.log(self.beta / (1.0 - self.alpha))
        return low, math.log((1.0 - self.beta) / self.alpha)

    def judge_games(self, wins: int, draws: int, losses: int) -> Verdict:
        """Return the verdict on independent games."""
        return self._judge((losses, draws, wins))

    def judge_pairs(self, counts: Sequence[int]) -> Verdict:
        """Return the verdict on pairs that gave A 0, ½, 1, 1½ and 2 points."""
        return self._judge(counts)

    def _judge(self, counts: Sequence[int]) -> Verdict:
        llr = log_likelihood_ratio(counts, score_of_elo(self.elo0), score_of_elo(self.elo1))
        low, high = self.bounds
        if llr <= low:
            return Verdict(llr, "accept H0")
        return Verdict(llr, "accept H1" if llr >= high else "continue")


def log_likelihood_ratio(counts: Sequence[int], score0: float, score1: float) -> float:
    """Return how much better a mean of *score1* explains *counts* than one of *score0*."""
    if not any(counts):
        return 0.0
    filled = [max(float(count), EMPTY) for count in counts]
    return _log_likelihood(filled, score1) - _log_likelihood(filled, score0)


def _log_likelihood(counts: Sequence[float], score: float) -> float:
    """Return the likelihood of *counts* under their best fit of mean *score*, up to a constant.

    The best fit gives result i the chance counts[i] / (total · (1 + tilt · gap[i])), where
    gap[i] is its distance from *score*.
    """
    gaps = [rank / (len(counts) - 1) - score for rank in range(len(counts))]
    tilt = _tilt(counts, gaps)
    return -sum(count * math.log1p(tilt * gap) for count, gap in zip(counts, gaps, strict=True))


def _tilt(counts: Sequence[float], gaps: Sequence[float]) -> float:
    """Return the root of sum(count · gap / (1 + tilt · gap)), by Newton kept in brackets."""
    low, high = -1.0 / gaps[-1], -1.0 / gaps[0]
    tilt = 0.0
    for _ in range(ROUNDS):
        value = slope = 0.0
        for count, gap in zip(counts, gaps, strict=True):
            ratio = gap / (1.0 + tilt * gap)
            value += count * ratio
            slope += count * ratio * ratio
        low, high = (tilt, high) if value > 0.0 else (low, tilt)
        newton = tilt + value / slope
        following = newton if low < newton < high else (low + high) / 2.0
        if abs(following - tilt) < PRECISION:
            break
        tilt = following
    return tilt
