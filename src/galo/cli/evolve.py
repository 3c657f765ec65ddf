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
    keeping,
    print_json,
    refuse_other_settings,
    wrapped,
    writing,
)
from galo.cli.completion import complete_agent, complete_game
from galo.errors import ConfigError
from galo.games.options import split_name
from galo.lab.settings import METHODS, EvolutionSettings, default_agent

if TYPE_CHECKING:
    from galo.lab.evolution import EvolutionProgress, OnProgress

REPORT = "report"  # in place of a game
Default = EvolutionSettings  # its class attributes are the defaults of the fields


def evolve(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game, or report", autocompletion=complete_game),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="An agent with parameters, s1 by default; formula; DIR for a report",
            autocompletion=complete_agent,
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            help="Opponent, by default the beginner; repeat. self: earlier bests; population: all.",
            autocompletion=complete_agent,
        ),
    ] = None,
    method: Annotated[str, typer.Option(help=" or ".join(METHODS))] = Default.method,
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
        list[str] | None, typer.Option(help="A parameter that keeps its default; repeat.")
    ] = None,
    finalists: Annotated[
        int, typer.Option(help="Bests of the last generations that meet for the title.")
    ] = Default.finalists,
    nodes: Annotated[
        int | None, typer.Option(help="Of a search, for each move; where agents search.")
    ] = Default.nodes,
    openings: Annotated[
        int | None, typer.Option(help="Random plies first, where agents play games.")
    ] = Default.openings,
    size: Annotated[int, typer.Option(help="Nodes of a formula, at most.")] = Default.size,
    first: Annotated[
        list[str] | None,
        typer.Option(metavar="FORMULA", help="A formula to begin with; repeat."),
    ] = None,
    goals: Annotated[
        list[str] | None,
        typer.Option(help="Of nsga2: an opponent, a style, or won, points, safe, small; repeat."),
    ] = None,
    styles: Annotated[
        list[str] | None,
        typer.Option(help="Of map: two of blocks, pips, passes, stuck, galos, table, garagem."),
    ] = None,
    cells: Annotated[
        int, typer.Option(help="Of the grid of map, along each style.")
    ] = Default.cells,
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
    """Evolve the parameters of an agent, by the million matches where none searches.

    galo evolve report DIR writes the page of an evolution, also of one under way.
    """
    from galo.lab import evolution
    from galo.lab.checkpoints import read_settings

    if game == REPORT:
        _write_report(agent)
        return
    agent = agent or default_agent(method)
    directory = resume or out or Path(f"evolved-{split_name(agent)[0]}-{seed}")

    def run(progress: "OnProgress") -> dict[str, Any]:
        if resume is not None:
            refuse_other_settings(context, resume, vars(read_settings(resume)), "evolution")
            return evolution.resume(resume, device=device, cluster=cluster, progress=progress)
        if game is None:
            raise ConfigError("give the game to evolve, or a directory to go on with: --resume DIR")
        return evolution.evolve(
            game, agent, against=against or None, out=directory, device=device,
            cluster=cluster, progress=progress, method=method, population=population,
            generations=generations, matches=matches, selection=selection, crossover=crossover,
            mutation=mutation, deals=deals, reading=reading, runs=runs, retest=retest, seed=seed,
            without=tuple(without or ()), history=history, finalists=finalists, nodes=nodes,
            openings=openings, size=size, first=tuple(first or ()), goals=tuple(goals or ()),
            styles=tuple(styles or Default.styles), cells=cells,
        )  # fmt: skip

    result = _shown(run, directory, quiet)
    if as_json:
        print_json(result)
    else:
        _print_result(result, directory, quiet)


def _write_report(directory: str | None) -> None:
    """Write the page of the evolution in *directory* and print its path."""
    from galo.lab.evolution_report import write_evolution_report

    if directory is None:
        raise ConfigError("give the directory of the evolution: galo evolve report DIR")
    with writing(Path(directory), "the report lies beside its results: make that writable"):
        typer.echo(str(write_evolution_report(Path(directory))))


def _shown(
    run: "Callable[[OnProgress], dict[str, Any]]", directory: Path, quiet: bool
) -> dict[str, Any]:
    """Return the result of *run*, an evolution kept in *directory*, showing a progress bar."""
    from galo.cli.screen import ProgressBar

    with keeping("evolve", directory), ProgressBar("generations", quiet) as bar:

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
    from galo.players.dominoes4 import FREE
    from galo.players.dominoes4.linear import HONEST_READINGS
    from galo.players.parameters import MEMBERS
    from galo.players.registry import agent_names

    low, high = result["retest_interval"]
    members = result.get(MEMBERS)
    where = "as the best of all members" if members else "in its last generation"
    won = (
        f"won {result['fitness']:.2%} {where}, {result['retest']:.2%} "
        f"[{low:.2%}, {high:.2%}] on fresh deals: {result['fitness'] - result['retest']:+.2%} luck"
    )
    typer.echo(wrapped(f"best {result.get('formula') or result['best']}"))
    typer.echo(wrapped(won))
    if quiet:
        return
    if members:
        _, last = evolved_agent(directory, len(members))
        typer.echo(f"{len(members)} members; the last of them plays as {last}")
        typer.echo(f"see them all: galo evolve report {directory}")
    game, agent = evolved_agent(directory)
    settings = read_settings(directory)
    if "formula" in result:
        against = " ".join(f"--against {name}" for name in settings.against)
        typer.echo(f"let its numbers evolve: galo evolve {game} {agent} --method cma {against}")
    if settings.agent in FREE and settings.reading not in HONEST_READINGS:  # no seat at a table
        typer.echo(f"measure it: galo match {game} {agent} basic")
        return
    # In pairs the person's partner is the strongest agent, and both opponents are the new one.
    seats = ["human", agent, agent_names(split_name(game)[0])[-1], agent][: make_game(game).seats]
    typer.echo(f"play against it: galo play {game} {' '.join(f'--seat {seat}' for seat in seats)}")
