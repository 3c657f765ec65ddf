"""The command that evolves evaluation functions."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galo.cli.common import AsJson, Cluster, Seed, console, print_json
from galo.errors import ConfigError

if TYPE_CHECKING:
    from rich.progress import Progress

    from galo.lab.evolve import Run
    from galo.lab.fitness import Simulate
    from galo.lab.settings import Settings

INTERRUPTED = 130


def evolve(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="dominoes4")] = None,
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="s1, s2, s3 or s4")] = "s1",
    against: Annotated[list[str] | None, typer.Option(help="Opponent; may be repeated.")] = None,
    method: Annotated[str, typer.Option(help="ga or cma")] = "ga",
    population: Annotated[int, typer.Option()] = 100,
    generations: Annotated[int, typer.Option()] = 200,
    matches: Annotated[int, typer.Option(help="Of each individual, each generation.")] = 5000,
    selection: Annotated[str, typer.Option(help="roulette or sus")] = "roulette",
    crossover: Annotated[str, typer.Option(help="scattered or twopoint")] = "scattered",
    mutation: Annotated[float, typer.Option(help="Rate for each gene of a mutant.")] = 0.05,
    deals: Annotated[
        str, typer.Option(help="common to all and from both sides, or independent")
    ] = "common",
    reading: Annotated[str, typer.Option(help="literal or published")] = "literal",
    runs: Annotated[int, typer.Option(help="Repeats, side by side.")] = 1,
    retest: Annotated[int, typer.Option(help="Matches of the champion on fresh deals.")] = 100_000,
    device: Annotated[str, typer.Option(help="cpu or cuda")] = "cpu",
    cluster: Cluster = None,
    out: Annotated[Path | None, typer.Option(help="Directory of the evolution.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with this directory.")] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Evolve the coefficients of a strategy by the million matches."""
    from galo.lab.checkpoints import open_directory, read_settings
    from galo.lab.devices import simulator
    from galo.lab.settings import Settings, opponents

    if resume is not None:
        directory, settings = resume, read_settings(resume)
    else:
        if game != "dominoes4":
            raise ConfigError(f"only dominoes4 can be evolved so far, not {game!r}")
        settings = Settings(
            strategy, tuple(against or ["basic"]), method, population, generations, matches,
            selection, crossover, mutation, deals, reading, runs, retest, seed,
        )  # fmt: skip
        directory = out or Path(f"evolved-{strategy}-{seed}")
    opponents(settings.against)  # refuses who cannot be simulated
    with simulator(device, cluster) as simulate:
        try:
            open_directory(directory, settings)
            result = _evolve(settings, directory, simulate, quiet=as_json)
        except KeyboardInterrupt:
            typer.echo(f"stopped; go on with: galo evolve --resume {directory}", err=True)
            raise typer.Exit(INTERRUPTED) from None
        except OSError as problem:
            raise ConfigError(
                f"cannot write to {str(directory)!r}: {problem.strerror}; when that is mended: "
                f"galo evolve --resume {directory}"
            ) from None
    if as_json:
        print_json(result)
    else:
        _tell(result, settings, directory)


def _evolve(
    settings: "Settings", directory: Path, simulate: "Simulate", quiet: bool
) -> dict[str, Any]:
    """Return the result of all runs of *settings*, kept in *directory* as they go."""
    from galo.lab.checkpoints import load, save
    from galo.lab.evolve import new_run, results_of, step
    from galo.lab.settings import opponents

    begin = time.perf_counter()
    runs = load(directory)
    if runs is None:
        rows = opponents(settings.against)
        runs = [new_run(settings, number, rows) for number in range(settings.runs)]
    before = runs[0].generation
    with _progress(quiet) as progress:
        task = progress.add_task("", total=settings.generations, completed=before)
        while runs[0].generation < settings.generations:
            step(runs, simulate)
            save(directory, runs)
            share = 1 - before / runs[0].generation  # of the matches that are this process's
            rate = share * sum(run.matches for run in runs) / (time.perf_counter() - begin)
            progress.update(task, advance=1, description=_standing(runs, rate))
    results = results_of(runs, simulate)
    return _written(directory, results, time.perf_counter() - begin)


def _written(directory: Path, results: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Return the result of all runs, once it and its picture are in *directory*."""
    from galo.lab.checkpoints import write_json
    from galo.lab.figures import write_curves

    champion = max(results, key=lambda result: float(result["retest"]))
    matches = sum(result["matches"] for result in results)
    final = {**champion, "matches": matches, "seconds": seconds, "runs": results}
    write_json(directory / "result.json", final)
    curves = [tuple(zip(*result["curve"], strict=True)) for result in results]
    write_curves(directory / "curve.png", curves)
    return final


def _progress(quiet: bool) -> "Progress":
    from rich import progress

    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TextColumn("generation {task.completed:.0f} of {task.total:.0f},"),
        progress.TimeRemainingColumn(),
        progress.TextColumn("left"),
        console=console(stderr=True),
        disable=quiet,
        transient=True,
    )


def _standing(runs: "list[Run]", rate: float) -> str:
    """Return how far the *runs* are, in a few words."""
    best = max(run.curve[-1][0] for run in runs)
    mean = sum(run.curve[-1][1] for run in runs) / len(runs)
    return f"best {best:.2%}, mean {mean:.2%}, {rate:,.0f} matches/s"


def _tell(result: dict[str, Any], settings: "Settings", directory: Path) -> None:
    """Print what was found, for people."""
    low, high = result["retest_interval"]
    typer.echo(f"best {result['best']}")
    typer.echo(
        f"won {result['fitness']:.2%} in its last generation, {result['retest']:.2%} "
        f"[{low:.2%}, {high:.2%}] on fresh deals: {result['fitness'] - result['retest']:+.2%} luck"
    )
    agent = f"{settings.strategy}:weights={directory / 'result.json'},reading={settings.reading}"
    typer.echo(f"play against it: galo play dominoes4 --seat human --seat {agent}")
