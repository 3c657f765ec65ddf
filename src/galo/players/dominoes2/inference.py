"""Inference in two-sided dominoes: how likely each deal makes what the others chose.

The weight of a deal is the product of the likelihoods of all choices of the other seats under
one opponent model.

Seats are counted from the player: 0 itself, 1 the next, and so on.
"""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes2 import Rules, State, open_round, play
from galo.games.rules.tiles import ONCE
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.boneyard_belief import BoneyardBelief
from galo.players.dominoes.determinization import deal_at
from galo.players.dominoes.inference import InferenceWorkspace, infer
from galo.players.dominoes.information_state import InformationState
from galo.players.dominoes.public_history import PublicHistory, empty_history
from galo.players.dominoes2.opponent_models import OpponentModel, choice_likelihood
from galo.players.dominoes2.public_history import update_history
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealMatrix

SAMPLED = 8  # deals sampled for each that is kept
DEALS, RESAMPLING = 0, 1  # streams below a key


@kernel
def replay(
    rules: Rules, information: InformationState, deals: "IntMatrix", k: int
) -> tuple[State, PublicHistory]:
    """Return the position that the moves so far lead to from row *k* of *deals*."""
    state, history = open_round(rules, information.opener, deal_at(deals, k)), empty_history()
    for number in range(len(information.moves)):
        move = int(information.moves[number])
        history = update_history(rules, history, state, move)
        state = play(rules, state, move)
    return state, history


@no_gil_kernel
def count_tiles(
    rules: Rules, information: InformationState, deals: "IntMatrix", counts: "RealMatrix"
) -> None:
    """Add to *counts*, by seat and tile, the tiles that the other seats hold in each of *deals*."""
    for k in range(len(deals)):
        state, _ = replay(rules, information, deals, k)
        for seat in range(1, rules.players):
            left = (state.hand1, state.hand2, state.hand3)[seat - 1] & ONCE
            while left:
                counts[seat, lowest_bit(left)] += 1.0
                left &= left - 1


@no_gil_kernel
def weigh(
    rules: Rules,
    model: OpponentModel,
    information: InformationState,
    workspace: InferenceWorkspace,
) -> float:
    """Fill the weights of the *workspace*, and return their sum."""
    total = 0.0
    for k in range(len(workspace.weights)):
        deal = deal_at(workspace.deals, k)
        state, history = open_round(rules, information.opener, deal), empty_history()
        weight = 1.0
        for number in range(len(information.moves)):
            move = int(information.moves[number])
            if state.mover:
                weight *= choice_likelihood(rules, model, state, history, move)
            history = update_history(rules, history, state, move)
            state = play(rules, state, move)
        workspace.weights[k] = weight
        total += weight
    return total


def infer_hands(
    belief: Belief | BoneyardBelief,
    model: OpponentModel,
    information: InformationState,
    kept: int,
    key: int,
) -> InferenceWorkspace:
    """Return *kept* likely deals."""
    rules = belief.seen.game.rules
    deals = belief.sample(SAMPLED * kept, fold_in(key, DEALS))

    def weigh_all(workspace: InferenceWorkspace) -> float:
        return weigh(rules, model, information, workspace)

    return infer(deals, kept, fold_in(key, RESAMPLING), weigh_all)
