"""Pairs of games through the batch simulator: the same games, much faster.

It plays dominoes4 between linear players and strategies of one's own.
"""

from typing import NamedTuple

import numpy as np

from galo.arena.batch import Contest, Counts, Job
from galo.arena.devices import simulator_on
from galo.arena.pairing import PairsResult, Plan, play_pair
from galo.arena.strategy_batch import StyledCounts
from galo.arena.strategy_simulation import count_strategies
from galo.arena.tally import Tally
from galo.games.game import Game
from galo.games.registry import make_game
from galo.games.rules.dominoes4 import Rules
from galo.players.checked_player import AdaptedPlayer
from galo.players.dominoes4.linear import Linear
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_rows import LINEAR, StrategyPlayers, player_row
from galo.players.player import Limit, Player


def is_simulated(game: Game) -> bool:
    """Return whether the simulator plays by the rules of *game*."""
    return isinstance(getattr(game, "rules", None), Rules)


def can_simulate(plan: Plan) -> bool:
    """Return whether the simulator plays all players of *plan*, without a limit."""
    if plan.limit != Limit() or not is_simulated(make_game(plan.game)):
        return False
    return all(isinstance(_simulated(plan, name), Linear | Strategy) for name in plan.players)


def can_record(plan: Plan) -> bool:
    """Return whether the simulator can keep the games of *plan*: those of linear players."""
    return all(isinstance(_simulated(plan, name), Linear) for name in plan.players)


class Pairing(NamedTuple):
    """Two players of a plan as the simulator takes them."""

    plan: Plan
    number: int
    players: "list[list[int]] | StrategyPlayers"
    rules: Rules
    device: str

    @classmethod
    def of(cls, plan: Plan, number: int, device: str = "cpu") -> "Pairing":
        """Return pairing *number* of *plan*, to be played on *device*."""
        return cls(plan, number, players_of(plan, number), _rules_of(plan), device)

    def results(self, job: Job) -> list[PairsResult]:
        """Return the results of the pairs of *job*; one with a fault is played at a table."""
        found, last = list[PairsResult](), job.first + job.pairs
        while job.pairs:
            counts = self._counts(job)
            faulty = getattr(counts, "faulty_pair", 0)
            if not faulty:
                pairs = counts.pairs_lost, counts.pairs_split, counts.pairs_won
                return [*found, PairsResult(self.number, Tally.without_draws(*pairs))]
            found += self.results(job._replace(pairs=faulty - 1 - job.first))
            place = (faulty - 1) * len(self.plan.pairings) + self.number
            found.append(play_pair(self.plan, place))
            job = job._replace(first=faulty, pairs=last - faulty)
        return found

    def _counts(self, job: Job) -> Counts | StyledCounts:
        contests = [Contest.paired(self.plan.seed)]
        if isinstance(self.players, StrategyPlayers):
            return count_strategies(self.players, contests, job, self.rules, self.device)[0]
        counts: Counts = simulator_on(self.device)(self.players, contests, job, self.rules)[0]
        return counts


def simulate_pairs(plan: Plan, first: int, count: int, device: str) -> list[PairsResult]:
    """Return the results of *count* pairs of *plan* from *first* on, in the order of pairings."""
    results = []
    for number in range(len(plan.pairings)):
        begin, end = (_numbers_before(plan, pair, number) for pair in (first, first + count))
        if end > begin:
            results += Pairing.of(plan, number, device).results(Job(begin, end - begin))
    return results


def simulate_singly(plan: Plan, first: int, count: int) -> list[PairsResult]:
    """Return the result of each of *count* pairs of a match, for tests that look at every pair."""
    pairing = Pairing.of(plan, 0)
    return [
        result for pair in range(first, first + count) for result in pairing.results(Job(pair, 1))
    ]


def _numbers_before(plan: Plan, pair: int, pairing: int) -> int:
    """Return how many pairs of *pairing* come before *pair*."""
    return max(0, -((pairing - pair) // len(plan.pairings)))


def players_of(plan: Plan, pairing: int) -> "list[list[int]] | StrategyPlayers":
    """Return the two players of *pairing* as the simulator takes them."""
    players = [_simulated(plan, name) for name in plan.pairings[pairing]]
    strategies = [player for player in players if isinstance(player, Strategy)]
    if not strategies:
        return weights_of(plan, pairing)[0]
    texts = tuple(dict.fromkeys(player.translation for player in strategies))
    rows = [
        player_row(1 + texts.index(player.translation), player.values)
        if isinstance(player, Strategy)
        else player_row(LINEAR, _linear(player).weights[0])
        for player in players
    ]
    return StrategyPlayers(np.array(rows), texts)


def weights_of(plan: Plan, pairing: int) -> tuple[list[list[int]], Rules]:
    """Return the two rows of *pairing*, whose players are linear, and the rules they play by."""
    a, b = (_linear(_simulated(plan, name)) for name in plan.pairings[pairing])
    return [a.weights[0].tolist(), b.weights[0].tolist()], _rules_of(plan)


def _simulated(plan: Plan, name: str) -> Player:
    """Return the player *name* itself, also where it is one that galo only asks."""
    player = plan.player(name)
    return player.player if isinstance(player, AdaptedPlayer) else player


def _linear(player: Player) -> Linear:
    assert isinstance(player, Linear)
    return player


def _rules_of(plan: Plan) -> Rules:
    rules = getattr(make_game(plan.game), "rules", None)
    assert isinstance(rules, Rules)
    return rules
