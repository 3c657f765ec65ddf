"""What several commands share: options, checks, and ways to print."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galo.errors import ConfigError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from galo.games.game import Game

MOST_SECONDS = 3600
INTERRUPTED = 130  # exit code after Ctrl-C, as shells have it

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One of galo games; with options: lines_of_action:repetition=2",
    ),
]
Seed = Annotated[int, typer.Option(help="Same seed, same result.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the Dask cluster at tcp://HOST:PORT."),
]
Language = Annotated[str | None, typer.Option(metavar="pt|en", help="Language of the texts.")]


def read_game(text: str) -> "Game":
    """Return the game that *text* describes."""
    from galo.games.registry import make_game

    return make_game(text)


def console(stderr: bool = False) -> "Console":
    """Return the console for people; text that they typed is printed as it is."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


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
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(sentence, err=True)
        raise typer.Exit(INTERRUPTED) from None


@contextmanager
def stopping(bar: "Progress") -> Iterator[None]:
    """Stop *bar* at the end of the block if it was started there.

    A bar that is started with the first progress leaves a refusal before it one sentence alone.
    """
    try:
        yield
    finally:
        if bar.live.is_started:
            bar.stop()


def end_kernels_on_interrupt() -> None:
    """Let Ctrl-C end the process at once: a running kernel never looks at Python's own flag."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def print_list(lines: dict[str, str], as_json: bool) -> None:
    """Print names and a line about each."""
    if as_json:
        print_json(lines)
        return
    width = max(map(len, lines))
    for name, line in lines.items():
        typer.echo(f"{name:{width}}  {line}")


def print_json(content: dict[str, Any]) -> None:
    """Print one JSON object."""
    typer.echo(json.dumps(content, ensure_ascii=False))
