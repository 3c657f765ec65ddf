"""Comparing our numbers with the published ones: differences, intervals and verdicts.

The verdict is an equivalence test by intervals (two one-sided tests at 2.5 % each): two numbers
agree if the whole 95 % interval of their difference lies within a margin of zero, and differ if
the whole interval lies beyond it. A wide interval is neither: nothing can be told.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

CONFIDENCE = 0.95
MARGIN = 0.01  # of all matches: half of stage 2's gain, the smallest that antonio2011 builds on
AGREES, DIFFERS, CANNOT_TELL = "agrees", "differs", "cannot tell"


class Sample(NamedTuple):
    """Mean and standard deviation of repeated runs."""

    mean: float
    deviation: float
    runs: int

    @property
    def half(self) -> float:
        """Half the width of the mean's 95 % interval, infinite from a single run."""
        if self.runs < 2:
            return math.inf
        return _student(self.runs - 1) * self.deviation / math.sqrt(self.runs)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean."""
        return self.mean - self.half, self.mean + self.half

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.deviation:.1f}" if self.runs > 1 else f"{self.mean:.1f}"


class Difference(NamedTuple):
    """One number minus another, and half the width of the difference's 95 % interval."""

    value: float
    half: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference."""
        return self.value - self.half, self.value + self.half

    def verdict(self, margin: float) -> str:
        """Return whether the two numbers agree within *margin*, differ by more, or neither."""
        low, high = self.interval
        if -margin <= low and high <= margin:
            return AGREES
        if low > margin or high < -margin:
            return _signed(f"{DIFFERS} by {self.value:+.3g}")
        return CANNOT_TELL


@dataclass(frozen=True)
class ComparisonColumns:
    """The last columns of a table that lays ours beside the paper's.

    The quick version of an experiment is not the study, so its tables have no verdict.
    """

    margin: float
    decimals: int
    has_verdict: bool

    @property
    def head(self) -> list[str]:
        """The titles of the columns."""
        return ["difference", "95 % of it", *(["verdict"] if self.has_verdict else [])]

    def cells(self, difference: Difference | None) -> list[str]:
        """Return the cells of one row, empty where there is no *difference*."""
        if difference is None:
            return [""] * len(self.head)
        value, (low, high) = difference.value, difference.interval
        is_known = math.isfinite(difference.half)
        bounds = f"[{low:+.{self.decimals}f}, {high:+.{self.decimals}f}]"
        shown = [_signed(f"{value:+.{self.decimals}f}"), _signed(bounds) if is_known else "unknown"]
        return [*shown, *([difference.verdict(self.margin)] if self.has_verdict else [])]


def sample(values: Sequence[float]) -> Sample:
    """Return mean, standard deviation and number of *values*."""
    return Sample(fmean(values), stdev(values) if len(values) > 1 else 0.0, len(values))


def difference_of_means(one: Sample, other: Sample) -> Difference:
    """Return *one* minus *other*, with the degrees of freedom of the one that has fewer runs."""
    error = math.sqrt(one.deviation**2 / one.runs + other.deviation**2 / other.runs)
    runs = min(one.runs, other.runs)
    return Difference(one.mean - other.mean, _student(runs - 1) * error if runs > 1 else math.inf)


def difference_to_run(ours: Sample, paper: float, spread: Sample) -> Difference:
    """Return our mean minus one run of the *paper*, which scatters as the runs of *spread* do."""
    if spread.runs < 2:
        return Difference(ours.mean - paper, math.inf)
    error = spread.deviation * math.sqrt(1.0 + 1.0 / ours.runs)
    return Difference(ours.mean - paper, _student(spread.runs - 1) * error)


def difference_of_best(values: Sequence[float], paper: float) -> Difference:
    """Return the largest of *values* minus the *paper*'s largest of as many runs."""
    value, runs = max(values) - paper, len(values)
    if runs < 2:
        return Difference(value, math.inf)
    error = math.sqrt(2.0) * deviation_of_largest(runs) * stdev(values)
    return Difference(value, _student(runs - 1) * error)


def difference_of_numbers(one: float, other: float, *halves: float) -> Difference:
    """Return *one* minus *other*; *halves* are of the 95 % intervals of the two."""
    return Difference(one - other, math.hypot(*halves))


@cache
def deviation_of_largest(count: int) -> float:
    """Return the standard deviation of the largest of *count* standard normal numbers."""
    from scipy.integrate import quad
    from scipy.special import ndtr

    normal = NormalDist().pdf

    def moment(power: int) -> float:
        return float(
            quad(lambda x: x**power * count * normal(x) * ndtr(x) ** (count - 1), -9.0, 9.0)[0]
        )

    return math.sqrt(moment(2) - moment(1) ** 2)


def half_of_count(wins: float, matches: int) -> float:
    """Return half the width of the 95 % interval of *wins* in independent *matches*."""
    share = wins / matches
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * math.sqrt(matches * share * (1 - share))


@cache
def published(study: str) -> dict[str, Any]:
    """Return the published numbers of *study*."""
    text = files("galo.lab.experiments").joinpath("published.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)[study]
    return found


def _signed(text: str) -> str:
    """Return *text* with true minus signs."""
    return text.replace("-", "−")


def _student(degrees: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + CONFIDENCE) / 2))
