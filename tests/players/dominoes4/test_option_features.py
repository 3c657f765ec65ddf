"""The features of an option: each one against a twin by hand, and the same by name and number."""

from collections import Counter

import numpy as np

import galo
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes4 import Dominoes4
from galo.jit import lowest_bit
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes4 import option_features
from galo.players.dominoes4.feature_table import FEATURES, OptionFeatures, feature_of
from galo.players.dominoes4.option_table import options_of
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.situation import situation_of
from galo.stream import Stream
from support.naive_features import Option
from support.positions import mover_of
from support.samples import sample

GAME = galo.game("dominoes4")
assert isinstance(GAME, Dominoes4)
RULES = GAME.rules
ROUNDS = sample(12, 200)


def mid_match(seed: int) -> list[DominoPosition]:
    """Return the positions of a match of random moves with a choice in an open round."""
    rng, ply = Stream.of(seed, 1), 0
    position, found = GAME.start(seed=seed), []
    for ply in range(120):
        assert isinstance(position, DominoPosition)
        if position.is_over:
            break
        if position.mover is None:
            position = position.deal(GAME.deal(seed, len(position.scores)))
            continue
        moves = position.legal_moves
        if position.plays and len(moves) > 1:
            found.append(position)
        position = position.play(moves[rng.randint(ply, len(moves))])
    return found


def features_in(position: DominoPosition) -> dict[str, OptionFeatures]:
    """Return the features of every option of the player to move in *position*, by its text."""
    mover = mover_of(position)
    history = history_of(RULES, np.array([play.code for play in position.plays], np.int64))
    before = position.scores[-1] if position.scores else (0, 0)
    scores = before[mover % 2], before[1 - mover % 2]
    state = position.observe(mover).state
    found = options_of(RULES, state, history, scores)
    return {move.text: found[move.code] for move in position.legal_moves}


def test_features_are_those_counted_by_hand() -> None:
    compared, highest = 0, Counter[str]()
    for seed in range(ROUNDS):
        for position in mid_match(seed):
            for text, found in features_in(position).items():
                expected = Option(position, text).features()
                assert found._asdict() == {name: expected[name] for name in FEATURES}
                highest |= Counter(found._asdict())
                compared += 1
    assert compared > 80 * ROUNDS
    assert all(highest[name] > 0 for name in FEATURES)  # each was seen at work


def test_feature_has_the_same_number_in_the_table_and_in_formulas() -> None:
    position = next(p for p in mid_match(3) if len(p.plays) > 9)
    mover = mover_of(position)
    history = history_of(RULES, np.array([play.code for play in position.plays], np.int64))
    situation = situation_of(RULES, position.state, history, 15, 40)
    moves = [move.code for move in position.legal_moves]
    assert mover_of(position) == mover
    for number, name in enumerate(FEATURES):
        kernel = getattr(option_features, name)
        for move in moves:
            assert feature_of(number, situation, move) == kernel(situation, move)


def test_opening_double_is_an_option_like_others() -> None:
    position = GAME.round(
        (
            ("5-5", "6-6", "0-0", "6-1", "6-2", "6-3", "5-4"),
            ("1-0", "2-0", "3-0", "4-0", "5-0", "6-0", "1-1"),
            ("2-1", "3-1", "4-1", "5-1", "2-2", "3-2", "4-2"),
            ("5-2", "3-3", "4-3", "5-3", "4-4", "6-4", "6-5"),
        ),
        opener=0,
    )
    seen = position.observe(0)
    found = options_of(RULES, seen.state, empty_history(), (30, 45))
    assert [lowest_bit(1 << move) // 8 for move in found] == [0, 5, 6]
    double = found[next(move for move in found if move // 8 == 5)]
    assert double.points == double.table_points == double.ends_sum == 10
    assert (double.near, double.far, double.is_double, double.pips) == (5, 5, 1, 10)
    assert (double.hand_far, double.table_far, double.ends_far, double.unseen_far) == (2, 0, 0, 5)
    assert (double.follow_ups, double.follow_points, double.arms) == (1, 0, 0)
    assert (double.our_score, double.their_score, double.next_tiles) == (30, 45, 7)
