"""Formulas as people write them: a Python expression of the features of an option.

    points + 2.1 * hand_far - max(threats, 3)
    far if hand_tiles < 3 and not is_double else ratio(points, threats)

`ratio(a, b)` is a / b, and 1 where b is zero. `formula_parser` reads what this file writes.
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
    body = Writer("option.").expression(formula)
    lines = [f"    return {body}"]
    if len(body) > LINE:
        parts = textwrap.wrap(body, LINE, break_long_words=False, break_on_hyphens=False)
        lines = ["    return (", *(f"        {part}" for part in parts), "    )"]
    return "\n".join(["@galo.strategy", f"def {name}(option):", *lines])


@dataclass(frozen=True)
class Writer:
    """Writes formulas; with a *prefix* before features, in Python alone: without `ratio`."""

    prefix: str = ""

    def expression(self, formula: Formula, least: int = CHOICE) -> str:
        """Return *formula* where what binds less than *least* needs parentheses."""
        text, strength = self._written(formula)
        return text if strength >= least else f"({text})"

    def _written(self, formula: Formula) -> tuple[str, int]:
        """Return *formula* and how strongly its last operator binds."""
        code, operands = formula[-1].code, operands_of(formula)
        if code == CONSTANT:
            number = formula[-1].number
            return repr(number).removesuffix(".0"), UNARY if number < 0.0 else ATOM
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

    def _comparison(self, operands: list[Formula], sign: str, mirrored: str) -> str:
        """Return the comparison; a number alone stands on the right."""
        left, right = (self.expression(operand, TERM) for operand in operands)
        if operands[0][-1].code == CONSTANT:
            return f"{right} {mirrored} {left}"
        return f"{left} {sign} {right}"

    def _quotient(self, dividend: Formula, divisor: Formula) -> tuple[str, int]:
        """Return the quotient: plain by a number that is not zero."""
        left, right = self.expression(dividend, FACTOR), self.expression(divisor, UNARY)
        if divisor[-1].code == CONSTANT and divisor[-1].number:
            return f"{left} / {right}", FACTOR
        if not self.prefix:
            return f"ratio({self.expression(dividend)}, {self.expression(divisor)})", ATOM
        return f"{left} / {right} if {self.expression(divisor, TERM)} != 0 else 1", CHOICE


def chained(formula: Formula) -> list[Formula]:
    """Return the operands of the operators that *formula* has, from left to right, one in another.

    `min(min(a, b), c)` is written as `min(a, b, c)`; Python computes it in the same order.
    """
    one, other = operands_of(formula)
    first = chained(one) if one[-1] == formula[-1] else [one]
    return [*first, other]
