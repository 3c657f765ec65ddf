"""`solve` from Python: scores, bounds, the sentence, and files of known positions."""

import inspect
from pathlib import Path

import pytest

from galo.errors import ConfigError
from galo.players.connect_four.analysis import shared_solver
from galo.players.connect_four.book import shipped_book
from galo.players.connect_four.openings import openings, state_of
from galo.players.connect_four.settings import BookSettings, SolverSettings
from galo.players.connect_four.solve import (
    BatchSummary,
    build_book,
    read_batch,
    solve,
    solve_batch,
)
from galo.players.connect_four.transposition_table import TranspositionTable
from galo.players.registry import agents_of


def test_scores_are_those_of_the_player_to_move() -> None:
    solution = solve("444444")
    assert solution.columns == (-1, 0, 1, None, 1, 0, -1)
    assert (solution.moves, solution.score, solution.nodes) == ("444444", 1, 0)
    assert solution.best in (3, 5)
    assert solution.seconds >= 0
    assert list(solution.to_json()) == ["moves", "score", "columns", "best", "nodes", "seconds"]
    assert "● wins with its stone number 21; best: 3 5" in solution.verdict()


def test_sentence_names_a_draw_and_a_winner_that_is_not_to_move() -> None:
    assert solve("274552224131661").verdict().startswith("○ to move: a draw; best: ")
    lost = solve("5455174361263362")
    assert lost.score == -1
    assert lost.verdict().startswith("● to move: ○ wins with its stone number 21; best: ")


def test_without_book_it_searches_to_the_same_scores() -> None:
    moves = "2745522241316"
    with_book, without = solve(moves), solve(moves, book=False, memory=8)
    assert with_book.columns == without.columns
    assert without.nodes > 0


def test_time_that_runs_out_leaves_bounds() -> None:
    solution = solve("44444432", book=False, seconds=1e-6)
    assert solution.score is None
    assert all(one.lower < one.upper for one in solution.bounds if one is not None)
    assert solution.to_json()["column_bounds"] == solution.bounds
    assert "the score is from " in solution.verdict()


def test_batch_is_an_iterator_of_checked_scores(tmp_path: Path) -> None:
    path = tmp_path / "positions"
    path.write_text("274552224131661 0\n5455174361263362 3\n")
    right, wrong = solve_batch(read_batch(path), book=False, memory=8)
    assert (right.moves, right.score, right.is_wrong) == ("274552224131661", 0, False)
    assert (wrong.score, wrong.expected, wrong.is_wrong) == (-1, 3, True)
    summary = BatchSummary.of([right, wrong])
    assert (summary.positions, summary.correct) == (2, 1)
    assert summary.mean_nodes == (right.nodes + wrong.nodes) / 2


def test_interrupted_book_keeps_what_is_solved(tmp_path: Path) -> None:
    out, settings = tmp_path / "book.bin", BookSettings(share="5000/11412", jobs=1, memory=8)
    seen: list[tuple[int, int]] = []

    def interrupt(solved: int, total: int) -> None:
        seen.append((solved, total))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_book(out, settings, progress=interrupt)
    state = build_book(out, settings, progress=interrupt)  # nothing is left of this share
    assert seen == [(8, 8)]
    assert (state.left, state.positions) == (91287, None)
    assert not out.exists()


def test_complete_book_is_written(tmp_path: Path) -> None:
    book, work, out = shipped_book(), tmp_path / "work", tmp_path / "book.bin"
    work.mkdir()
    scores = ((number, book.score(state_of(number))) for number in openings(8)[-1].tolist())
    lines = (f"{number:x} {score}\n" for number, score in scores)
    (work / "piece-1-of-1.txt").write_text("".join(lines))
    state = build_book(out, BookSettings(memory=8), work)
    assert (state.left, state.positions) == (0, len(book))
    assert out.read_bytes() == book.to_bytes()


def test_every_solver_has_the_memory_of_the_settings() -> None:
    memory = inspect.signature(shared_solver).parameters["megabytes"].default
    perfect = next(agent for agent in agents_of("connect_four") if agent.name == "perfect")
    assert memory == perfect.options[0].default == SolverSettings.memory
    assert TranspositionTable().bits == TranspositionTable(SolverSettings.memory).bits


def test_book_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(ConfigError, match="plies 13 is not a number of stones from 0 to 12"):
        BookSettings(plies=13)
