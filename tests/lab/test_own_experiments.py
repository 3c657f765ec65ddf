"""Experiments of one's own: found in modules and packages, run, resumed and reported."""

import logging
import sys
from pathlib import Path

import pytest

from galo.errors import ConfigError, UnknownNameError
from galo.games.plugins import PLUGINS
from galo.lab.experiment_directory import read_records
from galo.lab.experiments import NAMES, experiment, experiment_lines, experiment_names
from galo.lab.report import TEXT
from galo.players.registry import agent_names
from support.commands import InProcess, Refusal
from support.hexapawn import install_entry_points

MODULE = """
from galo.lab.report import ReportPage, ReportSection, ReportTable

ABOUT = "squares of numbers"
EXPERIMENTS = {"squares": "own_squares"}
LAST = 3

def run(experiment, size, readings):
    for number in range(LAST):
        experiment.report("squares", number, LAST)
        experiment.record(f"square {number}", lambda: {"square": 6 // (2 - number)})

def report(settings, records):
    rows = [[str(record["square"])] for record in records]
    return ReportPage("Squares", [], [ReportSection("", "", [ReportTable("All", ["of"], rows)])])
"""
FAULT = "experiment 'squares', run: ZeroDivisionError: "
LINE = "(own_squares.py:11)"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of an experiment whose third record divides by zero."""
    file = tmp_path / "own_squares.py"
    file.write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_squares", raising=False)
    monkeypatch.setenv(PLUGINS, "own_squares")
    return file


def test_fault_in_an_experiment_is_one_sentence_and_what_is_made_is_kept(
    module: Path,
    refusal: Refusal,
    in_process: InProcess,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = tmp_path / "made"
    sentence = refusal("lab", "run", "squares", "--out", str(made))
    assert FAULT in sentence
    assert LINE in sentence
    assert [record["square"] for record in read_records(made).values()] == [3, 6]
    # Mended, it goes on with the third.
    module.write_text(MODULE.replace("(2 - number)", "(LAST - number)"))
    monkeypatch.delitem(sys.modules, "own_squares")
    assert in_process("lab", "run", "squares", "--out", str(made)).returncode == 0
    assert [record["square"] for record in read_records(made).values()] == [3, 6, 6]
    assert (made / TEXT).read_text().startswith("# Squares\n")


@pytest.mark.usefixtures("module")
def test_unfinished_experiment_reports_what_it_has(
    refusal: Refusal, in_process: InProcess, tmp_path: Path
) -> None:
    made = tmp_path / "made"
    refusal("lab", "run", "squares", "--out", str(made))
    assert in_process("lab", "report", str(made)).returncode == 0
    text = (made / TEXT).read_text()
    assert "is not finished: 1 of 3 units" in text
    assert "| 6 |" in text


@pytest.mark.usefixtures("module")
def test_experiments_stand_behind_those_of_galo() -> None:
    assert experiment_names() == (*NAMES, "squares")
    assert experiment("squares").ABOUT == "squares of numbers"
    assert "crasher" not in agent_names("connect_four")  # a module of experiments has no agents
    with pytest.raises(UnknownNameError, match="reconstruction, squares"):
        experiment("cubes")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (None, "GALO_PLUGINS names 'own_squares', but: No module named 'own_squares'"),
        ("", "GALO_PLUGINS names 'own_squares', but: .* no attribute 'EXPERIMENTS'"),
        ("EXPERIMENTS = {'ladder': 'own_squares'}", "there is an experiment 'ladder' already"),
        ("EXPERIMENTS = {'squares': 'own_squares'}\nABOUT = ''", "has no run and no report"),
        ("EXPERIMENTS = {'squares': 'nowhere'}", "'squares' cannot be used: No module"),
    ],
)
def test_module_that_is_no_experiment_is_refused(
    module: Path, source: str | None, told: str
) -> None:
    module.unlink()
    if source is not None:
        module.write_text(source)
    with pytest.raises(ConfigError, match=told):
        experiment("squares")


def test_experiments_of_packages_are_listed_and_broken_ones_left_out(
    module: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv(PLUGINS)
    entries = {"squares": "own_squares", "broken": "nowhere"}
    packages = module.parent / "packages"
    install_entry_points(packages, "galo-squares", {"galo.experiments": entries})
    monkeypatch.syspath_prepend(packages)
    with caplog.at_level(logging.WARNING):
        assert list(experiment_lines()) == [*NAMES, "squares"]
    sentence = "the experiment 'broken' of 'galo-squares' cannot be used: ModuleNotFoundError"
    assert sentence in caplog.messages[0]
