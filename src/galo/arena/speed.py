"""How fast the kernels run here: random games per second on one core."""

import time
from dataclasses import dataclass

from galo.games.game import Game


@dataclass(frozen=True)
class Rate:
    """How many of *unit* happen in a second."""

    name: str
    unit: str
    per_second: float


def random_games_rate(game: Game, seconds: float, seed: int) -> Rate:
    """Return how many random games of *game* one core plays in a second."""
    game.random_games(1, seed)  # compile before the clock starts
    games = 1
    while True:
        begin = time.perf_counter()
        game.random_games(games, seed)
        elapsed = time.perf_counter() - begin
        if elapsed >= seconds:
            return Rate(f"{game} random games", "games", games / elapsed)
        games = max(2 * games, int(games * 1.1 * seconds / elapsed))
