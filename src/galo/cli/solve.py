"""Commands about solved games: galo solve, galo book."""

from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from galo.cli.common import (
    ANSWER_IS_NO,
    AsJson,
    Quiet,
    check_seconds,
    ending_on_interrupt,
    print_json,
    wrapped,
    writing,
)
from galo.cli.completion import complete_game
from galo.cli.help import Command, Group
from galo.errors import ConfigError
from galo.players.connect_four.settings import BookSettings, SolverSettings

book = typer.Typer(
    cls=Group,
    help="Build the opening book of Connect Four.",
    epilog="Example: galo book build connect_four --plies 8 --out book.bin",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

SolvedGame = Annotated[
    str, typer.Argument(metavar="GAME", help="connect_four", autocompletion=complete_game)
]
Memory = Annotated[int, typer.Option(help="Megabytes of the table.")]
Seconds = Annotated[float | None, typer.Option(help="Stop after this time.")]


def solve(
    game: SolvedGame,
    moves: Annotated[str, typer.Argument(metavar="MOVES", help="Columns played, as 4453.")] = "",
    batch: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help='Lines "moves score", which are checked, or "moves", which are solved; '
            "- reads standard input.",
        ),
    ] = None,
    no_book: Annotated[
        bool, typer.Option("--no-book", help="Search everything.")
    ] = not SolverSettings.book,
    seconds: Seconds = SolverSettings.seconds,
    memory: Memory = SolverSettings.memory,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Print the exact score of every column.

    A score is 22 minus the stones the winner will have used, negative when losing, 0 a draw.
    """
    from galo.cli.screen import console

    solver = _solver(game)
    if seconds is not None:
        check_seconds(seconds)
    if batch is not None and moves:
        raise ConfigError(f"give moves or --batch, not both: {moves!r} and {str(batch)!r}")
    if batch is not None:
        options = {"book": not no_book, "memory": memory}
        _solve_batch(solver.__module__, batch, options, quiet, as_json)
        return
    with nullcontext() if quiet else console(stderr=True).status("…"):
        solution = solver(moves, book=not no_book, seconds=seconds, memory=memory)
    if as_json:
        print_json(solution.to_json())
    else:
        typer.echo(solution.drawing())
        spent = f"{solution.nodes:,} nodes, {solution.seconds:.2f} s"
        typer.echo(wrapped(f"{solution.verdict()} ({spent})"))


def _solver(game: str) -> Callable[..., Any]:
    """Return the function that solves *game*."""
    from galo.games.registry import game_names
    from galo.players.registry import games_with, solver_of

    solver = solver_of(game) if game in game_names() else None
    if solver is None:
        solved = games_with("solver")
        verb = "is" if len(solved) == 1 else "are"
        raise ConfigError(f"only {', '.join(solved)} {verb} solved, not {game!r}")
    return solver


def _solve_batch(
    module: str, path: Path, options: dict[str, Any], quiet: bool, as_json: bool
) -> None:
    """Solve every position of the file *path*, print it, and end with a code if one was wrong."""
    from galo.cli.screen import ProgressBar

    solving = import_module(module)
    lines, found = solving.read_batch(path), []
    with ProgressBar("positions", quiet) as bar:
        bar.show("solving", 0, len(lines))
        for one in solving.solve_batch(lines, **options):
            found.append(one)
            bar.show("solving", len(found), len(lines))
            if one.expected is None and not as_json:
                typer.echo(f"{one.moves} {one.score}")
            elif one.is_wrong and not as_json:
                typer.echo(f"{one.moves}: {one.score}, not {one.expected}")
    summary = solving.BatchSummary.of(found)
    if as_json:
        print_json(summary.to_json())
    elif not quiet:
        typer.echo(wrapped(_summary_words(summary)))
    if summary.wrong:
        wrong, checked = len(summary.wrong), summary.checked
        verb = "is" if wrong == 1 else "are"
        typer.echo(f"galo: {wrong:,} of {checked:,} scores {verb} wrong", err=True)
        raise typer.Exit(ANSWER_IS_NO)


def _summary_words(summary: Any) -> str:
    """Return how many positions were solved, and how long it took."""
    what = [f"{summary.correct:,} of {summary.checked:,} correct"] if summary.checked else []
    what += [f"{len(summary.solved):,} solved"] if summary.solved else []
    spent = f"{summary.mean_nodes:,.1f} nodes and {1e3 * summary.mean_seconds:.4f} ms each"
    return ", ".join([*what, spent, f"{summary.seconds:.2f} s"])


@book.command(cls=Command, epilog="Example: galo book build connect_four --plies 8 --out book.bin")
def build(
    game: SolvedGame,
    plies: Annotated[int, typer.Option(help="Stones of the last positions.")] = BookSettings.plies,
    out: Annotated[Path, typer.Option(help="The book to write.")] = Path("book.bin"),
    work: Annotated[Path | None, typer.Option(help="Directory of what is solved so far.")] = None,
    share: Annotated[
        str, typer.Option("--slice", help="Part for this machine, as 3/16.")
    ] = BookSettings.share,
    jobs: Annotated[
        int | None, typer.Option(help="Threads; all cores if not given.")
    ] = BookSettings.jobs,
    memory: Memory = BookSettings.memory,
    seconds: Seconds = BookSettings.seconds,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Solve every position of up to PLIES stones; stop any time, go on by the same command."""
    from galo.cli.screen import ProgressBar

    solving = import_module(_solver(game).__module__)
    settings = BookSettings(plies, share, jobs, memory, seconds)
    if seconds is not None:
        check_seconds(seconds)

    with (
        ending_on_interrupt("stopped; go on with the same command"),
        ProgressBar("positions", quiet) as bar,
        writing(out, "--out names another book, --work another directory for what is solved"),
    ):
        state = solving.build_book(
            out, settings, work, lambda solved, total: bar.show("solving", solved, total)
        )
    if as_json:
        print_json({"left": state.left, "seconds": state.seconds})
    elif state.positions is None:
        typer.echo(wrapped(f"{state.left:,} positions left; go on with the same command."))
    else:
        typer.echo(f"{state.positions:,} positions in {out}.")
