"""The strongest players of dominó de 4 pontas: they infer the hidden tiles, then play rounds out.

How they do that is in `inference`, `rollouts`, `move_values` and `match_equity`; `champion` takes
the others for players of its own strength too, `rollouts` for linear players.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Move
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.information_state import (
    InformationState,
    information_state,
    public_moves,
)
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes.sampling import MANY_DEALS, MoveSums, SamplingLoop
from galo.players.dominoes4 import LINEAR_SHARES, SHARES
from galo.players.dominoes4.inference import infer_hands
from galo.players.dominoes4.match_equity import Objective, equity_of
from galo.players.dominoes4.move_values import (
    DEALS,
    LEAD,
    NEXT_PASSES,
    SUMS_SHAPE,
    WINS,
    RolloutWorkspace,
    add_rollout_values,
)
from galo.players.dominoes4.opponent_models import OpponentModels, opponent_models
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.reasons import MoveEstimate, compare
from galo.players.dominoes4.rollouts import side_lead
from galo.players.dominoes4.search import STACK_SHAPE
from galo.players.player import Decision, Limit
from galo.rng import fold_in
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import RealVector


class Rollouts(DominoPlayer):
    """Plays the move with the best chance to win the match, in the deals that the plays favour."""

    name = "rollouts"
    plays = Dominoes4
    believed: tuple[str, ...] = tuple(LINEAR_SHARES)  # models, in the order of `opponent_models`
    most = MANY_DEALS  # under a clock

    def __init__(
        self,
        deals: int,
        opponents: str,
        partner: str,
        threads: int,
        *,
        temperature: float,
        alike: float = 0.0,
        **shares: float,
    ) -> None:
        self.deals = deals
        self.threads = threads
        mixture = tuple(shares[f"share_{model}"] for model in self.believed)
        self.models = opponent_models(opponents, partner, temperature, mixture, alike)

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        loop = SamplingLoop(limit, self.deals, threads=self.threads, most=self.most)
        belief, rules = Belief(seen), seen.game.rules
        information = information_state(seen, history_of(rules, public_moves(seen)))
        sums, nodes, _ = value_moves(belief, information, self.models, loop, rng.integer)
        now = side_lead(rules, information.state)
        estimates = sorted(
            (estimate(move, sums[move.code], now) for move in seen.legal_moves),
            key=lambda each: (-each.wins, -each.lead),  # points, where the match is decided
        )
        best = estimates[0]
        return Decision(best.move, best.wins, nodes=nodes, reasons=compare(seen, estimates))


class Champion(Rollouts):
    """Believes that the others may play by the distilled policy, and goes on by it in rollouts."""

    name = "champion"
    believed = tuple(SHARES)
    most = 2000  # each takes three times as long


def value_moves(
    belief: Belief,
    information: InformationState,
    models: OpponentModels,
    loop: SamplingLoop,
    key: int,
) -> MoveSums:
    """Return the sums of `add_rollout_values` over the likely deals of *belief*, in a *loop*."""

    def evaluate(count: int, number: int) -> MoveSums:
        sums = play_out(belief, information, models, count, fold_in(key, number)).sums
        return MoveSums(sums, int(sums[:, DEALS].sum()), count)

    return loop.run(evaluate)


def play_out(
    belief: Belief, information: InformationState, models: OpponentModels, count: int, key: int
) -> RolloutWorkspace:
    """Return *count* likely deals of *belief*, each played out after every move."""
    rules = belief.seen.game.rules
    objective = Objective(equity_of(rules), information.score, information.their_score)
    inferred, drawn = infer_hands(belief, models, information, count, key)
    stack, sums = np.zeros(STACK_SHAPE, np.int64), np.zeros(SUMS_SHAPE)
    workspace = RolloutWorkspace(inferred.deals, inferred.kept, drawn, stack, sums)
    add_rollout_values(rules, models, information, objective, workspace, key)
    return workspace


def estimate(move: Move, sums: "RealVector", now: int) -> MoveEstimate:
    """Return the means of the *sums* of *move*; its pair is ahead by *now* points already."""
    wins, lead, passes = (float(sums[column] / sums[DEALS]) for column in (WINS, LEAD, NEXT_PASSES))
    return MoveEstimate(move, wins, lead - now, passes)
