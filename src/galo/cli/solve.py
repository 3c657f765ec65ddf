"""Commands about the solved game: galo solve, galo book."""

import time
from pathlib import Path
from typing import Annotated

import typer

from galo.cli.common import AsJson, console, print_json
from galo.errors import ConfigError

book = typer.Typer(help="The opening book of Connect Four.", rich_markup_mode=None)


@book.command(epilog="Example: galo book build connect_four --plies 6 --out book.bin")
def build(
    game: Annotated[str, typer.Argument(metavar="GAME", help="connect_four")],
    plies: Annotated[int, typer.Option(help="Stones of the last positions.")] = 8,
    out: Annotated[Path, typer.Option(help="The book to write.")] = Path("book.bin"),
    work: Annotated[Path | None, typer.Option(help="Directory of what is solved so far.")] = None,
    share: Annotated[str, typer.Option("--slice", help="Part for this machine, as 3/16.")] = "1/1",
    jobs: Annotated[int, typer.Option(help="Threads.")] = 1,
    memory: Annotated[int, typer.Option(help="Megabytes that they share.")] = 1024,
    seconds: Annotated[float | None, typer.Option(help="Stop after this time.")] = None,
    as_json: AsJson = False,
) -> None:
    """Solve every position of up to PLIES stones; stop any time, go on by the same command."""
    from rich import progress

    from galo.players.connect_four.budget import Budget
    from galo.players.connect_four.building import Build, Share
    from galo.players.player import Limit

    if game != "connect_four":
        raise ConfigError(f"only connect_four has a book, not {game!r}")
    deadline = None if seconds is None else time.perf_counter() + seconds

    def budget() -> Budget:
        if deadline is None:
            return Budget(Limit())
        return Budget(Limit(seconds=max(1e-9, deadline - time.perf_counter())))

    begin = time.perf_counter()
    building = Build(work or out.with_name(f"{out.name}.work"), plies, Share.parse(share))
    with progress.Progress(
        *progress.Progress.get_default_columns(),
        console=console(stderr=True),
        disable=as_json,
        transient=True,
    ) as bar:
        task = bar.add_task("", total=building.left)
        for solved in building.run(jobs, memory, budget):
            bar.advance(task, solved)
    finished = building.book()
    if finished is not None:
        out.write_bytes(finished.to_bytes())
    left = len(building.levels[-1]) - len(building.solved)
    if as_json:
        print_json({"left": left, "seconds": time.perf_counter() - begin})
    elif finished is None:
        typer.echo(f"{left:,} positions left; go on with the same command.")
    else:
        typer.echo(f"{len(finished):,} positions in {out}.")
