"""The strongest player of two-sided dominoes: infers the hidden tiles, then plays rounds out.

In each likely deal every own move is valued twice, and both values count alike:

    rollouts   the others play by the model, the own seat takes what turns out best in its next
               two choices: the others are no better than they seem
    search     everybody sees all hands for some choices, then the model plays the round out:
               the others are better than anybody can be

The objective is winning where one round is the match, and in a longer one the chance to win it.
"""

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes2 import Dominoes2
from galo.games.rules.dominoes2 import MOVES
from galo.players.dominoes.belief import Belief, belief_of
from galo.players.dominoes.boneyard_belief import BoneyardBelief
from galo.players.dominoes.deals_workspace import DealsWorkspace, deals_workspace
from galo.players.dominoes.information_state import (
    InformationState,
    information_state,
    public_moves,
)
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes.reasons import ranked
from galo.players.dominoes.sampling import MoveSums, SamplingLoop
from galo.players.dominoes2.inference import infer_hands
from galo.players.dominoes2.match_equity import Objective, objective_of, points_alone
from galo.players.dominoes2.move_values import add_rollout_values, add_search_values
from galo.players.dominoes2.opponent_models import OpponentModel, opponent_model
from galo.players.dominoes2.public_history import history_of
from galo.players.dominoes2.reasons import explain
from galo.players.dominoes2.search import STACK_SHAPE
from galo.players.player import Decision, Limit
from galo.rng import fold_in
from galo.stream import Stream

DEPTH = 4  # choices that the search looks ahead
FIRST = 10  # deals before the first look at the clock
VALUES = 2  # of each move in each deal
EXPLAINED = 100  # deals, at most, from which the expected points are taken
EXPLANATION = 0  # the stream of those deals; the portions of the loop have the streams from 1 on


class Champion(DominoPlayer):
    """Plays the move of the best mean utility, in the deals that the plays favour."""

    name = "champion"
    plays = Dominoes2

    def __init__(self, deals: int, threads: int) -> None:
        self._deals, self._threads = deals, threads

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        loop = SamplingLoop(limit, self._deals, first=FIRST, threads=self._threads)
        belief, rules = belief_of(seen), seen.game.rules
        information = information_state(seen, history_of(rules, public_moves(seen)))
        depth = min(DEPTH, limit.depth or DEPTH)
        model = opponent_model(seen.game.seats)
        sums, nodes, deals = value_moves(belief, information, model, loop, depth, rng.integer)
        values = ranked(seen.legal_moves, lambda move: float(sums[move.code] / (VALUES * deals)))
        # For people: in points, and as it goes between equals, not by what would have been best.
        count = min(deals, EXPLAINED)
        key = fold_in(rng.integer, EXPLANATION)
        means = expected_points(belief, information, model, count, key).sums / count
        points = [(move, float(means[move.code])) for move, _ in values]
        best, value = values[0]
        return Decision(best, value, depth, nodes, explain(seen, points))


def value_moves(
    belief: Belief | BoneyardBelief,
    information: InformationState,
    model: OpponentModel,
    loop: SamplingLoop,
    depth: int,
    key: int,
) -> MoveSums:
    """Return the sums of rollouts and of a search *depth* choices deep over likely deals."""
    rules, objective = belief.seen.game.rules, objective_of(belief.seen)

    def evaluate(count: int, number: int) -> MoveSums:
        workspace = likely_deals(belief, information, model, count, fold_in(key, number))
        add_rollout_values(rules, model, information, objective, workspace)
        nodes = add_search_values(rules, model, information, objective, depth, workspace)
        return MoveSums(workspace.sums, nodes, count)

    return loop.run(evaluate)


def expected_points(
    belief: Belief | BoneyardBelief,
    information: InformationState,
    model: OpponentModel,
    count: int,
    key: int,
) -> MoveSums:
    """Return the sums of points over *count* likely deals, everybody going on by *model*."""
    objective = Objective(0, points_alone())
    workspace = likely_deals(belief, information, model, count, key)
    rules = belief.seen.game.rules
    nodes = add_search_values(rules, model, information, objective, 0, workspace)
    return MoveSums(workspace.sums, nodes, count)


def likely_deals(
    belief: Belief | BoneyardBelief,
    information: InformationState,
    model: OpponentModel,
    count: int,
    key: int,
) -> DealsWorkspace:
    """Return *count* likely deals, in a workspace with nothing added up yet."""
    inferred = infer_hands(belief, model, information, count, key)
    return deals_workspace(inferred.deals, inferred.kept, MOVES, STACK_SHAPE)
