"""Formulas as people write them: a Python expression of the features of an option.

    points + 2.1 * hand_far - max(threats, 3)
    far if hand_tiles < 3 and not is_double else ratio(points, threats)

`ratio(a, b)` is a / b, and 1 where b is zero. `formula_parser` reads what this file writes.

In a strategy file the numbers of a formula are parameters, so that they can evolve by themselves:

    def best(option, c1=2.1, c2=3): return option.points + c1 * option.hand_far - …
"""

import keyword
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from galo.errors import ConfigError
from galo.lab.formulas import Formula, operands_of
from galo.players.dominoes4.feature_table import FEATURES
from galo.players.dominoes4.formula_value import (
    ADD,
    BOTH,
    CHOOSE,
    CONSTANT,
    EITHER,
    LESS,
    MAXIMUM,
    MINIMUM,
    MULTIPLY,
    NEGATE,
    NOT,
    RATIO,
    SUBTRACT,
)

SIGNS = {ADD: "+", SUBTRACT: "-", MULTIPLY: "*", BOTH: "and", EITHER: "or"}
CALLS = {MINIMUM: "min", MAXIMUM: "max", RATIO: "ratio"}

# How strongly the parts of an expression bind, as in Python.
CHOICE, OR, AND, NEGATION, COMPARISON, TERM, FACTOR, UNARY, ATOM = range(9)
STRENGTHS = {ADD: TERM, SUBTRACT: TERM, MULTIPLY: FACTOR, BOTH: AND, EITHER: OR}
LINE = 88  # characters of a line of a strategy file, without its indent
LEAST_REACH = 1.0  # of the range of a parameter, on either side


def text_of(formula: Formula) -> str:
    """Return *formula* as people write it; `parsed` reads it back."""
    return Writer().expression(formula)


def strategy_source(formulas: Mapping[str, Formula]) -> str:
    """Return the text of a strategy file that plays each of *formulas* under its name."""
    (first, formula), *others = formulas.items()
    about = f"The strategy {first}: a formula of {len(formula)} nodes."
    if others:
        about = f"{len(formulas)} strategies, each a formula; {first} is the best."
    functions = [_function(name, formula) for name, formula in formulas.items()]
    return "\n\n\n".join([f'"""{about}"""\n\nimport galo', *functions]) + "\n"


def _function(name: str, formula: Formula) -> str:
    """Return the function that plays *formula* under *name*."""
    if not name.isidentifier() or keyword.iskeyword(name) or name in ("galo", "option"):
        raise ConfigError(f"{name!r} cannot be the name of a strategy: it is no name in Python")
    found: list[float] = []
    body = Writer("option.", found).expression(formula)
    lines = [f"    return {body}"]
    if len(body) > LINE:
        lines = ["    return (", *_wrapped(body), "    )"]
    numbers = [(f"c{place}", number) for place, number in enumerate(found, start=1)]
    ranges = ", ".join(f'"{name}": ({_range_of(number)})' for name, number in numbers)
    head = [f"@galo.strategy(ranges={{{ranges}}})" if numbers else "@galo.strategy"]
    if len(head[0]) > LINE:
        head = ["@galo.strategy(", "    ranges={", *_wrapped(f"{ranges},"), "    }", ")"]
    parameters = ", ".join(["option", *(f"{name}={_written(number)}" for name, number in numbers)])
    defined = [f"def {name}({parameters}):"]
    if len(defined[0]) > LINE:
        defined = [f"def {name}(", *_wrapped(f"{parameters},"), "):"]
    return "\n".join([*head, *defined, *lines])


def _wrapped(text: str) -> list[str]:
    """Return *text* in lines of a file, indented twice."""
    parts = textwrap.wrap(text, LINE, break_long_words=False, break_on_hyphens=False)
    return [f"        {part}" for part in parts]


def _range_of(number: float) -> str:
    """Return where evolution of *number* begins, which is in the middle: its ends, as written."""
    reach = max(abs(number), LEAST_REACH)
    return f"{_written(number - reach)}, {_written(number + reach)}"


def _written(number: float) -> str:
    return repr(number).removesuffix(".0")


@dataclass(frozen=True)
class Writer:
    """Writes formulas; with a *prefix* before features, in Python alone: without `ratio`.

    Where *numbers* are a list, the numbers of the formula are put there, and are written as
    parameters: c1, c2, …
    """

    prefix: str = ""
    numbers: list[float] | None = None

    def expression(self, formula: Formula, least: int = CHOICE) -> str:
        """Return *formula* where what binds less than *least* needs parentheses."""
        text, strength = self._written(formula)
        return text if strength >= least else f"({text})"

    def _written(self, formula: Formula) -> tuple[str, int]:
        """Return *formula* and how strongly its last operator binds."""
        code, operands = formula[-1].code, operands_of(formula)
        if code == CONSTANT:
            return self._number(formula[-1].number)
        if code < CONSTANT:
            return self.prefix + FEATURES[code], ATOM
        if code in STRENGTHS:
            strength, (one, other) = STRENGTHS[code], operands
            left, right = self.expression(one, strength), self.expression(other, strength + 1)
            return f"{left} {SIGNS[code]} {right}", strength
        if code == NEGATE:
            return f"-{self.expression(operands[0], UNARY)}", UNARY
        if code == LESS:
            return self._comparison(operands, "<", ">"), COMPARISON
        if code == NOT and formula[-2].code == LESS:
            return self._comparison(operands_of(operands[0]), ">=", "<="), COMPARISON
        if code == NOT:
            return f"not {self.expression(operands[0], NEGATION)}", NEGATION
        if code == CHOOSE:
            test, chosen = (self.expression(operand, OR) for operand in operands[:2])
            return f"{chosen} if {test} else {self.expression(operands[2])}", CHOICE
        if code == RATIO:
            return self._quotient(*operands)
        parts = ", ".join(map(self.expression, chained(formula)))
        return f"{CALLS[code]}({parts})", ATOM

    def _number(self, number: float) -> tuple[str, int]:
        """Return *number*, or the name of the parameter that it is."""
        if self.numbers is None:
            return _written(number), UNARY if number < 0.0 else ATOM
        self.numbers.append(number)
        return f"c{len(self.numbers)}", ATOM

    def _comparison(self, operands: list[Formula], sign: str, mirrored: str) -> str:
        """Return the comparison; a number alone stands on the right."""
        left, right = (self.expression(operand, TERM) for operand in operands)
        if operands[0][-1].code == CONSTANT:
            return f"{right} {mirrored} {left}"
        return f"{left} {sign} {right}"

    def _quotient(self, dividend: Formula, divisor: Formula) -> tuple[str, int]:
        """Return the quotient: plain by a number that is not zero."""
        # No number of a divisor is a parameter, by which it could become zero.
        literal = Writer(self.prefix)
        left, right = self.expression(dividend, FACTOR), literal.expression(divisor, UNARY)
        if divisor[-1].code == CONSTANT and divisor[-1].number:
            return f"{left} / {right}", FACTOR
        if not self.prefix:
            return f"ratio({self.expression(dividend)}, {self.expression(divisor)})", ATOM
        return f"{left} / {right} if {literal.expression(divisor, TERM)} != 0 else 1", CHOICE


def chained(formula: Formula) -> list[Formula]:
    """Return the operands of the operators that *formula* has, from left to right, one in another.

    `min(min(a, b), c)` is written as `min(a, b, c)`; Python computes it in the same order.
    """
    one, other = operands_of(formula)
    first = chained(one) if one[-1] == formula[-1] else [one]
    return [*first, other]
