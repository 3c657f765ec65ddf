"""The printed numbers that a program must explain, and how far a reading is from them.

All matches of a printed table seem to have been of the same deals, so a row of it errs as a
whole, as a count of 5,000 does, and its numbers scatter little within it.
"""

from collections.abc import Sequence
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from galo.lab.candidate_readings import Reading
from galo.lab.comparison import published
from galo.players.dominoes4.linear import coefficients

OF = 5000  # matches of a printed number
STRATEGIES = ("s1", "s2", "s3", "s4")
BEGINNER = "basic"
STAGES = ("stage1", "stage2")  # the columns of quadro 29 that the search sees
FUNCTIONS = ("function 1", "function 2", "function 3")  # and those that it does not
PAPER = "cig2011"
WITHIN = 0.003  # the scatter of the printed numbers within a row: 15 of 5,000


class PrintedNumber(NamedTuple):
    """Who met whom, with the coefficients of which column, and the share the first one won."""

    one: str
    other: str
    column: str
    share: float


class Fit(NamedTuple):
    """A reading, and the shares that were found for some printed numbers, of so many matches."""

    reading: Reading
    shares: tuple[float, ...]
    matches: int


def printed_numbers(columns: Sequence[str]) -> list[PrintedNumber]:
    """Return the numbers of those *columns* of quadro 29, row by row; PAPER is cig2011."""
    cross = published("antonio2011")["cross"]
    found = []
    for name, row in cross.items():
        one, other = name.split()
        for column, wins in zip((*STAGES, *FUNCTIONS), row, strict=True):
            if column in columns:
                found.append(PrintedNumber(one, other, column, wins / OF))
    if PAPER in columns:
        best = published("cig2011")["best"]
        for strategy in STRATEGIES:
            share = max(share for share, *_ in best[strategy].values()) / 100
            found.append(PrintedNumber(strategy, BEGINNER, PAPER, share))
    return found


def misfit(numbers: Sequence[PrintedNumber], fit: Fit, columns: Sequence[str]) -> float:
    """Return how far *fit* is from the printed *numbers* of some *columns*: -2 log likelihood.

    The difference of a row's means counts in standard errors of 5,000 matches, that of a number
    from its row's in those of the scatter within a row; our own matches add to both. A constant
    is left out.
    """
    total = 0.0
    found_all = zip(numbers, fit.shares, strict=True)
    pairs = [pair for pair in found_all if pair[0].column in columns]
    errors = 1 + OF / fit.matches
    for _, row in groupby(pairs, key=lambda pair: pair[0][:2]):
        found = list(row)
        differences = [share - number.share for number, share in found]
        mean, printed = fmean(differences), fmean(number.share for number, _ in found)
        total += mean**2 / (errors * printed * (1 - printed) / OF)
        total += sum((one - mean) ** 2 for one in differences) / (errors * WITHIN**2)
    return total


def vector(strategy: str, column: str) -> list[float]:
    """Return the printed coefficients of *strategy* that *column* is about."""
    if column not in FUNCTIONS:
        return coefficients(strategy, column)
    others = [other for other in STRATEGIES if other != strategy]
    return coefficients(strategy, f"stage3-v{others[FUNCTIONS.index(column)]}")
