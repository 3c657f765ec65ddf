"""`galo results`: how people fared against the agents of a site."""

import csv
import io
import json
from pathlib import Path

import pytest

from support.commands import InProcess, Refusal
from support.results import fill_database


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a database with finished games."""
    url = f"sqlite:///{tmp_path_factory.mktemp('results') / 'tables.db'}"
    fill_database(url)
    return url


def test_table_for_spreadsheets_has_the_groups_of_figure_28(
    in_process: InProcess, database: str
) -> None:
    said = in_process("results", "--csv", "--database", database)
    rows = list(csv.DictReader(io.StringIO(said.stdout)))
    pairs = [row for row in rows if row["game"] == "dominoes4"]
    plain = {row["people"]: row for row in pairs if row["assisted"] == "False"}
    assert plain.keys() == {"beginner", "casual", "experienced", "mixed", "unsaid"}
    for people, games, published in (
        ("beginner", "50", "0.78"),
        ("casual", "100", "0.63"),
        ("experienced", "75", "0.32"),
    ):
        row = plain[people]
        assert (row["games"], row["published"], row["agents_score"]) == (
            games,
            published,
            published,
        )
        assert float(row["agents_low"]) < float(published) < float(row["agents_high"])
    assert [row["games"] for row in rows if row["assisted"] == "True"] == ["1"]


def test_json_says_the_same(in_process: InProcess, database: str) -> None:
    found = json.loads(in_process("results", "--json", "--database", database).stdout)
    [connect_four] = [group for group in found["groups"] if group["game"] == "connect_four"]
    assert (connect_four["games"], connect_four["drawn"], connect_four["score"]) == (3, 1, 0.5)
    assert connect_four["low"] < 0.5 < connect_four["high"]
    total = sum(group["games"] for group in found["groups"])
    assert total == sum(group["games"] for group in found["by_experience"]) == 231


@pytest.mark.parametrize("columns", ["40", "200"])
def test_people_read_the_agents_score_with_its_interval(
    in_process: InProcess, database: str, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = in_process("results", "--database", database).stdout.splitlines()
    assert max(map(len, lines)) <= int(columns)
    text = " ".join(lines)
    for word in ("32.0 %", "[22.5, 43.2]", "32 %", "experienced players", "with help", "s1"):
        assert word in text


def test_no_game_yet_is_said(in_process: InProcess, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    url = f"sqlite:///{tmp_path / 'empty.db'}"
    assert "No finished game" in in_process("results", "--database", url).stdout


def test_database_that_is_not_there_is_not_created(refusal: Refusal, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'nowhere.db'}"
    assert "there is no database" in refusal("results", "--database", url)
    assert not (tmp_path / "nowhere.db").exists()


def test_two_formats_at_once_are_refused(refusal: Refusal, database: str) -> None:
    assert "--csv and --json" in refusal("results", "--csv", "--json", "--database", database)
