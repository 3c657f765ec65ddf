"""Inference in dominó de 4 pontas: how likely each deal makes what the others chose.

The weight of a deal is a product over the other seats: the belief in every model times the
likelihood of all choices of the seat under it, added up. Opponents that are believed to play alike
count as one seat with the choices of both. With each deal goes a model for every other seat, drawn
by the same weights.

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
from galo.players.dominoes.inference import InferenceWorkspace, infer
from galo.players.dominoes.information_state import InformationState
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes.resampling import uniform
from galo.players.dominoes4.evaluation import features_of
from galo.players.dominoes4.opponent_models import (
    LINEAR_MODELS,
    MODEL_BITS,
    POLICY,
    S1,
    OpponentModels,
    choice_likelihood,
    opening_likelihood,
)
from galo.players.dominoes4.policy import policy_likelihood
from galo.players.dominoes4.public_history import update_history
from galo.players.dominoes4.situation import situation_of
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntVector, RealMatrix, RealVector

OTHER_SEATS = 3
BOTH = OTHER_SEATS  # the row of both opponents together
SAMPLED = 6  # deals sampled for each that is kept
CHOICE = 64  # draws from here on choose models; those before it deal tiles
RESAMPLING = 1 << 32  # the stream below a key that resamples; those before it sample deals


class ModelWorkspace(NamedTuple):
    """The arrays of the opponent models during one inference."""

    drawn: "IntVector"  # [samples]: a model for each other seat, MODEL_BITS each, seat 1 lowest
    likelihoods: "RealMatrix"  # [4, models]: of all choices of each other seat, in one deal; BOTH


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
            if len(models.policy.bias):
                ours, theirs = scores_of(information, state.mover)
                likelihoods[other, POLICY] *= policy_likelihood(
                    models.policy,
                    models.exponentials,
                    models.sharpness[POLICY],
                    situation_of(rules, state, history, ours, theirs),
                    moves,
                    move,
                )
            if state.phase < PLAYING:
                for model in range(LINEAR_MODELS):
                    likelihoods[other, model] *= opening_likelihood(
                        models, model, state.hand0, moves, move
                    )
            else:
                features = features_of(models.weights, S1, state, history)
                for model in range(LINEAR_MODELS):
                    likelihoods[other, model] *= choice_likelihood(
                        rules, models, model, features, moves, move
                    )
        history = update_history(rules, history, state, move)
        state = play(rules, state, move)


@kernel
def scores_of(information: InformationState, seat: int) -> tuple[int, int]:
    """Return the score of the pair of *seat* before this round, and that of the others."""
    if seat % 2:
        return information.their_score, information.score
    return information.score, information.their_score


@kernel
def draw_model(shares: "RealVector", likelihoods: "RealVector", place: float) -> tuple[float, int]:
    """Return how likely a seat of these *shares* makes its choices, and a model for it.

    The *likelihoods* are those of the models; *place*, from 0 to 1, is where it is drawn.
    """
    total, last = 0.0, len(shares) - 1
    for model in range(last + 1):
        total += shares[model] * likelihoods[model]
    left, model = total * place, 0
    while model < last:
        left -= shares[model] * likelihoods[model]
        if left < 0.0:
            break
        model += 1
    return total, model


@kernel
def draw_models(models: OpponentModels, likelihoods: "RealMatrix", key: int) -> tuple[float, int]:
    """Return the weight of a deal with these *likelihoods*, and a model for each other seat."""
    following, model1 = draw_model(models.shares[0], likelihoods[0], uniform(key, CHOICE))
    partner, model2 = draw_model(models.shares[1], likelihoods[1], uniform(key, CHOICE + 1))
    previous, model3 = draw_model(models.shares[2], likelihoods[2], uniform(key, CHOICE + 2))
    weight = following * partner * previous
    if models.alike > 0.0:
        for model in range(likelihoods.shape[1]):
            likelihoods[BOTH, model] = likelihoods[0, model] * likelihoods[2, model]
        both, model = draw_model(models.shares[0], likelihoods[BOTH], uniform(key, CHOICE + 3))
        together, apart = models.alike * both, (1.0 - models.alike) * following * previous
        weight = partner * (together + apart)
        if uniform(key, CHOICE + 4) * (together + apart) < together:
            model1 = model3 = model
    return weight, model1 | model2 << MODEL_BITS | model3 << 2 * MODEL_BITS


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
    # To weigh a deal by the policy takes long, so where there are few each is weighed once.
    is_every = len(models.policy.bias) > 0 and belief.count <= samples
    deals = belief.every() if is_every else belief.sample(samples, key)
    likelihoods = np.zeros((OTHER_SEATS + 1, models.shares.shape[1]))
    beside = ModelWorkspace(np.zeros(len(deals), np.int64), likelihoods)

    def weigh_all(workspace: InferenceWorkspace) -> float:
        return weigh(rules, models, information, workspace, beside, key)

    return infer(deals, kept, fold_in(key, RESAMPLING), weigh_all), beside.drawn
