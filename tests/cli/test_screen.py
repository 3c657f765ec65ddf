"""What people see: narrow terminals, colours only where wanted, names that a shell completes."""

import io
import os
import re
import sys

import pytest

from galo.cli.screen import NARROW, ProgressBar, console
from support.commands import InProcess

WORDS = {
    "--help": "Exit codes: 0 done;",
    "match --help": "--sprt ELO0,ELO1",
    "lab --help": "Make the studies again",
    "games": "four in a line wins",
    "agents dominoes4": "champion:opponents=mixture",
    "lab list": "JogadorTux",
    "perft connect_four 4": "2,401",
    "solve connect_four 444444": "best: 3 5",
    "match connect_four focused random --games 4 --jobs 1": "focused against random",
    "tournament dominoes4 random sbgames2008:alpha=2.25 s1 --games 20 --jobs 1": "drew 0, lost",
}
ESCAPE = "\x1b"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal(io.StringIO):
    """A screen that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("command", WORDS)
def test_everything_fits_a_terminal_of_40_columns(
    in_process: InProcess, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    said = in_process(*command.split())
    assert said.returncode == 0
    assert WORDS[command] in " ".join(said.stdout.split())
    assert [line for line in said.stdout.splitlines() if len(line) > 40] == []


def test_wide_terminal_has_tables_and_a_file_has_no_end(
    in_process: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert in_process("games").stdout.count("\n") == 4
    monkeypatch.setenv("COLUMNS", "100")
    assert in_process("games").stdout.count("\n") == 4


@pytest.mark.parametrize("columns", [40, 100])
def test_bar_is_one_line_of_words_and_numbers(
    monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys, "stderr", Terminal())
    with ProgressBar("games") as bar:
        bar.show("a" * 60, 12, 3000)
        assert bar.is_shown
    assert isinstance(sys.stderr, Terminal)
    drawn = sys.stderr.getvalue()
    assert "12 of 3,000 games" in drawn
    assert ("━" in drawn) == (columns >= NARROW)
    assert "\x1b[?25l" not in drawn  # the cursor stays, also if the process is killed
    lines = ESCAPES.sub("", drawn).splitlines()
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("reason", ["a file", "quiet", "dumb"])
def test_nobody_watches_no_bar(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    monkeypatch.setenv("TERM", "dumb" if reason == "dumb" else "xterm")
    screen = io.StringIO() if reason == "a file" else Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with ProgressBar("games", quiet=reason == "quiet") as bar:
        bar.show("playing", 1, 2)
        assert not bar.is_shown
    assert screen.getvalue() == ""


@pytest.mark.parametrize(
    ("environment", "is_coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colours_are_printed_unless_somebody_wants_none(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], is_coloured: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    console().print("words", style="bold red")
    assert isinstance(sys.stdout, Terminal)
    assert (ESCAPE in sys.stdout.getvalue()) == is_coloured


def test_option_turns_colours_off(in_process: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    assert in_process("--no-color", "games").returncode == 0
    assert os.environ["NO_COLOR"] == "1"


def test_quiet_command_prints_its_result_alone(in_process: InProcess) -> None:
    said = in_process("perft", "connect_four", "2", "--quiet")
    assert said.stdout.split() == ["1", "7", "2", "49"]
    assert said.stderr == ""


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("galo to", ["tournament"]),
        ("galo match conn", ["connect_four"]),
        ("galo match connect_four m", ["minimax", "mcts", "medium"]),
        ("galo match connect_four random fo", ["focused"]),
        ("galo play dominoes4 --seat hu", ["human"]),
        ("galo play dominoes4 --seat s1", ["s1"]),
        ("galo lab run sb", ["sbgames2008"]),
        ("galo perft lines_of_action:repetition=2 --see", ["--seed"]),
        ("galo agents nothing", []),
    ],
)
def test_names_are_completed(
    in_process: InProcess, monkeypatch: pytest.MonkeyPatch, typed: str, completed: list[str]
) -> None:
    monkeypatch.setenv("_GALO_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    assert in_process().stdout.split() == completed


def test_completion_script_can_be_shown(
    in_process: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_GALO_COMPLETE", "source_bash")
    assert "_GALO_COMPLETE=complete_bash" in in_process().stdout
