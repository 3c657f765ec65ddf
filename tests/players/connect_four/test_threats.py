"""Squares and lines on bitboards, against a count by hand over every square and line."""

from itertools import pairwise

import galo
from galo.games.rules.connect_four import COLUMN, HEIGHT, WIDTH
from galo.players.connect_four.openings import openings, state_of
from galo.players.connect_four.threats import (
    canonical_number,
    mirrored,
    playable_squares,
    position_number,
    promising_lines,
    replies_to,
    winning_squares,
)
from support import naive
from support.connect_four import random_positions
from support.samples import sample

GAME = galo.game("connect_four")
LINES = [
    [(column + right * i) * COLUMN + row + up * i for i in range(4)]
    for column in range(WIDTH)
    for row in range(HEIGHT)
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * right < WIDTH and 0 <= row + 3 * up < HEIGHT
]


def bits(squares: int) -> set[int]:
    return {bit for bit in range(64) if squares >> bit & 1}


def test_lines_are_69() -> None:
    assert len(LINES) == 69


def test_winning_squares_complete_a_line() -> None:
    for position in random_positions(300, seed=1):
        state = position.state
        own = bits(state.mine)
        empty = {c * COLUMN + r for c in range(WIDTH) for r in range(HEIGHT)} - bits(state.stones)
        expected = {s for s in empty if any(s in line and set(line) <= own | {s} for line in LINES)}
        assert bits(winning_squares(state.mine, state.stones)) == expected


def test_promising_lines_hold_two_own_stones_and_none_of_the_other_side() -> None:
    for position in random_positions(300, seed=2):
        own, other = bits(position.state.mine), bits(position.state.mine ^ position.state.stones)
        expected = sum(len(own & set(line)) >= 2 and not other & set(line) for line in LINES)
        state = position.state
        assert promising_lines(state.mine, state.mine ^ state.stones) == expected


def test_replies_are_the_moves_after_which_the_other_side_cannot_win_at_once() -> None:
    for position in random_positions(sample(100, 300), seed=3):
        state = position.state
        if playable_squares(state.stones) & winning_squares(state.mine, state.stones):
            continue  # then nobody asks
        safe = set()
        for move in position.legal_moves:
            twin = naive.ConnectFour()
            for column in position.to_text() + move.text:
                twin.play(column)
            answers = [
                twin.is_over or wins(position.to_text() + move.text + answer)
                for answer in twin.legal_moves()
            ]
            if not any(answers):
                safe.add(move.code)
        threats = winning_squares(state.mine ^ state.stones, state.stones)
        replies = {bit // COLUMN for bit in bits(replies_to(threats, state.stones))}
        assert replies == safe, position.to_text()


def wins(columns: str) -> bool:
    """Return whether the last stone of *columns* makes a line."""
    twin = naive.ConnectFour()
    for column in columns:
        twin.play(column)
    return twin.winner is not None


def test_number_names_one_position_and_is_read_back() -> None:
    positions = random_positions(300, seed=4)
    numbers = {position_number(p.state.mine, p.state.stones): p.state for p in positions}
    assert len(set(numbers.values())) == len(numbers)
    for number, state in numbers.items():
        assert state_of(number) == state


def test_mirror_image_has_the_same_canonical_number() -> None:
    for position in random_positions(100, seed=5):
        twin = GAME.from_text("".join(str(8 - int(column)) for column in position.to_text()))
        state = twin.state
        assert mirrored(position.state.mine) == state.mine
        assert mirrored(mirrored(position.state.stones)) == position.state.stones
        assert canonical_number(*position.state[:2]) == canonical_number(*state[:2])


def test_openings_are_all_positions_of_few_stones_up_to_mirroring() -> None:
    levels = openings(6)
    assert [len(level) for level in levels] == [1, 4, 25, 121, 568, 2144, 8231]
    for ply, level in enumerate(levels):
        assert all(one < other for one, other in pairwise(level.tolist()))
        assert state_of(int(level[-1])).ply == ply
