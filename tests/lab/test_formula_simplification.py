"""Simplified formulas choose alike, and are what one would write."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galo.lab.formula_behaviour import sampled_decisions
from galo.lab.formula_parser import parsed
from galo.lab.formula_simplification import simplified
from galo.lab.formula_text import text_of
from galo.lab.formulas import Formula, check_types, values
from support.formulas import random_formulas

ROUNDING = 1e-6  # of a value, as a share of the largest: a few steps of 1e-12 each


def regret(formula: Formula, short: Formula) -> float:
    """Return how much worse, by *formula*, a choice of *short* is at most, as a share."""
    options, first = sampled_decisions()
    worth, chosen = values(formula, options), values(short, options)
    sizes = np.diff(first, append=len(options))
    best_chosen = np.repeat(np.maximum.reduceat(chosen, first), sizes)
    slack = ROUNDING * (1.0 + np.abs(chosen).max())
    taken = np.where(chosen >= best_chosen - slack, worth, np.inf)
    best = np.maximum.reduceat(worth, first)
    lost = best - np.minimum.reduceat(taken, first)
    return float(lost.max() / (1.0 + np.abs(worth).max()))


@given(st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_a_simplified_formula_chooses_alike_and_is_no_longer(seed: int) -> None:
    """Both ways: what one finds best, the other finds best too."""
    for formula in random_formulas(seed, 6):
        short = simplified(formula)
        check_types(short)
        assert len(short) <= len(formula)
        assert regret(formula, short) <= 10 * ROUNDING, text_of(formula)
        assert regret(short, formula) <= 10 * ROUNDING, text_of(formula)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("2 * points + 4 * hand_far", "points + 2 * hand_far"),  # a positive factor
        ("-3 * points", "-points"),
        ("100000 * points + far", "100000 * points + far"),  # far would fall below four decimals
        ("points + 3 + hand_tiles - our_score", "points"),  # the same for all options
        ("points * 0", "0"),
        ("points + far - points", "far"),
        ("points - (points - far)", "far"),
        ("points - (far - near)", "points + near - far"),
        ("-(points - far) - -near", "near + far - points"),
        ("--points", "points"),
        ("points * 1 + 0", "points"),
        ("2 * (points + far) * 3", "points + far"),
        ("points + 2 * (far + near)", "points + 2 * (near + far)"),  # not longer
        ("points + 2 * (3 * far)", "points + 6 * far"),
        ("far * points + points * far * 2", "points * far"),
        ("points + ratio(far, far)", "points"),
        ("points + ratio(far, 0)", "points"),
        ("points + far / 3", "points + far / 3"),
        ("points + far / 4", "points + 0.25 * far"),
        ("points + min(far, far)", "points + far"),
        ("points + min(far, far + 1)", "points + far"),
        ("points + max(min(far, near), min(near, far))", "points + min(near, far)"),
        ("points + min(far + near, far + threats)", "points + min(near, threats) + far"),
        ("points + max(threats, -3)", "points + threats"),  # no feature is below zero
        ("points + min(far, 7)", "points + far"),  # no half has more than six
        ("points + (1 if far < 8 else near)", "points"),
        ("points if far < far else near", "near"),
        ("points if not is_double else near", "near if is_double else points"),
        ("points + (near if near < far else far)", "points + min(near, far)"),
        ("points + (far if near < far else near)", "points + max(near, far)"),
        ("points + (3 if is_double else 0)", "points + 3 * is_double"),
        ("points + (near if is_double else near)", "points + near"),
        ("points + near if is_double else far + near", "near + (points if is_double else far)"),
        ("points if near + 2 < far + 5 else 1", "points if near < far + 3 else 1"),
        ("points if 2 * near < 6 else 1", "points if near < 3 else 1"),
        ("points if is_double and is_double else 1", "points if is_double else 1"),
        ("points if is_double and not is_double else far", "far"),
        ("points if is_double or 2 < 3 else far", "points"),
        ("points if not not is_double else 1", "points if is_double else 1"),
        (
            "(near if is_double else far) if is_double else points",
            "near if is_double else points",
        ),
        ("points + 3 if arms < 2 else far - 1", "points if arms < 2 else far"),
        ("999999 * (999999 * points) + far", "999999 * (999999 * points) + far"),
    ],
)
def test_simplification_is_what_one_would_write(text: str, short: str) -> None:
    assert text_of(simplified(parsed(text))) == short


def test_equal_sums_have_one_form_whatever_their_order() -> None:
    texts = [
        "points + far * near - threats",
        "near * far + points - threats",
        "points - threats + far * near",
    ]
    assert len({simplified(parsed(text)) for text in texts}) == 1
