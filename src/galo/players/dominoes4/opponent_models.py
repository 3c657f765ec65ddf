"""Opponent models of dominó de 4 pontas: a few known players, each with some noise.

A model values an option at f, as in `evaluation`, and takes it by a softmax. Which seat follows
which model is not known: every seat has a share of belief in each, and what it plays moves the
shares.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.errors import ConfigError
from galo.games.rules.dominoes4 import Rules
from galo.jit import kernel, lowest_bit, lowest_bit32
from galo.players.dominoes.softmax import exponential, exponentials, sharpness_of
from galo.players.dominoes4 import COEFFICIENTS, SHARES, TEMPERATURE
from galo.players.dominoes4.evaluation import (
    COLUMNS,
    SCALE,
    WEIGHS,
    Features,
    opening_value,
    value_of,
)
from galo.players.dominoes4.linear import coefficients, fixed_point

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix, RealMatrix, RealVector


STRONG, MODELS = 0, 3  # the first model, and how many there are
MODEL_BITS, MODEL_MASK = 4, 15  # of one seat in a number that holds a model for several
ALL_STRONG = STRONG  # that number where every seat follows STRONG
ONLY = {  # belief in s1, in basic and in anybody that is sure of one of them
    "s1": (1.0, 0.0, 0.0),
    "basic": (0.0, 1.0, 0.0),
    "anybody": (0.0, 0.0, 1.0),
}
MOST_CACHED = 8  # models: those of a few players at once


class OpponentModels(NamedTuple):
    """The models, and how much each seat is believed to follow them."""

    weights: "Int32Matrix"  # [models, COLUMNS]: a row of the evaluation for each model
    shares: "RealMatrix"  # [3, models]: prior of the next seat, the partner, the previous seat
    sharpness: "RealVector"  # [models]: steps of the table for each unit of value
    exponentials: "RealVector"  # the table of `softmax`


@lru_cache(MOST_CACHED)
def opponent_models(
    opponents: str,
    partner: str,
    temperature: float = TEMPERATURE,
    mixture: tuple[float, ...] = tuple(SHARES.values()),
) -> OpponentModels:
    """Return s1, basic and a player of any tile that fits, with the prior of each seat.

    *mixture* is the belief in each of them where it is not sure; it need not add up to one.
    """
    if not any(mixture):
        raise ConfigError("champion believes in no model: give one of its shares more than 0")
    strong = fixed_point(coefficients("s1", "evolved", "literal"), "literal")
    points_only = fixed_point([0.0] * COEFFICIENTS, "literal")
    anyhow = [0] * COLUMNS  # every option is worth nothing to it
    anyhow[WEIGHS] = 1
    sharp = sharpness_of(SCALE * temperature)
    theirs, ours = (
        np.array(ONLY.get(seat, mixture)) / sum(ONLY.get(seat, mixture))
        for seat in (opponents, partner)
    )
    return OpponentModels(
        np.array([strong, points_only, anyhow], np.int32),
        np.array([theirs, ours, theirs]),
        np.array([sharp, sharp, 0.0]),
        exponentials(),
    )


@kernel
def choice_likelihood(
    rules: Rules, models: OpponentModels, model: int, features: Features, moves: int, chosen: int
) -> float:
    """Return how likely *model*, which knows *features* and has these *moves*, takes *chosen*."""
    reference = value_of(rules, models.weights, model, features, chosen)
    total = 0.0
    while moves:
        move = lowest_bit32(moves)
        moves &= moves - 1
        value = value_of(rules, models.weights, model, features, move)
        total += exponential(models.exponentials, models.sharpness[model], value - reference)
    return 1.0 / total


@kernel
def opening_likelihood(
    models: OpponentModels, model: int, hand: int, doubles: int, chosen: int
) -> float:
    """Return how likely *model* opens with *chosen*, when it might with any of *doubles*."""
    reference = opening_value(models.weights, model, hand, chosen)
    total = 0.0
    while doubles:
        double = lowest_bit(doubles)
        doubles &= doubles - 1
        value = opening_value(models.weights, model, hand, double)
        total += exponential(models.exponentials, models.sharpness[model], value - reference)
    return 1.0 / total
