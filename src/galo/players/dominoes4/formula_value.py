"""Formulas under evolution: a stack machine that values one option.

A program is a formula in postfix order, one code a column; its first column is its length:

    codes      0 .. 43     a feature, numbered as in FEATURES, is pushed
               CONSTANT    the number in the next column is pushed
               operators   take their operands from the stack and push their result

    points + 2 * hand_far      6   0   CONSTANT  2.0  11  MULTIPLY  ADD

Truth values are 1 and 0. Each step rounds once, as the same formula does in plain Python.
"""

from typing import TYPE_CHECKING

from galo.jit import float_kernel
from galo.players.dominoes4.feature_table import feature_of
from galo.players.dominoes4.situation import Situation
from galo.players.dominoes4.strategy_rows import PlayerRows

if TYPE_CHECKING:
    from galo.arrays import RealVector

CONSTANT = 64
ADD, SUBTRACT, MULTIPLY, RATIO, MINIMUM, MAXIMUM, LESS, BOTH, EITHER = range(65, 74)
NEGATE, NOT = 74, 75
CHOOSE = 76  # truth, number, number: the second if the first is true, else the third
FIRST_UNARY = NEGATE


@float_kernel
def ratio(dividend: float, divisor: float) -> float:
    """Return *dividend* / *divisor*, and 1 where the divisor is zero."""
    return dividend / divisor if divisor != 0.0 else 1.0


@float_kernel
def combine(code: int, one: float, other: float) -> float:
    """Return the result of the operator *code* of two operands."""
    if code == ADD:
        return one + other
    if code == SUBTRACT:
        return one - other
    if code == MULTIPLY:
        return one * other
    if code == RATIO:
        return ratio(one, other)
    if code == MINIMUM:
        return min(one, other)
    if code == MAXIMUM:
        return max(one, other)
    if code == LESS:
        return 1.0 if one < other else 0.0
    if code == BOTH:
        return one * other
    return max(one, other)


@float_kernel
def formula_value(
    situation: Situation, move: int, rows: PlayerRows, row: int, stack: "RealVector"
) -> float:
    """Return the value of the option *move* by the program in row *row*."""
    length, depth, column = rows.codes[row, 0], 0, 1
    while column <= length:
        code = rows.codes[row, column]
        if code < CONSTANT:
            stack[depth] = feature_of(code, situation, move)
            depth += 1
        elif code == CONSTANT:
            column += 1
            stack[depth] = rows.numbers[row, column]
            depth += 1
        elif code < FIRST_UNARY:
            depth -= 1
            stack[depth - 1] = combine(code, stack[depth - 1], stack[depth])
        elif code == CHOOSE:
            depth -= 2
            if stack[depth - 1] == 0.0:
                stack[depth - 1] = stack[depth + 1]
            else:
                stack[depth - 1] = stack[depth]
        elif code == NEGATE:
            stack[depth - 1] = -stack[depth - 1]
        else:
            stack[depth - 1] = 1.0 - stack[depth - 1]
        column += 1
    return float(stack[0])
