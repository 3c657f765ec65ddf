"""Formulas: the same bits as in the simulator, trees as slices, programs as rows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galo.errors import ConfigError
from galo.lab.formula_parser import parsed
from galo.lab.formulas import (
    NUMBER,
    OPERANDS,
    TRUTH,
    Formula,
    apply,
    begin_of,
    check_types,
    depth,
    feature,
    fits,
    from_row,
    operands_of,
    to_row,
    to_rows,
    values,
    wanted_types,
)
from galo.players.dominoes4.feature_table import FEATURES, feature_of
from galo.players.dominoes4.formula_value import (
    ADD,
    CONSTANT,
    LESS,
    MULTIPLY,
    NOT,
    formula_value,
)
from galo.players.dominoes4.strategy_rows import LONGEST, STRATEGY_COLUMNS, player_rows
from support.formulas import random_formulas, situations


def test_values_have_the_bits_of_the_simulator() -> None:
    """Every operator and every feature is met: 300 random formulas in two rounds."""
    formulas = random_formulas(7, 300)
    assert {code for formula in formulas for code, _ in formula} >= {*OPERANDS, *range(44)}
    rows = np.zeros((len(formulas), STRATEGY_COLUMNS))
    rows[:, 1:] = to_rows(formulas)
    programs, stack = player_rows(rows), np.zeros(LONGEST)
    for situation, moves in [found for seed in (1, 2) for found in situations(seed)]:
        numbers = range(len(FEATURES))
        options = np.array(
            [[feature_of(number, situation, move) for number in numbers] for move in moves],
            np.float64,
        )
        for row, formula in enumerate(formulas):
            found = [formula_value(situation, move, programs, row, stack) for move in moves]
            assert found == values(formula, options).tolist()


def nested(formula: Formula) -> object:
    """Return the tree of *formula*, by a machine that stacks trees."""
    stack: list[object] = []
    for symbol in formula:
        count = len(OPERANDS.get(symbol.code, ()))
        parts = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        stack.append((symbol, *parts))
    (tree,) = stack
    return tree


@given(st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_subtrees_are_slices(seed: int) -> None:
    for formula in random_formulas(seed, 8):
        assert begin_of(formula, len(formula) - 1) == 0
        tree = nested(formula)
        parts = operands_of(formula)
        assert tree == (formula[-1], *map(nested, parts))
        assert depth(formula) == (1 + max(map(depth, parts)) if parts else 0)
        assert formula == (apply(formula[-1].code, *parts) if parts else formula)


@given(st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_wanted_types_are_those_of_the_operator_above(seed: int) -> None:
    for formula in random_formulas(seed, 8):
        check_types(formula)
        wanted = wanted_types(formula)
        assert wanted[-1] == NUMBER
        for place, symbol in enumerate(formula):
            assert fits(symbol, wanted[place])
            ends, end = [], place - 1
            for _ in OPERANDS.get(symbol.code, ()):
                ends.append(end)
                end = begin_of(formula, end) - 1
            above = tuple(wanted[end] for end in reversed(ends))
            assert above == OPERANDS.get(symbol.code, ())


def test_a_row_is_the_program_that_the_stack_machine_documents() -> None:
    formula = parsed("points + 2 * hand_far")
    assert to_row(formula) == [6, 0, CONSTANT, 2.0, 11, MULTIPLY, ADD]
    assert to_rows([formula]).shape == (1, LONGEST)


@given(st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_a_formula_comes_back_from_its_row(seed: int) -> None:
    formulas = random_formulas(seed, 8)
    assert [from_row(row) for row in to_rows(formulas)] == formulas
    assert [from_row(to_row(formula)) for formula in formulas] == formulas


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ([], "length 0"),
        ([0.0, 1.0], "length 0"),
        ([1.5, 1.0], r"length 1\.5"),
        ([3.0, 1.0], "length 3 in a row of 2"),
        ([float("nan"), 1.0], "length nan"),
        ([1.0, 44.0], "code 44"),
        ([1.0, 0.5], r"code 0\.5"),
        ([1.0, float("nan")], "code nan"),
        ([1.0, CONSTANT], "constant nan"),
        ([2.0, CONSTANT, 1e7], "constant 10000000"),
        ([2.0, 0.0, ADD], "no operands"),
        ([2.0, 0.0, 1.0], "2 values, not one number"),
        ([2.0, 0.0, NOT], r"no operands \('truth',\)"),
        ([3.0, 0.0, 1.0, LESS], "not one number"),
    ],
)
def test_what_is_no_program_is_refused(row: list[float], fault: str) -> None:
    with pytest.raises(ConfigError, match=fault):
        from_row(row)


def test_a_truth_may_stand_for_a_number_but_a_comparison_may_not() -> None:
    assert fits(feature("is_double")[-1], NUMBER)
    assert fits(feature("is_double")[-1], TRUTH)
    assert not fits(feature("points")[-1], TRUTH)
    assert not fits(apply(LESS, feature("points"), feature("far"))[-1], NUMBER)
