"""Formulas as weighted sums: equal terms come together, and what is longer than needed falls away.

2 * (points + hand_far) - hand_far + 3      points: 2   hand_far: 1   constant: 3
"""

import math
from collections.abc import Iterable
from functools import reduce
from itertools import product
from typing import NamedTuple

from galo.lab.formulas import TRUTH, Formula, apply, constant, operands_of, type_of
from galo.players.dominoes4.feature_table import FEATURES
from galo.players.dominoes4.formula_value import (
    ADD,
    CHOOSE,
    CONSTANT,
    MAXIMUM,
    MINIMUM,
    MULTIPLY,
    NEGATE,
    RATIO,
    SUBTRACT,
)

DIGITS = 12  # of a constant that is the result of others
NOTHING = 1e-9  # a weight below this is what rounding left of zero
HIGHEST_NUMBER = 6  # of a half of a tile
HALVES = [FEATURES.index(name) for name in ("near", "far")]


class Sum(NamedTuple):
    """A weighted sum of formulas that are no sums themselves."""

    weights: dict[Formula, float]  # by term; none is zero
    constant: float = 0.0


class Bounds(NamedTuple):
    """The interval in which a value always lies."""

    low: float = -math.inf
    high: float = math.inf


def rounded(number: float) -> float:
    """Return *number* without the digits that arithmetic left behind."""
    return float(f"{number:.{DIGITS}g}")


def sum_of(formula: Formula) -> Sum:
    """Return *formula*, a number whose operands are simplified, as a sum."""
    code, operands = formula[-1].code, operands_of(formula)
    if code == CONSTANT:
        return Sum({}, formula[-1].number)
    if code == ADD:
        return added(sum_of(operands[0]), sum_of(operands[1]))
    if code == SUBTRACT:
        return added(sum_of(operands[0]), sum_of(operands[1]), -1.0)
    if code == NEGATE:
        return scaled(sum_of(operands[0]), -1.0)
    if code == MULTIPLY:
        return _product(formula)
    if code == RATIO:
        return _ratio(*operands)
    return Sum({formula: 1.0})


def added(one: Sum, other: Sum, weight: float = 1.0) -> Sum:
    """Return *one* plus *weight* times *other*."""
    weights = dict(one.weights)
    for term, share in other.weights.items():
        weights[term] = rounded(weights.get(term, 0.0) + weight * share)
    kept = {term: share for term, share in weights.items() if abs(share) > NOTHING}
    number = rounded(one.constant + weight * other.constant)
    return Sum(kept, number if abs(number) > NOTHING else 0.0)


def scaled(one: Sum, factor: float) -> Sum:
    """Return *one* times *factor*: term by term, where that makes no formula longer."""
    bare = sum(abs(weight) == 1.0 for weight in one.weights.values())
    if abs(factor) == 1.0 or bare <= 1:
        return added(Sum({}), one, factor)
    return added(Sum({}), Sum({formula_of(one): 1.0}), factor)


def formula_of(one: Sum) -> Formula:
    """Return *one* as a formula: terms in order, what is subtracted after what is added."""
    terms = sorted(one.weights, key=lambda term: (one.weights[term] < 0.0, term))
    parts = [(_weighted(term, abs(one.weights[term])), one.weights[term] < 0.0) for term in terms]
    if one.constant or not parts:
        last = (constant(abs(one.constant)), one.constant < 0.0)
        is_first = bool(parts) and parts[0][1] and not last[1]  # 3 - x is shorter than -x + 3
        parts.insert(0 if is_first else len(parts), last)
    first, is_negative = parts[0]
    if is_negative:
        first = _negated(first, one)
    return reduce(
        lambda all, part: apply(SUBTRACT if part[1] else ADD, all, part[0]), parts[1:], first
    )


def _negated(first: Formula, one: Sum) -> Formula:
    """Return minus *first*, the first part of *one*."""
    if first[-1].code == CONSTANT:
        return constant(one.constant)
    weight = one.weights[min(one.weights)]
    if abs(weight) == 1.0:
        return apply(NEGATE, first)
    return _weighted(min(one.weights), weight)


def _weighted(term: Formula, weight: float) -> Formula:
    """Return *weight* times *term*, as a quotient where the divisor is the shorter number."""
    if weight == 1.0:
        return term
    divisor = rounded(1.0 / weight)
    if len(repr(divisor)) + 3 < len(repr(weight)):
        return apply(RATIO, term, constant(divisor))
    return chain(MULTIPLY, [constant(weight), *factors_of(term)])


def factors_of(formula: Formula, code: int = MULTIPLY) -> list[Formula]:
    """Return the operands of the operators *code* at the end of *formula*, one after another."""
    if formula[-1].code != code:
        return [formula]
    return [factor for operand in operands_of(formula) for factor in factors_of(operand, code)]


def chain(code: int, operands: Iterable[Formula]) -> Formula:
    """Return the operator *code* of one or more *operands*, from left to right."""
    return reduce(lambda one, other: apply(code, one, other), operands)


def _product(formula: Formula) -> Sum:
    """Return the product *formula* as a sum: weights before it, its factors in order."""
    weight, terms = 1.0, list[Formula]()
    for factor in factors_of(formula):
        part = sum_of(factor)
        if not part.weights:
            weight *= part.constant
        elif len(part.weights) == 1 and not part.constant:
            ((term, share),) = part.weights.items()
            weight *= share
            terms += factors_of(term)
        else:
            terms.append(formula_of(part))
    if len(terms) < 2:
        return scaled(sum_of(terms[0]) if terms else Sum({}, 1.0), weight)
    return added(Sum({}), Sum({chain(MULTIPLY, sorted(terms)): 1.0}), weight)


def _ratio(dividend: Formula, divisor: Formula) -> Sum:
    """Return the quotient as a sum; it is 1 where the divisor is zero."""
    if dividend == divisor or divisor == constant(0.0):
        return Sum({}, 1.0)
    if divisor[-1].code == CONSTANT:
        return scaled(sum_of(dividend), 1.0 / divisor[-1].number)
    return Sum({apply(RATIO, dividend, divisor): 1.0})


def bounds_of(one: Sum) -> Bounds:
    """Return the bounds of a sum, as far as those of its terms tell."""
    low = high = one.constant
    for term, weight in one.weights.items():
        ends = sorted(weight * end for end in term_bounds(term))
        low, high = low + ends[0], high + ends[1]
    return Bounds(low, high)


def term_bounds(term: Formula) -> Bounds:
    """Return the bounds of a formula; no feature is below zero."""
    code = term[-1].code
    if code in HALVES:
        return Bounds(0.0, HIGHEST_NUMBER)
    if type_of(term[-1]) == TRUTH:
        return Bounds(0.0, 1.0)
    if code < CONSTANT:
        return Bounds(0.0)
    if code not in (MINIMUM, MAXIMUM, CHOOSE, MULTIPLY):
        return Bounds()
    parts = [bounds_of(sum_of(operand)) for operand in operands_of(term)[-2:]]
    if code == CHOOSE:
        return Bounds(min(part.low for part in parts), max(part.high for part in parts))
    if code == MULTIPLY:
        ends = [one * other if one and other else 0.0 for one, other in product(*parts)]
        return Bounds(min(ends), max(ends))
    extreme = min if code == MINIMUM else max
    return Bounds(extreme(part.low for part in parts), extreme(part.high for part in parts))
