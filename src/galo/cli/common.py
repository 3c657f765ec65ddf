"""What several commands share: options, checks, and ways to print."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galo.cli import INTERRUPTED
from galo.cli.completion import complete_game
from galo.cli.interrupts import InterruptHandler
from galo.errors import ConfigError

if TYPE_CHECKING:
    from galo.games.game import Game

MOST_SECONDS = 3600
LEAST_COLUMNS = 30  # for a sentence beside its name; else it goes below
ANSWER_IS_NO = 1  # exit code of a command that ran, and found something wrong

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One of galo games; with options: lines_of_action:repetition=2",
        autocompletion=complete_game,
    ),
]
Seed = Annotated[int, typer.Option(help="Same seed, same result.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress and no remarks: the result alone.")
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the Dask cluster at tcp://HOST:PORT."),
]
Language = Annotated[str | None, typer.Option(metavar="pt|en", help="Language of the texts.")]


def read_game(text: str) -> "Game":
    """Return the game that *text* describes."""
    from galo.games.registry import make_game

    return make_game(text)


def check_delay(seconds: float) -> None:
    """Refuse a delay that nobody can mean."""
    if not 0 <= seconds <= MOST_SECONDS:
        raise ConfigError(f"delay {seconds:g} is not from 0 to {MOST_SECONDS} seconds")


def check_seconds(seconds: float) -> None:
    """Refuse a time that nothing can be done in, or that nobody can wait for."""
    if not 0 < seconds <= MOST_SECONDS:
        raise ConfigError(f"seconds {seconds:g} is not above 0 and up to {MOST_SECONDS}")


@contextmanager
def ending_on_interrupt(sentence: str) -> Iterator[None]:
    """Turn Ctrl-C inside the block into *sentence* on standard error and the exit code for it."""
    handler = InterruptHandler(lambda: _write_last(sentence))
    try:
        with handler.installed():
            yield
    except BaseException:
        if not handler.is_pressed:
            raise
        # Also where Ctrl-C has become another exception on its way.
        typer.echo(sentence, err=True)
        raise typer.Exit(INTERRUPTED) from None


def _write_last(sentence: str) -> None:
    """Write *sentence* to standard error without Python's stream, which may be locked."""
    start = "\n" if sys.stderr.isatty() else ""  # below a progress bar
    os.write(2, f"{start}{sentence}\n".encode())


def refuse_other_settings(
    context: typer.Context, directory: Path, stored: Mapping[str, Any], what: str
) -> None:
    """Raise if the command asks for something else than *what* is *stored* in *directory*."""
    for name, value in context.params.items():
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        if name == "out":
            raise ConfigError(f"--resume goes on in {str(directory)!r}: leave --out {value} away")
        wanted = tuple(value) if isinstance(value, list) else value
        if name in stored and wanted != stored[name]:
            raise ConfigError(
                f"{str(directory)!r} was written with {name}={stored[name]!r}, not {wanted!r}; "
                f"leave that away, or begin another {what} with --out"
            )


@contextmanager
def writing(path: Path, help: str) -> Iterator[None]:
    """Turn a failure to write inside the block into a sentence that names *path* and the *help*."""
    try:
        yield
    except BrokenPipeError:  # nobody reads what is printed: nothing is wrong with *path*
        raise
    except OSError as problem:
        if problem.filename == str(path):
            problem.filename = None  # which the sentence names already
        raise ConfigError(f"cannot write to {str(path)!r}: {failed(problem)}; {help}") from None


@contextmanager
def keeping(command: str, directory: Path) -> Iterator[None]:
    """Say how *command* goes on with *directory* if Ctrl-C or a failure to write ends the block."""
    again = f"galo {command} --resume {directory}"
    help = f"--out names another directory; when that is mended: {again}"
    with ending_on_interrupt(f"stopped; go on with: {again}"), writing(directory, help):
        yield


def failed(problem: OSError) -> str:
    """Return what the system says, with the file that it says it of."""
    said = problem.strerror or str(problem)
    return said if problem.filename is None else f"{said}: {os.fsdecode(problem.filename)!r}"


def columns() -> int:
    """Return the width to print in: the terminal's or COLUMNS, endless where nobody looks."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        return shutil.get_terminal_size().columns
    return sys.maxsize


def wrapped(text: str, margin: int = 0) -> str:
    """Return *text*, which begins after *margin* columns, in lines that fit; words stay whole."""
    return textwrap.fill(
        " " * margin + text,
        columns(),
        subsequent_indent=" " * margin,
        break_long_words=False,
        break_on_hyphens=False,
    )[margin:]


def print_list(lines: dict[str, str], as_json: bool) -> None:
    """Print names and a line about each, beside its name where there is room for that."""
    if as_json:
        print_json(lines)
        return
    names = max(map(len, lines)) + 2
    room = columns() - names
    is_below = room < min(LEAST_COLUMNS, max(map(len, lines.values())))
    for name, line in lines.items():
        margin = " " * (len(name) - len(name.lstrip()) + 4 if is_below else names)
        first = f"{name}\n{margin}" if is_below else f"{name:{names}}"
        typer.echo(first + wrapped(line, len(margin)))


def print_json(content: dict[str, Any]) -> None:
    """Print one JSON object."""
    typer.echo(json.dumps(content, ensure_ascii=False))
