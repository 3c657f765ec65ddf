"""Comparisons with printed numbers: intervals, and an equivalence test that noise cannot pass."""

import math
from statistics import fmean, variance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from galo.lab.comparison import (
    AGREES,
    CANNOT_TELL,
    CONFIDENCE,
    DIFFERS,
    ComparisonColumns,
    Difference,
    Sample,
    deviation_of_largest,
    difference_of_best,
    difference_of_means,
    difference_of_numbers,
    difference_to_run,
    half_of_count,
    published,
    sample,
)
from galo.players.dominoes4 import FREE
from galo.players.dominoes4.linear import coefficients

MARGIN = 50.0
NUMBERS = st.floats(-1000.0, 1000.0)
HALVES = st.floats(0.0, 1000.0)


@pytest.mark.parametrize(
    ("value", "half", "expected"),
    [
        (0.0, 50.0, "agrees"),
        (-20.0, 30.0, "agrees"),
        (0.0, 50.1, "cannot tell"),  # no difference at all, and an interval that is too wide
        (262.0, 300.0, "cannot tell"),
        (60.0, 20.0, "cannot tell"),
        (60.0, 9.9, "differs by +60"),
        (-312.0, 8.0, "differs by −312"),
        (0.0, math.inf, "cannot tell"),
    ],
)
def test_verdict_needs_a_small_interval_and_a_small_difference(
    value: float, half: float, expected: str
) -> None:
    assert Difference(value, half).verdict(MARGIN) == expected


@given(NUMBERS, HALVES, HALVES)
def test_a_wider_interval_never_makes_a_verdict(value: float, one: float, other: float) -> None:
    narrow, wide = (Difference(value, half).verdict(MARGIN) for half in sorted((one, other)))
    assert wide in (narrow, CANNOT_TELL)


@given(NUMBERS, HALVES)
def test_both_signs_are_judged_alike(value: float, half: float) -> None:
    words = [Difference(sign * value, half).verdict(MARGIN).split()[0] for sign in (1, -1)]
    assert words[0] == words[1]


@pytest.mark.parametrize(
    ("truth", "wrong"), [(MARGIN, AGREES), (-MARGIN, AGREES), (MARGIN, DIFFERS)]
)
def test_verdict_is_wrong_as_rarely_as_its_intervals(truth: float, wrong: str) -> None:
    # At the margin itself each verdict is an error; one-sided, so half of 5 %.
    draws, deviation = 40_000, 10.0
    half = 1.959964 * deviation
    values = np.random.default_rng(1).normal(truth, deviation, draws)
    errors = sum(Difference(value, half).verdict(MARGIN).startswith(wrong) for value in values)
    expected = (1 - CONFIDENCE) / 2
    assert abs(errors / draws - expected) < 5 * math.sqrt(expected / draws)


def test_samples_have_students_interval() -> None:
    ten = Sample(3469.1, 6.12, 10)
    assert ten.half == pytest.approx(2.2622 * 6.12 / math.sqrt(10), abs=1e-3)
    assert sample([1.0, 2.0, 3.0]) == Sample(2.0, 1.0, 3)
    assert sample([5.0]).half == math.inf


def test_differences_carry_the_errors_of_both() -> None:
    apart = difference_of_means(Sample(5.0, 3.0, 10), Sample(2.0, 4.0, 10))
    assert apart.value == 3.0
    assert apart.half == pytest.approx(2.2622 * 5.0 / math.sqrt(10), abs=1e-3)
    assert difference_of_means(Sample(5.0, 0.0, 1), Sample(2.0, 4.0, 10)).half == math.inf
    one = difference_to_run(Sample(110.0, 2.0, 3), 100.0, Sample(120.0, 6.0, 10))
    assert one.value == 10.0
    assert one.half == pytest.approx(2.2622 * 6.0 * math.sqrt(4 / 3), abs=1e-3)
    assert difference_to_run(Sample(1.0, 0.0, 1), 1.0, Sample(1.0, 0.0, 1)).half == math.inf
    assert difference_of_numbers(7.0, 10.0, 3.0, 4.0) == (-3.0, 5.0)
    assert half_of_count(2500, 5000) == pytest.approx(69.3, abs=0.05)


def test_largest_of_several_scatters_as_tables_of_order_statistics_say() -> None:
    known = {1: 1.0, 2: math.sqrt(1 - 1 / math.pi), 10: math.sqrt(0.3443)}
    for count, deviation in known.items():
        assert deviation_of_largest(count) == pytest.approx(deviation, abs=1e-4)
    bests = np.random.default_rng(2).normal(size=(20_000, 64)).max(axis=1)
    assert deviation_of_largest(64) == pytest.approx(bests.std(), rel=0.02)
    best = difference_of_best([60.0, 61.0, 62.0, 63.0], 64.0)
    assert best.value == -1.0
    scatter = math.sqrt(2) * deviation_of_largest(4) * math.sqrt(5 / 3)
    assert best.half == pytest.approx(3.1824 * scatter, abs=1e-3)
    assert difference_of_best([60.0], 64.0) == (-4.0, math.inf)


def test_columns_without_a_verdict_have_no_word_of_it() -> None:
    quick, full = (ComparisonColumns(1.0, 2, has_verdict) for has_verdict in (False, True))
    assert quick.head == ["difference", "95 % of it"]
    assert quick.cells(Difference(0.5, 0.25)) == ["+0.50", "[+0.25, +0.75]"]
    assert full.cells(Difference(0.5, 0.25)) == ["+0.50", "[+0.25, +0.75]", AGREES]
    assert full.cells(Difference(0.5, math.inf)) == ["+0.50", "unknown", CANNOT_TELL]
    assert quick.cells(Difference(-0.5, 1.0)) == ["−0.50", "[−1.50, +0.50]"]
    assert full.cells(None) == [""] * len(full.head)


def test_printed_numbers_are_all_there() -> None:
    cross = published("antonio2011")["cross"]
    assert len(cross) == 10
    assert all(len(row) == 5 for row in cross.values())
    assert len(published("antonio2011")["stages"]) == 20
    assert len(published("sbgames2008")["alphas"]) == 34


def test_printed_counts_scatter_less_than_deals_of_their_own_would() -> None:
    """What docs/laboratory.md says of quadro 29, quadros 22 and 23, sbgames2008 and a1."""
    printed = published("antonio2011")
    rows = list(printed["cross"].values())
    assert math.sqrt(fmean(map(variance, rows))) == pytest.approx(15, abs=0.5)
    shares = [fmean(row) / 5000 for row in rows]
    binomial = [5000 * share * (1 - share) for share in shares]
    assert 32.5 < math.sqrt(min(binomial)) < math.sqrt(max(binomial)) < 35.5
    surprise = sum(4 * variance(row) / one for row, one in zip(rows, binomial, strict=True))
    assert chi2.cdf(surprise, 4 * len(rows)) < 1e-8
    ranges = [alpha for alpha in published("sbgames2008")["alphas"] if alpha[0] != alpha[1]]
    assert len(ranges) == 8
    apart = [
        printed["stages"][f"stage1 {name}"][0] - printed["operators"][f"scattered 0.05 {name}"]
        for name in ("s1", "s2", "s3", "s4")
    ]
    assert apart == pytest.approx([-10.9, -25.3, 108.2, -11.1])
    vectors = [
        coefficients(name, weights)
        for name in ("s1", "s4")
        for weights in (
            "stage1",
            "stage2",
            *(f"stage3-v{other}" for other in FREE if other != name),
        )
    ]
    signs = [{math.copysign(1, vector[place]) for vector in vectors} for place in (0, 1, 2)]
    assert signs == [{1.0, -1.0}, {-1.0}, {-1.0}]
