"""Values of the moves of dominó de 4 pontas: the end of a deal is solved."""

import numpy as np
import pytest

from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import to_bits
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.match_equity import EITHER, OURS, THEIRS, chance_to_win
from galo.players.dominoes4.match_equity import Objective, equity_of
from galo.players.dominoes4.move_values import (
    ENDING,
    SUMS_SHAPE,
    WINS,
    RolloutWorkspace,
    add_rollout_values,
)
from galo.players.dominoes4.opponent_models import opponent_models
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.search import STACK_SHAPE
from galo.stream import Stream
from support.domino_rounds import positions, with_scores
from support.samples import sample

GAMES = ("dominoes4", "dominoes4:pass_points=45,galo=added,opener_without_double=penalty")


def best_chance(position: DominoPosition, side: int) -> float:
    """Return the chance of *side* to win the match if everybody sees all tiles and plays best."""
    if position.mover is None or position.is_over:
        points = position.game.round_scores(position.state)
        before = position.scores[-1] if position.scores else (0, 0)
        ours, theirs = (before[k] + points[k] for k in (side, 1 - side))
        out = [seat for seat in range(4) if not position.hands[seat]]
        opens = (OURS if out[0] % 2 == side else THEIRS) if out else EITHER
        return chance_to_win(equity_of(position.game.rules), ours // 5, theirs // 5, opens)
    best = max if position.mover % 2 == side else min
    return best(best_chance(position._after(move), side) for move in position.legal_moves)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scores", [(), ((190, 195),), ((165, 100),)])
def test_the_ending_of_a_deal_is_solved(game: str, scores: tuple[tuple[int, int], ...]) -> None:
    solved = 0
    for seed in range(sample(45, 60)):
        position = ending(game, seed, scores)
        if position is None or position.mover is None:
            continue
        seen, side = position.observe(position.mover), position.mover % 2
        rules, models = seen.game.rules, opponent_models("mixture", "mixture")
        information = information_state(seen, history_of(rules, public_moves(seen)))
        objective = Objective(equity_of(rules), information.score, information.their_score)
        workspace = true_deal(position)
        add_rollout_values(rules, models, information, objective, workspace, Stream.of(seed).key)
        values = [best_chance(position._after(move), side) for move in position.legal_moves]
        found = [workspace.sums[move.code, WINS] for move in position.legal_moves]
        assert found == pytest.approx(values, abs=1e-5)  # the table is mirrored up to so much
        solved += len({round(value, 4) for value in values}) > 1
    assert solved > 15


def true_deal(position: DominoPosition) -> RolloutWorkspace:
    """Return a workspace with the deal of *position* alone, from the seat to move on."""
    assert position.mover is not None
    around = [to_bits(position.dealt[(position.mover + away) % 4]) for away in range(4)]
    return RolloutWorkspace(
        np.array([[*around, 0, 0]], np.int64),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.zeros(STACK_SHAPE, np.int64),
        np.zeros(SUMS_SHAPE),
    )


def ending(game: str, seed: int, scores: tuple[tuple[int, int], ...]) -> DominoPosition | None:
    """Return the first position of a round with a choice of which all is solved."""
    for position in positions(game, seed):
        tiles = sum(len(hand) for hand in position.hands)
        if tiles <= ENDING + 1 and len(position.legal_moves) > 1:  # one of them is placed now
            return with_scores(position, scores)
    return None
