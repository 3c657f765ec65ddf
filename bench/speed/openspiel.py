"""Random play beside OpenSpiel driven from Python, on one core, in one run.

Two figures for each game: random games a second by the kernels, and moves a second through
`Position`, as people's own code plays. The two programs take turns, because a shared machine
changes speed within seconds; what counts is the median of the ratios, in processor time.
Options of Lines of Action are set to what OpenSpiel plays. Dominoes are measured against its
team dominoes, a hand of the block game; a game of dominoes4 is a whole match.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import cache, partial

import pyspiel
from open_spiel.python.games import team_dominoes  # noqa: F401 - registers its game

from galo.games.game import Game
from galo.games.registry import make_game

load_game = cache(pyspiel.load_game)
TURNS = 5
SECONDS = 1.0
BATCH = 1000  # games in a call of the kernels
PAIRS = {
    "dominoes4": "python_team_dominoes",  # the nearest game that OpenSpiel has
    "dominoes2": "python_team_dominoes",
    "dominoes2:players=4": "python_team_dominoes",
    "connect_four": "connect_four",
    "lines_of_action:no_move=loss,repetition=2,repetition_counts=board,max_plies=1000": (
        "lines_of_action"
    ),
}


def peer_game(name: str, rng: random.Random) -> int:
    """Play a random game of OpenSpiel's *name*, return how many moves it took."""
    state, moves = load_game(name).new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        moves += 1
    return moves


def own_game(game: Game, rng: random.Random) -> int:
    """Play a random game of *game* through `Position`, return how many moves it took."""
    seed = rng.getrandbits(32)
    position, moves, rounds = game.start(seed), 0, 1
    while not position.is_over:
        if game.has_chance and position.mover is None:
            position = position.deal(game.deal(seed, rounds))
            rounds += 1
            continue
        position = position.play(rng.choice(position.legal_moves))
        moves += 1
    return moves


def kernel_rate(game: Game, seed: int) -> float:
    """Return the random games of *game* that its kernels play in a second of processor time."""
    batches, begin = 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        game.random_games(BATCH, seed + batches)
        batches += 1
    return batches * BATCH / (time.process_time() - begin)


def rates(play: Callable[[random.Random], int], seed: int) -> tuple[float, float]:
    """Return the games and the moves that *play* makes in a second of processor time."""
    rng = random.Random(seed)
    games, moves, begin = 0, 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        moves += play(rng)
        games += 1
    spent = time.process_time() - begin
    return games / spent, moves / spent


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for ours, theirs in PAIRS.items():
        game = make_game(ours)
        own_game(game, random.Random(0))  # compile before the clock starts
        game.random_games(1, 0)
        turns = []
        for seed in range(TURNS):
            games = kernel_rate(game, seed)
            moves = rates(partial(own_game, game), seed)[1]
            turns.append((games, moves, *rates(partial(peer_game, theirs), seed)))
        show(str(game), "games", [(turn[0], turn[2]) for turn in turns])
        show("  through Position", "moves", [(turn[1], turn[3]) for turn in turns])


def show(name: str, unit: str, turns: list[tuple[float, float]]) -> None:
    """Print the medians of what both did in each turn, and of the ratios."""
    galo, peer = (statistics.median(column) for column in zip(*turns, strict=True))
    ratio = statistics.median(ours / theirs for ours, theirs in turns)
    print(f"{name:20.20} galo {galo:12,.0f} {unit}/s  OpenSpiel {peer:9,.0f}/s  ratio {ratio:7.2f}")


if __name__ == "__main__":
    main()
