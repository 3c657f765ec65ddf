"""Values of the moves of two-sided dominoes, added up over sampled deals.

`add_search_values` searches every deal, `add_rollout_values` plays it out. Values are utilities
of the objective.
"""

from galo.games.rules.dominoes2 import Rules, legal_set, play
from galo.jit import lowest_bit, no_gil_kernel
from galo.players.dominoes.deals_workspace import DealsWorkspace
from galo.players.dominoes.information_state import InformationState
from galo.players.dominoes2.inference import replay
from galo.players.dominoes2.match_equity import Objective
from galo.players.dominoes2.opponent_models import OpponentModel
from galo.players.dominoes2.public_history import update_history
from galo.players.dominoes2.rollouts import best_rollout_value
from galo.players.dominoes2.search import search


@no_gil_kernel
def add_search_values(
    rules: Rules,
    model: OpponentModel,
    information: InformationState,
    objective: Objective,
    depth: int,
    workspace: DealsWorkspace,
) -> int:
    """Add, for each move, its value in every kept deal, searched *depth* choices deep.

    Return the nodes. *model* plays out what lies beyond, if it has weights.
    """
    nodes = 0
    for number in range(len(workspace.kept)):
        state, history = replay(rules, information, workspace.deals, int(workspace.kept[number]))
        moves = legal_set(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(rules, state, move), update_history(rules, history, state, move)
            value, searched = search(rules, model, objective, after, depth - 1, workspace.stack)
            workspace.sums[move] += value
            nodes += searched
    return nodes


@no_gil_kernel
def add_rollout_values(
    rules: Rules,
    model: OpponentModel,
    information: InformationState,
    objective: Objective,
    workspace: DealsWorkspace,
) -> None:
    """Add, for each move, its value in every kept deal when *model* plays the round out."""
    for number in range(len(workspace.kept)):
        state, history = replay(rules, information, workspace.deals, int(workspace.kept[number]))
        moves = legal_set(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(rules, state, move)
            seen = update_history(rules, history, state, move)
            workspace.sums[move] += best_rollout_value(rules, model, objective, after, seen)
