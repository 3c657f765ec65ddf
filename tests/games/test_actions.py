"""Actions and tensors: the same numbers in every position, and nothing that a seat cannot see."""

import random
from collections.abc import Iterator
from math import prod

import numpy as np
import pytest

import galo
from galo.errors import ConfigError, IllegalMoveError, NotationError
from galo.games.dominoes.position import DominoPosition
from galo.games.game import Position
from galo.games.registry import make_game
from support.domino_rounds import rearranged
from support.naive_tensors import naive_tensor, observation_values, state_values
from support.positions import mover_of
from support.samples import sample

GAMES = (
    "connect_four",
    "lines_of_action",
    "lines_of_action:max_plies=60",
    "dominoes4",
    "dominoes2",
    "dominoes2:players=4",
)
DOMINOES = GAMES[3:]
PLIES = sample(120, 2000)


def positions(name: str) -> Iterator[Position]:
    """Yield positions of random games in which somebody is to move."""
    game, rng = make_game(name), random.Random(name)
    position = game.start(seed=0)
    for number in range(PLIES):
        if position.mover is None:
            position = game.start(seed=number)
        yield position
        position = position.play(rng.choice(position.legal_moves))


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_has_a_number_of_its_own_and_comes_back(name: str) -> None:
    actions = make_game(name).actions
    assert len(set(actions)) == len(actions)
    assert [actions.number(text) for text in actions] == list(range(len(actions)))
    for position in positions(name):
        numbers = [actions.number(move) for move in position.legal_moves]
        assert len(set(numbers)) == len(numbers)
        for number, move in zip(numbers, position.legal_moves, strict=True):
            assert actions.move(number, position) == move
            assert position.parse_move(actions[number]) == move


@pytest.mark.parametrize("name", GAMES)
def test_mask_is_the_legal_moves(name: str) -> None:
    for position in positions(name):
        for seat in range(position.game.seats):
            seen = position.observe(seat)
            mask = seen.mask()
            assert mask.dtype == np.bool_
            assert mask.shape == (len(position.game.actions),)
            assert {position.game.actions[number] for number in mask.nonzero()[0].tolist()} == {
                move.text.replace("x", "-") for move in seen.legal_moves
            }


@pytest.mark.parametrize(
    ("name", "count"),
    [("connect_four", 7), ("lines_of_action", 1457), ("dominoes4", 120), ("dominoes2", 86)],
)
def test_there_are_as_many_actions_as_documented(name: str, count: int) -> None:
    assert len(make_game(name).actions) == count


def test_what_is_no_action_or_not_legal_is_refused() -> None:
    game = galo.game("connect_four")
    with pytest.raises(NotationError, match="'8' is none of the 7 actions"):
        game.actions.number("8")
    full = game.from_text("444444")
    with pytest.raises(IllegalMoveError, match="action 3 is not legal here"):
        game.actions.move(3, full)


@pytest.mark.parametrize("name", GAMES)
def test_tensors_have_the_shape_of_their_layout(name: str) -> None:
    game = make_game(name)
    for position in positions(name):
        tensor, state = position.observe().tensor(), position.state_tensor()
        assert tensor.shape == game.tensor_layout.shape
        assert state.shape == game.state_layout.shape
        assert tensor.dtype == state.dtype == np.float32
        assert np.isfinite(state).all()
        assert abs(state).max() <= max(1, position.game.options.get("repetition") or 0, 20)
    sizes = sum(prod(part.shape) for part in game.tensor_layout.parts)
    assert sizes == prod(game.tensor_layout.shape)


@pytest.mark.parametrize("name", DOMINOES)
def test_tensor_does_not_change_with_the_hidden_tiles(name: str) -> None:
    rng, changed = random.Random(1), 0
    for position in positions(name):
        assert isinstance(position, DominoPosition)
        seat = rng.randrange(position.game.seats)
        other = rearranged(position, seat, rng)
        if other is None:
            continue
        ours, theirs = position.observe(seat), other.observe(seat)
        assert (ours.tensor() == theirs.tensor()).all()
        assert (ours.mask() == theirs.mask()).all()
        changed += bool((position.state_tensor(seat) != other.state_tensor(seat)).any())
    assert changed > PLIES // 3


@pytest.mark.parametrize("name", [*DOMINOES, "dominoes4:opener_without_double=penalty"])
def test_tensor_is_what_people_are_told(name: str) -> None:
    for position in positions(name):
        assert isinstance(position, DominoPosition)
        for seat in range(position.game.seats):
            values = observation_values(position.observe(seat))
            assert position.observe(seat).tensor().tolist() == naive_tensor(values).tolist()
            values = state_values(position, seat)
            assert position.state_tensor(seat).tolist() == naive_tensor(values).tolist()


@pytest.mark.parametrize("name", DOMINOES)
def test_tensor_tells_different_public_histories_apart(name: str) -> None:
    seen: dict[bytes, str] = {}
    for position in positions(name):
        observation = position.observe(0)
        text = f"{observation.hand} {observation.to_text()}"  # type: ignore[attr-defined]
        assert seen.setdefault(observation.tensor().tobytes(), text) == text


def test_planes_of_connect_four_show_the_discs_from_the_own_side() -> None:
    position = galo.game("connect_four").from_text("445")
    layout = position.game.tensor_layout
    tensor = position.observe(1).tensor()
    assert np.argwhere(layout.part(tensor, "own")).tolist() == [[0, 1, 3]]
    assert np.argwhere(layout.part(tensor, "other")).tolist() == [[0, 0, 3], [0, 0, 4]]
    assert layout.part(tensor, "to_move").all()
    assert not layout.part(position.observe(0).tensor(), "to_move").any()


def test_planes_of_lines_of_action_show_the_boards_before() -> None:
    position = galo.game("lines_of_action").start().play("b1-b3").play("a2-c2")
    layout, tensor = position.game.tensor_layout, position.observe().tensor()
    assert layout.part(tensor, "own")[0, 2, 1] == layout.part(tensor, "other")[0, 1, 2] == 1
    earlier = layout.part(tensor, "earlier")
    assert [earlier[k, 0, 0, 1] for k in range(3)] == [0, 1, 0]  # b1: left, not yet, nothing
    assert earlier[1, 0].sum() == 12


def test_parts_of_a_round_of_dominoes() -> None:
    position = galo.game("dominoes4").start(seed=1)
    first = mover_of(position)
    position = position.play("6-6")
    observation, layout = position.observe(), position.game.tensor_layout
    tensor = observation.tensor()
    assert layout.part(tensor, "placed")[3].tolist() == [0.0] * 27 + [1.0]
    assert layout.part(tensor, "tiles_left").tolist() == pytest.approx([1, 1, 1, 6 / 7])
    assert layout.part(tensor, "ends")[:, 6].tolist() == [1, 0, 0, 0]
    assert layout.part(tensor, "sum")[0] == pytest.approx(12 / 50)
    assert layout.part(tensor, "history")[0, 3] == 1
    state = position.state_tensor()
    hands = position.game.state_layout.part(state, "hands")
    assert hands.sum(axis=1).tolist() == [7, 7, 7, 6]
    assert position.mover == (first + 1) % 4


def test_game_without_numbers_says_so() -> None:
    class Plain(galo.BoardGame):
        name = "plain"
        move_help = "a word"

        def _first(self) -> galo.BoardPosition:
            raise NotImplementedError

    with pytest.raises(ConfigError, match="plain does not number its moves"):
        _ = Plain().actions
    with pytest.raises(ConfigError, match="plain has no tensors"):
        _ = Plain().tensor_layout
