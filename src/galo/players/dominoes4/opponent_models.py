"""How the others are taken to choose: a few known players, each with some noise.

A model values an option at f, as in `evaluation`, and takes it with a probability that is
proportional to exp(f / temperature). Who follows which model is not known: every seat has a
share of belief in each, and what it plays moves the shares.

    chance of what was chosen = 1 / (sum of exp((f - f of what was chosen) / temperature))

The exponential is read off a curve in steps, rounded: the same on every machine.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.dominoes4 import Rules
from galo.jit import kernel, lowest_bit, lowest_bit32
from galo.players.dominoes4.evaluation import (
    COLUMNS,
    SCALE,
    WEIGHS,
    Sight,
    opening_value,
    value_of,
)
from galo.players.dominoes4.linear import COEFFICIENTS, coefficients, fixed_point

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix, RealMatrix, RealVector


STEPS = 16  # of the curve for each unit of its argument
MIDDLE = 16 * STEPS  # where on the curve 0 is; what is beyond its ends is nothing or all
DIGITS = 9  # of the curve: far fewer than the exponential has, so all machines agree on them
TEMPERATURE = 4.0  # points: a player takes one option rather than another by about so much

STRONG, MODELS = 0, 3  # the first model, and how many there are
SHARES = {  # of belief in s1, in basic and in anybody, before anything is seen
    "mixture": (0.6, 0.25, 0.15),
    "s1": (1.0, 0.0, 0.0),
    "basic": (0.0, 1.0, 0.0),
    "anybody": (0.0, 0.0, 1.0),
}


class Models(NamedTuple):
    weights: "Int32Matrix"  # a row for each model, all of one reading
    shares: "RealMatrix"  # a row for the next seat, the partner and the previous seat
    sharpness: "RealVector"  # steps of the curve for each unit of value
    curve: "RealVector"  # exp, in steps


@cache
def known_players(opponents: str, partner: str) -> Models:
    """Return s1, basic and who plays any tile that fits, with what to believe of each seat."""
    strong = fixed_point(coefficients("s1", "evolved", "literal"), "literal")
    points_only = fixed_point([0.0] * COEFFICIENTS, "literal")
    anyhow = [0] * COLUMNS  # every option is worth nothing to it
    anyhow[WEIGHS] = 1
    sharp = STEPS / (SCALE * TEMPERATURE)
    curve = np.exp(np.linspace(-MIDDLE / STEPS, MIDDLE / STEPS, 2 * MIDDLE + 1)).round(DIGITS)
    return Models(
        np.array([strong, points_only, anyhow], np.int32),
        np.array([SHARES[opponents], SHARES[partner], SHARES[opponents]]),
        np.array([sharp, sharp, 0.0]),
        curve,
    )


@kernel
def chance_of_choice(
    rules: Rules, models: Models, model: int, sight: Sight, moves: int, chosen: int
) -> float:
    """Return how likely *model*, which sees this and has these *moves*, takes *chosen*."""
    reference = value_of(rules, models.weights, model, sight, chosen)
    total = 0.0
    while moves:
        move = lowest_bit32(moves)
        moves &= moves - 1
        value = value_of(rules, models.weights, model, sight, move)
        total += rise(models, model, value - reference)
    return 1.0 / total


@kernel
def chance_of_opening(models: Models, model: int, hand: int, doubles: int, chosen: int) -> float:
    """Return how likely *model* opens with *chosen*, when it might with any of *doubles*."""
    reference = opening_value(models.weights, model, hand, chosen)
    total = 0.0
    while doubles:
        double = lowest_bit(doubles)
        doubles &= doubles - 1
        value = opening_value(models.weights, model, hand, double)
        total += rise(models, model, value - reference)
    return 1.0 / total


@kernel
def rise(models: Models, model: int, better: int) -> float:
    """Return how many times as likely *model* takes what it values *better* by so much."""
    step = int(better * models.sharpness[model] + (MIDDLE + 0.5))
    return float(models.curve[max(0, min(2 * MIDDLE, step))])
