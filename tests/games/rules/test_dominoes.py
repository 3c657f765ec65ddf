"""The kernels that both domino games have, and what each of them promises."""

from types import ModuleType

import numpy as np
import pytest

import galo
from galo.games.game import Position
from galo.games.rules import dominoes2, dominoes4
from galo.games.rules.ending import NOBODY, PLAYING
from galo.games.rules.tiles import Deal, size
from galo.rng import fold_in
from support.domino_rounds import positions

GAMES = (
    "dominoes4",
    "dominoes4:galo=added,opener_without_double=penalty",
    "dominoes2",
    "dominoes2:players=4",
)


@pytest.mark.parametrize("game", GAMES)
def test_states_are_packed_and_unpacked_without_loss(game: str) -> None:
    for position in positions(game, 4):
        kernels = position.game.kernels
        row = np.full(kernels.FIELDS, -9, np.int64)
        kernels.pack(position.state, row)
        assert kernels.unpack(row) == position.state
        assert -9 not in row


@pytest.mark.parametrize("game", GAMES)
def test_moves_of_a_list_are_those_of_the_set(game: str) -> None:
    for position in positions(game, 5):
        kernels, moves = position.game.kernels, np.zeros(64, np.int64)
        count = kernels.legal_moves(position.game.rules, position.state, moves)
        listed = moves[:count].tolist()
        assert listed == sorted(move.code for move in position.legal_moves)
        assert sum(1 << move for move in listed) == kernels.legal_set(position.state)
        assert count <= kernels.MAX_MOVES
        assert max(listed) < kernels.MOVES


@pytest.mark.parametrize("game", GAMES)
def test_perft_counts_what_trying_every_move_counts(game: str) -> None:
    for seed in range(3):
        *_, position = list(positions(game, seed))[:12]
        assert position.perft(4) == Position.perft(position, 4)
        assert position.perft(1) == [len(position.legal_moves)]
    while position.mover is not None:
        position = position._after(position.legal_moves[0])
    assert position.perft(3) == [0, 0, 0]


@pytest.mark.parametrize("game", GAMES)
def test_ending_names_the_side_that_won_the_round(game: str) -> None:
    reasons = set()
    for seed in range(60):
        *_, last = positions(game, seed)
        kernels, rules = last.game.kernels, last.game.rules
        assert kernels.ending(rules, last.state) == (PLAYING, NOBODY)
        over = last._after(last.legal_moves[0])
        if over.mover is not None:
            continue  # it ends with another move
        reason, winner = kernels.ending(rules, over.state)
        reasons.add(kernels.REASONS[reason])
        out = [seat for seat, hand in enumerate(over.hands) if not hand]
        pips = [
            sum(int(name[0]) + int(name[2]) for hand in over.hands[side::2] for name in hand)
            for side in (0, 1)
        ]
        lighter = NOBODY if pips[0] == pips[1] else int(pips[1] < pips[0])
        assert winner == (out[0] % 2 if out else lighter)
    assert reasons == {"out", "blocked"}


@pytest.mark.parametrize("game", GAMES)
def test_a_random_game_is_a_round_of_random_moves(game: str) -> None:
    table = galo.game(*game.partition(":")[:1], **options_of(game))
    assert isinstance(table.kernels, ModuleType)  # type: ignore[attr-defined]
    kernels, rules = table.kernels, table.rules  # type: ignore[attr-defined]
    winners = set()
    for key in range(60):
        state = kernels.start(rules, key)
        over = kernels.random_game(rules, state, fold_in(key, 1))
        assert over.reason in (kernels.OUT, kernels.BLOCKED)
        winners.add(over.winner)
        assert over == kernels.random_game(rules, state, fold_in(key, 1))
    assert {0, 1} <= winners


def options_of(game: str) -> dict[str, str]:
    pairs = filter(None, game.partition(":")[2].split(","))
    return {key: value for key, _, value in (pair.partition("=") for pair in pairs)}


def test_a_deal_of_two_has_a_boneyard_and_one_of_four_has_none() -> None:
    two = dominoes2.start(dominoes2.Rules(2), 3)
    assert [size(hand) for hand in two[:4]] == [7, 7, 0, 0]
    assert two.stock0
    assert two.stock1
    four = dominoes4.start(dominoes4.Rules(), 3)
    again = dominoes4.open_round(dominoes4.Rules(), 0, Deal(*four[:4], 0, 0))
    assert sum(map(size, again[:4])) == 28


def test_the_target_is_that_of_the_rules() -> None:
    short = dominoes4.Rules(target=100)
    assert dominoes4.match_winner(short, 100, 95) == 0
    assert dominoes4.match_winner(dominoes4.Rules(), 100, 95) == NOBODY
