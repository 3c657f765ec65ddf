"""`galo puzzles`: made into a file, solved by a person and by agents."""

from pathlib import Path

import pytest

from galo.puzzles.library import shipped_puzzles
from galo.puzzles.puzzle import Puzzle
from galo.puzzles.solving import in_order
from support.commands import InProcess, Refusal

EASY: Puzzle = in_order(shipped_puzzles("connect_four"), 0)[0]


def test_person_solves_puzzles_in_both_languages(in_process: InProcess) -> None:
    wrong = EASY.proof.values[-1].move
    best = EASY.proof.solution[0]
    typed = f"what\n{best}\n"
    said = in_process("puzzles", "solve", "connect_four", "--number", "1", typed=typed)
    assert said.returncode == 0
    assert "'what' is not a move" in said.stdout
    assert f"Right: {best}." in said.stdout
    assert "Proof: the exact scores of all columns." in said.stdout
    assert "1 of 1 solved." in said.stdout
    said = in_process("puzzles", "solve", "connect_four", "--lang", "pt", typed=f"{wrong}\nsair\n")
    assert f"Não é o melhor. Solução: {best}." in said.stdout
    assert "0 de 1 resolvidos." in said.stdout


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2", "lines_of_action"])
def test_every_game_is_shown_and_explained(in_process: InProcess, game: str) -> None:
    puzzle = in_order(shipped_puzzles(game), 0)[0]
    typed = f"{puzzle.proof.solution[0]}\nquit\n"
    said = in_process("puzzles", "solve", game, "--lang", "en", typed=typed)
    assert "Right: " in said.stdout
    assert "Themes: " in said.stdout
    hidden = puzzle.position.hands or ()
    before = said.stdout.partition("Right: ")[0]
    for seat, hand in enumerate(hidden):
        if seat != puzzle.position.mover:
            assert "  ".join(hand) not in before


def test_agent_solves_puzzles_of_a_theme(in_process: InProcess) -> None:
    words = "solve connect_four --theme double_threat --agent perfect --number 4 --jobs 1"
    said = in_process("puzzles", *words.split())
    assert "perfect solved 4 of 4 puzzles: 100.0 % [51.0, 100.0]" in said.stdout


def test_puzzles_are_made_and_solved_from_their_file(in_process: InProcess, tmp_path: Path) -> None:
    path = str(tmp_path / "own.jsonl")
    made = in_process(
        *f"puzzles make connect_four --number 1 --jobs 1 --seed 5 --quiet --out {path}".split()
    )
    assert made.stdout == f"1 puzzles in {path}.\n"
    solved = in_process(
        *f"puzzles solve connect_four --file {path} --agent perfect --jobs 1 --quiet".split()
    )
    assert "perfect solved 1 of 1 puzzles" in solved.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("make connect_four --number 0", "0 puzzles: there must be one or more"),
        ("solve connect_four --json", "name one with --agent"),
        ("solve connect_four --theme luck", "no puzzle has the theme 'luck'"),
        ("solve dominoes2:players=4", "galo has no puzzles of dominoes2:players=4"),
        ("solve connect_four --file nowhere", "cannot read 'nowhere'"),
    ],
)
def test_bad_wishes_are_refused(refusal: Refusal, words: str, sentence: str) -> None:
    assert sentence in refusal("puzzles", *words.split())
