"""How dominó de 4 pontas is reviewed: by the inference and the rollouts of `rollouts`.

A known deal is played out many times, every seat by a model drawn for it from the mixture that
it believes in: not one game of perfect calculators, but what such a table makes of it.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.game import Move
from galo.games.rules.dominoes4 import Rules, State
from galo.jit import kernel, no_gil_kernel
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.public_history import PublicHistory
from galo.players.dominoes.resampling import uniform
from galo.players.dominoes.review import Batch, DominoReviewer, around_table, share_of_sets
from galo.players.dominoes4.champion import play_out
from galo.players.dominoes4.match_equity import Objective, chance_after, equity_of
from galo.players.dominoes4.move_values import DEALS, LEAD, NEXT_PASSES, WINS
from galo.players.dominoes4.opponent_models import (
    LINEAR_MODELS,
    MODEL_BITS,
    OpponentModels,
    opponent_models,
)
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.reasons import MoveEstimate, compare
from galo.players.dominoes4.rollouts import Seats, rollout, side_lead
from galo.players.player import Reason
from galo.players.reviewer import Scale
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import RealMatrix

SEATS = 4
ROLLOUTS = 300  # of a deal that is known
MODEL_DRAWS = 1 << 20  # draws from here on choose models; those before it break ties
UNSURE = 1  # any row of shares of players that nothing is known of: all are alike


@kernel
def random_models(models: OpponentModels, key: int) -> int:
    """Return a model for each seat, drawn from the prior, as `rollout` reads them."""
    drawn = 0
    for seat in range(SEATS):
        left = uniform(key, MODEL_DRAWS + seat)
        model = 0
        while model + 1 < LINEAR_MODELS:
            left -= models.shares[UNSURE, model]
            if left < 0.0:
                break
            model += 1
        drawn |= model << MODEL_BITS * seat
    return drawn


@no_gil_kernel
def known_chance(
    rules: Rules,
    models: OpponentModels,
    objective: Objective,
    state: State,
    history: PublicHistory,
    key: int,
) -> float:
    """Return the chance of seat 0's pair to win the match from *state*, by rollouts."""
    total = 0.0
    for number in range(ROLLOUTS):
        stream = fold_in(key, number)
        drawn = random_models(models, stream)
        seats = Seats(drawn, objective.score, objective.their_score)
        end = rollout(rules, models, state, history, seats, stream)
        total += chance_after(rules, objective, end)
    return total / ROLLOUTS


class Reviewer(DominoReviewer):
    """Judges decisions by rollouts of likely deals."""

    scale = Scale(inaccuracy=0.02, mistake=0.05, blunder=0.1, spread=0.05)
    usual = 2000

    def chance(self, position: DominoPosition, key: int) -> float:
        rules, state = position.game.rules, position.state
        before = position.scores[-1] if position.scores else (0, 0)
        objective = Objective(equity_of(rules), *before)
        if position.mover is None:
            return chance_after(rules, objective, state)
        history = history_of(rules, public_moves(position))
        return known_chance(rules, models_of_anybody(), objective, state, history, key)

    def batches(self, seen: DominoObservation) -> Callable[[int, int], Batch]:
        rules, belief = seen.game.rules, Belief(seen)
        information = information_state(seen, history_of(rules, public_moves(seen)))
        codes = [move.code for move in seen.legal_moves]
        now = side_lead(rules, information.state)
        played = information.history[:SEATS]

        def batch(count: int, key: int) -> Batch:
            workspace = play_out(belief, information, models_of_anybody(), count, key)
            means = workspace.sums[codes] / workspace.sums[codes, DEALS][:, None]
            means[:, LEAD] -= now
            hands = workspace.deals[workspace.kept][:, :SEATS] & ~np.array(played)
            hands[:, 0] = 0  # its own tiles are not hidden
            return Batch(means, around_table(share_of_sets(hands), seen.seat))

        return batch

    def reasons(
        self, seen: DominoObservation, moves: Sequence[Move], means: "RealMatrix"
    ) -> tuple[Reason, ...]:
        return compare(
            seen,
            [
                MoveEstimate(move, *map(float, row[[WINS, LEAD, NEXT_PASSES]]))
                for move, row in zip(moves, means, strict=True)
            ],
        )


def models_of_anybody() -> OpponentModels:
    """Return the models of seats of which nothing is known."""
    return opponent_models("mixture", "mixture")
