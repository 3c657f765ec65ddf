"""Typed formulas that value an option: symbols in postfix order, as the simulator runs them.

    points + 2 * hand_far      points  2.0  hand_far  MULTIPLY  ADD

A formula is a tuple of symbols, and every subtree of it is a slice without gaps that ends at the
subtree's operator: operations on trees are operations on slices. There are two types, numbers and
truths; a feature that is always 0 or 1 is a truth, and may stand where a number is wanted too.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from galo.arrays import RealMatrix, RealVector
from galo.errors import ConfigError
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
from galo.players.dominoes4.strategy_rows import LONGEST

NUMBER, TRUTH = "number", "truth"
LARGEST_CONSTANT = 1e6  # on either side of zero
MOST_NODES = 38  # the row of a formula of so many nodes is never too long

OPERANDS = {  # the types that an operator takes
    ADD: (NUMBER, NUMBER),
    SUBTRACT: (NUMBER, NUMBER),
    MULTIPLY: (NUMBER, NUMBER),
    RATIO: (NUMBER, NUMBER),
    MINIMUM: (NUMBER, NUMBER),
    MAXIMUM: (NUMBER, NUMBER),
    LESS: (NUMBER, NUMBER),
    BOTH: (TRUTH, TRUTH),
    EITHER: (TRUTH, TRUTH),
    NEGATE: (NUMBER,),
    NOT: (TRUTH,),
    CHOOSE: (TRUTH, NUMBER, NUMBER),
}
TRUE_OR_FALSE = frozenset((LESS, BOTH, EITHER, NOT))
TRUTHS = tuple(
    number
    for number, name in enumerate(FEATURES)
    if name in ("next_passes", "all_pass", "is_double") or "_lacks_" in name
)


class Symbol(NamedTuple):
    """A node of a formula: a feature, a constant or an operator."""

    code: int  #: as in a program
    number: float = 0.0  #: of a constant


Formula = tuple[Symbol, ...]


def feature(name: str) -> Formula:
    """Return the formula that is the feature *name*."""
    return (Symbol(FEATURES.index(name)),)


def constant(number: float) -> Formula:
    """Return the formula that is *number*."""
    return (Symbol(CONSTANT, float(number)),)


def apply(code: int, *operands: Formula) -> Formula:
    """Return the operator *code* of *operands*."""
    return (*(symbol for operand in operands for symbol in operand), Symbol(code))


def type_of(symbol: Symbol) -> str:
    """Return the type of a formula that ends with *symbol*."""
    return TRUTH if symbol.code in TRUE_OR_FALSE or symbol.code in TRUTHS else NUMBER


def fits(symbol: Symbol, wanted: str) -> bool:
    """Return whether a formula that ends with *symbol* may stand where the type is *wanted*."""
    if wanted == TRUTH:
        return type_of(symbol) == TRUTH
    return symbol.code not in TRUE_OR_FALSE


def nodes(formula: Formula) -> int:
    """Return how many features, constants and operators *formula* has."""
    return len(formula)


def begin_of(formula: Formula, end: int) -> int:
    """Return where the subtree begins whose last symbol is at *end*."""
    missing, begin = 1, end + 1
    while missing:
        begin -= 1
        missing += len(OPERANDS.get(formula[begin].code, ())) - 1
    return begin


def operands_of(formula: Formula) -> list[Formula]:
    """Return the operands of the operator that *formula* ends with."""
    found: list[Formula] = []
    end = len(formula) - 1
    for _ in OPERANDS.get(formula[-1].code, ()):
        begin = begin_of(formula, end - 1)
        found.append(formula[begin:end])
        end = begin
    return found[::-1]


def depth(formula: Formula) -> int:
    """Return how many operators lie one above another in *formula*."""
    below: list[int] = []
    for symbol in formula:
        count = len(OPERANDS.get(symbol.code, ()))
        if count:
            below[-count:] = [1 + max(below[-count:])]
        else:
            below.append(0)
    return below[0]


def wanted_types(formula: Formula) -> list[str]:
    """Return the type that is wanted at each symbol of *formula*; at the last one a number."""
    wanted = [NUMBER] * len(formula)
    waiting: list[int] = []  # where the operands end that have no operator yet
    for place, symbol in enumerate(formula):
        types = OPERANDS.get(symbol.code, ())
        if types:
            for end, kind in zip(waiting[-len(types) :], types, strict=True):
                wanted[end] = kind
            del waiting[-len(types) :]
        waiting.append(place)
    return wanted


def to_row(formula: Formula) -> list[float]:
    """Return the program of *formula*: its length, and its codes in postfix order."""
    codes: list[float] = []
    for code, number in formula:
        codes += [code, number] if code == CONSTANT else [code]
    return [float(len(codes)), *map(float, codes)]


def to_rows(formulas: Sequence[Formula]) -> RealMatrix:
    """Return the programs of *formulas*, a row of LONGEST columns each."""
    rows = np.zeros((len(formulas), LONGEST))
    for row, formula in zip(rows, formulas, strict=True):
        program = to_row(formula)
        row[: len(program)] = program
    return rows


def from_row(row: Sequence[float] | RealVector) -> Formula:
    """Return the formula whose program *row* is; raise if it is none."""
    numbers = [float(number) for number in row]
    length = numbers[0] if numbers else 0.0
    if not length.is_integer() or not 1 <= length < min(len(numbers) + 1, LONGEST):
        raise ConfigError(f"a formula of length {length:g} in a row of {len(numbers)} numbers")
    found: list[Symbol] = []
    codes = iter(numbers[1 : int(length) + 1])
    for code in codes:
        number = next(codes, math.nan) if code == CONSTANT else 0.0
        found.append(_checked(code, number))
    formula = tuple(found)
    check_types(formula)
    return formula


def check_types(formula: Formula) -> None:
    """Raise unless *formula* is one tree, a number, with operands of the right types."""
    waiting: list[Symbol] = []
    for symbol in formula:
        types = OPERANDS.get(symbol.code, ())
        operands = waiting[len(waiting) - len(types) :] if len(types) <= len(waiting) else []
        if len(operands) != len(types) or not all(map(fits, operands, types)):
            raise ConfigError(f"operator {symbol.code} of a formula has no operands {types}")
        del waiting[len(waiting) - len(types) :]
        waiting.append(symbol)
    if len(waiting) != 1 or not fits(waiting[0], NUMBER):
        raise ConfigError(f"a formula leaves {len(waiting)} values, not one number")


def values(formula: Formula, options: RealMatrix) -> RealVector:
    """Return what *formula* is worth for each of *options*, rows of all FEATURES.

    Every step rounds as in the simulator, and the result has the same bits.
    """
    stack: list[RealVector] = []
    for code, number in formula:
        if code == CONSTANT:
            stack.append(np.full(len(options), number))
        elif code < CONSTANT:
            stack.append(options[:, code])
        else:
            operands = stack[-len(OPERANDS[code]) :]
            stack[-len(operands) :] = [RESULTS[code](*operands)]
    return stack[0]


def _ratio(dividend: RealVector, divisor: RealVector) -> RealVector:
    return np.divide(dividend, divisor, out=np.ones_like(divisor), where=divisor != 0.0)


def _choose(truth: RealVector, one: RealVector, other: RealVector) -> RealVector:
    chosen: RealVector = np.where(truth != 0.0, one, other)
    return chosen


RESULTS: dict[int, Callable[..., RealVector]] = {
    ADD: np.add,
    SUBTRACT: np.subtract,
    MULTIPLY: np.multiply,
    RATIO: _ratio,
    MINIMUM: np.minimum,
    MAXIMUM: np.maximum,
    LESS: lambda one, other: (one < other).astype(np.float64),
    BOTH: np.multiply,
    EITHER: np.maximum,
    NEGATE: np.negative,
    NOT: lambda truth: 1.0 - truth,
    CHOOSE: _choose,
}


def _checked(code: float, number: float) -> Symbol:
    """Return the symbol *code*, a constant *number*; raise if there is none."""
    if code == CONSTANT:
        if not abs(number) <= LARGEST_CONSTANT:
            raise ConfigError(f"constant {number!r} of a formula is not within ±1,000,000")
        return Symbol(CONSTANT, number)
    if not code.is_integer() or not (0 <= code < len(FEATURES) or code in OPERANDS):
        raise ConfigError(f"code {code:g} of a formula is neither a feature nor an operator")
    return Symbol(int(code))
