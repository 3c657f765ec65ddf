"""Speed of the players of two-sided dominoes, and where champion's opponent model comes from.

    python bench/strength/dominoes2.py sampler              consistent deals a second, one core
    python bench/strength/dominoes2.py moves --players 4    processor time a move of every agent
    python bench/strength/dominoes2.py points --players 2   points champion expects, and gets
    python bench/strength/dominoes2.py tune --players 2     a row of weights by CMA-ES

Strength is for matches to say:

    galo match dominoes2 champion pimc --games 5000 --seed 1
    galo match dominoes2:players=4 champion pimc --games 1000 --seed 1
"""

import argparse
import statistics
import time
from collections.abc import Sequence

import numpy as np

import galo
from galo.arena.match import Match
from galo.arrays import IntMatrix, IntVector
from galo.games.dominoes.position import DominoPosition
from galo.games.rules.dominoes2 import Rules, is_round_over, play, start
from galo.jit import no_gil_kernel
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes2.evaluation import best_move
from galo.players.dominoes2.linear import row_of
from galo.players.dominoes2.match_equity import Objective, points_alone
from galo.players.dominoes2.public_history import update_history
from galo.players.dominoes2.rollouts import utility
from galo.players.dominoes2.weights import COSTA, DEFENSIVE, HOFFMANN, OFFENSIVE
from galo.players.registry import agent_names
from galo.rng import fold_in
from galo.stream import Stream

SCALE = 100  # units of a row for one of CMA-ES
POINT = 0.004  # the weight of a point a round beside the share of rounds won
POPULATION, GENERATIONS, ROUNDS = 14, 45, 10_000
START_MEAN, START_STEP = [4, 2, 0.5, -1, 0, 10, 1, 10, -2, 1], 1.5
DEALS = 20_000
EXPECTED_ROUNDS = 150  # played to compare the points expected with the points won


@no_gil_kernel
def contest(
    rules: Rules,
    one: IntVector,
    other: IntVector,
    key: int,
    objectives: tuple[Objective, Objective],
    totals: IntMatrix,
) -> None:
    """Add up, for the row *one* against *other*, half points and points over pairs of rounds."""
    for number in range(len(totals)):
        for side in range(2):
            state, history = start(rules, fold_in(key, number)), empty_history()
            while not is_round_over(state):
                row = one if state.mover % 2 == side else other
                move = best_move(rules, row, state, history)
                history = update_history(rules, history, state, move)
                state = play(rules, state, move)
            gained = utility(rules, objectives[side], state)
            totals[number, 0] += 1 + (gained > 0) - (gained < 0)
            totals[number, 1] += gained


def fitness(rules: Rules, row: IntVector, pool: Sequence[IntVector], key: int) -> float:
    """Return how well *row* does against the rows of *pool*: share won, and a little for points."""
    objectives = (Objective(0, points_alone()), Objective(1, points_alone()))
    found = []
    for other in pool:
        totals = np.zeros((ROUNDS // 2, 2), np.int64)
        contest(rules, row, other, key, objectives, totals)
        share, mean = totals.mean(axis=0) / (4, 2)
        found.append(share + POINT * mean)
    return statistics.fmean(found)


def tune(players: int) -> None:
    """Print the best row against the described players, then against those and itself."""
    import cma

    rules = Rules(players, 0)
    pool = [row_of(weights) for weights in (HOFFMANN, OFFENSIVE, COSTA, DEFENSIVE)]
    mean = START_MEAN
    for again in range(2):
        options = {"popsize": POPULATION, "maxiter": GENERATIONS, "verbose": -9, "seed": 3}
        search = cma.CMAEvolutionStrategy(mean, START_STEP, options)
        while not search.stop():
            asked = search.ask()
            rows = [np.rint(np.array(one) * SCALE).astype(np.int64) for one in asked]
            key = 1000 * (again + 1) + search.countiter
            search.tell(asked, [-fitness(rules, row, pool[-3:], key) for row in rows])
        mean = search.result.xfavorite
        pool.append(np.rint(mean * SCALE).astype(np.int64))
        print(pool[-1].tolist(), [round(fitness(rules, pool[-1], [one], 7), 3) for one in pool])


def table_of(match: Match) -> DominoPosition:
    """Return the position of *match*."""
    assert isinstance(match.position, DominoPosition)
    return match.position


def sampler(players: int) -> None:
    """Print how many deals a second are drawn, in every position of some rounds."""
    game = galo.game("dominoes2", players=players)
    rates = []
    for seed in range(5):
        match = Match(game, [galo.player("dominoes2", "first")] * players, seed)
        while not match.is_over:
            belief = belief_of(table_of(match).observe())
            belief.sample(1, 0)
            begin = time.perf_counter()
            belief.sample(DEALS, 1)
            rates.append(DEALS / (time.perf_counter() - begin))
            match.step()
    print(f"{min(rates):,.0f} to {max(rates):,.0f} deals/s, median {statistics.median(rates):,.0f}")


def moves(players: int) -> None:
    """Print how long each agent takes for a move, forced moves left out."""
    game = galo.game("dominoes2", players=players)
    for name in agent_names("dominoes2"):
        player = galo.player("dominoes2", name)
        Match(game, [player] * players, 0).run()  # compiles
        spent = []
        for seed in range(1, 11):
            match = Match(game, [player] * players, seed)
            while not match.is_over:
                position = table_of(match)
                if len(position.legal_moves) > 1:
                    begin = time.process_time()
                    seen = position.observe(position.mover)
                    player.decide(seen, galo.Limit(), Stream.of(seed, len(position.plays)))
                    spent.append(1000 * (time.process_time() - begin))
                match.step()
        print(f"{name:15} mean {statistics.fmean(spent):7.2f} ms, longest {max(spent):7.2f} ms")


def points(players: int) -> None:
    """Print the points that champion expects among champions, and those that it gets."""
    game = galo.game("dominoes2", players=players)
    champion = galo.player("dominoes2", "champion")
    expected, won = [], []
    for seed in range(EXPECTED_ROUNDS):
        match = Match(game, [None] * players, seed)
        sides = []
        while not match.is_over:
            match.run()
            if match.waits:
                seat = match.position.mover
                assert seat is not None
                seen = match.position.observe(seat)
                decision = champion.decide(seen, galo.Limit(), match.rng(seat))
                for reason in decision.reasons:
                    if reason.name == "expects":
                        expected.append(int(str(reason.numbers["points"]).replace("−", "-")))
                        sides.append(seat % 2)
                match.play(decision.move)
        total = table_of(match).total
        won += [total[side] - total[1 - side] for side in sides]
    print(
        f"{len(won)} decisions of {EXPECTED_ROUNDS} rounds: expected"
        f" {statistics.fmean(expected):+.1f}, won {statistics.fmean(won):+.1f},"
        f" correlation {np.corrcoef(expected, won)[0, 1]:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("sampler", "moves", "points", "tune"))
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    arguments = parser.parse_args()
    {"sampler": sampler, "moves": moves, "points": points, "tune": tune}[arguments.what](
        arguments.players
    )


if __name__ == "__main__":
    main()
