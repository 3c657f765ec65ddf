"""Strategies of one's own: what they are as players, what is translated, and what is refused."""

import json
import operator
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest

import galo
from galo.errors import AgentError, ConfigError, GaloError
from galo.games.dominoes4 import Dominoes4
from galo.jit import float_kernel, product
from galo.players.dominoes4.feature_table import FEATURES, OptionFeatures
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_fault import plain_value
from galo.players.parameters import Parameter
from galo.players.registry import every_agent_of, make_player
from galo.stream import Stream
from support.commands import InProcess, Refusal
from support.positions import mover_of
from support.samples import sample
from support.strategies import divides, intricate, printed

GAME = galo.game("dominoes4")
assert isinstance(GAME, Dominoes4)

TEXT = """
import galo

FEW = 3


@galo.strategy(ranges={"double": (0, 20)})
def generous(option, double=2.0, hand=1.5):
    if option.next_passes:
        return option.points + 5
    return option.points + double * option.is_double + hand * option.hand_far


@galo.strategy
def careful(option):
    return option.points - option.threats / (option.pips - 12)
"""


def strategy_of(folder: Path, body: str, head: str = "mine(option, a=1.0, b=2.0)") -> Strategy:
    """Return the strategy with this *head* and *body*, from a file; its def is line 4."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    file = folder / "mine.py"
    file.write_text(f"import galo\nFEW = 3\n@galo.strategy\ndef {head}:\n{lines}")
    found = make_player("dominoes4", f"strategy:file={file}")
    assert isinstance(found, Strategy)
    return found


def options(count: int, seed: int = 1) -> list[OptionFeatures]:
    """Return options with any features, small numbers with many zeros."""
    rng = random.Random(seed)
    return [OptionFeatures(*(rng.choice((0, 0, 1, 2, 3, 5, 7, 10, 28)) for _ in FEATURES))
            for _ in range(count)]  # fmt: skip


def outcome(value: Any, *arguments: Any) -> float | None:
    """Return what *value* returns, None if it divides by zero."""
    try:
        found = value(*arguments)
    except ZeroDivisionError:
        return None
    number = float(found[0] if isinstance(found, tuple) else found)
    return number if number == number else None


def test_called_it_is_the_function_itself() -> None:
    option = options(1)[0]._replace(points=10, table_near=2, hand_near=1, ends_near=1, table_far=3,
                                    hand_far=2, ends_far=1, partner_far=4)  # fmt: skip
    rest = 10 - 2.25 - 3.41 + 3 * 1.07 + 2 * 4.58 + 2.82 + 4 * 0.76
    assert printed(option) == pytest.approx(rest - 2 * 2.97)
    assert printed(option, 5) == pytest.approx(rest - 2 * 5)
    assert printed(option, a1=5) == pytest.approx(rest - 2 * 5)
    assert printed.with_values([5, *printed.values[1:]])(option) == pytest.approx(rest - 2 * 5)


def test_parameters_are_the_arguments_with_a_default() -> None:
    assert intricate.parameters == (
        Parameter("far", 0, 20, 12),
        Parameter("pips", -10, 10, 0.35),
    )
    assert intricate.name == "intricate"
    assert repr(intricate.with_values([3, 0.5])) == "<strategy intricate(option, far=3, pips=0.5)>"


@pytest.mark.parametrize("strategy", [printed, intricate, divides])
def test_translation_says_what_plain_python_says(strategy: Strategy) -> None:
    translated = plain_value(strategy.translation)
    for option in options(300):
        expected = outcome(strategy, option)
        assert outcome(translated, option, strategy.values) == expected


class Author:
    """Writes any function of the language, at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.names = ["a", "b"]

    def expression(self, depth: int) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            kinds = [f"option.{rng.choice(FEATURES)}", rng.choice(self.names),
                     str(rng.choice((0, 1, 2, 0.5, 7))), "FEW", "True"]  # fmt: skip
            return rng.choice(kinds[:3] * 3 + kinds)
        one, two, three = (self.expression(depth - 1) for _ in range(3))
        return rng.choice((
            f"({one} {rng.choice('+-*')} {two})",
            f"({one} {rng.choice(('/', '//', '%'))} {two})",
            f"({one} {rng.choice(('<', '<=', '>', '>=', '==', '!='))} {two})",
            f"({one} < {two} <= {three})",
            f"({one} {rng.choice(('and', 'or'))} {two} {rng.choice(('and', 'or'))} {three})",
            f"({one} if {two} else {three})",
            f"{rng.choice(('min', 'max'))}({one}, {two}, {three})",
            f"({rng.choice(('-', '+', 'not '))}{one})",
            f"abs({one})",
        ))  # fmt: skip

    def block(self, depth: int, indent: str = "") -> list[str]:
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            kind = self.rng.random()
            if kind < 0.3 and depth:
                known = list(self.names)
                lines += [
                    f"{indent}if {self.expression(2)}:",
                    *self.block(depth - 1, indent + "  "),
                ]
                self.names = list(known)
                if self.rng.random() < 0.5:
                    lines += [f"{indent}else:", *self.block(depth - 1, indent + "  ")]
                self.names = known
            elif kind < 0.4:
                lines.append(f"{indent}{self.rng.choice(self.names)} -= {self.expression(1)}")
            elif kind < 0.5 and indent:
                lines.append(f"{indent}return {self.expression(2)}")
            else:
                name = f"x{self.rng.randint(1, 3)}"
                lines.append(f"{indent}{name} = {self.expression(3)}")
                self.names.append(name)
        return lines


@pytest.mark.parametrize("seed", range(sample(40, 1000)))
def test_any_function_of_the_language_is_translated_faithfully(seed: int, tmp_path: Path) -> None:
    author = Author(seed)
    lines = author.block(2)
    body = "\n".join([*lines, f"return {author.expression(3)}"])
    strategy = strategy_of(tmp_path, body)
    translated = plain_value(strategy.translation)
    for option in options(60, seed):
        expected = outcome(strategy, option)
        assert outcome(translated, option, strategy.values) == expected, body


def test_division_and_product_of_kernels_are_those_of_python() -> None:
    @float_kernel
    def divided(one: float, other: float) -> tuple[float, float, float, float]:
        return one / other, one // other, one % other, product(one, other)

    rng = random.Random(5)
    for _ in range(2000):
        one = rng.choice((float(rng.randint(-30, 30)), rng.uniform(-20, 20)))
        other = rng.choice((float(rng.randint(1, 9)), rng.uniform(0.1, 9))) * rng.choice((1, -1))
        expected = one / other, one // other, one % other, operator.mul(one, other)
        assert divided(one, other) == expected


def test_only_named_features_are_computed_each_once(tmp_path: Path) -> None:
    body = "if option.threats:\n    return option.points + option.pips\nreturn option.points"
    text = strategy_of(tmp_path, body).translation
    assert re.findall(r"(\w+)\(situation, move\)", text) == ["points", "threats", "pips"]
    assert text.index("points(situation") < text.index("threats(") < text.index("pips(situation")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return option.hand_fat", r"line 5: an option has no feature 'hand_fat'; did you mean"),
        ("return option.xyzzy", "line 5: an option has no feature 'xyzzy'; there are points,"),
        ("return points", "line 5: points is a feature; write option.points"),
        ("return option", "line 5: option itself is no number; write option.points for a feature"),
        ("x = 1\nfor i in range(3):\n    x += i\nreturn x", "line 6: a strategy cannot loop"),
        ("while True:\n    pass", "line 5: a strategy cannot loop"),
        ("import os\nreturn 1", "line 5: a strategy cannot import"),
        ("raise ValueError", "line 5: a strategy cannot raise"),
        ("return mine(option)", "line 5: a strategy cannot call mine; it has arithmetic"),
        ("return print(option.points)", "line 5: a strategy cannot call print"),
        ("return option.points()", r"line 5: a strategy cannot call option.points"),
        ("return 'high'", "line 5: 'high' is no number"),
        ("return None", "line 5: None is no number"),
        ("return", "line 5: return has no value; return a number"),
        ("x = 1", "line 4: mine may end without a return"),
        ("if a:\n    return 1", "line 4: mine may end without a return"),
        ("if a:\n    x = 1\nreturn x", "line 7: x has a value on some ways only"),
        ("return d", "line 5: d has no value; give it a number first"),
        ("return option.points ** 2", r"line 5: a strategy has no powers; write x \* x"),
        ("return option.points & 3", "line 5: 'option.points & 3' is no part of a strategy"),
        ("return option.pips is a", "line 5: cannot compare by"),
        ("option = 3\nreturn 1", "line 5: option is the option; give the number another name"),
        ("x, y = 1, 2\nreturn x", r"line 5: '\(1, 2\)' is no part of a strategy"),
        ("option.points = 1\nreturn 1", "line 5: cannot assign to option.points"),
        ("option.points\nreturn 1", "line 5: this line changes nothing"),
        ("return min(a)", "line 5: min takes two numbers or more"),
        ("return abs(a, b)", "line 5: abs takes one number"),
        ("return max(a, b, key=abs)", "line 5: max takes two numbers"),
        ("return (lambda: 1)()", "line 5: a strategy cannot call"),
        ("return [1][0]", "line 5: a strategy has no lists"),
        ("return 1e999", "line 5: 1e.* is no number"),
        ("def inner():\n    return 1\nreturn 1", "line 5: a strategy has no functions inside"),
        ("try:\n    return 1\nexcept ValueError:\n    return 2", "line 5: a strategy cannot catch"),
    ],
)  # fmt: skip
def test_what_is_no_strategy_is_refused_with_its_line(
    body: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match=f"^mine.py, {sentence}"):
        strategy_of(tmp_path, body)


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("mine()", r"line 4: mine takes no option; write mine\(option\)"),
        ("mine(option, a)", "line 4: parameter a has no number for its default; write a=1.0"),
        ("mine(option, a='x')", "line 4: parameter a has no number for its default"),
        ("mine(option, a=True)", "line 4: parameter a has no number for its default"),
        ("mine(option, *rest)", "line 4: parameter rest has no number for its default; name them"),
        (
            "mine(option, a=50)",
            r'line 4: a=50 is not from -10 to 10, its range; write @galo.*\{"a"',
        ),
        ("mine(option=1)", r"line 4: the option comes first: mine\(option, …\)"),
        ("mine(option, " + ", ".join(f"a{n}=1" for n in range(65)) + ")", "line 4: 65 parameters"),
    ],
)
def test_parameters_without_a_number_are_refused(head: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=f"^mine.py, {sentence}"):
        strategy_of(tmp_path, "return 1.0", head)


@galo.strategy
def talks(option: OptionFeatures) -> float:
    """Can be called, but not played with."""
    print(option.points)  # noqa: T201
    return option.points


def test_function_beyond_the_language_can_be_called_and_is_refused_as_a_player(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert talks(options(1)[0]._replace(points=5)) == 5
    assert capsys.readouterr().out == "5\n"
    for play in (galo.play, galo.match):
        seats: Any = [[talks, "basic"] * 2] if play is galo.play else [talks, "basic"]
        with pytest.raises(GaloError, match="line .*: a strategy cannot call print"):
            play("dominoes4", *seats)


def test_other_misuses_of_the_decorator_are_refused(tmp_path: Path) -> None:
    for wrong in (lambda option: 1.0, Strategy, "x", len):
        with pytest.raises(ConfigError, match="a strategy is a function"):
            galo.strategy(wrong)  # type: ignore[arg-type]  # wrong on purpose

    def value(option: OptionFeatures, a: float = 1.0) -> float:
        return a

    for ranges, sentence in (
        ({"b": (0, 1)}, "ranges names 'b', which is no parameter"),
        ({"a": (2, 1)}, r"the range \(2, 1\) of a is not \(least, most\)"),
    ):
        with pytest.raises(ConfigError, match=f"test_strategy.py, line .*: {sentence}"):
            galo.strategy(ranges=ranges)(value)
    space: dict[str, Any] = {}
    exec("def typed(option): return 1.0", space)
    with pytest.raises(ConfigError, match="the text of typed cannot be read"):
        galo.strategy(space["typed"])
    with pytest.raises(ConfigError, match="weights of printed are .* not a list of 7 numbers"):
        printed.with_values([1.0])


def test_fault_at_a_table_names_the_line(tmp_path: Path) -> None:
    body = "x = 1\nreturn option.points / (option.table_far - option.is_double)"
    strategy = strategy_of(tmp_path, body)
    with pytest.raises(AgentError, match="^player .* failed: mine.py, line 6: divided by zero$"):
        galo.play("dominoes4", [strategy, "basic", strategy, "basic"])
    large = strategy_of(tmp_path, "x = 1e200 * option.pips\nif x:\n    return x * x\nreturn 0")
    with pytest.raises(AgentError, match="failed: mine.py, line 7: an option is worth inf, and"):
        galo.play("dominoes4", [large, "basic", large, "basic"])


def test_options_and_their_values_can_be_looked_at() -> None:
    position = GAME.start(seed=3)
    while len(position.plays) < 6 or len(position.legal_moves) < 2:
        position = position.play(position.legal_moves[0])
    seen = position.observe(mover_of(position))
    found = printed.options(seen)
    assert list(found) == [move.text for move in position.legal_moves]
    decided = printed.decide(seen, galo.Limit(), Stream.of(1)).move.text
    values = {text: printed(option) for text, option in found.items()}
    assert values[decided] == max(values.values())


def test_strategy_is_itself_in_another_process_without_its_file(tmp_path: Path) -> None:
    strategy = strategy_of(tmp_path, "return a * option.points / FEW if option.pips else b * 1.5")
    strategy = strategy.with_values([4.0, 7.0])
    packed = pickle.dumps(strategy)
    (tmp_path / "mine.py").unlink()
    found = pickle.loads(packed)
    assert (found.values, found.translation) == (strategy.values, strategy.translation)
    for option in options(20):
        assert found(option) == strategy(option)


def test_strategy_from_a_file_is_an_agent(tmp_path: Path, in_process: InProcess) -> None:
    file, weights = tmp_path / "own.py", tmp_path / "result.json"
    file.write_text(TEXT)
    weights.write_text(json.dumps({"best": [3.0, 0.25]}))
    agent = f"strategy:file={file},name=generous"
    found = make_player("dominoes4", f"{agent},weights={weights}")
    assert isinstance(found, Strategy)
    assert found.values == (3.0, 0.25)
    assert found.parameters[0] == Parameter("double", 0, 20, 2)
    plain = make_player("dominoes4", agent)
    assert isinstance(plain, Strategy)
    assert plain.values == (2.0, 1.5)
    assert plain.name == agent
    said = in_process("match", "dominoes4", agent, "basic", "--games", "200", "--json")
    result = json.loads(said.stdout)
    assert (result["games"], result["errors"]) == (200, [])
    assert {agent.name for agent in every_agent_of("dominoes4")} > {"strategy"}
    assert "strategy" not in galo.agents("dominoes4")


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        (TEXT, "", r"has 2 strategies; write name=generous or careful"),
        (TEXT, ",name=generic", "unknown strategy in .* 'generic'; known: generous, careful"),
        (TEXT, ",name=generous,weights=none.json", "weights=none.json: there is no such file"),
        ("x = 1", "", "has no strategy; write @galo.strategy above a function"),
        ("x = = 1", "", "own.py, line 1: invalid syntax"),
        ("1 / 0", "", r"own.py cannot be run: ZeroDivisionError: division by zero \(own.py:1\)"),
        (None, "", "cannot read the strategy"),
    ],
)
def test_file_without_the_strategy_is_refused_in_one_sentence(
    text: str | None, options: str, sentence: str, tmp_path: Path, refusal: Refusal
) -> None:
    file = tmp_path / "own.py"
    if text is not None:
        file.write_text(text)
    agent = f"strategy:file={file}{options}"
    assert re.search(sentence, refusal("match", "dominoes4", agent, "basic"))


def test_strategy_without_a_file_is_refused(refusal: Refusal) -> None:
    assert "strategy needs a file" in refusal("match", "dominoes4", "strategy", "basic")


def test_registered_strategy_is_an_agent_with_weights() -> None:
    galo.register("dominoes4", "own", printed, line="the printed formula")
    found = make_player("dominoes4", "own")
    assert isinstance(found, Strategy)
    assert (found.name, found.values, printed.name) == ("own", printed.values, "printed")
    agent = next(agent for agent in every_agent_of("dominoes4") if agent.name == "own")
    assert agent.parameters == printed.parameters
    made = agent.make_with([1.0] * 7, {}, "own")
    assert isinstance(made, Strategy)
    assert made.values == (1.0,) * 7
