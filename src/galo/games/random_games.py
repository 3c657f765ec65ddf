"""Random games, counted by result: by the kernels of a game, or in plain Python without them."""

from typing import Any

import numpy as np

from galo.games.game import DECISIONS, Game
from galo.stream import Stream


def random_games(game: Game, count: int, seed: int) -> tuple[int, int, int]:
    """Return the wins of side 0, of side 1 and the draws in *count* random games of *game*."""
    tally = [0, 0, 0]
    for number in range(count):
        winner = _random_winner(game, Stream.of(seed, number).key)
        tally[-1 if winner is None else winner] += 1
    return tally[0], tally[1], tally[2]


def compiled_random_games(kernels: Any, rules: Any, count: int, seed: int) -> tuple[int, int, int]:
    """Return the same, played under *rules* by *kernels*, a module of `games/rules/`."""
    tally = np.zeros(3, np.int64)
    kernels.random_games(rules, Stream.of(seed).key, count, tally)
    return int(tally[0]), int(tally[1]), int(tally[2])


def _random_winner(game: Game, seed: int) -> int | None:
    """Return the side that wins the random game of *seed*, None for a draw."""
    rng = Stream.of(seed, DECISIONS)
    position, plies, rounds = game.start(seed), 0, 1
    while position.outcome is None:
        if position.mover is None:
            position = position.deal(game.deal(seed, rounds))
            rounds += 1
        else:
            moves = position.legal_moves
            position = position.play(moves[rng.randint(plies, len(moves))])
            plies += 1
    return position.outcome.winner
