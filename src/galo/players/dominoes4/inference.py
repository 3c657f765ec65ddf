"""Inference in dominó de 4 pontas: how likely each deal makes what the others chose.

The weight of a deal is a product over the other seats: the belief in every model times the
likelihood of all choices of the seat under it, added up. With each deal goes a model for every
other seat, drawn by the same weights.

Seats are counted from the player: 0 itself, 1 the next, 2 the partner, 3 the previous.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.dominoes4 import Rules, legal_set, open_round, play
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import Deal
from galo.jit import kernel, no_gil_kernel
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.determinization import deal_at
from galo.players.dominoes.inference import InferenceStreams, InferenceWorkspace, infer
from galo.players.dominoes.information_state import InformationState
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes.resampling import uniform
from galo.players.dominoes4.evaluation import features_of
from galo.players.dominoes4.opponent_models import (
    MODEL_BITS,
    MODELS,
    STRONG,
    OpponentModels,
    choice_likelihood,
    opening_likelihood,
)
from galo.players.dominoes4.public_history import update_history
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntVector, RealMatrix

OTHER_SEATS = 3
SAMPLED = 6  # deals sampled for each that is kept
CHOICE = 64  # draws from here on choose models; those before it deal tiles
RESAMPLING = 1 << 32  # the stream below a key that resamples; those before it sample deals


class ModelWorkspace(NamedTuple):
    """The arrays of the opponent models during one inference."""

    drawn: "IntVector"  # [samples]: a model for each other seat, MODEL_BITS each, seat 1 lowest
    likelihoods: "RealMatrix"  # [3, models]: of all choices of each other seat, in one deal


@kernel
def replay(
    rules: Rules,
    models: OpponentModels,
    information: InformationState,
    deal: Deal,
    likelihoods: "RealMatrix",
) -> None:
    """Write how likely the choices of each other seat were in *deal*, by model."""
    likelihoods[:, :] = 1.0
    state, history = open_round(rules, information.opener, deal), empty_history()
    for index in range(len(information.moves)):
        move = int(information.moves[index])
        moves = legal_set(state)
        if state.mover and moves & (moves - 1):  # another seat, and it had a choice
            other = state.mover - 1
            if state.phase < PLAYING:
                for model in range(MODELS):
                    likelihoods[other, model] *= opening_likelihood(
                        models, model, state.hand0, moves, move
                    )
            else:
                features = features_of(models.weights, STRONG, state, history)
                for model in range(MODELS):
                    likelihoods[other, model] *= choice_likelihood(
                        rules, models, model, features, moves, move
                    )
        history = update_history(rules, history, state, move)
        state = play(rules, state, move)


@kernel
def draw_models(models: OpponentModels, likelihoods: "RealMatrix", key: int) -> tuple[float, int]:
    """Return the weight of a deal with these *likelihoods*, and a model for each other seat."""
    weight, drawn = 1.0, 0
    for other in range(OTHER_SEATS):
        total = 0.0
        for model in range(MODELS):
            total += models.shares[other, model] * likelihoods[other, model]
        weight *= total
        left = total * uniform(key, CHOICE + other)
        model = 0
        while model + 1 < MODELS:
            left -= models.shares[other, model] * likelihoods[other, model]
            if left < 0.0:
                break
            model += 1
        drawn |= model << (MODEL_BITS * other)
    return weight, drawn


@no_gil_kernel
def weigh(
    rules: Rules,
    models: OpponentModels,
    information: InformationState,
    workspace: InferenceWorkspace,
    beside: ModelWorkspace,
    key: int,
) -> float:
    """Fill the weights of the *workspace* and the models *beside* it; return the sum of weights."""
    total = 0.0
    for k in range(len(workspace.weights)):
        replay(rules, models, information, deal_at(workspace.deals, k), beside.likelihoods)
        weight, drawn = draw_models(models, beside.likelihoods, fold_in(key, k))
        workspace.weights[k] = weight
        beside.drawn[k] = drawn
        total += weight
    return total


def infer_hands(
    belief: Belief, models: OpponentModels, information: InformationState, kept: int, key: int
) -> "tuple[InferenceWorkspace, IntVector]":
    """Return *kept* likely deals, and the models drawn with all that were sampled."""
    rules, samples = belief.seen.game.rules, SAMPLED * kept
    beside = ModelWorkspace(np.zeros(samples, np.int64), np.zeros((OTHER_SEATS, MODELS)))
    streams = InferenceStreams(key, fold_in(key, RESAMPLING))

    def weigh_all(workspace: InferenceWorkspace) -> float:
        return weigh(rules, models, information, workspace, beside, key)

    return infer(belief, samples, kept, streams, weigh_all), beside.drawn
