"""The distilled policy of dominó de 4 pontas: a small network that chooses much as champion does.

It values an option by the rows of a table that `policy_features` names:

    value = sum over units of output[unit] * max(0, bias[unit] + sum of table[row, unit])

in whole numbers, so that the choice is the same on every machine. It was fitted to decisions of
`rollouts`, by `bench/tuning/dominoes4_policy.py`, and takes an option by the softmax of the values.
"""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.jit import kernel, lowest_bit
from galo.players.dominoes.softmax import exponential
from galo.players.dominoes4.policy_features import ROWS, option_rows
from galo.players.dominoes4.situation import Situation

if TYPE_CHECKING:
    from galo.arrays import Int16Matrix, Int32Vector, RealVector

FILE = "policy.npz"
TABLE_SCALE, OUTPUT_SCALE = 512, 2048  # the integers that stand for 1.0
VALUE_BITS = 10  # fewer, at the end, than both scales have together: no more digits than needed
UNIT_VALUE = TABLE_SCALE * OUTPUT_SCALE >> VALUE_BITS  # the integer that stands for a value of 1.0
LEAST = -(1 << 60)


class Policy(NamedTuple):
    """The numbers of the network."""

    table: "Int16Matrix"  # [ROWS, units]
    bias: "Int32Vector"  # [units]
    output: "Int32Vector"  # [units]


def no_policy() -> Policy:
    """Return a policy that nobody asks."""
    return Policy(np.zeros((ROWS, 0), np.int16), np.zeros(0, np.int32), np.zeros(0, np.int32))


@cache
def distilled_policy() -> Policy:
    """Return the policy that comes with galo."""
    with files("galo.players.dominoes4").joinpath(FILE).open("rb") as file, np.load(file) as found:
        return Policy(found["table"], found["bias"], found["output"])


@kernel
def policy_value(policy: Policy, situation: Situation, move: int) -> int:
    """Return what the option *move* is worth, UNIT_VALUE for each unit of the softmax."""
    table, rows = policy.table, option_rows(situation, move)
    value = 0
    for unit in range(len(policy.bias)):
        # Written out: the compiler makes one loop over all units of it.
        total = (
            policy.bias[unit]
            + table[rows[0], unit] + table[rows[1], unit] + table[rows[2], unit]
            + table[rows[3], unit] + table[rows[4], unit] + table[rows[5], unit]
            + table[rows[6], unit] + table[rows[7], unit] + table[rows[8], unit]
            + table[rows[9], unit] + table[rows[10], unit] + table[rows[11], unit]
            + table[rows[12], unit] + table[rows[13], unit] + table[rows[14], unit]
            + table[rows[15], unit] + table[rows[16], unit] + table[rows[17], unit]
            + table[rows[18], unit] + table[rows[19], unit] + table[rows[20], unit]
            + table[rows[21], unit] + table[rows[22], unit] + table[rows[23], unit]
            + table[rows[24], unit] + table[rows[25], unit] + table[rows[26], unit]
            + table[rows[27], unit]
        )  # fmt: skip
        value += max(total, 0) * policy.output[unit]
    return int(value) >> VALUE_BITS


@kernel
def policy_likelihood(
    policy: Policy,
    table: "RealVector",
    sharpness: float,
    situation: Situation,
    moves: int,
    chosen: int,
) -> float:
    """Return how likely the policy takes *chosen* of *moves*; *table* is that of `softmax`."""
    reference = policy_value(policy, situation, chosen)
    total, others = 1.0, moves ^ 1 << chosen
    while others:
        move = lowest_bit(others)
        others &= others - 1
        value = policy_value(policy, situation, move)
        total += exponential(table, sharpness, value - reference)
    return 1.0 / total


@kernel
def policy_choice(policy: Policy, situation: Situation, moves: int) -> int:
    """Return the move of *moves* that the policy values most, the first of equals."""
    best, chosen = LEAST, lowest_bit(moves)
    while moves:
        move = lowest_bit(moves)
        moves &= moves - 1
        value = policy_value(policy, situation, move)
        if value > best:
            best, chosen = value, move
    return chosen
