"""`galo solve`: scores for people and for scripts, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from support.commands import Galo, Refusal

FULL = "413343241175423173751556345146577766662222"  # a draw
LINES = "274552224131661 0\n5455174361263362 -1\n2531276566711153 2\n"


@pytest.fixture
def batch(tmp_path: Path) -> Path:
    path = tmp_path / "positions"
    path.write_text(LINES)
    return path


def solve(galo: Galo, *arguments: str) -> dict[str, Any]:
    finished = galo("solve", "connect_four", *arguments, "--json")
    assert finished.returncode == 0, finished.stderr
    found: dict[str, Any] = json.loads(finished.stdout)
    return found


def test_first_position_is_solved_from_the_book(galo: Galo) -> None:
    found = solve(galo)
    assert list(found) == ["moves", "score", "columns", "best", "nodes", "seconds"]
    assert (found["moves"], found["score"], found["best"], found["nodes"]) == ("", 1, 4, 0)
    assert found["columns"] == [-2, -1, 0, 1, 0, -1, -2]


def test_board_and_scores_are_drawn(galo: Galo) -> None:
    drawn = galo("solve", "connect_four", "444444")
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


def test_full_column_has_no_score_and_a_win_at_once_the_highest(galo: Galo) -> None:
    assert solve(galo, "444444")["columns"][3] is None
    assert solve(galo, "121212")["columns"][0] == 18


def test_time_that_runs_out_leaves_bounds(galo: Galo) -> None:
    found = solve(galo, "44444432", "--seconds", "0.000001")
    assert found["score"] is None
    assert all(low < high for low, high in filter(None, found["bounds"]))


def test_batch_is_checked_with_an_empty_table_for_each(galo: Galo, batch: Path) -> None:
    found = solve(galo, "--batch", str(batch))
    assert list(found) == ["positions", "correct", "mean_nodes", "mean_seconds", "seconds"]
    assert (found["positions"], found["correct"]) == (3, 3)
    batch.write_text(LINES * 2)
    assert solve(galo, "--batch", str(batch))["mean_nodes"] == found["mean_nodes"]


def test_batch_without_book_searches(galo: Galo, tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_text("44444456 2\n")
    with_book = solve(galo, "--batch", str(path))
    without = solve(galo, "--batch", str(path), "--no-book")
    assert with_book["mean_nodes"] == 0
    assert without["mean_nodes"] > 0
    assert with_book["correct"] == without["correct"]


def test_batch_names_the_wrong_lines(galo: Galo, batch: Path) -> None:
    batch.write_text(LINES.replace(" 2\n", " 3\n"))
    told = galo("solve", "connect_four", "--batch", str(batch))
    assert told.stdout.startswith("2531276566711153: 2, not 3\n2 of 3 correct, ")


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
        ("4453\n", "line 1 of "),
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
