"""The choice among options by any value of an option: a strategy's, or a formula's.

A value is a real number; it is compared in fixed point, so that two values that are equal but for
the last bits of their arithmetic are a tie, on every device alike.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes4 import Rules, State, legal_set
from galo.jit import ClosureKernels, kernel, lowest_bit, product
from galo.players.dominoes.public_history import PublicHistory
from galo.players.dominoes4.evaluation import SCALE, WORST
from galo.players.dominoes4.situation import Situation, situation_of
from galo.players.dominoes4.strategy_rows import PlayerRows

if TYPE_CHECKING:
    from galo.arrays import RealVector

LARGEST_VALUE = 1e12  # beyond this a value is a fault, and so is what is not a number
NO_VALUE = WORST - 1
FAULT = 62  # the bit beside the best moves that tells of an option without a value

Value = Callable[..., float]  # of (situation, move, rows, row, stack)


class Mover(NamedTuple):
    """Who moves: its row, and the score of the match before this round."""

    row: int
    our_score: int
    their_score: int


@kernel
def comparable(value: float) -> int:
    """Return *value* in fixed point, NO_VALUE if it is infinite or not a number."""
    if not abs(value) < LARGEST_VALUE:
        return NO_VALUE
    return int(math.floor(product(value, SCALE) + 0.5))


@cache
def option_chooser(values: tuple[Value, ...], sources: tuple[str, ...]) -> Callable[..., int]:
    """Return the kernel that chooses by *values*, one kernel or two, from the files *sources*."""
    closures = ClosureKernels(sources)
    value_of = values[0] if len(values) == 1 else _either(values[0], values[1], closures)

    @closures.kernel
    def best_options(
        rules: Rules,
        rows: PlayerRows,
        mover: Mover,
        state: State,
        history: PublicHistory,
        stack: "RealVector",
    ) -> int:
        """Return the set of the best moves of *mover*; FAULT if one has no value."""
        moves = legal_set(state)
        if moves & (moves - 1) == 0:
            return moves
        situation = situation_of(rules, state, history, mover.our_score, mover.their_score)
        best, tied, fault = WORST, 0, 0
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            value = comparable(value_of(situation, move, rows, mover.row, stack))
            fault |= int(value == NO_VALUE)
            value = max(value, WORST)
            tied = (tied if value <= best else 0) | int(value >= best) << move
            best = max(best, value)
        return tied | fault << FAULT

    return best_options


def _either(first: Value, second: Value, closures: ClosureKernels) -> Value:
    """Return the kernel that values by *first* for rows of kind 1, else by *second*."""

    @closures.kernel
    def value_by_kind(
        situation: Situation, move: int, rows: PlayerRows, row: int, stack: "RealVector"
    ) -> float:
        """Return the value of *move* by the strategy whose kind row *row* has."""
        if rows.kinds[row] == 1:
            return float(first(situation, move, rows, row, stack))
        return float(second(situation, move, rows, row, stack))

    return value_by_kind
