"""Ranks of methods over repeated runs: Friedman's test, and the critical difference of Nemenyi.

As in Demšar, "Statistical Comparisons of Classifiers over Multiple Data Sets", 2006: in each block
the methods are ranked, the best first; two of them differ if their mean ranks do by more than the
critical difference.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from galo.arrays import RealMatrix
from galo.errors import ConfigError
from galo.lab.comparison import CONFIDENCE


class Ranking(NamedTuple):
    """Mean ranks of methods, 1 the best, over a number of blocks."""

    ranks: Mapping[str, float]
    blocks: int

    @property
    def chi_square(self) -> float:
        """Friedman's statistic."""
        methods = len(self.ranks)
        squares = sum(rank**2 for rank in self.ranks.values())
        even = methods * (methods + 1) ** 2 / 4
        return 12 * self.blocks / (methods * (methods + 1)) * (squares - even)

    @property
    def f_statistic(self) -> float:
        """Friedman's statistic as Iman and Davenport correct it."""
        most = self.blocks * (len(self.ranks) - 1)
        left = most - self.chi_square
        return (self.blocks - 1) * self.chi_square / left if left > 0 else math.inf

    @property
    def p_value(self) -> float:
        """How likely equals are to look as different as this."""
        from scipy.special import fdtrc

        degrees = len(self.ranks) - 1
        return float(fdtrc(degrees, degrees * (self.blocks - 1), self.f_statistic))

    @property
    def critical_difference(self) -> float:
        """The difference of two mean ranks beyond which they are of different methods, 95 %."""
        from scipy.stats import studentized_range

        methods = len(self.ranks)
        quantile = float(studentized_range.ppf(CONFIDENCE, methods, np.inf)) / math.sqrt(2)
        return quantile * math.sqrt(methods * (methods + 1) / (6 * self.blocks))

    def cliques(self) -> list[tuple[str, ...]]:
        """Return the largest groups of methods of which no two differ, the best first."""
        ordered = sorted(self.ranks, key=lambda name: self.ranks[name])
        groups: list[tuple[str, ...]] = []
        for first, name in enumerate(ordered):
            within = self.ranks[name] + self.critical_difference
            group = tuple(other for other in ordered[first:] if self.ranks[other] <= within)
            if len(group) > 1 and not (groups and groups[-1][-1] == group[-1]):
                groups.append(group)
        return groups


def ranking_of(values: Mapping[str, Sequence[float]]) -> Ranking:
    """Return the ranking of methods by their *values* in each block, the largest the best."""
    blocks = {len(own) for own in values.values()}
    if len(values) < 2 or len(blocks) != 1 or blocks == {0}:
        raise ConfigError("a ranking needs two methods or more, all of as many runs")
    table: RealMatrix = np.array(list(values.values()))
    ahead = (table[None] > table[:, None]).sum(axis=1)
    equal = (table[None] == table[:, None]).sum(axis=1)  # with itself
    ranks = (ahead + (equal + 1) / 2).mean(axis=1)
    return Ranking(dict(zip(values, ranks.tolist(), strict=True)), blocks.pop())
