"""Commands about solved games: galo solve, galo book."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galo.cli.common import (
    AsJson,
    check_seconds,
    console,
    ending_on_interrupt,
    print_json,
    stopping,
)
from galo.errors import ConfigError
from galo.players.connect_four.settings import BookSettings, SolverSettings

if TYPE_CHECKING:
    from rich.progress import Progress

book = typer.Typer(
    help="Build the opening book of Connect Four.",
    epilog="Example: galo book build connect_four --plies 8 --out book.bin",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

SolvedGame = Annotated[str, typer.Argument(metavar="GAME", help="connect_four")]
Memory = Annotated[int, typer.Option(help="Megabytes of the table.")]
Seconds = Annotated[float | None, typer.Option(help="Stop after this time.")]


def solve(
    game: SolvedGame,
    moves: Annotated[str, typer.Argument(metavar="MOVES", help="Columns played, as 4453.")] = "",
    batch: Annotated[
        Path | None, typer.Option(help='File of lines "moves score"; each is checked.')
    ] = None,
    no_book: Annotated[
        bool, typer.Option("--no-book", help="Search everything.")
    ] = not SolverSettings.book,
    seconds: Seconds = SolverSettings.seconds,
    memory: Memory = SolverSettings.memory,
    as_json: AsJson = False,
) -> None:
    """Print the exact score of every column.

    A score is 22 minus the stones the winner will have used, negative when losing, 0 a draw.
    """
    solver = _solver(game)
    if seconds is not None:
        check_seconds(seconds)
    if batch is not None and moves:
        raise ConfigError(f"give moves or --batch, not both: {moves!r} and {str(batch)!r}")
    if batch is not None:
        _check_batch(solver.__module__, batch, {"book": not no_book, "memory": memory}, as_json)
        return
    with console(stderr=True).status("…"):
        solution = solver(moves, book=not no_book, seconds=seconds, memory=memory)
    if as_json:
        print_json(solution.to_json())
    else:
        typer.echo(solution.drawing())
        spent = f"{solution.nodes:,} nodes, {solution.seconds:.2f} s"
        typer.echo(f"{solution.verdict()} ({spent})")


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


def _check_batch(module: str, path: Path, options: dict[str, Any], as_json: bool) -> None:
    """Solve every position of the file *path* and print how many scores are right."""
    solving = import_module(module)
    lines, checked = solving.read_batch(path), []
    bar = _progress_bar(as_json)
    task = bar.add_task("", total=len(lines))
    with stopping(bar):
        for one in solving.solve_batch(lines, **options):
            bar.advance(task)
            bar.start()
            checked.append(one)
            if not one.is_correct and not as_json:
                typer.echo(f"{one.moves}: {one.score}, not {one.expected}")
    summary = solving.BatchSummary.of(checked)
    if as_json:
        print_json(summary.to_json())
    else:
        typer.echo(
            f"{summary.correct:,} of {summary.positions:,} correct, {summary.mean_nodes:,.1f} "
            f"nodes and {1e3 * summary.mean_seconds:.4f} ms each, {summary.seconds:.2f} s"
        )


def _progress_bar(quiet: bool) -> "Progress":
    from rich import progress

    return progress.Progress(
        *progress.Progress.get_default_columns(),
        console=console(stderr=True),
        disable=quiet,
        transient=True,
    )


@book.command(epilog="Example: galo book build connect_four --plies 8 --out book.bin")
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
    as_json: AsJson = False,
) -> None:
    """Solve every position of up to PLIES stones; stop any time, go on by the same command."""
    solving = import_module(_solver(game).__module__)
    settings = BookSettings(plies, share, jobs, memory, seconds)
    if seconds is not None:
        check_seconds(seconds)
    bar = _progress_bar(as_json)
    task = bar.add_task("")

    def show(solved: int, total: int) -> None:
        bar.update(task, completed=solved, total=total)
        bar.start()

    with ending_on_interrupt("stopped; go on with the same command"), stopping(bar):
        state = solving.build_book(out, settings, work, show)
    if as_json:
        print_json({"left": state.left, "seconds": state.seconds})
    elif state.positions is None:
        typer.echo(f"{state.left:,} positions left; go on with the same command.")
    else:
        typer.echo(f"{state.positions:,} positions in {out}.")
