"""Connect Four against perft, its naive twin, OpenSpiel and published positions."""

import random
from pathlib import Path

import pyspiel
import pytest

import galo
from galo.errors import IllegalMoveError, NotationError
from galo.games.perft import distinct_positions
from galo.games.rules.connect_four import COLUMN, has_line
from support import naive
from support.samples import sample

GAME = galo.game("connect_four")


def test_perft_counts_every_path() -> None:
    counts = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    assert GAME.start().perft(8) == counts


def test_distinct_positions_by_ply() -> None:
    assert distinct_positions(GAME.start(), 6) == [7, 49, 238, 1120, 4263, 16422]


def test_perft_of_a_finished_game_is_zero() -> None:
    assert GAME.from_text("1212121").perft(2) == [0, 0]


def test_naive_twin_agrees_on_random_games() -> None:
    rng = random.Random(1)
    for _ in range(500):
        position, twin = GAME.start(), naive.ConnectFour()
        while not twin.is_over:
            assert [str(move) for move in position.legal_moves] == twin.legal_moves()
            assert position.mover == twin.mover
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            twin.play(str(move))
        assert position.outcome is not None
        assert (position.outcome.winner, position.outcome.reason) == (twin.winner, twin.reason)


def test_openspiel_agrees_on_2000_random_games() -> None:
    game, rng = pyspiel.load_game("connect_four"), random.Random(2)
    for _ in range(sample(300, 2000)):
        position, peer = GAME.start(), game.new_initial_state()
        while not peer.is_terminal():
            assert [move.code for move in position.legal_moves] == peer.legal_actions()
            assert position.mover == peer.current_player()
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            peer.apply_action(move.code)
        winner = {1.0: 0, -1.0: 1, 0.0: None}[peer.returns()[0]]
        assert position.outcome is not None
        assert position.outcome.winner == winner
        assert position.legal_moves == ()


def test_published_positions_can_be_played_and_go_on(reference: Path) -> None:
    for file in sorted((reference / "connect_four").glob("Test_L*")):
        for line in file.read_text().splitlines()[::10]:
            assert not GAME.from_text(line.split()[0]).is_over


@pytest.mark.parametrize(
    ("text", "winner", "reason"),
    [
        ("7167564", 0, "line"),  # along a row
        ("7172727", 0, "line"),  # up a column
        ("32253345231462", 1, "line"),  # a falling diagonal
        ("35644413533363566", 0, "line"),  # a rising diagonal
        ("472424756645422154157737216635626711335331", None, "full"),
    ],
)
def test_game_ends_with_its_last_stone_and_not_before(
    text: str, winner: int | None, reason: str
) -> None:
    outcome = GAME.from_text(text).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, reason)
    assert not GAME.from_text(text[:-1]).is_over


def test_stones_above_and_beside_the_edge_of_a_column_are_no_line() -> None:
    # Without the empty seventh bit, stones 4-6 of column 1 and stone 1 of column 2 would be one.
    top = sum(1 << row for row in (3, 4, 5))
    assert not has_line(top | 1 << COLUMN)
    assert has_line(top | 1 << 2)


def test_transpositions_are_one_position() -> None:
    here, there = GAME.from_text("4152"), GAME.from_text("5241")
    assert here == there
    assert len({here, there, GAME.from_text("4125")}) == 2


def test_drawing_shows_the_stones_where_they_fell() -> None:
    assert GAME.from_text("4453").drawing().splitlines()[-3:] == [
        "│ · · · ○ · · · │",
        "│ · · ○ ● ● · · │",
        "└ 1 2 3 4 5 6 7 ┘",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4444444", "column 4 is full at ply 7"),
        ("48", "'8' is not a column from 1 to 7 at ply 2"),
        ("4x", "'x' is not a column"),
        ("71675641", "the game is already over at ply 8"),
    ],
)
def test_impossible_positions_are_refused_with_the_ply(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem) as caught:
        GAME.from_text(text)
    assert repr(text) in str(caught.value)


def test_full_column_is_an_illegal_move_and_letters_are_no_move() -> None:
    position = GAME.from_text("444444")
    with pytest.raises(IllegalMoveError, match=r"'4' in 444444; legal: 1, 2, 3, 5, 6, 7"):
        position.parse_move("4")
    with pytest.raises(NotationError, match=r"'d' is not a move of connect_four; a move is a col"):
        position.parse_move("d")
