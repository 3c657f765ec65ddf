"""Formulas as text: what is written is read back, runs as Python, and faults are told."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galo.errors import ConfigError
from galo.lab.formula_behaviour import sampled_decisions
from galo.lab.formula_parser import parsed
from galo.lab.formula_text import strategy_source, text_of
from galo.lab.formulas import Formula, apply, constant, feature, values
from galo.players.dominoes4.feature_table import FEATURES, OptionFeatures
from galo.players.dominoes4.formula_value import ADD, MULTIPLY, NEGATE, RATIO, SUBTRACT
from galo.players.dominoes4.strategy import Strategy
from galo.players.parameters import Parameter
from galo.players.registry import make_player
from support.formulas import random_formulas

A, B, C = feature("points"), feature("far"), feature("near")


@given(st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_text_reads_back_as_the_same_values(seed: int) -> None:
    options = sampled_decisions().options[::7]
    for formula in random_formulas(seed, 4):
        again = parsed(text_of(formula))
        assert values(again, options).tolist() == values(formula, options).tolist()
        assert text_of(again) == text_of(formula)


@pytest.mark.parametrize(
    "text",
    [
        "points + 2.5 * hand_far",
        "points - (near - far) - 3",
        "(points + near) * far / 4",
        "-(near + far) * -points",
        "near if far < 3 and not is_double else threats",
        "near if far >= 3 or is_double and next_passes else points if arms > 2 else 0",
        "1 + (near if far <= 3 else 2)",
        "min(near, far + 1, max(points, threats)) - ratio(points, unseen_far)",
        "(1 if near < far else 0) * 0.001",
    ],
)
def test_what_people_write_is_written_alike(text: str) -> None:
    assert text_of(parsed(text)) == text


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (apply(ADD, A, apply(ADD, B, C)), "points + (far + near)"),
        (apply(SUBTRACT, A, apply(ADD, B, C)), "points - (far + near)"),
        (apply(ADD, apply(SUBTRACT, A, B), C), "points - far + near"),
        (apply(MULTIPLY, apply(ADD, A, B), C), "(points + far) * near"),
        (apply(NEGATE, apply(MULTIPLY, A, B)), "-(points * far)"),
        (apply(MULTIPLY, A, constant(-2.0)), "points * -2"),
        (apply(RATIO, A, constant(0.0)), "ratio(points, 0)"),
    ],
)
def test_parentheses_stand_where_python_needs_them(formula: Formula, text: str) -> None:
    assert text_of(formula) == text
    assert parsed(text) == formula


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_strategy_file_gives_the_same_numbers_in_plain_python(seed: int) -> None:
    options = sampled_decisions().options[::61]
    for formula in random_formulas(seed, 4):
        source = strategy_source({"mine": formula})
        assert max(map(len, source.splitlines())) <= 100
        names: dict[str, Any] = {}
        exec(source[source.index("def ") :], names)
        mine = names["mine"]
        found = [float(mine(OptionFeatures(*map(int, option)))) for option in options]
        assert found == values(formula, options).tolist()


def test_a_strategy_file_is_written_as_people_write_it() -> None:
    assert strategy_source({"bold": parsed("-3 * points + ratio(near, 1 + far) / 2")}) == (
        '"""The strategy bold: a formula of 11 nodes."""\n'
        "\n"
        "import galo\n"
        "\n"
        "\n"
        '@galo.strategy(ranges={"c1": (-6, 0)})\n'
        "def bold(option, c1=-3):\n"
        "    return c1 * option.points + "
        "(option.near / (1 + option.far) if 1 + option.far != 0 else 1) / 2\n"
    )


def test_numbers_of_a_saved_formula_evolve_from_where_they_are(tmp_path: Path) -> None:
    file = tmp_path / "found.py"
    file.write_text(
        strategy_source({"found": parsed("points + 2 * far - 0.5 * near + threats / 3")})
    )
    strategy = make_player("dominoes4", f"strategy:file={file}")
    assert isinstance(strategy, Strategy)
    assert strategy.parameters == (Parameter("c1", 0, 4, 2), Parameter("c2", -0.5, 1.5, 0.5))


@pytest.mark.parametrize("name", ["", "two words", "1st", "class", "galo", "option"])
def test_a_strategy_needs_a_name_of_python(name: str) -> None:
    with pytest.raises(ConfigError, match="cannot be the name of a strategy"):
        strategy_source({name: A})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("points + hand_fra", "character 10: there is no feature 'hand_fra'; near: hand_far"),
        ("points + zzz", "character 10: there is no feature 'zzz'; known: points, "),
        ("points ** 2", r"character 1: points \*\* 2 cannot be part of a formula"),
        ("abs(points)", "character 1: there is no function 'abs'; near: "),
        ("mim(points, 3)", "there is no function 'mim'; near: min"),
        ("min(points)", "min of two numbers or more"),
        ("ratio(near, far, 3)", "ratio of two numbers"),
        ("max(near, far, key=3)", "max of two numbers or more"),
        ("max(*near, far)", "cannot be part"),
        ("near / far", r"character 8: far may be zero; write ratio\(a, b\)"),
        ("near / 0", "character 8: 0 may be zero"),
        ("near < far", "character 1: near < far is true or false, not a number"),
        ("1 + (near < far)", "character 6: near < far is true or false"),
        ("1 if near else 2", "character 6: near is a number, not true or false; write near > 0"),
        ("1 if 0 < near < far else 2", "character 6: 0 < near < far cannot be part"),
        ("near == far", "cannot be part"),
        ("points + True", "character 10: True cannot be part"),
        ("'points'", "cannot be part"),
        ("1e7 * points", "character 1: 1e7 is not within ±1,000,000"),
        ("points + 1e999", "character 10: 1e999 is not within"),
        ("points +", "cannot read the formula 'points \\+': invalid syntax at its end"),
        ("(points", "was never closed at character 1"),
        ("", "cannot read the formula ''"),
        ("points\n  + são", "formula 'points \\+ são', character 10: there is no feature 'são'"),
        ("são + zás", "character 1: there is no feature 'são'"),
        ("-" * 5000 + "points", "is too deep"),
        (" + ".join(["points"] * 33), "program of 65 codes, where 63 fit"),
        ("near + \0", "cannot read the formula"),
    ],
)
def test_faults_are_told_in_one_sentence(text: str, fault: str) -> None:
    with pytest.raises(ConfigError, match=fault) as found:
        parsed(text)
    assert "\n" not in str(found.value)


def test_all_features_can_be_named() -> None:
    options = np.arange(2.0 * len(FEATURES)).reshape(2, -1)
    for number, name in enumerate(FEATURES):
        assert values(parsed(name), options).tolist() == options[:, number].tolist()
