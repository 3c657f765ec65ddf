"""The program of fiss2010: each heuristic by hand, the search by trying everything."""

import json
import random
from math import hypot
from pathlib import Path

import numpy as np
import pytest

import galo
from galo import Limit
from galo.errors import ConfigError, UnknownNameError
from galo.games.lines_of_action import LinesOfActionPosition
from galo.games.rules.lines_of_action import mask
from galo.players.lines_of_action.fiss import Fiss
from galo.players.lines_of_action.fiss_heuristics import (
    LEAST_SUMS,
    ONE,
    WEIGHT_BITS,
    side_value,
)
from galo.players.lines_of_action.weights import HEURISTICS, fiss_weights
from galo.stream import Stream
from support.positions import mover_of, outcome_of

GAME = galo.game("lines_of_action")
CLOSE_ENOUGH = 1e-4

CENTRAL = """
-80 -25 -20 -20 -20 -20 -25 -80
-25  10  10  10  10  10  10 -25
-20  10  25  25  25  25  10 -20
-20  10  25  50  50  25  10 -20
-20  10  25  50  50  25  10 -20
-20  10  25  25  25  25  10 -20
-25  10  10  10  10  10  10 -25
-80 -25 -20 -20 -20 -20 -25 -80
"""
TABLE = [[int(value) for value in row.split()] for row in CENTRAL.strip().splitlines()]

Square = tuple[int, int]


class Naive:
    """The report's formulas, a piece at a time."""

    def __init__(self, squares: list[Square]) -> None:
        self.squares = squares
        self.n = len(squares)
        self.mass = (sum(f for f, _ in squares) / self.n, sum(r for _, r in squares) / self.n)

    def distance(self) -> float:
        mean = sum(hypot(f - 3.5, r - 3.5) for f, r in self.squares) / self.n
        return hypot(0.5, 0.5) / mean

    def concentration(self) -> float:
        x, y = self.mass
        mean = sum(abs(f - x) + abs(r - y) for f, r in self.squares) / self.n
        return 1 / (1 + mean - LEAST_SUMS[self.n] / self.n**2)

    def centralisation(self) -> float:
        return (sum(TABLE[r][f] for f, r in self.squares) / self.n + 80) / 130

    def mass_(self) -> float:
        return hypot(self.mass[0] - 3.5, self.mass[1] - 3.5) / hypot(3.5, 3.5)

    def quads(self) -> float:
        count = 0
        for f in range(7):
            for r in range(7):
                window = {(f, r), (f + 1, r), (f, r + 1), (f + 1, r + 1)}
                away = max(abs(f + 0.5 - self.mass[0]), abs(r + 0.5 - self.mass[1]))
                count += len(window & set(self.squares)) >= 3 and away <= 2 + 1e-9
        return count / 9

    def connectivity(self) -> float:
        touching = sum(
            max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a in self.squares for b in self.squares
        )
        return touching / self.n / 8

    def uniformity(self) -> float:
        sides = [max(line) - min(line) + 1 for line in zip(*self.squares, strict=True)]
        return 1.0 / float(max(sides)) ** 2

    def value(self, name: str) -> float:
        return float(getattr(self, "mass_" if name == "mass" else name)())


def bits(squares: list[Square]) -> int:
    return mask([8 * rank + file for file, rank in squares])


def kernel_value(name: str, squares: list[Square]) -> float:
    weights = np.zeros(len(HEURISTICS), np.int64)
    weights[HEURISTICS.index(name)] = 1 << WEIGHT_BITS
    return side_value(weights, bits(squares)) / ONE


def of_names(*names: str) -> list[Square]:
    return [("abcdefgh".index(name[0]), int(name[1]) - 1) for name in names]


BLACK_AT_START = [(file, rank) for rank in (0, 7) for file in range(1, 7)]
CORNER_BLOCK = [(file, rank) for rank in range(3) for file in range(4)]


@pytest.mark.parametrize(
    ("name", "squares", "value"),
    [
        ("distance", of_names("d4", "e5"), 1.0),
        ("distance", of_names("a1"), 1 / 7),
        ("concentration", of_names("c3", "c4"), 1.0),
        ("concentration", of_names("c3", "c5"), 1 / 1.5),
        ("centralisation", of_names("d4", "e4"), 1.0),
        ("centralisation", of_names("a1", "h8"), 0.0),
        ("centralisation", BLACK_AT_START, (-21.666666 + 80) / 130),
        ("mass", BLACK_AT_START, 0.0),  # the report's example of pieces far apart
        ("mass", of_names("a1"), 1.0),
        ("mass", CORNER_BLOCK, hypot(2, 2.5) / hypot(3.5, 3.5)),
        ("quads", of_names("d4", "e4", "d5"), 1 / 9),
        ("quads", of_names("d4", "e4", "d5", "e5"), 1 / 9),
        ("quads", BLACK_AT_START, 0.0),
        ("connectivity", of_names("d4", "e4", "d5"), 2 / 8),
        ("connectivity", BLACK_AT_START, 20 / 12 / 8),
        ("uniformity", of_names("b2", "c4"), 1 / 9),
        ("uniformity", BLACK_AT_START, 1 / 64),
    ],
)
def test_worked_positions(name: str, squares: list[Square], value: float) -> None:
    assert kernel_value(name, squares) == pytest.approx(value, abs=CLOSE_ENOUGH)
    assert Naive(squares).value(name) == pytest.approx(value, abs=CLOSE_ENOUGH)


@pytest.mark.parametrize("name", HEURISTICS[1:])
def test_naive_twin_agrees_and_stays_between_0_and_1(name: str) -> None:
    rng = random.Random(name)
    for _ in range(300):
        width = rng.randint(4, 8)
        field = [(file, rank) for file in range(width) for rank in range(width)]
        squares = rng.sample(field, rng.randint(1, 12))
        value = kernel_value(name, squares)
        assert value == pytest.approx(Naive(squares).value(name), abs=CLOSE_ENOUGH)
        assert 0 <= value <= 1


def test_no_shape_is_closer_together_than_the_least() -> None:
    rng = random.Random(3)
    for pieces in range(1, 13):
        for _ in range(300):
            # Grown a neighbour at a time, so that close shapes come up.
            squares = [(4, 4)]
            while len(squares) < pieces:
                file, rank = rng.choice(squares)
                near = (file + rng.choice((-1, 0, 1)), rank + rng.choice((-1, 0, 1)))
                if near not in squares:
                    squares.append(near)
            x, y = sum(f for f, _ in squares), sum(r for _, r in squares)
            total = sum(abs(pieces * f - x) + abs(pieces * r - y) for f, r in squares)
            assert total >= LEAST_SUMS[pieces]


def plain_weights(name: str) -> list[float]:
    return [0.0, *fiss_weights()[name][1:]]


def naive_value(position: LinesOfActionPosition, weights: list[float], mover: int) -> float:
    cells = position.cells()
    sides = []
    for letter in "bw":
        squares = [(k % 8, k // 8) for k in range(64) if cells[k] == letter]
        naive = Naive(squares)
        sides.append(sum(weights[k] * naive.value(HEURISTICS[k]) for k in range(1, 8)))
    return sides[mover] - sides[1 - mover]


def naive_negamax(position: LinesOfActionPosition, weights: list[float], depth: int) -> float:
    if position.is_over:
        winner = outcome_of(position).winner
        return 0.0 if winner is None else 1000.0 if winner == position.state.mover else -1000.0
    if depth == 0:
        return naive_value(position, weights, mover_of(position))
    return max(
        -naive_negamax(position.play(move), weights, depth - 1) for move in position.legal_moves
    )


@pytest.mark.parametrize("name", ["run1", "run2", "run3"])
def test_search_finds_what_trying_everything_finds(name: str) -> None:
    weights = plain_weights(name)
    player = Fiss(weights, 2)
    total = sum(weights)
    for text in (
        "8/3b4/2w5/8/4w3/2b5/6w1/1b6 b 0",
        "3w4/8/5b2/2b5/3w4/1b3w2/8/8 w 1",
    ):
        position = GAME.from_text(text)
        decision = player.decide(position.observe(position.mover), Limit(), Stream.of(1))
        value = naive_negamax(position, weights, 2)
        if abs(value) < 1000:
            assert decision.value == pytest.approx(0.5 + value / (2 * total), abs=1e-3)
        after = position.play(decision.move)
        assert -naive_negamax(after, weights, 1) == pytest.approx(value, abs=1e-3)


def test_wins_are_taken_and_the_quickest_first() -> None:
    position = GAME.from_text("b6b/8/8/8/3ww3/8/8/4w3 w 1")
    wins = {
        str(m) for m in position.legal_moves if (o := position.play(m).outcome) and o.winner == 1
    }
    assert wins
    for depth in (1, 3):
        decision = Fiss("run3", depth).decide(position.observe(1), Limit(), Stream.of(1))
        assert str(decision.move) in wins
        assert decision.value == 1.0
        assert [reason.name for reason in decision.reasons] == ["wins_now"]


def test_reasons_are_what_the_board_shows() -> None:
    position = GAME.from_text("8/3b4/2w5/8/4w3/2b5/6w1/1b6 b 0")
    decision = Fiss("run3", 1).decide(position.observe(0), Limit(), Stream.of(1))
    before, after = (
        place.board(None, None)["groups"][0] for place in (position, position.play(decision.move))
    )
    told = {reason.name: reason.numbers for reason in decision.reasons}
    assert after < before
    assert told["groups"] == {"before": before, "after": after}


def test_chance_breaks_ties_and_follows_the_seed() -> None:
    start = GAME.start()
    player = Fiss("run1", 1)
    moves = [player.decide(start.observe(0), Limit(), Stream.of(seed)).move for seed in range(20)]
    again = [player.decide(start.observe(0), Limit(), Stream.of(seed)).move for seed in range(20)]
    assert moves == again
    assert len({str(move) for move in moves}) > 1


def test_limits_hold() -> None:
    start = GAME.start()
    player = Fiss("run3", 5)
    assert player.decide(start.observe(0), Limit(depth=2), Stream.of(0)).depth == 2
    short = player.decide(start.observe(0), Limit(nodes=1), Stream.of(0))
    assert (short.depth, short.nodes) == (1, 36)
    nodes = player.decide(start.observe(0), Limit(nodes=500), Stream.of(0)).nodes
    assert nodes is not None
    assert nodes < 500 + 96


@pytest.mark.parametrize("content", ["[1, 2]", '{"a": 1}', "[0,0,0,0,0,0,0,2]", "oops"])
def test_bad_weights_are_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(content)
    with pytest.raises(ConfigError, match="weights"):
        Fiss(str(path), 5)


def test_weights_come_by_name_from_a_file_or_as_numbers(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(fiss_weights()["run2"]))
    start = GAME.start()
    decisions = [
        Fiss(weights, 2).decide(start.observe(0), Limit(), Stream.of(4))
        for weights in ("run2", str(path), fiss_weights()["run2"])
    ]
    assert decisions[0] == decisions[1] == decisions[2]
    with pytest.raises(UnknownNameError, match="unknown weights of fiss 'run9'; known: run1"):
        Fiss("run9", 5)
    with pytest.raises(ConfigError, match="depth 99 is more than 20"):
        Fiss("run1", 99)
