"""The command line: a thin skin over the layers below.

Everything heavy is imported inside the command that needs it, so `--help` is instant.
"""

import io
import sys
from typing import Annotated, Any, cast

import typer

from galo import __version__
from galo.cli import arena, evolve, lab, measure, play, serve, solve
from galo.errors import GaloError

BAD_INPUT = 2

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


def main() -> None:
    """Run the command line; a mistake in what was given ends in one sentence and code 2."""
    if sys.stdin is None:  # closed by the parent process: the same as an empty file
        sys.stdin = io.StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a strange letter must not end a game
    try:
        sys.exit(app(prog_name="galo", standalone_mode=False))
    except GaloError as problem:
        sentence = str(problem)
    except UsageError as problem:
        sentence = _usage(problem)
    except OSError as problem:  # a full disk behind standard output, a vanished directory
        sentence = f"{problem.strerror or problem}"
    typer.echo(f"galo: {sentence}", err=True)
    sys.exit(BAD_INPUT)


def _usage(problem: Any) -> str:
    """Return what is wrong with the words typed, the words, and where to read about them."""
    command = problem.ctx.command_path if problem.ctx else "galo"
    what = " ".join(problem.format_message().split())
    return f"{what} (typed: {' '.join(sys.argv[1:])!r}; help: {command} --help)"


@app.callback(invoke_without_command=True)
def galo(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: open the site in the browser."""
    if version:
        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        _open_site(context)


def _open_site(context: typer.Context) -> None:
    """Run `galo serve` with what the environment says."""
    command = cast(Any, context.command).commands["serve"]
    with command.make_context("serve", [], parent=context) as inner:
        command.invoke(inner)
