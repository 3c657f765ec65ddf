"""The lines of shell blocks in the pages: which program they call, and with which words."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from galo.cli import app
from support.commands import ROOT

PROMPT = "$ "
ASSIGNMENT = re.compile(r"[A-Z_]+=")
PIPE, AND = "|", "&&"
COMMENT = re.compile(r"(?:^|\s)#.*")  # within a word it is a part of it: result.json#3
EXTRA = re.compile(r"galo(?:\[(.+)\])?")
# Programs of others, whose words nobody here can check.
OTHERS = {
    "cd", "cp", "curl", "dask", "docker", "git", "head", "journalctl", "jq", "openssl",
    "pg_dump", "pg_restore", "python3", "rm", "sqlite3", "systemctl", "xdg-open",
}  # fmt: skip

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@dataclass(frozen=True)
class ShellLine:
    """One command: the variables set for it, its program, its words, the output shown below it."""

    variables: dict[str, str]
    program: str
    words: tuple[str, ...]
    output: str | None = None

    @property
    def serves(self) -> bool:
        """Whether it starts the site, and so would not end."""
        return self.program == "galo" and self.words[:1] in ((), ("serve",))


def shell_lines(language: str, text: str) -> Iterator[ShellLine]:
    """Yield the commands of a `sh` block, or those behind the prompts of a `console` block."""
    text = text.replace("\\\n", " ")
    if language == "sh":
        for line in text.splitlines():
            yield from _read(line, None)
        return
    before, *parts = re.split(rf"^{re.escape(PROMPT)}", text, flags=re.MULTILINE)
    assert not before, f"a console block begins with {PROMPT!r}, not with {before!r}"
    for part in parts:
        line, _, output = part.partition("\n")
        yield from _read(line, output)


def _read(line: str, output: str | None) -> Iterator[ShellLine]:
    words = shlex.split(COMMENT.sub("", line))
    if AND in words:
        place = words.index(AND)
        yield from _read(shlex.join(words[:place]), None)
        yield from _read(shlex.join(words[place + 1 :]), output)
        return
    if PIPE in words:  # what comes behind it is a program of others
        assert words[words.index(PIPE) + 1] in OTHERS, line
        words, output = words[: words.index(PIPE)], None
    variables = {}
    while words and ASSIGNMENT.match(words[0]):
        name, _, variables[name] = words.pop(0).partition("=")
    if words:
        yield ShellLine(variables, Path(words[0]).name, tuple(words[1:]), output)


def parse_galo(words: tuple[str, ...]) -> dict[str, Any]:
    """Return what the command line reads in *words*, doing nothing; raise what it would refuse."""
    command: Any = typer.main.get_command(app)  # Any: newer Typers carry a Click of their own
    path, rest = "galo", list(words)
    while rest and rest[0] in getattr(command, "commands", {}):
        path = rest.pop(0)
        command = command.commands[path]
    is_group = bool(getattr(command, "commands", {}))
    assert not (is_group and rest and not rest[0].startswith("-")), f"{path} has no {rest[0]!r}"
    arguments: dict[str, Any] = command.make_context(path, rest).params
    return arguments


def check_form(line: ShellLine) -> None:
    """Assert that *line*, which is not run, names only what exists in this project."""
    if line.program == "make":
        assert line.words, line
        assert set(line.words) <= TARGETS, line
    elif line.program in ("uvx", "pipx"):
        words = line.words[1:] if line.words[0] == "run" else line.words
        assert words[0] == "galo", line
        parse_galo(words[1:])
    elif line.program == "pip":
        assert line.words[0] == "install", line
        for word in line.words[1:]:
            _check_requirement(word)
    elif line.program == "python":
        assert (ROOT / line.words[0]).is_file(), line
    else:
        assert line.program in OTHERS, f"what is {line.program!r}? Tell tests/support/shell_lines"


def _check_requirement(word: str) -> None:
    found = EXTRA.fullmatch(word)
    if found is None:
        is_package = any((place / word / "pyproject.toml").is_file() for place in (ROOT, Path()))
        assert word.startswith("--") or is_package, word
    elif found[1]:
        assert set(found[1].split(",")) <= set(EXTRAS), word
