"""Lines of Action against perft, its naive twin, OpenSpiel and published games."""

import random
import re
from pathlib import Path
from typing import TypedDict, Unpack

import numpy as np
import pyspiel
import pytest

import galo
from galo.errors import ConfigError, IllegalMoveError, NotationError
from galo.games.game import Position
from galo.games.rules import lines_of_action as rules
from support import naive
from support.positions import outcome_of
from support.samples import sample

GAME = galo.game("lines_of_action")
OPENSPIEL = galo.game(
    "lines_of_action", no_move="loss", repetition=2, repetition_counts="board", max_plies=1000
)


class LinesOfActionOptions(TypedDict, total=False):
    """The options that the game and its twin both know."""

    first: str
    simultaneous: str
    no_move: str
    repetition: int | None
    repetition_counts: str
    max_plies: int | None


def texts(position: Position) -> list[str]:
    return sorted(str(move) for move in position.legal_moves)


def test_perft_counts_every_path() -> None:
    assert GAME.start().perft(5) == [36, 1244, 44952, 1563208, 55963132]


def test_perft_sees_repetitions() -> None:
    # After two plies the sides can only bring the start back in two: four plies in all.
    start, returns = GAME.start(), 0
    for first in start.legal_moves:
        for second in start.play(first).legal_moves:
            back = [text[3:] + "-" + text[:2] for text in (str(first), str(second))]
            position = start.play(first).play(second)
            if "x" not in f"{first}{second}" and back[0] in texts(position):
                position = position.play(position.parse_move(back[0]))
                returns += back[1] in texts(position)
    assert returns > 0
    endless, ended = start.perft(5), galo.game("lines_of_action:repetition=2").start().perft(5)
    assert ended[:4] == endless[:4]
    assert ended[4] == endless[4] - 36 * returns


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"first": "white"},
        {"simultaneous": "draw"},
        {"no_move": "loss"},
        {"repetition": 2},
        {"repetition": 2, "repetition_counts": "board"},
        {"repetition": None, "max_plies": 60},
    ],
    ids=str,
)
def test_naive_twin_agrees_on_random_games(options: LinesOfActionOptions) -> None:
    game, rng = galo.game("lines_of_action", **options), random.Random(str(options))
    for _ in range(sample(3, 50)):
        position, twin = game.start(), naive.LinesOfAction(**options)
        while not twin.is_over:
            assert texts(position) == twin.legal_moves()
            assert position.mover == twin.mover
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            twin.play(str(move))
        assert position.outcome is not None
        assert (position.outcome.winner, position.outcome.reason) == (twin.winner, twin.reason)


def twin_at(
    text: str, **options: Unpack[LinesOfActionOptions]
) -> tuple[Position, naive.LinesOfAction]:
    """Return the position *text* and its twin."""
    position = galo.game("lines_of_action", **options).from_text(text)
    twin = naive.LinesOfAction(**options)
    rows = [re.sub(r"\d", lambda d: "." * int(d[0]), row) for row in text.split()[0].split("/")]
    twin.board = {
        (file, 7 - row): "bw".index(piece)
        for row, pieces in enumerate(rows)
        for file, piece in enumerate(pieces)
        if piece != "."
    }
    twin.mover = "bw".index(text.split()[1])
    twin.occurrences = {twin._position(twin.mover): 1}
    return position, twin


@pytest.mark.parametrize("simultaneous", ["mover", "draw"])
@pytest.mark.parametrize("no_move", ["pass", "loss"])
def test_naive_twin_agrees_from_few_pieces(simultaneous: str, no_move: str) -> None:
    # Random endgames reach what games from the start hardly do: both connected by one move.
    rng = random.Random(simultaneous + no_move)
    reasons = set()
    for _ in range(sample(60, 400)):
        squares = rng.sample(range(64), rng.choice([4, 5, 6]))
        board = ["."] * 64
        for k, square in enumerate(squares):
            board[square] = "b" if k % 2 else "w"
        text = "/".join("".join(board[k : k + 8]) for k in range(0, 64, 8)).replace(".", "1")
        position, twin = twin_at(f"{text} b 0", simultaneous=simultaneous, no_move=no_move)
        while not position.is_over:
            assert texts(position) == twin.legal_moves()
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            twin.play(str(move))
            outcome = position.outcome
            seen = (outcome and outcome.winner, outcome and outcome.reason)
            assert seen == (twin.winner, twin.reason)
        reasons.add(outcome_of(position).reason)
    assert {"connected", "both_connected"} <= reasons


def test_openspiel_agrees_on_random_games() -> None:
    game, rng = pyspiel.load_game("lines_of_action"), random.Random(3)
    reasons = set()
    for _ in range(sample(60, 2000)):
        position, peer = OPENSPIEL.start(), game.new_initial_state()
        while not peer.is_terminal():
            names = {peer.action_to_string(action): action for action in peer.legal_actions()}
            assert texts(position) == sorted(names)
            assert position.mover == peer.current_player()
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            peer.apply_action(names[str(move)])
        assert position.outcome is not None
        assert position.outcome.winner == {1.0: 0, -1.0: 1, 0.0: None}[peer.returns()[0]]
        reasons.add(position.outcome.reason)
    assert {"connected", "repetition"} <= reasons


def published_games(reference: Path) -> dict[str, list[str]]:
    files = sorted((reference / "lines_of_action" / "games").glob("*.txt"))
    return {file.stem: re.findall(r"[a-h][1-8][-x][a-h][1-8]", file.read_text()) for file in files}


def test_published_games_are_legal_and_end_with_their_last_move(reference: Path) -> None:
    games = published_games(reference)
    assert len(games) == 16
    ended = 0
    for name, moves in games.items():
        position = GAME.start()
        for text in moves:
            assert not position.is_over, name
            move = position.parse_move(text)
            assert str(move) == text, name
            position = position.play(move)
        assert position.is_over != name.endswith("incomplete"), name
        ended += position.is_over
    assert ended == 15


def test_openspiel_transcript_lists_the_same_moves(reference: Path) -> None:
    transcript = (reference / "lines_of_action" / "openspiel_playthrough.txt").read_text()
    position, states = OPENSPIEL.start(), 0
    for line in transcript.splitlines():
        if line.startswith("StringLegalActions()"):
            assert texts(position) == sorted(re.findall(r'"(.+?)"', line))
            states += 1
        elif line.startswith('# Apply action "'):
            position = position.play(position.parse_move(re.findall(r'"(.+)"', line)[0]))
    assert states > 20
    assert position.is_over


def test_a_capture_that_connects_the_other_side_loses() -> None:
    position = GAME.from_text("3w4/8/8/8/8/8/5b1w/1w5b w 1")
    outcome = position.play(position.parse_move("h2xf2")).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "connected")


# Both white pieces sit in corners behind three black ones that they cannot jump.
STUCK = "wb6/bb6/8/8/8/8/6bb/6bw w 1"


def test_pass_is_the_only_move_of_a_stuck_side() -> None:
    position = GAME.from_text(STUCK)
    assert texts(position) == ["pass"]
    after = position.play(position.parse_move("pass"))
    assert after.mover == 0
    assert after.to_text() == f"{STUCK} pass"
    lost = galo.game("lines_of_action", no_move="loss").from_text(STUCK)
    assert lost.outcome is not None
    assert (lost.outcome.winner, lost.outcome.reason) == (0, "no_move")


def test_third_occurrence_is_a_draw_and_the_second_with_that_option() -> None:
    there_and_back = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"]
    for repetition, rounds in ((3, 2), (2, 1)):
        position = galo.game("lines_of_action", repetition=repetition).start()
        for ply, text in enumerate(there_and_back * rounds, start=1):
            assert not position.is_over, ply
            position = position.play(position.parse_move(text))
        assert position.outcome is not None
        assert position.outcome.reason == "repetition"


def test_a_position_knows_how_often_it_has_occurred() -> None:
    position, times = GAME.start(), []
    for text in ["b1-b3", "a2-c2", "b3-b1", "c2-a2", "b1-b3"]:
        position = position.play(position.parse_move(text))
        times.append(position.state.times)
    assert times == [1, 1, 1, 2, 2]
    assert GAME.from_text(position.to_text()).state == position.state


def test_the_way_to_a_position_is_forgotten_where_repetition_does_not_count() -> None:
    # The start again after eight plies: for the third time, and for the second.
    ways = (
        "b1-b3 a2-c2 b3-b1 c2-a2 b1-b3 a2-c2 b3-b1 c2-a2",
        "b1-b3 a2-c2 g1-g3 h2-f2 b3-b1 c2-a2 g3-g1 f2-h2",
    )
    for repetition, is_same in ((None, True), (3, False)):
        game = galo.game("lines_of_action", repetition=repetition, max_plies=100)
        third, second = (game.from_text(f"{START} b 0 {way}") for way in ways)
        assert (third.state.times, second.state.times) == (3, 2)
        assert (third == second) == is_same


def test_kernel_perft_begins_without_a_history() -> None:
    paths = np.zeros(3, np.int64)
    rules.perft(GAME.rules, rules.start(GAME.rules, 0), paths)
    assert paths.tolist() == [36, 1244, 44952]


def test_notation_is_forgiving_in_dashes_and_case_only() -> None:
    position = GAME.start()
    assert {str(position.parse_move(t)) for t in ("c1xa3", "c1-a3", "C1a3", " c1 a3 ")} == {"c1xa3"}
    for text in ("c1", "c1-a9", "c1--a3", "", "4"):
        with pytest.raises(NotationError, match="is not a move of lines_of_action"):
            position.parse_move(text)
    with pytest.raises(IllegalMoveError, match=r"'c1-c2' in 1bbbbbb1/.*; legal: b1-h1, .*, …"):
        position.parse_move("c1-c2")


START = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is not a board, a side to move and a number of plies"),
        (START, "it is not a board"),
        (f"{START} x 0", "'x' after the board is not b or w"),
        (f"{START} b", "it is not a board"),
        (f"{START} b -1", "'-1' after the side to move is not a number of plies"),
        (f"{START} w 0", "after 0 plies it is not the turn of 'w'"),
        (f"{START[:-1]} b 0", "does not have eight rows of eight squares"),
        (f"{START}/8 b 0", "does not have eight rows of eight squares"),
        (START.replace("b", "q") + " b 0", "has 'q' where b, w or a digit stands"),
        ("8/8/8/8/8/8/8/7w b 0", "black has 0 pieces where 1 to 12 are possible"),
        (START.replace("6", "wwwwww") + " b 0", "white has 48 pieces"),
        (f"{START} b 0 d1-d2", "illegal move 'd1-d2'"),
    ],
)
def test_impossible_positions_are_refused(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=re.escape(problem)) as caught:
        GAME.from_text(text)
    assert repr(text) in str(caught.value)


def test_endless_games_are_refused() -> None:
    with pytest.raises(ConfigError, match="repetition=none needs max_plies"):
        galo.game("lines_of_action", repetition=None)


def test_drawing_of_the_start() -> None:
    drawing = GAME.start().drawing().splitlines()
    assert drawing[0] == "8  · ● ● ● ● ● ● ·"
    assert drawing[1] == "7  ○ · · · · · · ○"
    assert drawing[8] == "   a b c d e f g h"


def test_board_counts_pieces_and_groups_of_both_sides() -> None:
    board = GAME.start().board(None, None)
    assert (board["pieces"], board["groups"], board["connected"]) == ([12, 12], [2, 2], [])
    before = GAME.from_text("8/8/3w4/2w1w3/8/1b6/4w3/b6b w 1")
    assert before.board(None, None)["groups"] == [3, 2]
    won = before.play(before.parse_move("e2-e4")).board(None, "e2-e4")
    assert (won["pieces"], won["groups"]) == ([3, 4], [3, 1])
    assert won["connected"] == ["e4", "c5", "e5", "d6"]
    corners = GAME.from_text("w6w/8/8/8/8/8/3b4/b6b w 1").board(None, None)  # the last bit too
    assert (corners["pieces"], corners["groups"]) == ([3, 2], [3, 2])


def test_game_that_ends_without_a_group_has_none_to_show() -> None:
    position = galo.game("lines_of_action", max_plies=1).start()
    assert position.play(position.legal_moves[0]).board(None, None)["connected"] == []


def test_move_says_how_many_pieces_stand_on_its_line() -> None:
    rng, position = random.Random(5), GAME.start()
    for _ in range(20):
        twin = "".join(reversed(position.grid()))
        for move in position.legal_moves:
            details = position.move_details(move)
            (x, y), (u, v) = (
                (ord(square[0]) - ord("a"), int(square[1]) - 1)
                for square in (details["from"], details["to"])
            )
            step = ((u > x) - (u < x), (v > y) - (v < y))
            line = [(x + k * step[0], y + k * step[1]) for k in range(-7, 8)]
            on_board = [8 * b + a for a, b in line if 0 <= a < 8 and 0 <= b < 8]
            assert details["line"] == sum(twin[square] != "." for square in on_board)
        position = position.play(rng.choice(position.legal_moves))
