"""All commands, and what every one of them says of a mistake."""

import io
import os
import sys
from contextlib import suppress
from typing import Annotated, Any

import typer

from galo import __version__
from galo.cli import arena, evolve, lab, measure, play, serve, solve
from galo.cli.common import failed
from galo.errors import GaloError
from galo.web.database_url import without_password

BAD_INPUT = 2
READER_GONE = 1  # as Typer and Rich have it

# What Click raises for words it cannot read; newer Typers carry a Click of their own.
UsageError: Any = typer.BadParameter.__base__

app = typer.Typer(
    help="Classic games played, measured and evolved by computer.",
    epilog="Start with: galo",
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog="Example: galo serve --lan")(serve.serve)
app.command(epilog="Example: galo play lines_of_action --seat human --seat random")(play.play)
app.command(epilog="Example: galo games --lang pt")(play.games)
app.command(epilog="Example: galo agents connect_four")(play.agents)
app.command(epilog="Example: galo match connect_four focused random --games 2000")(arena.match)
app.command(epilog="Example: galo tournament dominoes4 basic sbgames2008 s1 --out results")(
    arena.tournament
)
app.command(epilog="Example: galo evolve dominoes4 s1 --against basic --generations 50 --out s1")(
    evolve.evolve
)
app.add_typer(lab.app, name="lab")
app.command(epilog="Example: galo solve connect_four 4453")(solve.solve)
app.add_typer(solve.book, name="book")
app.command(epilog="Example: galo replay records.jsonl --game 2")(play.replay)
app.command(epilog="Example: galo perft connect_four 6 --distinct")(measure.perft)
app.command(epilog="Example: galo bench connect_four --json")(measure.bench)
app.command(epilog="Example: galo warmup")(measure.warmup)


def run() -> int:
    """Run the command that was typed and return its exit code; a mistake is one sentence."""
    if sys.stdin is None:  # closed by the parent process: the same as an empty file
        sys.stdin = io.StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a strange letter must not end a game
    try:
        code = app(prog_name="galo", standalone_mode=False)
        sys.stdout.flush()
        return code or 0
    except GaloError as problem:
        sentence = str(problem)
    except UsageError as problem:
        sentence = _usage(problem)
    except typer.Abort:  # nobody is there to answer a question
        return BAD_INPUT
    except BrokenPipeError:
        _forget_output()
        return READER_GONE
    except OSError as problem:  # a full disk behind standard output, a vanished directory
        sentence = failed(problem)
    with suppress(OSError):  # nobody reads that either
        typer.echo(f"galo: {sentence}", err=True)
    return BAD_INPUT


def _forget_output() -> None:
    """Send what is still in the buffer nowhere: Python would complain about it as it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage(problem: Any) -> str:
    """Return what is wrong with the words typed, the words, and where to read about them."""
    command = problem.ctx.command_path if problem.ctx else "galo"
    what = " ".join(problem.format_message().split())
    typed = " ".join(map(without_password, sys.argv[1:]))
    return f"{what} (typed: {typed!r}; help: {command} --help)"


@app.callback(invoke_without_command=True)
def galo(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: open the site in the browser."""
    if version:
        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        serve.serve()
