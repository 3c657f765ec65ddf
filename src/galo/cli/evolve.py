"""The command that evolves evaluation functions."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galo.cli.common import AsJson, Seed, console, print_json
from galo.errors import ConfigError

if TYPE_CHECKING:
    from galo.lab.evolve import Settings

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
    deals: Annotated[str, typer.Option(help="common to all, or independent")] = "common",
    reading: Annotated[str, typer.Option(help="literal or published")] = "literal",
    runs: Annotated[int, typer.Option(help="Repeats, each with its own random numbers.")] = 1,
    retest: Annotated[int, typer.Option(help="Matches of the champion on fresh deals.")] = 100_000,
    device: Annotated[str, typer.Option(help="cpu or cuda")] = "cpu",
    out: Annotated[Path | None, typer.Option(help="Directory of the evolution.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with this directory.")] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Evolve the coefficients of a strategy by the million matches."""
    from galo.lab.evolve import Settings, open_directory, read_settings

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
        try:
            open_directory(directory, settings)
        except OSError as problem:
            raise ConfigError(f"cannot write to {str(directory)!r}: {problem.strerror}") from None
    result = _evolve(settings, directory, device, quiet=as_json)
    if as_json:
        print_json(result)
        return
    low, high = result["retest_interval"]
    typer.echo(f"best {result['best']}")
    typer.echo(
        f"won {result['fitness']:.2%} in its last generation, {result['retest']:.2%} "
        f"[{low:.2%}, {high:.2%}] on fresh deals: {result['fitness'] - result['retest']:+.2%} luck"
    )
    typer.echo(f"play against it: galo play dominoes4 --seat human "
               f"--seat {settings.strategy}:weights={directory / 'result.json'}")  # fmt: skip


def _evolve(settings: "Settings", directory: Path, device: str, quiet: bool) -> dict[str, Any]:
    """Return the result of all runs of *settings*, kept in *directory* as they go."""
    from rich.progress import Progress

    from galo.arena.simulated import simulator_on
    from galo.lab.evolve import load, new_run, result_of, save, step, write_result

    simulate = simulator_on(device)
    begin, results = time.perf_counter(), []
    with Progress(console=console(stderr=True), disable=quiet, transient=True) as progress:
        for number in range(settings.runs):
            run = load(directory, number) or new_run(settings, number)
            task = progress.add_task("", total=settings.generations, completed=run.generation)
            try:
                while run.generation < settings.generations:
                    step(settings, run, simulate)
                    save(directory, run)
                    best, mean = run.curve[-1]
                    told = f"run {number + 1}: best {best:.2%}, mean {mean:.2%}"
                    progress.update(task, advance=1, description=told)
            except KeyboardInterrupt:
                typer.echo(f"stopped; go on with: galo evolve --resume {directory}", err=True)
                raise typer.Exit(INTERRUPTED) from None
            except OSError as problem:
                raise ConfigError(
                    f"cannot keep {str(directory)!r}: {problem.strerror}; free some space, then "
                    f"galo evolve --resume {directory}"
                ) from None
            results.append(result_of(settings, run, simulate))
    champion = max(results, key=lambda result: float(result["retest"]))
    matches = sum(result["matches"] for result in results)
    seconds = time.perf_counter() - begin
    final = {**champion, "matches": matches, "seconds": seconds, "runs": results}
    write_result(directory, "result.json", final)
    return final
