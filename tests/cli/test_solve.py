"""`galo solve`: scores for people and for scripts, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from support.commands import InProcess, Refusal

FULL = "413343241175423173751556345146577766662222"  # a draw
LINES = "274552224131661 0\n5455174361263362 -1\n2531276566711153 2\n"


@pytest.fixture
def batch(tmp_path: Path) -> Path:
    path = tmp_path / "positions"
    path.write_text(LINES)
    return path


def solve(in_process: InProcess, *arguments: str) -> dict[str, Any]:
    finished = in_process("solve", "connect_four", *arguments, "--json")
    assert finished.returncode == 0, finished.stderr
    found: dict[str, Any] = json.loads(finished.stdout)
    return found


def test_first_position_is_solved_from_the_book(in_process: InProcess) -> None:
    found = solve(in_process)
    assert list(found) == ["moves", "score", "columns", "best", "nodes", "seconds"]
    assert (found["moves"], found["score"], found["best"], found["nodes"]) == ("", 1, 4, 0)
    assert found["columns"] == [-2, -1, 0, 1, 0, -1, -2]


def test_board_and_scores_are_drawn(in_process: InProcess) -> None:
    drawn = in_process("solve", "connect_four", "444444")
    assert drawn.stdout.splitlines()[:8] == [
        "   ·   ·   ·   ○   ·   ·   ·",
        "   ·   ·   ·   ●   ·   ·   ·",
        "   ·   ·   ·   ○   ·   ·   ·",
        "   ·   ·   ·   ●   ·   ·   ·",
        "   ·   ·   ·   ○   ·   ·   ·",
        "   ·   ·   ·   ●   ·   ·   ·",
        "   1   2   3   4   5   6   7",
        "  -1   0  +1      +1   0  -1",
    ]
    assert "● to move: ● wins with its stone number 21; best: 3 5 (0 nodes" in drawn.stdout


def test_full_column_has_no_score_and_a_win_at_once_the_highest(in_process: InProcess) -> None:
    assert solve(in_process, "444444")["columns"][3] is None
    assert solve(in_process, "121212")["columns"][0] == 18


def test_time_that_runs_out_leaves_bounds(in_process: InProcess) -> None:
    found = solve(in_process, "44444432", "--seconds", "0.000001")
    assert found["score"] is None
    assert all(low < high for low, high in filter(None, found["column_bounds"]))


def test_batch_is_checked_with_an_empty_table_for_each(in_process: InProcess, batch: Path) -> None:
    found = solve(in_process, "--batch", str(batch))
    assert list(found)[:5] == ["positions", "correct", "mean_nodes", "mean_seconds", "seconds"]
    assert (found["positions"], found["correct"]) == (3, 3)
    assert found["solved"] == found["wrong"] == []
    batch.write_text(LINES * 2)
    assert solve(in_process, "--batch", str(batch))["mean_nodes"] == found["mean_nodes"]


def test_batch_without_book_searches(in_process: InProcess, tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_text("44444456 1\n")
    with_book = solve(in_process, "--batch", str(path))
    without = solve(in_process, "--batch", str(path), "--no-book")
    assert with_book["mean_nodes"] == 0
    assert without["mean_nodes"] > 0
    assert with_book["correct"] == without["correct"]


def test_batch_with_a_wrong_score_names_it_and_ends_with_code_1(
    in_process: InProcess, batch: Path
) -> None:
    batch.write_text(LINES.replace(" 2\n", " 3\n"))
    told = in_process("solve", "connect_four", "--batch", str(batch))
    assert told.stdout.startswith("2531276566711153: 2, not 3\n2 of 3 correct, ")
    assert told.stderr == "galo: 1 of 3 scores is wrong\n"
    assert told.returncode == 1
    told = in_process("solve", "connect_four", "--batch", str(batch), "--json")
    assert told.returncode == 1
    assert json.loads(told.stdout)["wrong"] == [
        {"moves": "2531276566711153", "score": 2, "expected": 3}
    ]


def test_lines_without_a_score_are_solved_also_from_standard_input(in_process: InProcess) -> None:
    command = ("solve", "connect_four", "--batch", "-")
    told = in_process(*command, typed="444444\n\n121212 18\n")
    assert told.returncode == 0
    first, last = told.stdout.splitlines()
    assert first == "444444 1"
    assert last.startswith("1 of 1 correct, 1 solved, ")
    assert in_process(*command, "--quiet", typed="444444\n").stdout == "444444 1\n"
    found = json.loads(in_process(*command, "--json", typed="444444\n121212 18\n").stdout)
    assert (found["positions"], found["correct"]) == (2, 1)
    assert found["solved"] == [{"moves": "444444", "score": 1}]


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("4x", "'x' is not a column from 1 to 7 at ply 2"),
        ("8", "'8' is not a column from 1 to 7 at ply 1"),
        ("1111111", "column 1 is full at ply 7"),
        ("1212121", "the game is over after '1212121', at ply 7: nothing to solve"),
        ("12121213", "the game is already over at ply 8"),
        (FULL + "1", "the game is already over at ply 43"),
        (FULL, "at ply 42: nothing to solve"),
    ],
)
def test_impossible_moves_are_refused_with_their_ply(
    refusal: Refusal, moves: str, told: str
) -> None:
    assert told in refusal("solve", "connect_four", moves)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "is empty; write moves and score"),
        ("4453 3 4\n", "line 1 of "),
        ("4453 3\n4453 x\n", "line 2 of "),
        ("99 1\n", "is not a column from 1 to 7 at ply 1"),
    ],
)
def test_batch_that_cannot_be_read_is_refused(
    refusal: Refusal, tmp_path: Path, content: str, told: str
) -> None:
    path = tmp_path / "bad"
    path.write_text(content)
    assert told in refusal("solve", "connect_four", "--batch", str(path))


def test_other_mistakes_are_refused(refusal: Refusal, batch: Path) -> None:
    assert "only connect_four is solved, not 'chess'" in refusal("solve", "chess")
    assert "cannot read" in refusal("solve", "connect_four", "--batch", "/nowhere/at/all")
    both = refusal("solve", "connect_four", "44", "--batch", str(batch))
    assert "give moves or --batch, not both" in both
    assert "table of 0 MB" in refusal("solve", "connect_four", "44", "--memory", "0")
    assert "seconds -1 is not" in refusal("solve", "connect_four", "44", "--seconds", "-1")
