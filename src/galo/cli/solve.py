"""Commands about the solved game: galo solve, galo book."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from galo.cli.common import AsJson, check_seconds, console, print_json
from galo.errors import ConfigError, GaloError

if TYPE_CHECKING:
    from rich.progress import Progress

    from galo.games.connect_four import ConnectFourPosition
    from galo.players.connect_four.analysis import BookSolver, ColumnAnalysis
    from galo.players.connect_four.transposition_table import Bounds

SOLVED = "connect_four"
DEFAULT_MEGABYTES = 64
MOST_PLIES = 12  # 4.5 million positions: beyond it nobody lives to see the end
MOST_JOBS = 256
INTERRUPTED = 130

book = typer.Typer(
    help="Build the opening book of Connect Four.",
    epilog="Example: galo book build connect_four --plies 8 --out book.bin",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Game = Annotated[str, typer.Argument(metavar="GAME", help=SOLVED)]
Memory = Annotated[int, typer.Option(help="Megabytes of the table.")]


def solve(
    game: Game,
    moves: Annotated[str, typer.Argument(metavar="MOVES", help="Columns played, as 4453.")] = "",
    batch: Annotated[
        Path | None, typer.Option(help='File of lines "moves score"; each is checked.')
    ] = None,
    no_book: Annotated[bool, typer.Option("--no-book", help="Search everything.")] = False,
    seconds: Annotated[float | None, typer.Option(help="Stop after this time.")] = None,
    memory: Memory = DEFAULT_MEGABYTES,
    as_json: AsJson = False,
) -> None:
    """Print the exact score of every column.

    A score is 22 minus the stones the winner will have used, negative when losing, 0 a draw.
    """
    from galo.players.connect_four.analysis import shared_solver

    _check_game(game)
    if seconds is not None:
        check_seconds(seconds)
    if batch is not None and moves:
        raise ConfigError(f"give moves or --batch, not both: {moves!r} and {str(batch)!r}")
    if batch is not None:
        lines = _read_batch(batch)
        _solve_batch(lines, shared_solver(memory, with_book=not no_book), as_json)
        return
    position = _read_position(moves)
    solver = shared_solver(memory, with_book=not no_book)
    begin = time.perf_counter()
    analysis = _analysis(position, solver, seconds)
    spent = time.perf_counter() - begin
    if as_json:
        print_json({"moves": moves, **_content(analysis), "seconds": spent})
    else:
        typer.echo(_picture(position, analysis))
        typer.echo(f"{_verdict(position, analysis)} ({analysis.nodes:,} nodes, {spent:.2f} s)")


def _check_game(game: str) -> None:
    if game != SOLVED:
        raise ConfigError(f"only {SOLVED} is solved, not {game!r}")


def _read_position(moves: str) -> "ConnectFourPosition":
    """Return the position after *moves*, in which the game goes on."""
    from galo.games.connect_four import ConnectFour

    position = ConnectFour().from_text(moves)
    if position.is_over:
        raise ConfigError(
            f"the game is over after {moves!r}, at ply {len(moves)}: nothing to solve"
        )
    return position


def _analysis(
    position: "ConnectFourPosition", solver: "BookSolver", seconds: float | None
) -> "ColumnAnalysis":
    """Return what is found of *position* within *seconds*, with a bar if that takes a while."""
    from galo.players.budget import Budget
    from galo.players.player import Limit

    with console(stderr=True).status("…"):
        *_, last = solver.analyses(position.state, Budget(Limit(seconds=seconds)))
    return last


def _content(analysis: "ColumnAnalysis") -> dict[str, Any]:
    """Return *analysis* as other scripts read it: a score is null where it is not exact."""
    exact = [column and _exact(column) for column in analysis.columns]
    content: dict[str, Any] = {"score": _exact(analysis.score), "columns": exact}
    if not analysis.is_exact:
        content["bounds"] = analysis.columns
    return {**content, "best": analysis.best_column + 1, "nodes": analysis.nodes}


def _exact(bounds: "Bounds") -> int | None:
    return bounds.lower if bounds.lower == bounds.upper else None


def _picture(position: "ConnectFourPosition", analysis: "ColumnAnalysis") -> str:
    """Return the board with the scores below its columns."""
    from galo.games.rules.connect_four import HEIGHT, WIDTH

    rows = [
        [position.disc(column, row) for column in range(WIDTH)] for row in reversed(range(HEIGHT))
    ]
    rows.append([str(column + 1) for column in range(WIDTH)])
    rows.append([_written(column) for column in analysis.columns])
    return "\n".join("".join(f"{cell:>4}" for cell in row) for row in rows) + "\n"


def _written(bounds: "Bounds | None") -> str:
    """Return a score for people: +3, or >=1 while it is between bounds."""
    if bounds is None:
        return ""
    if bounds.lower == bounds.upper:
        return f"{bounds.lower:+d}" if bounds.lower else "0"
    if bounds.lower >= 0:
        return f">={bounds.lower}"
    return f"<={bounds.upper}" if bounds.upper <= 0 else "?"


def _verdict(position: "ConnectFourPosition", analysis: "ColumnAnalysis") -> str:
    """Return who wins, with which stone, and the best columns, in a sentence."""
    from galo.games.connect_four import DISCS
    from galo.players.connect_four.solver import MOST_STONES

    mover = DISCS[position.state.ply % 2]
    score = _exact(analysis.score)
    if score is None:
        low, high = analysis.score
        best = analysis.best_column + 1
        return f"{mover} to move: the score is from {low} to {high}; so far best: {best}"
    equal = [str(c + 1) for c, one in enumerate(analysis.columns) if one == analysis.score]
    winner = mover if score > 0 else DISCS[1 - position.state.ply % 2]
    end = (
        "a draw"
        if score == 0
        else f"{winner} wins with its stone number {MOST_STONES - abs(score)}"
    )
    return f"{mover} to move: {end}; best: {' '.join(equal)}"


def _solve_batch(
    lines: "list[tuple[ConnectFourPosition, int]]", solver: "BookSolver", as_json: bool
) -> None:
    """Solve the position of each of *lines* with an empty table, and check its score."""
    correct, nodes, spent = 0, 0, 0.0
    for found in _solved(lines, solver, quiet=as_json):
        correct += found.is_correct
        nodes += found.nodes
        spent += found.seconds
        if not found.is_correct and not as_json:
            typer.echo(f"{found.moves}: {found.score}, not {found.expected}")
    count = len(lines)
    if as_json:
        print_json(
            {
                "positions": count,
                "correct": correct,
                "mean_nodes": nodes / count,
                "mean_seconds": spent / count,
                "seconds": spent,
            }
        )
    else:
        typer.echo(
            f"{correct:,} of {count:,} correct, {nodes / count:,.1f} nodes and "
            f"{1e3 * spent / count:.4f} ms each, {spent:.2f} s"
        )


class Found(NamedTuple):
    """What came of one line of a batch."""

    moves: str
    expected: int
    score: int
    nodes: int
    seconds: float

    @property
    def is_correct(self) -> bool:
        """Whether the score is the one in the file."""
        return self.score == self.expected


def _read_batch(path: Path) -> "list[tuple[ConnectFourPosition, int]]":
    """Return the positions and scores in the file *path*."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise ConfigError(f"cannot read {str(path)!r}: {problem}") from None
    found = []
    for number, line in enumerate(lines, start=1):
        try:
            moves, score = line.split()
            found.append((_read_position(moves), int(score)))
        except GaloError as problem:
            raise ConfigError(f"line {number} of {str(path)!r}: {problem}") from None
        except ValueError:
            raise ConfigError(
                f"line {number} of {str(path)!r} is {line!r}; write moves and score, as 4453 3"
            ) from None
    if not found:
        raise ConfigError(f"{str(path)!r} is empty; write moves and score on each line, as 4453 3")
    return found


def _solved(
    lines: "list[tuple[ConnectFourPosition, int]]", solver: "BookSolver", quiet: bool
) -> Iterator[Found]:
    """Yield what comes of each of *lines*."""
    from galo.players.budget import endless

    with _progress(quiet) as bar:
        for position, expected in bar.track(lines, description=""):
            before, begin = solver.solver.nodes, time.perf_counter()
            solver.solver.clear()
            score = solver.bounds(position.state, endless()).lower
            seconds = time.perf_counter() - begin
            nodes = solver.solver.nodes - before
            yield Found(position.to_text(), expected, score, nodes, seconds)


def _progress(quiet: bool) -> "Progress":
    from rich import progress

    return progress.Progress(
        *progress.Progress.get_default_columns(),
        console=console(stderr=True),
        disable=quiet,
        transient=True,
    )


@book.command(epilog="Example: galo book build connect_four --plies 8 --out book.bin")
def build(
    game: Game,
    plies: Annotated[int, typer.Option(help="Stones of the last positions.")] = 8,
    out: Annotated[Path, typer.Option(help="The book to write.")] = Path("book.bin"),
    work: Annotated[Path | None, typer.Option(help="Directory of what is solved so far.")] = None,
    share: Annotated[str, typer.Option("--slice", help="Part for this machine, as 3/16.")] = "1/1",
    jobs: Annotated[int | None, typer.Option(help="Threads; all cores if not given.")] = None,
    memory: Memory = 1024,
    seconds: Annotated[float | None, typer.Option(help="Stop after this time.")] = None,
    as_json: AsJson = False,
) -> None:
    """Solve every position of up to PLIES stones; stop any time, go on by the same command."""
    from galo.players.budget import Budget
    from galo.players.connect_four.book_building import Build, Share
    from galo.players.player import Limit

    _check_game(game)
    if not 0 <= plies <= MOST_PLIES:
        raise ConfigError(f"plies {plies} is not a number of stones from 0 to {MOST_PLIES}")
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise ConfigError(f"jobs {jobs} is not a number of threads from 1 to {MOST_JOBS}")
    if seconds is not None:
        check_seconds(seconds)
    begin = time.perf_counter()
    building = Build(work or out.with_name(f"{out.name}.work"), plies, Share.parse(share))
    budget = Budget(Limit(seconds=seconds))
    try:
        with _progress(as_json) as bar:
            task = bar.add_task("", total=building.left)
            for solved in building.run(jobs or os.cpu_count() or 1, memory, budget):
                bar.advance(task, solved)
    except KeyboardInterrupt:
        typer.echo("stopped; go on with the same command", err=True)
        raise typer.Exit(INTERRUPTED) from None
    finished = building.book()
    if finished is not None:
        out.write_bytes(finished.to_bytes())
    left = building.left_of_all
    if as_json:
        print_json({"left": left, "seconds": time.perf_counter() - begin})
    elif finished is None:
        typer.echo(f"{left:,} positions left; go on with the same command.")
    else:
        typer.echo(f"{len(finished):,} positions in {out}.")
