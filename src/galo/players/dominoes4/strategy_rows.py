"""Players of the simulator for strategies: a row of numbers each, and the kernel that reads it.

row   0      1 .. 64
      kind   0: a linear player, its COLUMNS integers
             k: strategy k of a simulation, its weights; or a formula, its program
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from galo.players.dominoes4.evaluation import COLUMNS

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix, Int32Vector, IntVector, RealMatrix, RealVector

LINEAR = 0
LONGEST = 64  # numbers of a strategy or a formula
STRATEGY_COLUMNS = 1 + LONGEST


FORMULA = "formula"  # in place of a strategy: rows of its kind hold a program each


@dataclass(frozen=True)
class StrategyPlayers:
    """Players for the simulator, in place of a matrix of weights.

    It travels as it is, to a worker process or to another machine: a strategy is its source.
    """

    rows: "RealMatrix"  # [players, STRATEGY_COLUMNS]
    strategies: tuple[str, ...] = (FORMULA,)  # kind k is number k - 1 of these: its source

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, numbers: "IntVector | slice") -> "StrategyPlayers":
        """Return the players with these *numbers*."""
        return StrategyPlayers(self.rows[numbers], self.strategies)


class PlayerRows(NamedTuple):
    """The rows of all players, in the forms that kernels read."""

    kinds: "Int32Vector"  # [players]
    linear: "Int32Matrix"  # [players, COLUMNS]: meaningful where the kind is LINEAR
    numbers: "RealMatrix"  # [players, LONGEST]: weights, and constants of formulas
    codes: "Int32Matrix"  # [players, LONGEST]: the same as integers: programs


def player_rows(rows: "RealMatrix") -> PlayerRows:
    """Return *rows*, of STRATEGY_COLUMNS each, as kernels read them."""
    codes = np.ascontiguousarray(rows[:, 1:].astype(np.int32))
    return PlayerRows(
        np.ascontiguousarray(rows[:, 0].astype(np.int32)),
        np.ascontiguousarray(codes[:, :COLUMNS]),
        np.ascontiguousarray(rows[:, 1:]),
        codes,
    )


def player_row(kind: int, numbers: "Sequence[float] | np.ndarray[Any, Any]") -> "RealVector":
    """Return the row of a player of that *kind*, filled up with zeros."""
    row = np.zeros(STRATEGY_COLUMNS)
    row[0] = kind
    row[1 : 1 + len(numbers)] = numbers
    return row
