"""Opponent models of dominó de 4 pontas: a few known players, each with some noise.

A linear model values an option at f, as in `evaluation`, the last one by the distilled policy; both
take it by a softmax. Which seat follows which model is not known: every seat has a share of belief
in each, and what it plays moves the shares.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.errors import ConfigError
from galo.games.rules.dominoes4 import Rules
from galo.jit import kernel, lowest_bit, lowest_bit32
from galo.players.dominoes.softmax import exponential, exponentials, sharpness_of
from galo.players.dominoes4 import COEFFICIENTS, LINEAR_SHARES, LINEAR_TEMPERATURE
from galo.players.dominoes4.evaluation import (
    COLUMNS,
    SCALE,
    WEIGHS,
    Features,
    opening_value,
    value_of,
)
from galo.players.dominoes4.linear import coefficients, fixed_point
from galo.players.dominoes4.policy import UNIT_VALUE, Policy, distilled_policy, no_policy

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix, RealMatrix, RealVector


S1, LINEAR_MODELS = 0, 3  # the first model, and how many are linear
POLICY = LINEAR_MODELS  # the model after them, which only some players have
MODEL_BITS, MODEL_MASK = 4, 15  # of one seat in a number that holds a model for several
ALL_S1 = S1  # that number where every seat follows S1
NAMES = ("s1", "basic", "anybody", "policy")
MOST_CACHED = 8  # models: those of a few players at once


class OpponentModels(NamedTuple):
    """The models, and how much each seat is believed to follow them."""

    weights: "Int32Matrix"  # [linear models, COLUMNS]: a row of the evaluation for each
    shares: "RealMatrix"  # [3, models]: prior of the next seat, the partner, the previous seat
    sharpness: "RealVector"  # [models]: steps of the table for each unit of value
    exponentials: "RealVector"  # the table of `softmax`
    policy: Policy
    own: int  # the model that the player itself follows in rollouts
    alike: float  # belief that both opponents follow the same model, whichever it is


@lru_cache(MOST_CACHED)
def opponent_models(
    opponents: str,
    partner: str,
    temperature: float = LINEAR_TEMPERATURE,
    mixture: tuple[float, ...] = tuple(LINEAR_SHARES.values()),
    alike: float = 0.0,
) -> OpponentModels:
    """Return s1, basic, a player of any tile that fits and the policy, with the prior of each seat.

    *mixture* is the belief in each of them where it is not sure; it need not add up to one. Three
    shares are those of players without the policy.
    """
    if not any(mixture):
        raise ConfigError("it believes in no model: give one of its shares more than 0")
    strong = fixed_point(coefficients("s1", "evolved", "literal"), "literal")
    points_only = fixed_point([0.0] * COEFFICIENTS, "literal")
    anyhow = [0] * COLUMNS  # every option is worth nothing to it
    anyhow[WEIGHS] = 1
    sharp = sharpness_of(SCALE * temperature)
    theirs, ours = (belief_in(seat, mixture) for seat in (opponents, partner))
    has_policy = len(mixture) > POLICY
    sharpness = [sharp, sharp, 0.0, sharpness_of(UNIT_VALUE)]
    return OpponentModels(
        np.array([strong, points_only, anyhow], np.int32),
        np.array([theirs, ours, theirs]),
        np.array(sharpness[: len(mixture)]),
        exponentials(),
        distilled_policy() if has_policy else no_policy(),
        POLICY if has_policy else S1,
        alike,
    )


def belief_in(seat: str, mixture: tuple[float, ...]) -> "RealVector":
    """Return the belief in each model of a *seat* that is said to follow one, or the *mixture*."""
    if seat in NAMES:
        mixture = tuple(float(name == seat) for name in NAMES[: len(mixture)])
    return np.array(mixture) / sum(mixture)


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
