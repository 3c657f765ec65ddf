"""How two-sided dominoes is reviewed: by the inference, rollouts and search of the champion.

Where one round is the match, its champion plays for the win and for points; a review asks for the
chance to win alone, a draw counting half. A known deal is played out many times by the opponent
model with its noise, because without it every seat would have but one way to play.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import to_bits
from galo.games.game import Move
from galo.games.rules.dominoes2 import DRAW, PASS, Rules, State, is_round_over, legal_set, play
from galo.games.rules.tiles import ALL_TILES
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.public_history import PublicHistory
from galo.players.dominoes.resampling import uniform
from galo.players.dominoes.review import (
    POINTS,
    TILES,
    Batch,
    DominoReviewer,
    around_table,
)
from galo.players.dominoes2.champion import DEPTH, VALUES, likely_deals
from galo.players.dominoes2.inference import count_tiles
from galo.players.dominoes2.match_equity import (
    CERTAIN,
    Objective,
    of_match,
    points_alone,
)
from galo.players.dominoes2.move_values import add_rollout_values, add_search_values
from galo.players.dominoes2.opponent_models import OpponentModel, choice_likelihood, opponent_model
from galo.players.dominoes2.public_history import history_of, update_history
from galo.players.dominoes2.reasons import explain
from galo.players.dominoes2.rollouts import has_choice, utility
from galo.players.player import Reason
from galo.players.reviewer import Scale
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntVector, RealMatrix

ROLLOUTS = 300  # of a deal that is known


@kernel
def noisy_choice(
    rules: Rules, model: OpponentModel, state: State, history: PublicHistory, share: float
) -> int:
    """Return the choice of *model*, noise included, that *share*, from 0 to 1, falls to."""
    moves = legal_set(state)
    move = lowest_bit(moves)
    while moves:
        move = lowest_bit(moves)
        moves &= moves - 1
        share -= choice_likelihood(rules, model, state, history, move)
        if share < 0.0:
            break
    return move


@no_gil_kernel
def known_chance(
    rules: Rules,
    model: OpponentModel,
    objective: Objective,
    state: State,
    history: PublicHistory,
    key: int,
) -> float:
    """Return the mean utility of ROLLOUTS rounds in which all seats play by *model*."""
    total = 0
    for number in range(ROLLOUTS):
        stream = fold_in(key, number)
        now, seen, choices = state, history, 0
        while not is_round_over(now):
            move = lowest_bit(legal_set(now))
            if has_choice(now):
                move = noisy_choice(rules, model, now, seen, uniform(stream, choices))
                choices += 1
            seen = update_history(rules, seen, now, move)
            now = play(rules, now, move)
        total += utility(rules, objective, now)
    return total / ROLLOUTS


class Reviewer(DominoReviewer):
    """Judges decisions by the champion's rollouts and search of likely deals."""

    scale = Scale(inaccuracy=0.02, mistake=0.05, blunder=0.1, spread=0.05)
    usual = 1000

    def chance(self, position: DominoPosition, key: int) -> float:
        rules, state = position.game.rules, position.state
        objective = Objective(0, chances_of(position.game.rules, score_before(position, 0)))
        if position.mover is None:
            return utility(rules, objective, state) / CERTAIN
        model = opponent_model(rules.players)
        history = history_of(rules, public_moves(position))
        return known_chance(rules, model, objective, state, history, key) / CERTAIN

    def batches(self, seen: DominoObservation) -> Callable[[int, int], Batch]:
        rules, belief, model = seen.game.rules, belief_of(seen), opponent_model(seen.game.seats)
        information = information_state(seen, history_of(rules, public_moves(seen)))
        winning = Objective(0, chances_of(rules, (information.score, information.their_score)))
        points = Objective(0, points_alone())
        codes = [move.code for move in seen.legal_moves]
        hidden = hidden_tiles(seen)

        def batch(count: int, key: int) -> Batch:
            deals = likely_deals(belief, information, model, count, key)
            means = np.zeros((len(codes), POINTS + 1))
            add_rollout_values(rules, model, information, winning, deals)
            add_search_values(rules, model, information, winning, DEPTH, deals)
            means[:, 0] = deals.sums[codes] / (VALUES * CERTAIN * count)
            deals.sums[:] = 0
            add_search_values(rules, model, information, points, 0, deals)
            means[:, POINTS] = deals.sums[codes] / count
            counts = np.zeros((seen.game.seats, 64))
            count_tiles(rules, information, deals.deals[deals.kept], counts)
            held = around_table(counts[:, TILES] / count, seen.seat)
            if seen.game.stock:  # what nobody holds lies in the boneyard
                held = np.vstack([held, hidden - held.sum(0)])
            return Batch(means, held)

        return batch

    def reasons(
        self, seen: DominoObservation, moves: Sequence[Move], means: "RealMatrix"
    ) -> tuple[Reason, ...]:
        points = [float(value) for value in means[:, POINTS]]
        return explain(seen, list(zip(moves, points, strict=True)))


def score_before(position: DominoPosition, side: int) -> tuple[int, int]:
    """Return the score before this round, that of *side* first."""
    score = position.scores[-1] if position.scores else (0, 0)
    return score[side], score[1 - side]


def chances_of(rules: Rules, score: tuple[int, int]) -> "IntVector":
    """Return the chance to win, in parts of CERTAIN, by the points of a round begun at *score*."""
    if rules.target:
        return of_match(rules.players, rules.target, score)
    return np.asarray(CERTAIN // 2 * (1 + np.sign(points_alone())))


def hidden_tiles(seen: DominoObservation) -> "IntVector":
    """Return 1 for each tile that the seat of *seen* does not see, 0 for the others."""
    laid = to_bits(play.tile for play in seen.plays if play.code not in (DRAW, PASS))
    return np.asarray((ALL_TILES & ~laid & ~to_bits(seen.hand)) >> TILES & 1)
