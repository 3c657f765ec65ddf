"""Shorter formulas that choose alike: constants folded, terms collected, one order for equals.

What only the difference between options can show is dropped at the root: a constant, a feature
that is the same for all options, a positive factor. Apart from that a value changes by rounding.
"""

from collections import Counter

from galo.lab.formula_sums import (
    Bounds,
    Sum,
    added,
    bounds_of,
    chain,
    factors_of,
    formula_of,
    scaled,
    sum_of,
)
from galo.lab.formulas import (
    LARGEST_CONSTANT,
    TRUTHS,
    Formula,
    apply,
    constant,
    operands_of,
)
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

TRUE, FALSE = constant(1.0), constant(0.0)
SAME_FOR_ALL = [  # features of the round and of the match, not of an option
    FEATURES.index(name)
    for name in (
        "hand_tiles", "partner_tiles", "next_tiles", "previous_tiles",
        "hand_pips", "arms", "our_score", "their_score",
    )
]  # fmt: skip
SMALLEST_WEIGHT = 0.01  # that a factor dropped at the root may leave: values have four decimals
TOLERANCE = 1e-9  # of two weights that differ by rounding


def simplified(formula: Formula) -> Formula:
    """Return a formula that chooses like *formula*, a number, and has no more nodes."""
    found = _for_choice(_canonical(formula))
    is_playable = all(abs(symbol.number) <= LARGEST_CONSTANT for symbol in found)
    return found if is_playable and len(found) <= len(formula) else formula


def _canonical(formula: Formula) -> Formula:
    """Return *formula* simplified, of the same value."""
    code = formula[-1].code
    operands = [_canonical(operand) for operand in operands_of(formula)]
    if code in (ADD, SUBTRACT, MULTIPLY, RATIO, NEGATE):
        return formula_of(sum_of(apply(code, *operands)))
    if code in (MINIMUM, MAXIMUM):
        return _extreme(code, operands)
    if code == LESS:
        return _less(operands[0], operands[1])
    if code in (BOTH, EITHER):
        return _logical(code, operands)
    if code == NOT:
        return _not(operands[0])
    return _choice(*operands) if code == CHOOSE else formula


def _extreme(code: int, operands: list[Formula]) -> Formula:
    """Return the least or the largest of *operands*, without those that it never is."""
    kept: list[Formula] = []
    for operand in sorted({part for each in operands for part in factors_of(each, code)}):
        bounds = [(one, _bounds_of_difference(operand, one)) for one in kept]
        if not any(_is_never(code, bound) for _, bound in bounds):
            kept = [
                one for one, bound in bounds if not _is_never(code, Bounds(-bound.high, -bound.low))
            ]
            kept.append(operand)
    common, rests = _common([sum_of(operand) for operand in kept])
    if common.weights:
        rest = _extreme(code, [formula_of(rest) for rest in rests])
        return formula_of(added(common, sum_of(rest)))
    return chain(code, kept)


def _is_never(code: int, difference: Bounds) -> bool:
    """Return whether an operand with this *difference* to another one is never needed."""
    return difference.low >= 0.0 if code == MINIMUM else difference.high <= 0.0


def _bounds_of_difference(one: Formula, other: Formula) -> Bounds:
    return bounds_of(added(sum_of(one), sum_of(other), -1.0))


def _less(one: Formula, other: Formula) -> Formula:
    """Return whether *one* is less than *other*, each term on the side where it is positive."""
    difference = added(sum_of(other), sum_of(one), -1.0)
    bounds = bounds_of(difference)
    if bounds.low > 0.0 or bounds.high <= 0.0:
        return TRUE if bounds.low > 0.0 else FALSE
    if len(difference.weights) == 1:
        difference = scaled(difference, 1.0 / abs(next(iter(difference.weights.values()))))
    left = Sum({term: -weight for term, weight in difference.weights.items() if weight < 0.0})
    right = Sum({term: weight for term, weight in difference.weights.items() if weight > 0.0})
    if not left.weights or (right.weights and difference.constant < 0.0):
        left = Sum(left.weights, -difference.constant)
    else:
        right = Sum(right.weights, difference.constant)
    return apply(LESS, formula_of(left), formula_of(right))


def _logical(code: int, operands: list[Formula]) -> Formula:
    """Return whether both, or either, of *operands* are true."""
    neutral, deciding = (TRUE, FALSE) if code == BOTH else (FALSE, TRUE)
    parts = {part for operand in operands for part in factors_of(operand, code)} - {neutral}
    if deciding in parts or any(_not(part) in parts for part in parts):
        return deciding
    return chain(code, sorted(parts)) if parts else neutral


def _not(truth: Formula) -> Formula:
    if truth in (TRUE, FALSE):
        return FALSE if truth == TRUE else TRUE
    return truth[:-1] if truth[-1].code == NOT else apply(NOT, truth)


def _choice(truth: Formula, one: Formula, other: Formula) -> Formula:
    """Return *one* if *truth*, else *other*."""
    if truth in (TRUE, FALSE):
        return one if truth == TRUE else other
    if truth[-1].code == NOT:
        return _choice(truth[:-1], other, one)
    one, other = _assumed(truth, one, 1), _assumed(truth, other, 2)
    if one == other:
        return one
    sums = [sum_of(one), sum_of(other)]
    common, rests = _common(sums)
    if common.weights:
        rest = _choice(truth, *map(formula_of, rests))
        return formula_of(added(common, sum_of(rest)))
    if truth[-1].code in TRUTHS and other == FALSE:
        return formula_of(sum_of(apply(MULTIPLY, truth, one)))
    if truth[-1].code == LESS:
        first, second = map(sum_of, operands_of(truth))
        share = _proportion(added(sums[1], sums[0], -1.0), added(second, first, -1.0))
        if share:
            return _extreme(MINIMUM if share > 0.0 else MAXIMUM, [one, other])
    return apply(CHOOSE, truth, one, other)


def _assumed(truth: Formula, formula: Formula, operand: int) -> Formula:
    """Return *formula*, or its *operand* if it is a choice by the same *truth* once more."""
    if formula[-1].code == CHOOSE and operands_of(formula)[0] == truth:
        return operands_of(formula)[operand]
    return formula


def _common(sums: list[Sum]) -> tuple[Sum, list[Sum]]:
    """Return the terms that all of *sums* have with the same weight, and what is left of each."""
    shared = set.intersection(*(set(one.weights.items()) for one in sums))
    common = Sum(dict(sorted(shared))) if len(sums) > 1 else Sum({})
    return common, [added(one, common, -1.0) for one in sums]


def _proportion(one: Sum, other: Sum) -> float:
    """Return how many times *other* the sum *one* is, 0 if it is no multiple of it."""
    if one.weights.keys() != other.weights.keys() or not one.weights:
        return 0.0
    pairs = [(one.weights[term], other.weights[term]) for term in one.weights]
    share = pairs[0][0] / pairs[0][1]
    pairs.append((one.constant, other.constant))
    return share if all(abs(a - share * b) <= TOLERANCE * abs(a) for a, b in pairs) else 0.0


def _for_choice(formula: Formula) -> Formula:
    """Return *formula* without what is the same for all options of a decision."""
    if formula[-1].code == CHOOSE and _is_same_for_all(operands_of(formula)[0]):
        truth, one, other = operands_of(formula)
        return _choice(truth, _for_choice(one), _for_choice(other))
    found = sum_of(formula)
    weights = {t: weight for t, weight in found.weights.items() if not _is_same_for_all(t)}
    if not weights:
        return FALSE
    # The factor that leaves most terms without a weight.
    sizes = Counter(abs(weight) for _, weight in sorted(weights.items()))
    factor, _ = sizes.most_common(1)[0]
    factor = factor if min(sizes) / factor >= SMALLEST_WEIGHT else 1.0
    kept = formula_of(added(Sum({}), Sum(weights), 1.0 / factor))
    return kept if kept == formula or len(weights) > 1 else _for_choice(kept)


def _is_same_for_all(formula: Formula) -> bool:
    return all(symbol.code in SAME_FOR_ALL or symbol.code >= CONSTANT for symbol in formula)
