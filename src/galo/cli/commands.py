"""All commands, and what every one of them says of a mistake."""

import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, cast

import typer

from galo import __version__
from galo.cli import (
    arena,
    evolve,
    lab,
    measure,
    play,
    puzzles,
    results,
    review,
    serve,
    solve,
    train,
)
from galo.cli.common import failed, print_json
from galo.cli.help import Command, Group
from galo.cli.language import error_in_language
from galo.cli.version import describe_installation
from galo.errors import ConfigError, GaloError
from galo.web.database_url import without_password

BAD_INPUT = 2
READER_GONE = 1  # as Typer and Rich have it

# What Click, which Typer carries inside, raises for words it cannot read.
UsageError: Any = typer.BadParameter.__base__

EPILOG = """
Exit codes: 0 done; 1 done, and the answer is no (galo solve --batch found a wrong score), or
nobody reads the output; 2 the input is bad, and one sentence says why; 130 ended by Ctrl-C.

Start with: galo
"""

app = typer.Typer(
    cls=Group,
    help="Classic games played, measured and evolved by computer.",
    epilog=EPILOG,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,  # which may print variables, and so a password
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _add(command: Callable[..., None], example: str) -> None:
    app.command(cls=Command, epilog=f"Example: galo {example}")(command)


_add(serve.serve, "serve --lan")
_add(results.results, "results --csv")
_add(play.play, "play lines_of_action --seat human --seat random")
_add(play.games, "games --lang pt")
_add(play.agents, "agents connect_four")
_add(arena.match, "match connect_four focused random --games 2000")
_add(arena.tournament, "tournament dominoes4 basic sbgames2008 s1 --out results")
_add(evolve.evolve, "evolve dominoes4 s1 --against basic --generations 50 --out s1")
_add(train.train, "train dominoes4 --device cuda --minutes 10 --out trained")
app.add_typer(lab.app, name="lab")
_add(solve.solve, "solve connect_four 4453")
app.add_typer(solve.book, name="book")
_add(play.replay, "replay records.jsonl --game 2")
_add(review.review, "review records.jsonl --game 2")
app.add_typer(puzzles.app, name="puzzles")
_add(measure.perft, "perft connect_four 6 --distinct")
_add(measure.bench, "bench connect_four --json")
_add(measure.warmup, "warmup")


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
        sentence = error_in_language(str(problem))
    except UsageError as problem:
        sentence = _usage(problem)
    except typer.Abort:  # nobody is there to answer a question
        return BAD_INPUT
    except BrokenPipeError:
        _forget_output()
        return READER_GONE
    except OSError as problem:  # a full disk behind standard output, a vanished directory
        sentence = error_in_language(failed(problem))
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
    what = error_in_language(" ".join(problem.format_message().split()))
    typed = " ".join(map(without_password, sys.argv[1:]))
    where = error_in_language(f"(typed: {typed!r}; help: {command} --help)")
    return f"{what} {where}"


@app.callback(cls=Group, invoke_without_command=True)
def galo(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --version: all versions, devices, the cache.")
    ] = False,
    no_color: Annotated[
        bool, typer.Option("--no-color", help="Print without colours, as with NO_COLOR=1.")
    ] = False,
) -> None:
    """Without a command: open the site in the browser."""
    if no_color:
        os.environ["NO_COLOR"] = "1"
    if as_json and not version:
        raise ConfigError("--json goes with --version, or after a command: galo games --json")
    if as_json:
        print_json(describe_installation())
    elif version:
        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        _open_site(context)
    if version:  # and nothing else, whatever follows
        raise typer.Exit


def _open_site(context: typer.Context) -> None:
    """Run `galo serve` with what the environment says."""
    command = cast(Any, context.command).commands["serve"]
    with command.make_context("serve", [], parent=context) as inner:
        command.invoke(inner)
