"""Pairs of linear dominoes4 players through the batch simulator: the same games, much faster."""

import numpy as np

from galo.arena.batch import Contest, Counts, Job, play_chunks
from galo.arena.devices import simulator_on
from galo.arena.pairing import PairsResult, Plan
from galo.arena.tally import Tally
from galo.games.game import Game
from galo.games.registry import make_game
from galo.games.rules.dominoes4 import Rules
from galo.players.dominoes4.linear import Linear
from galo.players.player import Limit

LOST, SPLIT, WON = map(Counts._fields.index, ("pairs_lost", "pairs_split", "pairs_won"))


def is_simulated(game: Game) -> bool:
    """Return whether the simulator plays by the rules of *game*."""
    return isinstance(getattr(game, "rules", None), Rules)


def can_simulate(plan: Plan) -> bool:
    """Return whether all players of *plan* are linear and play without a limit."""
    if plan.is_local or plan.limit != Limit():
        return False
    return all(isinstance(plan.player(name), Linear) for name in plan.players)


def simulate_pairs(plan: Plan, first: int, count: int, device: str) -> list[PairsResult]:
    """Return the result of *count* pairs of *plan* from *first* on, one for each pairing."""
    simulate = simulator_on(device)
    results = []
    for pairing in range(len(plan.pairings)):
        begin, end = (_numbers_before(plan, pair, pairing) for pair in (first, first + count))
        if end > begin:
            rows, rules = weights_of(plan, pairing)
            job = Job(begin, end - begin)
            (counts,) = simulate(rows, [Contest.paired(plan.seed)], job, rules)
            pairs = counts.pairs_lost, counts.pairs_split, counts.pairs_won
            results.append(PairsResult(pairing, Tally.without_draws(*pairs)))
    return results


def simulate_singly(plan: Plan, first: int, count: int) -> list[PairsResult]:
    """Return the result of each of *count* pairs of a match, for tests that look at every pair."""
    rows, rules = weights_of(plan, 0)
    counts = np.zeros((1, count, len(Counts._fields)), np.int64)
    contests = np.array([Contest.paired(plan.seed)], np.int64)
    play_chunks(rules, np.array(rows, np.int32), contests, Job(first, count, chunk=1), counts)
    pairs = counts[0][:, [LOST, SPLIT, WON]].tolist()
    return [PairsResult(0, Tally.without_draws(*pair)) for pair in pairs]


def _numbers_before(plan: Plan, pair: int, pairing: int) -> int:
    """Return how many pairs of *pairing* come before *pair*."""
    return max(0, -((pairing - pair) // len(plan.pairings)))


def weights_of(plan: Plan, pairing: int) -> tuple[list[list[int]], Rules]:
    """Return the two rows of *pairing*, and the rules they play by."""
    a, b = (plan.player(name) for name in plan.pairings[pairing])
    assert isinstance(a, Linear)
    assert isinstance(b, Linear)
    rules = getattr(make_game(plan.game), "rules", None)
    assert isinstance(rules, Rules)
    return [a.weights[0].tolist(), b.weights[0].tolist()], rules
