"""Playing in the terminal, through a pipe and through a real pseudo-terminal."""

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pexpect
import pytest

import galo as package
from galo.arena.records import GameRecord, read_records
from galo.games.registry import game_names
from support.commands import PATIENCE, TESTS, Galo, InProcess
from support.samples import nightly

# Python 3.12 warns when a process with threads, as pytest-xdist's, opens a pseudo-terminal.
pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")

PROMPT = r"(help|ajuda)\): |(name|nome): "
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
TWO_PEOPLE = ("connect_four", "--seat", "human", "--seat", "human")
FIRST_WINS = list("1212121")

Talk = Callable[..., str]


def terminal(folder: Path, *arguments: str, language: str = "en") -> pexpect.spawn:
    """Return `galo` with *arguments* on a pseudo-terminal of its own."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "galo", *arguments],
        env={**os.environ, "XDG_DATA_HOME": str(folder), "GALO_LANG": language, "TERM": "xterm"},
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(40, 100),
    )


@pytest.fixture(params=["pipe", nightly("terminal")])
def talk(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    in_process: InProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> Talk:
    """Return a function that types lines to `galo play` and returns all that it said."""

    def through_pipe(*arguments: str, typed: list[str], language: str = "en") -> str:
        lines = "".join(f"{line}\n" for line in typed)
        monkeypatch.setenv("GALO_LANG", language)
        finished = in_process("play", *arguments, typed=lines)
        assert finished.returncode == 0
        assert finished.stderr == ""
        return finished.stdout

    def through_terminal(*arguments: str, typed: list[str], language: str = "en") -> str:
        child = terminal(tmp_path, "play", *arguments, language=language)
        heard = io.StringIO()
        child.logfile_read = heard
        for line in typed:
            child.expect(PROMPT)
            child.sendline(line)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
        return ESCAPES.sub("", heard.getvalue()).replace("\r\n", "\n")

    return through_pipe if request.param == "pipe" else through_terminal


def kept(said: str) -> GameRecord:
    """Return the game in the file that *said* names in its last line."""
    command = shlex.split(said.splitlines()[-1].split(": ", 1)[1])
    assert command[:2] == ["galo", "replay"]
    (record,) = read_records(Path(command[2]))
    return record


@pytest.mark.parametrize("talk", ["pipe", "terminal"], indirect=True)
@pytest.mark.parametrize(
    ("language", "won"),
    [
        ("en", "● first won: four in a line."),
        ("pt", "Vitória de ● primeiro: quatro em linha."),
    ],
)
def test_whole_game_of_two_people_is_played_to_its_end(
    talk: Talk,
    in_process: InProcess,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    won: str,
) -> None:
    said = talk(*TWO_PEOPLE, typed=FIRST_WINS, language=language)
    board = str(package.game("connect_four").from_text("".join(FIRST_WINS)))
    assert board in said
    assert said.splitlines()[-2] == won
    record = kept(said)
    assert list(record.moves) == FIRST_WINS
    monkeypatch.setenv("GALO_LANG", language)
    replayed = in_process("replay", said.split()[-1])
    assert replayed.returncode == 0
    assert won.split(": ")[1] in replayed.stdout


def test_agent_answers_and_the_person_is_called_you(talk: Talk) -> None:
    typed = ["4", "3", "undo", "undo", "redo", "redo", "quit"]
    seats = ("--seat", "human", "--seat", "focused")
    said = talk("connect_four", *seats, "--seed", "1", typed=typed)
    record = kept(said)
    assert record.seats == ("human", "focused")
    assert len(record.moves) == 4
    assert "● first (you): 4" in said
    assert f"○ second (focused): {record.moves[1]}" in said


WORDS = {
    "en": {
        "hint": ["perfect would play 1.", "It wins at once."],
        "moves": ["You can play: 1  2  3  4  5  6  7"],
        "?": ["Four in a line", "Type a column", "hint, undo, redo, moves, quit"],
        "foo": ["'foo' is not a move. Type a column from 1 to 7"],
        "[/b] :heart:": ["'[/b] :heart:' is not a move."],
    },
    "pt": {
        "dica": ["perfect jogaria 1.", "Ganha na hora."],
        "lances": ["Você pode jogar: 1  2  3  4  5  6  7"],
        "ajuda": ["Quatro em linha", "Digite uma coluna", "dica, desfazer, refazer"],
        "8": ["'8' não é um lance. Digite uma coluna de 1 a 7"],
    },
}


@pytest.mark.parametrize("language", WORDS)
def test_word_is_answered_and_the_move_asked_for_again(talk: Talk, language: str) -> None:
    typed = [*FIRST_WINS[:-1], *WORDS[language], "quit"]
    said = talk(*TWO_PEOPLE, typed=typed, language=language)
    last_screen = said[said.rindex("└ 1 2 3 4 5 6 7 ┘") :]
    _, *answers, _ = re.split(r"● .*\): ", last_screen)
    for sentences, answer in zip(WORDS[language].values(), answers, strict=True):
        for sentence in sentences:
            assert sentence in answer
    assert list(kept(said).moves) == FIRST_WINS[:-1]


@pytest.mark.parametrize("leave", [nightly("quit"), "Ctrl-C", "Ctrl-D"])
def test_leaving_keeps_a_record_that_replay_accepts(
    tmp_path: Path, in_process: InProcess, leave: str
) -> None:
    child = terminal(tmp_path, "play", *TWO_PEOPLE)
    child.expect(PROMPT)
    child.sendline("4")
    child.expect(PROMPT)
    {"Ctrl-C": child.sendintr, "Ctrl-D": child.sendeof}.get(leave, partial(child.sendline, leave))()
    child.expect(pexpect.EOF)
    said = child.before
    child.close()
    assert child.exitstatus == 0
    assert "Left unfinished." in said
    assert kept(said).moves == ("4",)
    replayed = in_process("replay", said.split()[-1])
    assert replayed.returncode == 0
    assert "human × human, 1 move. Left unfinished." in replayed.stdout


def test_end_of_piped_input_keeps_the_record(galo: Galo) -> None:
    finished = galo("play", *TWO_PEOPLE, typed="4\n3\n")
    assert finished.returncode == 0
    assert kept(finished.stdout).moves == ("4", "3")


def test_square_lists_the_moves_of_its_piece(talk: Talk) -> None:
    said = talk("lines_of_action", typed=["d1", "d1-d2", "a1-b8", "moves", "quit"])
    assert "You have 36 moves; type moves to see them all. Type two squares" in said
    listed = [line for line in said.splitlines() if "From d1: " in line]
    assert set(listed[0].split("From d1: ")[1].split()) == {"d1-f3", "d1-d3", "d1-b3"}
    assert "'d1-d2' is not allowed here. From d1: " in listed[1]
    assert set(listed[1].split("From d1: ")[1].split()) == {"d1-f3", "d1-d3", "d1-b3"}
    assert "'a1-b8' is not allowed here. You have 36 moves" in said
    assert len(re.findall(r"\b[b-g][18][-x]", said.split("'a1-b8'")[1])) >= 36


def test_agents_alone_play_to_the_end(talk: Talk) -> None:
    seats = ("--seat", "focused", "--seat", "random", "--delay", "0", "--seed", "3")
    said = talk("connect_four", *seats, typed=[])
    expected = package.play("connect_four", ["focused", "random"], seed=3)
    assert kept(said) == expected
    assert f"● first (focused): {expected.moves[0]}" in said


def test_a_level_sits_down_as_its_agent(talk: Talk) -> None:
    seats = ("--seat", "beginner", "--seat", "random", "--delay", "0", "--seed", "3")
    assert kept(talk("connect_four", *seats, typed=[])).seats == ("focused", "random")


@pytest.mark.parametrize("talk", ["pipe", "terminal"], indirect=True)
def test_menu_is_shown_when_no_game_is_given(talk: Talk) -> None:
    number = str(game_names().index("connect_four") + 1)
    said = talk(typed=["", "[/b]", number, "quit"])
    assert f"{number}  Connect Four: seven columns" in said
    count = len(game_names())
    assert f"'[/b]' is not one of these games. Type a number from 1 to {count}, or quit." in said
    assert kept(said).game == "connect_four"


def test_menu_can_be_left(talk: Talk, galo: Galo) -> None:
    said = talk(typed=["sair"], language="pt")
    assert said.startswith("Vamos jogar o quê?")
    assert "galo replay" not in said
    finished = galo("play")  # without a game, and without a line to read
    assert finished.returncode == 0
    assert finished.stderr == ""


def test_record_is_added_to_the_file_that_was_asked_for(
    in_process: InProcess, tmp_path: Path
) -> None:
    path = tmp_path / "my games" / "all.jsonl"
    for column in "45":
        said = in_process("play", *TWO_PEOPLE, "--record", str(path), typed=f"{column}\n").stdout
        assert said.endswith(f"galo replay '{path}'\n")
    assert [record.moves for record in read_records(path)] == [("4",), ("5",)]


def test_record_that_cannot_be_kept_is_said_in_one_sentence(
    in_process: InProcess, tmp_path: Path
) -> None:
    (tmp_path / "galo").write_text("a file where the folder would be")
    finished = in_process("play", *TWO_PEOPLE, typed="4\nquit\n")
    assert finished.returncode == 0
    assert finished.stderr == ""
    assert "The game could not be saved in '" in finished.stdout.splitlines()[-1]
    assert "[Errno" not in finished.stdout


def test_letters_that_are_not_utf8_do_not_end_the_game(tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "galo", "play", *TWO_PEOPLE],
        input=b"\xff\n4\n",
        capture_output=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"},
    )
    assert finished.returncode == 0
    assert kept(finished.stdout.decode()).moves == ("4",)


def test_terminal_without_such_letters_still_shows_a_board(galo: Galo) -> None:
    finished = galo("play", *TWO_PEOPLE, typed="4\n", PYTHONIOENCODING="ascii")
    assert finished.returncode == 0
    assert kept(finished.stdout).moves == ("4",)


def test_hands_of_others_are_not_shown(in_process: InProcess) -> None:
    said = in_process("play", "dominoes4", "--seed", "1", typed="quit\n").stdout
    record = kept(said)
    played = {move.partition("@")[0] for move in record.moves}
    assert set(record.deals[0][0]) - played <= set(said.split())
    for hand in record.deals[0][1:]:
        assert not (set(hand) - played) & set(said.split())


@pytest.mark.parametrize(
    ("agent", "fault"),
    [("cheat", "illegal move 'castles'"), ("quitter", "SystemExit: enough (faulty_agents.py:")],
)
def test_agent_that_fails_ends_the_game_in_one_sentence(galo: Galo, agent: str, fault: str) -> None:
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    finished = galo(
        *("play", "connect_four", "--seat", "human", "--seat", agent),
        typed="4\n", PYTHONPATH=path, GALO_PLUGINS="support.faulty_agents",
    )  # fmt: skip
    assert finished.returncode == 2
    assert finished.stderr.startswith(f"galo: player {agent!r} failed: {fault}")
    assert finished.stderr.count("\n") == 1
    assert "The game is saved." in finished.stdout
