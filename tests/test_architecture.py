"""The order of the layers is enforced, and the version is told once."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import galo
from support.commands import ROOT

LINTER = Path(sys.executable).with_name("lint-imports")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the package, with the project's contracts beside it."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "galo", tmp_path / "galo", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(copy: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [LINTER, "--no-cache"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
    )


def test_package_keeps_its_contracts(copy: Path) -> None:
    finished = lint(copy)
    assert finished.returncode == 0, finished.stdout
    assert " 0 broken" in finished.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract", "culprit"),
    [
        (
            "games/game.py",
            "import galo.arena.match",
            "layers point one way",
            "galo.games.game -> galo.arena.match",
        ),
        (
            "players/simple.py",
            "from galo import texts",
            "layers point one way",
            "galo.players.simple -> galo.texts",
        ),
        (
            "arena/match.py",
            "import galo.cli",
            "layers point one way",
            "galo.arena.match -> galo.cli",
        ),
        (
            "games/rules/connect_four.py",
            "from galo.games.game import Move",
            "rules know only the jit",
            "galo.games.rules.connect_four -> galo.games.game",
        ),
        (
            "games/game.py",
            "import numba",
            "numba is imported by galo.jit and arena/cuda.py alone",
            "galo.games.game -> numba",
        ),
    ],
)
def test_import_against_a_contract_is_found(
    copy: Path, file: str, line: str, contract: str, culprit: str
) -> None:
    source = copy / "galo" / file
    source.write_text(f"{source.read_text()}\n{line}\n")
    finished = lint(copy)
    assert finished.returncode == 1
    assert re.search(rf"{contract}.* BROKEN", finished.stdout)
    assert culprit in finished.stdout


def test_version_is_the_newest_in_the_changelog_and_the_installed_one() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text()
    newest = re.search(r"^## (\d\S*)", changes, re.MULTILINE)  # below what is unreleased
    assert newest is not None
    assert galo.__version__ == newest[1] == version("galo")
