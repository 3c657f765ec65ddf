"""Positions of Connect Four for tests, and their score by trying everything."""

import random
from functools import cache

import galo
from galo.games.connect_four import ConnectFourPosition

GAME = galo.game("connect_four")


def random_positions(count: int, seed: int) -> list[ConnectFourPosition]:
    """Return positions of random games that go on."""
    rng = random.Random(seed)
    found: list[ConnectFourPosition] = []
    while len(found) < count:
        position = GAME.start()
        for _ in range(rng.randrange(38)):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            found.append(position)
    return found


def late_positions(count: int, stones: int, seed: int) -> list[ConnectFourPosition]:
    """Return positions of *stones* stones, from random games in which nobody wins on purpose."""
    rng = random.Random(seed)
    found: list[ConnectFourPosition] = []
    while len(found) < count:
        position = GAME.start()
        while len(position.to_text()) < stones:
            following = [position.play(move) for move in position.legal_moves]
            following = [after for after in following if not after.is_over]
            if not following:
                break
            position = rng.choice(following)
        else:
            found.append(position)
    return found


@cache
def naive_score(position: ConnectFourPosition) -> int:
    """Return the score of *position* by trying everything."""
    if position.outcome is not None:
        winner_stones = (len(position.to_text()) + 1) // 2
        return 0 if position.outcome.winner is None else winner_stones - 22
    return max(-naive_score(position.play(move)) for move in position.legal_moves)
