"""The search of dominó de 4 pontas in a known deal, against trying everything."""

import numpy as np
import pytest

from galo.games.dominoes.position import DominoPosition
from galo.players.dominoes4.match_equity import POINTS
from galo.players.dominoes4.search import INFINITE, STACK_SHAPE, search
from support.domino_rounds import late

GAMES = ("dominoes4", "dominoes4:pass_points=45,galo=added,opener_without_double=penalty")


def naive_search(position: DominoPosition, depth: int) -> int:
    """Return the lead of the mover's pair in this round, by trying everything."""
    assert position.mover is not None
    side = position.mover % 2
    if depth == 0:
        return relative(position, side)
    best = -INFINITE
    for move in position.legal_moves:
        after = position._after(move)
        costs = 0 if move.text == "pass" else 1
        if after.mover is None:
            found = relative(after, side)
        else:
            found = naive_search(after, depth - costs)
            found = found if after.mover % 2 == side else -found
        best = max(best, found)
    return best


def relative(position: DominoPosition, side: int) -> int:
    points = position.game.round_scores(position.state)
    return points[side] - points[1 - side]


@pytest.mark.parametrize("game", GAMES)
def test_search_finds_what_trying_everything_finds(game: str) -> None:
    for seed in range(12):
        position = late(seed, 7, game)
        if position is None:
            continue
        rules = position.game.rules
        for depth in (1, 2, 3, 5):
            found, _ = search(rules, POINTS, position.state, depth, np.zeros(STACK_SHAPE, np.int64))
            assert found == naive_search(position, depth)
