"""The command line in Portuguese: every help text has its twin, and errors keep their values."""

import json
import string
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
import typer

from galo.cli import app
from galo.cli.language import error_in_language

TEXTS: dict[str, dict[str, str]] = json.loads(
    files("galo.texts").joinpath("command_line.pt.json").read_text(encoding="utf-8")
)
OF_CLICK = {  # said by the library itself
    "Show this message and exit.", "Usage: ", "Options", "Commands", "Arguments",
    "default: ", "required",
}  # fmt: skip


def told(command: Any) -> Iterator[str]:
    """Yield every text of the help pages of *command* and of the commands below it."""
    yield from filter(None, (command.help, command.epilog))
    yield from filter(None, (getattr(one, "help", None) for one in command.params))
    for below in getattr(command, "commands", {}).values():
        yield from told(below)


def placeholders(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def test_every_help_text_has_its_portuguese_and_no_other_has() -> None:
    command: Any = typer.main.get_command(app)  # made anew: none of its texts is translated yet
    assert set(told(command)) | OF_CLICK == set(TEXTS["help"])


def test_errors_keep_their_values() -> None:
    for english, portuguese in TEXTS["errors"].items():
        assert placeholders(english) == placeholders(portuguese), english


@pytest.mark.parametrize(
    ("english", "portuguese"),
    [
        ("unknown game 'chess'; known: a, b", "não há jogo 'chess'; há: a, b"),
        ("cannot read 'x': Permission denied", "não dá para ler 'x': sem permissão"),
        ("nobody has translated this", "nobody has translated this"),
    ],
)
def test_errors_are_told_in_the_language_of_the_person(
    monkeypatch: pytest.MonkeyPatch, english: str, portuguese: str
) -> None:
    monkeypatch.setattr("sys.argv", ["galo", "play"])
    monkeypatch.setenv("GALO_LANG", "en")
    assert error_in_language(english) == english
    monkeypatch.setenv("GALO_LANG", "pt_BR.UTF-8")
    assert error_in_language(english) == portuguese
    for asked in (["--lang", "en"], ["--lang=en"]):  # wins over the environment
        monkeypatch.setattr("sys.argv", ["galo", "play", *asked])
        assert error_in_language(english) == english
