"""Values of the moves of dominó de 4 pontas, added up over sampled deals.

`add_search_values` searches every deal, `add_rollout_values` plays it out. When few tiles are
left, a deal is solved instead: then the chance to win the match is that of best play by everybody.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes4 import (
    MOVES,
    PASS,
    Rules,
    State,
    is_round_over,
    legal_set,
    play,
)
from galo.games.rules.tiles import size
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.deals_workspace import DealsWorkspace
from galo.players.dominoes.information_state import InformationState
from galo.players.dominoes4.match_equity import Objective, chance_after
from galo.players.dominoes4.opponent_models import MODEL_BITS, OpponentModels
from galo.players.dominoes4.public_history import update_history
from galo.players.dominoes4.rollouts import Seats, rollout, side_lead
from galo.players.dominoes4.search import solved_chance, value_of_move
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector, RealMatrix

WINS, LEAD, NEXT_PASSES, DEALS = range(4)  # columns of the sums of rollouts
SUMS_SHAPE = (MOVES, 4)
TIES = 1 << 33  # substream of a key that breaks ties in rollouts
ENDING = 8  # tiles in all hands, from which on rounds are solved


class RolloutWorkspace(NamedTuple):
    """The arrays in which the moves of one seat are valued by rollouts, deal by deal."""

    deals: "IntMatrix"  # [samples, 6]: a deal in each row, as `deal_at` reads it
    kept: "IntVector"  # [kept]: the rows of *deals* to be played out, in order
    drawn: "IntVector"  # [samples]: the opponent models of each deal, as in `ModelWorkspace`
    stack: "IntMatrix"  # [plies, columns]: of the search that solves endings
    sums: "RealMatrix"  # [moves, 4]: chance to win, lead, passes of the next seat, deals


@kernel
def determinized(information: InformationState, deals: "IntMatrix", k: int) -> State:
    """Return the state of the seat that knows *information* if row *k* of *deals* is true."""
    known, history = information.state, information.history
    return State(
        known.hand0,
        deals[k, 1] & ~history.played1,
        deals[k, 2] & ~history.played2,
        deals[k, 3] & ~history.played3,
        0, known.phase, known.layout, known.passes, known.ours, known.theirs,
    )  # fmt: skip


@kernel
def tiles_left(state: State) -> int:
    """Return how many tiles are in all hands."""
    return size(state.hand0 | state.hand1 | state.hand2 | state.hand3)


@no_gil_kernel
def add_search_values(
    rules: Rules,
    information: InformationState,
    objective: Objective,
    depth: int,
    workspace: DealsWorkspace,
) -> int:
    """Add, for each move, its value in every kept deal, searched *depth* plies deep; return nodes.

    Values are for the side that moves.
    """
    nodes = 0
    for number in range(len(workspace.kept)):
        state = determinized(information, workspace.deals, workspace.kept[number])
        moves = legal_set(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(rules, state, move)
            value, searched = value_of_move(rules, objective, after, depth - 1, workspace.stack)
            workspace.sums[move] += value
            nodes += searched
    return nodes


@no_gil_kernel
def add_rollout_values(
    rules: Rules,
    models: OpponentModels,
    information: InformationState,
    objective: Objective,
    workspace: RolloutWorkspace,
    key: int,
) -> None:
    """Add, for each move, how the round ends in every kept deal when models play it out."""
    sums = workspace.sums
    for number in range(len(workspace.kept)):
        k = workspace.kept[number]
        state = determinized(information, workspace.deals, k)
        # The same ties for every move of a deal: moves are compared, not rounds.
        stream = fold_in(fold_in(key, TIES), number)
        moves = legal_set(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(rules, state, move)
            history = update_history(rules, information.history, state, move)
            is_stuck = not is_round_over(after) and legal_set(after) == 1 << PASS
            drawn = workspace.drawn[k] << MODEL_BITS | models.own
            seats = Seats(drawn, objective.score, objective.their_score)
            end = rollout(rules, models, after, history, seats, stream)
            if tiles_left(after) > ENDING:
                sums[move, WINS] += chance_after(rules, objective, end)
            else:
                sums[move, WINS] += solved_chance(rules, objective, after, workspace.stack)
            sums[move, LEAD] += side_lead(rules, end)
            sums[move, NEXT_PASSES] += int(is_stuck)
            sums[move, DEALS] += 1
