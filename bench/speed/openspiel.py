"""Random games per second beside OpenSpiel driven from Python, on one core, in one run.

The two take turns, because a shared machine changes speed within seconds; what counts is
the median of the ratios. Options of Lines of Action are set to what OpenSpiel plays.
Dominoes are measured against its team dominoes, a hand of the block game; a game of
dominoes4 is a whole match.
"""

import argparse
import random
import statistics
import time

import pyspiel
from open_spiel.python.games import team_dominoes  # noqa: F401 - registers its game

from galo.arena.speed import random_games_rate
from galo.games.registry import make_game

TURNS = 5
SECONDS = 1.0
PAIRS = {
    "dominoes4": "python_team_dominoes",  # the nearest game that OpenSpiel has
    "dominoes2": "python_team_dominoes",
    "dominoes2:players=4": "python_team_dominoes",
    "connect_four": "connect_four",
    "lines_of_action:no_move=loss,repetition=2,repetition_counts=board,max_plies=1000": (
        "lines_of_action"
    ),
}


def peer_rate(name: str) -> float:
    """Return OpenSpiel's random games of *name* per second."""
    game, rng = pyspiel.load_game(name), random.Random(0)
    games, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        games += 1
    return games / (time.perf_counter() - begin)


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for ours, theirs in PAIRS.items():
        game = make_game(ours)
        rates = [
            (random_games_rate(game, SECONDS, seed).per_second, peer_rate(theirs))
            for seed in range(TURNS)
        ]
        galo, peer = (statistics.median(column) for column in zip(*rates, strict=True))
        ratio = statistics.median(a / b for a, b in rates)
        print(
            f"{str(game):20.20} galo {galo:12,.0f}/s  OpenSpiel {peer:9,.0f}/s  ratio {ratio:7.1f}"
        )


if __name__ == "__main__":
    main()
