"""Random formulas, and new formulas from old ones: crossover and four mutations.

    crossover   a subtree is replaced by one of another formula
    subtree     … by a random one
    point       one symbol is replaced by another that takes the same operands
    constants   every constant moves a little; where there is none, a subtree gets a weight
    hoist       a subtree is replaced by a part of itself: the formula becomes shorter

Types are kept, and so are the limits; a child that would break them is made anew.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from galo.arrays import RealMatrix
from galo.errors import ConfigError
from galo.lab.formula_simplification import simplified
from galo.lab.formulas import (
    LARGEST_CONSTANT,
    MOST_NODES,
    NUMBER,
    OPERANDS,
    TRUE_OR_FALSE,
    TRUTH,
    TRUTHS,
    Formula,
    Symbol,
    apply,
    begin_of,
    constant,
    depth,
    fits,
    from_row,
    to_rows,
    wanted_types,
)
from galo.lab.settings import Range
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
    NOT,
    RATIO,
    SUBTRACT,
)

# Operators as often as they are drawn: sums and products are what most values are made of.
NUMBER_OPERATORS = (*[ADD, SUBTRACT, MULTIPLY] * 3, *[CHOOSE] * 2, RATIO, MINIMUM, MAXIMUM)
TRUTH_OPERATORS = (LESS, LESS, LESS, BOTH, EITHER, NOT)
CONSTANT_SHARE = 0.25  # of the leaves that are numbers
LEAF_SHARE = 0.3  # of the nodes of a formula that grows, before its greatest depth
OPERATOR_SHARE = 0.9  # of the crossovers that take an operator with its operands, not a leaf
PATCH_DEPTH = 2  # of a subtree that a mutation brings
STEP = 0.3  # standard deviation of a step of a constant, as a share of it
DIGITS = 3  # of a constant
TRIES = 20  # to make a child within the limits


@dataclass(frozen=True)
class BreedingSettings:
    """How large formulas may become, what their constants are, and how children are made.

    What the shares leave of 1 goes to the mutation of a subtree.
    """

    nodes: int = 20  #: features, constants and operators at most
    depth: int = 10  #: operators one above another at most
    range: Range = field(default_factory=Range)  #: of new constants
    crossover: float = 0.5  #: the share of children with two parents
    point: float = 0.1  #: … with another symbol at one place
    constants: float = 0.2  #: … with other constants
    hoist: float = 0.05  #: … that are shorter

    def __post_init__(self) -> None:
        if not 1 <= self.nodes <= MOST_NODES:
            raise ConfigError(f"a formula of {self.nodes} nodes: give from 1 to {MOST_NODES}")
        if self.depth < 1:
            raise ConfigError(f"a formula of depth {self.depth} has no operator; give 1 or more")
        shares = [self.crossover, self.point, self.constants, self.hoist]
        if min(shares) < 0.0 or sum(shares) > 1.0:
            raise ConfigError(f"shares of children {shares} are negative, or more than 1 together")

    def allow(self, formula: Formula) -> bool:
        """Return whether *formula* is within the settings."""
        return len(formula) <= self.nodes and depth(formula) <= self.depth


def offspring(rows: RealMatrix, rng: np.random.Generator, settings: BreedingSettings) -> RealMatrix:
    """Return a child of each formula in *rows*, the programs; another row may be its mate."""
    parents = [from_row(row) for row in rows]
    mates = rng.permutation(len(parents))
    return to_rows(
        [
            child(parent, parents[mate], rng, settings)
            for parent, mate in zip(parents, mates, strict=True)
        ]
    )


def child(
    one: Formula, other: Formula, rng: np.random.Generator, settings: BreedingSettings
) -> Formula:
    """Return a simplified child of *one*, and of *other* if they are crossed."""
    wheel = [settings.crossover, settings.point, settings.constants, settings.hoist]
    ways: list[Callable[[], Formula]] = [
        lambda: crossed(one, other, rng),
        lambda: with_new_symbol(one, rng, settings),
        lambda: with_moved_constants(one, rng),
        lambda: hoisted(one, rng),
        lambda: with_new_subtree(one, rng, settings),
    ]
    for _ in range(TRIES):
        way = int(np.searchsorted(np.cumsum(wheel), rng.random(), side="right"))
        found = _with_short_constants(simplified(ways[way]()))
        if settings.allow(found) and found != one:
            return found
    return random_formula(rng, settings, PATCH_DEPTH)


def random_formula(
    rng: np.random.Generator, settings: BreedingSettings, deepest: int, is_full: bool = False
) -> Formula:
    """Return a random formula of depth *deepest*, or, unless it *is_full*, up to that."""
    for _ in range(TRIES):
        found = simplified(_grown(rng, settings, NUMBER, deepest, is_full))
        if settings.allow(found) and len(found) > 1:
            return found
        deepest = max(1, deepest - 1) if len(found) > 1 else deepest
    return _leaf(rng, settings, NUMBER)


def ramped_formulas(
    rng: np.random.Generator, settings: BreedingSettings, deepest: int, count: int
) -> list[Formula]:
    """Return *count* random formulas by ramped half-and-half, of depths from 1 to *deepest*."""
    return [
        random_formula(rng, settings, 1 + number // 2 % deepest, is_full=number % 2 == 0)
        for number in range(count)
    ]


def _grown(
    rng: np.random.Generator, settings: BreedingSettings, wanted: str, deepest: int, is_full: bool
) -> Formula:
    """Return a random tree of the type *wanted*."""
    if deepest == 0 or (not is_full and rng.random() < LEAF_SHARE):
        return _leaf(rng, settings, wanted)
    code = _drawn(rng, NUMBER_OPERATORS if wanted == NUMBER else TRUTH_OPERATORS)
    types = OPERANDS[code]
    return apply(code, *(_grown(rng, settings, kind, deepest - 1, is_full) for kind in types))


def _leaf(rng: np.random.Generator, settings: BreedingSettings, wanted: str) -> Formula:
    """Return a random feature or constant."""
    if wanted == TRUTH:
        return (Symbol(_drawn(rng, TRUTHS)),)
    if rng.random() < CONSTANT_SHARE:
        return constant(_short(float(rng.uniform(settings.range.low, settings.range.high))))
    return (Symbol(int(rng.integers(len(FEATURES)))),)


def _with_short_constants(formula: Formula) -> Formula:
    return tuple(symbol._replace(number=_short(symbol.number)) for symbol in formula)


def _drawn(rng: np.random.Generator, codes: Sequence[int]) -> int:
    return codes[int(rng.integers(len(codes)))]


def _short(number: float) -> float:
    """Return *number* with few digits, for people to read."""
    return float(f"{max(-LARGEST_CONSTANT, min(LARGEST_CONSTANT, number)):.{DIGITS}g}")


def crossed(one: Formula, other: Formula, rng: np.random.Generator) -> Formula:
    """Return *one* with a subtree of *other*."""
    end = _place(one, rng)
    wanted = wanted_types(one)[end]
    ends = [place for place, symbol in enumerate(other) if fits(symbol, wanted)]
    if not ends:
        return one
    chosen = ends[int(rng.integers(len(ends)))]
    return _replaced(one, end, other[begin_of(other, chosen) : chosen + 1])


def _place(formula: Formula, rng: np.random.Generator) -> int:
    """Return where a subtree of *formula* ends: most often one with an operator."""
    operators = [place for place, symbol in enumerate(formula) if symbol.code in OPERANDS]
    if operators and rng.random() < OPERATOR_SHARE:
        return _drawn(rng, operators)
    return int(rng.integers(len(formula)))


def _replaced(formula: Formula, end: int, part: Formula) -> Formula:
    """Return *formula* with *part* in place of the subtree that ends at *end*."""
    return (*formula[: begin_of(formula, end)], *part, *formula[end + 1 :])


def with_new_subtree(
    formula: Formula, rng: np.random.Generator, settings: BreedingSettings
) -> Formula:
    """Return *formula* with a random subtree."""
    end = int(rng.integers(len(formula)))
    wanted = wanted_types(formula)[end]
    deepest = int(rng.integers(PATCH_DEPTH + 1))
    return _replaced(formula, end, _grown(rng, settings, wanted, deepest, is_full=False))


def with_new_symbol(
    formula: Formula, rng: np.random.Generator, settings: BreedingSettings
) -> Formula:
    """Return *formula* with another symbol at one place."""
    place = int(rng.integers(len(formula)))
    code, types = formula[place].code, OPERANDS.get(formula[place].code)
    if types is None:
        new = _leaf(rng, settings, wanted_types(formula)[place])[0]
    else:
        alike = [
            other
            for other, operands in OPERANDS.items()
            if operands == types and (other in TRUE_OR_FALSE) == (code in TRUE_OR_FALSE)
        ]
        new = Symbol(_drawn(rng, alike))
    return (*formula[:place], new, *formula[place + 1 :])


def with_moved_constants(formula: Formula, rng: np.random.Generator) -> Formula:
    """Return *formula* with other constants; without any, with a weight at one place."""
    if any(symbol.code == CONSTANT for symbol in formula):
        return tuple(
            Symbol(CONSTANT, _moved(symbol.number, rng)) if symbol.code == CONSTANT else symbol
            for symbol in formula
        )
    wanted = wanted_types(formula)
    ends = [place for place, symbol in enumerate(formula) if wanted[place] == NUMBER]
    end = _drawn(rng, ends)
    part = formula[begin_of(formula, end) : end + 1]
    return _replaced(formula, end, apply(MULTIPLY, constant(_moved(1.0, rng)), part))


def _moved(number: float, rng: np.random.Generator) -> float:
    """Return *number* after a random step, as large as it is, or by chance ten times smaller."""
    scale = STEP * 10.0 ** -float(rng.integers(2))
    return _short(number + scale * max(abs(number), 1.0) * float(rng.normal()))


def hoisted(formula: Formula, rng: np.random.Generator) -> Formula:
    """Return *formula* with a part of a subtree in place of the subtree."""
    end = _place(formula, rng)
    wanted = wanted_types(formula)[end]
    begin = begin_of(formula, end)
    ends = [place for place in range(begin, end) if fits(formula[place], wanted)]
    if not ends:
        return formula
    chosen = _drawn(rng, ends)
    return _replaced(formula, end, formula[begin_of(formula, chosen) : chosen + 1])
