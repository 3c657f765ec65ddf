"""The engine's board: every shortcut against the long way round."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

import galo
from galo.games.lines_of_action import LinesOfActionPosition, groups
from galo.games.rules import lines_of_action as rules
from galo.players.lines_of_action import board, lines
from galo.players.lines_of_action.evaluation import kind_of, read_tables
from galo.players.lines_of_action.features import GRID, euler_number, features_of
from galo.players.lines_of_action.workspace import (
    COUNT,
    MOVER,
    QUIET,
    EngineWorkspace,
    new_workspace,
)
from support.samples import sample

GAME = galo.game("lines_of_action")
TABLES = read_tables("tuned")


def random_games(count: int, seed: int) -> Iterator[list[LinesOfActionPosition]]:
    rng = random.Random(seed)
    for _ in range(count):
        position = GAME.start()
        positions = [position]
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves))
            positions.append(position)
        yield positions


def squares(pieces: int) -> list[tuple[int, int]]:
    return [(k % 8, k // 8) for k in range(64) if pieces >> k & 1]


def random_pieces(rng: random.Random) -> int:
    """Return a few pieces, often close together, so that connected ones and holes occur."""
    width = rng.randint(3, 8)
    field = [8 * rank + file for rank in range(width) for file in range(width)]
    corner = 9 * rng.randint(0, 8 - width)
    chosen = rng.sample(field, min(len(field), rng.randint(1, 12)))
    return rules.mask([square + corner for square in chosen])


def quad_number(pieces: int) -> int:
    """Return Euler's number by counting the quads, as the literature does."""
    taken = set(squares(pieces))
    total = 0
    for file in range(-1, 8):
        for rank in range(-1, 8):
            window = [(file, rank), (file + 1, rank), (file, rank + 1), (file + 1, rank + 1)]
            inside = [square in taken for square in window]
            diagonal = inside in ([True, False, False, True], [False, True, True, False])
            total += {1: 1, 2: -2 * diagonal, 3: -1}.get(sum(inside), 0)
    assert total % 4 == 0
    return total // 4


def test_euler_number_is_that_of_the_quads_and_tells_apart() -> None:
    rng = random.Random(1)
    connected = 0
    for _ in range(sample(150, 2000)):
        pieces = random_pieces(rng)
        assert euler_number(pieces) == quad_number(pieces)
        assert (groups(pieces) == 1) == rules.is_connected(pieces)
        if euler_number(pieces) > 1:
            assert not rules.is_connected(pieces)
        connected += rules.is_connected(pieces)
    assert 10 < connected < 490


def test_features_agree_with_the_pieces_one_by_one() -> None:
    rng = random.Random(2)
    for _ in range(sample(150, 500)):
        pieces = random_pieces(rng)
        places = squares(pieces)
        count = len(places)
        features = features_of(TABLES.ranks, pieces)
        x, y = features.centre % GRID, features.centre // GRID
        for half, sum_of in ((x, sum(f for f, _ in places)), (y, sum(r for _, r in places))):
            assert abs(half - 2 * sum_of / count) <= 0.5
        away = [max(abs(2 * f - x), abs(2 * r - y)) for f, r in places]
        assert features.spread == sum(half // 2 for half in away)
        touching = [
            (a, b) for a in places for b in places if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
        ]
        assert features.pairs == len(touching) // 2
        width, height = (max(line) - min(line) + 1 for line in zip(*places, strict=True))
        assert (features.pieces, features.area) == (count, width * height)
        windows = [
            (f, r, sum((f + i, r + j) in places for i in (0, 1) for j in (0, 1)))
            for f in range(7)
            for r in range(7)
            if max(abs(2 * f + 1 - x), abs(2 * r + 1 - y)) <= 4
        ]
        assert features.threes == sum(n >= 3 for *_, n in windows)
        assert features.fours == sum(n == 4 for *_, n in windows)


def test_kinds_of_squares_are_the_ten_of_the_board() -> None:
    kinds = [kind_of(square) for square in range(64)]
    assert sorted(set(kinds)) == list(range(10))
    assert (kinds[0], kinds[27], kinds[36]) == (0, 9, 9)
    for square in range(64):
        file, rank = square % 8, square // 8
        for twin in (8 * file + rank, 8 * rank + 7 - file, 8 * (7 - rank) + file):
            assert kinds[twin] == kinds[square]


def test_lines_count_the_moves_and_captures_of_every_position() -> None:
    workspace = new_workspace(TABLES, 2, 0, False)
    for positions in random_games(5, seed=3):
        for position in positions[:-1]:
            state = position.state
            board.set_up(workspace, state.black, state.white)
            counted = lines.COUNTED[workspace.line_codes].sum(axis=0)
            expected = np.zeros(4, np.int64)
            for side, sign in ((0, 1), (1, -1)):
                moves = np.empty(rules.MAX_MOVES, np.int64)
                turned = state._replace(mover=side)
                for code in moves[: rules.legal_moves(GAME.rules, turned, moves)]:
                    if code == rules.PASS:
                        continue
                    target = int(code) % 64
                    is_edge = target % 8 in (0, 7) or target // 8 in (0, 7)
                    enemy = rules.sides(turned)[1]
                    expected[2 * (enemy >> target & 1) + is_edge] += sign
            assert counted[:4].tolist() == expected.tolist()


def test_walled_counts_edge_pieces_shut_in_by_a_neighbour() -> None:
    workspace = new_workspace(TABLES, 2, 0, False)
    # White on a4 has black ones beside it on three of its three ways inwards, on b3, b4 and b5.
    position = GAME.from_text("8/8/8/1b6/wb6/1b6/8/7w b 0")
    board.set_up(workspace, position.state.black, position.state.white)
    assert lines.COUNTED[workspace.line_codes].sum(axis=0)[lines.WALLED] == -3


def written(workspace: EngineWorkspace, level: int) -> tuple[list[int], list[int]]:
    """Return the position at *level* as the workspace has it: its frame and its lines."""
    return workspace.frames[level, :QUIET].tolist(), workspace.line_codes.tolist()


def fresh(
    workspace: EngineWorkspace, position: LinesOfActionPosition
) -> tuple[list[int], list[int]]:
    workspace.status[MOVER] = position.state.mover
    workspace.frames[0, QUIET] = 0
    board.set_up(workspace, position.state.black, position.state.white)
    return written(workspace, 0)


@pytest.mark.parametrize("simultaneous", ["mover", "draw"])
def test_making_a_move_is_as_setting_up_the_position_after_it(simultaneous: str) -> None:
    game = galo.game("lines_of_action", simultaneous=simultaneous)
    workspace, twin = new_workspace(TABLES, 2, 0, False), new_workspace(TABLES, 2, 0, False)
    for positions in random_games(sample(3, 12), seed=4):
        for position in positions[:-1]:
            before = fresh(workspace, position)
            workspace.frames[0, COUNT] = board.generate_moves(workspace, 0)
            codes = workspace.moves[0, : workspace.frames[0, COUNT]].tolist()
            if codes:
                assert sorted(codes) == sorted(move.code for move in position.legal_moves)
            for move in position.legal_moves:
                ends = board.make_move(game.rules, workspace, 0, move.code)
                after = position.play(move)
                assert written(workspace, 1) == fresh(twin, after)
                ending = rules.ending(game.rules, after.state._replace(times=1))
                winner = {board.WON: position.state.mover, board.LOST: 1 - position.state.mover}
                if ending.reason in (rules.CONNECTED, rules.BOTH_CONNECTED):
                    assert ends != board.GOES_ON
                    assert winner.get(ends, -1) == ending.winner
                else:
                    assert ends == board.GOES_ON
                board.unmake_move(workspace, 0, move.code)
            assert written(workspace, 0) == before


def test_a_move_that_connects_is_seen_exactly_where_there_is_one() -> None:
    seen = 0
    for positions in random_games(12, seed=5):
        for position in positions[-12:-1]:
            own, enemy = rules.sides(position.state)
            wins = any(
                rules.is_connected(
                    rules.sides(rules.play(GAME.rules, position.state, move.code))[1]
                )
                for move in position.legal_moves
                if move.code != rules.PASS
            )
            assert board.can_connect(own, enemy) == wins
            seen += wins
    assert seen > 5
