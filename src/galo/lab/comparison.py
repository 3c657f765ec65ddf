"""Comparing our numbers with the published ones: means, intervals and verdicts."""

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

CONFIDENCE = 0.95


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
    def half_of_one(self) -> float:
        """Half the width of the 95 % interval of one more run, infinite from a single run."""
        if self.runs < 2:
            return math.inf
        return _student(self.runs - 1) * self.deviation * math.sqrt(1.0 + 1.0 / self.runs)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean."""
        return self.mean - self.half, self.mean + self.half

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.deviation:.1f}" if self.runs > 1 else f"{self.mean:.1f}"


def sample(values: Sequence[float]) -> Sample:
    """Return mean, standard deviation and number of *values*."""
    return Sample(fmean(values), stdev(values) if len(values) > 1 else 0.0, len(values))


def difference(one: Sample, other: Sample) -> Sample:
    """Return the difference of two means, *one* minus *other*, with the runs of the fewer."""
    error = one.deviation**2 / one.runs + other.deviation**2 / other.runs
    runs = min(one.runs, other.runs)
    return Sample(one.mean - other.mean, math.sqrt(error * runs), runs)


def verdict(paper: float, ours: float, *halves: float) -> str:
    """Return "agrees" if two numbers differ by less than the *halves* of their 95 % intervals."""
    if abs(ours - paper) <= math.hypot(*halves):
        return "agrees"
    return f"differs by {ours - paper:+.3g}".replace("-", "−")


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


def _student(degrees: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + CONFIDENCE) / 2))
