"""The command that evolves evaluation functions."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galo.cli.common import (
    AsJson,
    Cluster,
    Quiet,
    Seed,
    ending_on_interrupt,
    print_json,
    wrapped,
    writing,
)
from galo.cli.completion import complete_agent, complete_game
from galo.errors import ConfigError
from galo.lab.settings import EvolutionSettings

if TYPE_CHECKING:
    from galo.lab.evolution import EvolutionProgress, OnProgress

REPORT = "report"  # in place of a game
Default = EvolutionSettings  # its class attributes are the defaults of the fields


def evolve(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="dominoes4, or report", autocompletion=complete_game),
    ] = None,
    strategy: Annotated[
        str, typer.Argument(metavar="STRATEGY", help="s1, s2, s3 or s4; DIR for a report")
    ] = Default.strategy,
    against: Annotated[
        list[str] | None,
        typer.Option(help="Opponent; may be repeated.", autocompletion=complete_agent),
    ] = None,
    method: Annotated[str, typer.Option(help="ga or cma")] = Default.method,
    population: Annotated[int, typer.Option(help="Individuals.")] = Default.population,
    generations: Annotated[
        int, typer.Option(help="Generations of each run.")
    ] = Default.generations,
    matches: Annotated[
        int, typer.Option(help="Of each individual, each generation.")
    ] = Default.matches,
    selection: Annotated[
        str, typer.Option(help="roulette, sus or proportional")
    ] = Default.selection,
    crossover: Annotated[str, typer.Option(help="scattered or twopoint")] = Default.crossover,
    mutation: Annotated[
        float, typer.Option(help="Rate for each gene of a mutant.")
    ] = Default.mutation,
    deals: Annotated[
        str, typer.Option(help="common to all and from both sides, or independent")
    ] = Default.deals,
    reading: Annotated[
        str, typer.Option(help="literal, published (fitted) or reconstructed (see galo lab)")
    ] = Default.reading,
    without: Annotated[
        list[str] | None, typer.Option(help="A coefficient, a1 to a7, that stays zero; repeat.")
    ] = None,
    runs: Annotated[int, typer.Option(help="Repeats, side by side.")] = Default.runs,
    retest: Annotated[
        int, typer.Option(help="Matches of the champion on fresh deals.")
    ] = Default.retest,
    history: Annotated[
        bool, typer.Option("--history", help="Keep every individual, in history.csv.")
    ] = Default.history,
    device: Annotated[str, typer.Option(help="cpu or cuda")] = "cpu",
    cluster: Cluster = None,
    out: Annotated[Path | None, typer.Option(help="Directory of the evolution.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with this directory.")] = None,
    seed: Seed = Default.seed,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Evolve the coefficients of a strategy by the million matches.

    galo evolve report DIR writes the page of an evolution, also of one under way.
    """
    from galo.lab import evolution

    if game == REPORT:
        _write_report(context, strategy)
        return
    directory = resume or out or Path(f"evolved-{strategy}-{seed}")

    def run(progress: "OnProgress") -> dict[str, Any]:
        if resume is not None:
            _refuse_other_settings(context, resume)
            return evolution.resume(resume, device=device, cluster=cluster, progress=progress)
        if game is None:
            raise ConfigError("give the game to evolve, or a directory to go on with: --resume DIR")
        return evolution.evolve(
            game, strategy, against=against or Default.against, out=directory, device=device,
            cluster=cluster, progress=progress, method=method, population=population,
            generations=generations, matches=matches, selection=selection, crossover=crossover,
            mutation=mutation, deals=deals, reading=reading, runs=runs, retest=retest, seed=seed,
            without=tuple(without or ()), history=history,
        )  # fmt: skip

    result = _shown(run, directory, quiet)
    if as_json:
        print_json(result)
    else:
        _print_result(result, directory, quiet)


def _write_report(context: typer.Context, directory: str) -> None:
    """Write the page of the evolution in *directory* and print its path."""
    from galo.lab.evolution_report import write_evolution_report

    source = context.get_parameter_source("strategy")
    if source is None or source.name != "COMMANDLINE":
        raise ConfigError("give the directory of the evolution: galo evolve report DIR")
    with writing(Path(directory), "the report lies beside its results: make that writable"):
        typer.echo(str(write_evolution_report(Path(directory))))


def _refuse_other_settings(context: typer.Context, directory: Path) -> None:
    """Raise if the command asks for something else than the evolution in *directory* is."""
    from galo.lab.checkpoints import read_settings
    from galo.lab.evolution import game_of

    settings = read_settings(directory)
    stored = {**vars(settings), "game": game_of(settings)}
    for name, value in context.params.items():
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        if name == "out":
            raise ConfigError(f"--resume goes on in {str(directory)!r}: leave --out {value} away")
        wanted = tuple(value) if isinstance(value, list) else value
        if name in stored and wanted != stored[name]:
            raise ConfigError(
                f"{str(directory)!r} was written with {name}={stored[name]!r}, not {wanted!r}; "
                "leave that away, or begin another evolution with --out"
            )


def _shown(
    run: "Callable[[OnProgress], dict[str, Any]]", directory: Path, quiet: bool
) -> dict[str, Any]:
    """Return the result of *run*, an evolution kept in *directory*, showing a progress bar."""
    from galo.cli.screen import ProgressBar

    again = f"galo evolve --resume {directory}"
    help = f"--out names another directory; when that is mended: {again}"
    with (
        ending_on_interrupt(f"stopped; go on with: {again}"),
        ProgressBar("generations", quiet) as bar,
        writing(directory, help),
    ):

        def show(progress: "EvolutionProgress") -> None:
            shares = f"best {progress.best:.2%}, mean {progress.mean:.2%}"
            words = f"{shares}, {progress.matches_per_second:,.0f} matches/s"
            bar.show(words, progress.generation, progress.generations)

        return run(show)


def _print_result(result: dict[str, Any], directory: Path, quiet: bool) -> None:
    """Print the *result* in *directory* for people."""
    from galo.games.registry import make_game
    from galo.lab.checkpoints import read_settings
    from galo.lab.evolution import evolved_agent
    from galo.players.dominoes4.linear import HONEST_READINGS
    from galo.players.registry import agent_names

    low, high = result["retest_interval"]
    won = (
        f"won {result['fitness']:.2%} in its last generation, {result['retest']:.2%} "
        f"[{low:.2%}, {high:.2%}] on fresh deals: {result['fitness'] - result['retest']:+.2%} luck"
    )
    typer.echo(wrapped(f"best {result['best']}"))
    typer.echo(wrapped(won))
    if quiet:
        return
    game, agent = evolved_agent(directory)
    if read_settings(directory).reading not in HONEST_READINGS:  # it cannot sit at a table
        typer.echo(f"measure it: galo match {game} {agent} basic")
        return
    # In pairs the person's partner is the strongest agent, and both opponents are the new one.
    seats = ["human", agent, agent_names(game)[-1], agent][: make_game(game).seats]
    typer.echo(f"play against it: galo play {game} {' '.join(f'--seat {seat}' for seat in seats)}")
