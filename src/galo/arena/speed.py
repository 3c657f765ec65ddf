"""How fast the kernels run here: random games on one core, the simulator on everything."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from galo.arena.batch import Contest, Job
from galo.arena.devices import simulator_on
from galo.games.game import Game
from galo.players.dominoes4.linear import basic, s1

SLICE_SECONDS = 0.2  # of a measurement: Ctrl-C is answered between two


@dataclass(frozen=True)
class Rate:
    """How many of *unit* happen in a second."""

    name: str
    unit: str
    per_second: float


def random_games_rate(game: Game, seconds: float, seed: int) -> Rate:
    """Return how many random games of *game* one core plays in a second."""
    rate = _rate(lambda games: game.random_games(games, seed), seconds)
    return Rate(f"{game} random games", "games", rate)


def simulator_rate(device: str, seconds: float, seed: int) -> Rate:
    """Return how many matches of s1 against basic the simulator plays in a second on *device*."""
    simulate = simulator_on(device)
    rows = [player.weights[0].tolist() for player in (s1("evolved", "literal"), basic())]
    contests = [Contest.paired(seed)]
    rate = _rate(lambda pairs: simulate(rows, contests, Job(0, pairs)), seconds)
    return Rate(f"dominoes4 s1 against basic, {device}", "matches", 2 * rate)


def _rate(play: Callable[[int], object], seconds: float) -> float:
    """Return how many turns of *play* fit into a second, measured for about *seconds*."""
    play(1)  # compile before the clock starts
    turns = _turns_in(min(seconds, SLICE_SECONDS), play)
    played, begin = 0, time.perf_counter()
    while True:
        play(turns)
        played += turns
        elapsed = time.perf_counter() - begin
        if elapsed >= seconds:
            return played / elapsed


def _turns_in(seconds: float, play: Callable[[int], object]) -> int:
    """Return a number of turns for which *play* takes about *seconds*."""
    turns = 1
    while True:
        begin = time.perf_counter()
        play(turns)
        elapsed = time.perf_counter() - begin
        if elapsed >= seconds / 2:
            return turns
        turns = max(2 * turns, int(turns * min(seconds / elapsed, 100)))
