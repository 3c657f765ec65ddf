"""One ply in one call: what an object does with a row is what the kernels of the rules do."""

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import galo
from galo.games.game import Move, Position
from galo.games.rules import connect_four, dominoes2, dominoes4, lines_of_action
from support.samples import sample

KERNELS: dict[str, Any] = {
    "connect_four": connect_four,
    "lines_of_action": lines_of_action,
    "lines_of_action:no_move=loss,first=white": lines_of_action,
    "dominoes4": dominoes4,
    "dominoes4:galo=added,opener_without_double=penalty": dominoes4,
    "dominoes2": dominoes2,
    "dominoes2:players=4": dominoes2,
}
PLIES = sample(150, 3000)


def plies(name: str) -> Iterator[tuple[Any, Move, Any]]:
    """Yield positions of random games, a move made in each, and the position after it."""
    game, rng = galo.game(name), random.Random(name)
    position: Any = game.start(seed=0)
    for number in range(PLIES):
        if position.mover is None:
            position = game.start(seed=number)
        move = rng.choice(position.legal_moves)
        after = position.play(move)
        yield position, move, after
        position = after


@pytest.mark.parametrize("name", KERNELS)
def test_position_after_a_move_is_that_of_the_rules(name: str) -> None:
    kernels, codes = KERNELS[name], np.zeros(lines_of_action.MAX_MOVES, np.int64)
    for position, move, after in plies(name):
        rules = getattr(position.game, "rules", connect_four.RULES)
        expected, state = kernels.play(rules, position.state, move.code), after.state
        if kernels is lines_of_action:
            expected = expected._replace(times=state.times)  # `play` keeps no history
        assert state == expected
        assert (after.mover is None) == bool(kernels.ending(rules, state).reason)
        count = kernels.legal_moves(rules, state, codes) if after.mover is not None else 0
        assert sorted(move.code for move in after.legal_moves) == sorted(codes[:count].tolist())


def test_repetitions_are_counted_since_the_last_capture() -> None:
    position = galo.game("lines_of_action").start()
    for move in ("b1-b3", "a2-c2", "b3-b1", "c2-a2") * 2:
        assert not position.is_over
        position = position.play(move)
    assert position.outcome == galo.Outcome.draw("repetition")
    earlier: Any = position
    assert [state.times for state in earlier.earlier] == [1, 1, 1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("name", KERNELS)
def test_moves_are_made_once_and_shared(name: str) -> None:
    known: dict[Move, Move] = {}
    for position, *_ in plies(name):
        for move in position.legal_moves:
            assert known.setdefault(move, move) is move


@pytest.mark.parametrize("name", KERNELS)
def test_positions_cannot_be_changed(name: str) -> None:
    position: Position = galo.game(name).start(seed=1)
    for field in ("game", "state", "mover", "legal_moves", "is_over", "outcome", "other"):
        with pytest.raises(AttributeError):
            setattr(position, field, None)


def test_game_is_pickled_as_its_options() -> None:
    position = galo.game("lines_of_action", repetition=2).start().play("b1-b3")
    again = pickle.loads(pickle.dumps(position)).play("a2-c2")
    assert again == position.play("a2-c2")
    assert again.game == position.game
