"""`galo review`: a file of games or a table of the site, in words and in both languages."""

import asyncio
import json
from pathlib import Path

import pytest

import galo
from galo.arena.records import write_records
from galo.web.store import Store
from support.commands import InProcess, Refusal


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return a file of two games of Connect Four, the first with mistakes."""
    path = tmp_path / "games.jsonl"
    seats = ["random", "minimax:depth=4"]
    write_records(path, [galo.play("connect_four", seats, seed=seed) for seed in (2, 3)])
    return path


def test_review_names_seats_sums_and_mistakes(in_process: InProcess, games: Path) -> None:
    said = in_process("review", str(games), "--game", "1", "--lang", "en")
    assert said.returncode == 0
    assert said.stdout.startswith("Game 1: Connect Four, random × minimax:depth=4")
    assert "chance to win 100 % at the start, skill −100, not foreseen 0: 0 % at the end" in (
        said.stdout
    )
    assert "● first (random): accuracy" in said.stdout
    assert "blunder, −100.0 %; better" in said.stdout
    assert "█" in said.stdout
    assert "Game 2" not in said.stdout


def test_review_speaks_portuguese(in_process: InProcess, games: Path) -> None:
    said = in_process("review", str(games), "--game", "1", "--lang", "pt")
    assert "chance de vencer 100 % no começo" in said.stdout
    assert "erro grave, −100.0 %; melhor" in said.stdout


def test_json_says_the_same_for_every_game(in_process: InProcess, games: Path) -> None:
    found = json.loads(in_process("review", str(games), "--json").stdout)["games"]
    assert len(found) == 2
    assert found[0]["seats"] == ["random", "minimax:depth=4"]
    for game in found:
        for side in (0, 1):
            assert (
                game["start"][side] + game["skill"][side] + game["luck"][side]
                == (game["result"][side])
            )
    assert "blunder" in [move["mark"] for move in found[0]["moves"]]


def test_table_of_the_site_is_reviewed_by_its_name(
    in_process: InProcess, games: Path, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    store = Store(url)
    asyncio.run(store.add_result("a1B2-c3_D4", games.read_text().splitlines()[0]))
    store.close()
    said = in_process("review", "a1B2-c3_D4", "--database", url, "--lang", "en")
    assert said.stdout.startswith("Game 1: Connect Four, random × minimax:depth=4")
    refused = in_process("review", "unknown", "--database", url, "--lang", "en")
    assert refused.returncode == 2
    assert "'unknown' is no file, and no table with a finished game in" in refused.stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("review FILE --game 3", "has games 1 to 2, not 3"),
        ("review FILE --seconds 0", "seconds 0 is not above 0"),
        ("review missing.jsonl", "cannot read 'missing.jsonl': No such file or directory"),
    ],
)
def test_bad_input_is_one_sentence(refusal: Refusal, games: Path, words: str, problem: str) -> None:
    arguments = [str(games) if word == "FILE" else word for word in words.split()]
    assert problem in refusal(*arguments)
