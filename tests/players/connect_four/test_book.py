"""The opening book: what it holds, how it is kept, and how it is built in pieces."""

import gzip
import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import galo
from galo.errors import ConfigError
from galo.games.rules.connect_four import State
from galo.players.budget import Budget, endless
from galo.players.connect_four import book as book_module
from galo.players.connect_four.analysis import BookSolver
from galo.players.connect_four.book import MAGIC, NAME, Book, BookError, shipped_book
from galo.players.connect_four.book_building import Build, Share, read_work
from galo.players.connect_four.openings import openings, state_of
from galo.players.connect_four.solver import Solver
from galo.players.connect_four.transposition_table import TranspositionTable
from support.commands import Galo, Refusal

GAME = galo.game("connect_four")
FILE = Path(book_module.__file__).with_name(NAME)
POSITIONS = 129_498  # of up to eight stones, one of each mirror pair
SHARE = Share(5000, 11_412)  # one task of all there are
SIGNS = {"win": 1, "draw": 0, "loss": -1}


@pytest.fixture
def build(tmp_path: Path) -> Build:
    return Build(tmp_path / "work", 8, SHARE)


def test_first_moves_have_the_published_scores() -> None:
    scores = [shipped_book().score(GAME.from_text(str(column)).state) for column in range(1, 8)]
    assert scores == [2, 1, 0, -1, 0, 1, 2]  # for the side that answers
    assert shipped_book().score(GAME.start().state) == 1


def test_every_position_of_up_to_eight_stones_is_in_it() -> None:
    book = shipped_book()
    assert (book.plies, len(book)) == (8, POSITIONS)
    for level in openings(8):
        states = [state_of(number) for number in level[:: 1 + len(level) // 200].tolist()]
        assert all(book.score(state) is not None for state in states)


def test_longer_games_and_finished_ones_are_not_in_it() -> None:
    assert shipped_book().score(GAME.from_text("444444333").state) is None
    assert shipped_book().score(GAME.from_text("1212121").state) is None


def test_mirror_image_has_the_same_score() -> None:
    for columns in ("1", "2233", "4435", "11223356"):
        mirror = "".join(str(8 - int(column)) for column in columns)
        scores = [shipped_book().score(GAME.from_text(text).state) for text in (columns, mirror)]
        assert scores[0] == scores[1]


def test_public_database_agrees_in_every_row(reference: Path) -> None:
    book, counts = shipped_book(), dict.fromkeys(SIGNS, 0)
    with gzip.open(reference / "connect_four" / "connect-4.data.gz", "rt") as rows:
        for row in rows:
            *cells, result = row.strip().split(",")
            stones = [number // 6 * 7 + number % 6 for number, c in enumerate(cells) if c != "b"]
            mine = [number // 6 * 7 + number % 6 for number, c in enumerate(cells) if c == "x"]
            state = State(sum(1 << bit for bit in mine), sum(1 << bit for bit in stones), 8)
            score = book.score(state)
            assert score is not None
            assert np.sign(score) == SIGNS[result]
            counts[result] += 1
    assert counts == {"win": 44_473, "draw": 6_449, "loss": 16_635}


def test_solver_finds_the_scores_of_the_book() -> None:
    solver, level = Solver(TranspositionTable(8)), openings(8)[-1]
    for number in level[:: len(level) // 8].tolist():
        solver.clear()
        state = state_of(number)
        assert solver.score(state) == shipped_book().score(state)


def test_file_is_read_back() -> None:
    content = FILE.read_bytes()
    assert Book.from_bytes(content).to_bytes() == content


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content + b"x",
        lambda content: content[:-9] + bytes([content[-9] ^ 1]) + content[-8:],
        lambda content: MAGIC + bytes(32) + content[len(MAGIC) + 32 :],
        lambda content: b"another file",
    ],
)
def test_damaged_book_is_told_from_a_whole_one(damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(BookError, match="the opening book is damaged: its checksum does not hold"):
        Book.from_bytes(damage(FILE.read_bytes()))


@pytest.mark.parametrize(
    ("content", "warning"),
    [(None, "there is no opening book"), (b"galo", "the opening book is damaged")],
)
def test_solver_plays_on_without_a_book(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    content: bytes | None,
    warning: str,
) -> None:
    if content is not None:
        (tmp_path / NAME).write_bytes(content)
    monkeypatch.setattr(book_module, "files", lambda package: tmp_path)
    with caplog.at_level(logging.WARNING):
        empty = shipped_book.__wrapped__()
    assert warning in caplog.text
    assert "the solver plays without it" in caplog.text
    assert (len(empty), empty.score(GAME.start().state)) == (0, None)
    state = GAME.from_text("274552224131661").state
    *_, last = BookSolver(Solver(TranspositionTable(1)), empty).analyses(state, endless())
    assert last.score == (0, 0)


def test_scores_before_the_last_ply_follow_from_their_children(tmp_path: Path) -> None:
    build = Build(tmp_path, 8, Share())
    build.solved = {
        number: score
        for number in build.levels[-1].tolist()
        if (score := shipped_book().score(state_of(number))) is not None
    }
    whole = build.book()
    assert whole is not None
    assert whole.to_bytes() == FILE.read_bytes()
    build.solved.popitem()
    assert build.book() is None


def test_piece_stops_resumes_and_gives_the_scores_of_the_book(build: Build) -> None:
    first = sum(build.run(1, 8, Budget(galo.Limit(nodes=200_000))))
    again = Build(build.directory, 8, SHARE)
    assert again.left == build.left == 8 - first
    assert sum(again.run(2, 8, endless())) == 8 - first
    assert again.left == 0
    assert Build(build.directory, 8, SHARE).tasks == []
    for number, score in read_work(build.directory).items():
        assert shipped_book().score(state_of(number)) == score


def test_line_cut_off_is_solved_again_and_pieces_are_merged(build: Build) -> None:
    build.directory.mkdir()
    one, two, three, *rest = build.tasks[0]
    build.path.write_text(f"{one:x} 3\n{three:x} -1")  # it was going to be -10
    (build.directory / "piece-1-of-2.txt").write_text(f"{two:x} -2\n")
    assert read_work(build.directory) == {one: 3, two: -2}
    again = Build(build.directory, 8, SHARE)
    assert again.tasks[0] == [three, *rest]
    assert sum(again.run(1, 8, endless())) == 6
    assert read_work(build.directory).keys() == set(build.tasks[0])


def test_piece_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "piece-1-of-1.txt").write_text("nonsense\n")
    with pytest.raises(ConfigError, match="piece-1-of-1.txt' is damaged: 'nonsense'"):
        read_work(tmp_path)


def test_shares_are_all_of_the_work_and_do_not_overlap() -> None:
    numbers = openings(5)[-1]
    parts = [Share(index, 7).tasks(numbers) for index in range(1, 8)]
    given = [number for tasks in parts for task in tasks for number in task]
    assert sorted(given) == numbers.tolist()


@pytest.mark.parametrize("text", ["", "3", "0/4", "5/4", "a/b", "1/0", "-1/4", "1/4/4"])
def test_share_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="is not one such as 3/16"):
        Share.parse(text)


def test_build_command_tells_how_much_is_left(galo: Galo, tmp_path: Path) -> None:
    command = ("book", "build", "connect_four", "--work", str(tmp_path / "work"), "--memory", "8")
    finished = galo(*command, "--out", str(tmp_path / "b.bin"), "--slice", "5000/11412", "--json")
    assert finished.returncode == 0, finished.stderr
    assert '"left": 91287' in finished.stdout
    assert not (tmp_path / "b.bin").exists()


def test_build_command_refuses_what_cannot_be(refusal: Refusal) -> None:
    assert "only connect_four is solved, not 'dominoes4'" in refusal("book", "build", "dominoes4")
    assert "slice '7/3'" in refusal("book", "build", "connect_four", "--slice", "7/3")
    assert "plies 43 is not" in refusal("book", "build", "connect_four", "--plies", "43")
    assert "jobs 0 is not" in refusal("book", "build", "connect_four", "--jobs", "0")
