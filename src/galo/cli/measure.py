"""Commands that check and time the kernels: perft, bench, warmup."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from galo.cli.common import (
    AsJson,
    GameName,
    Quiet,
    Seed,
    check_seconds,
    columns,
    ending_on_interrupt,
    print_json,
    read_game,
)
from galo.cli.completion import complete_game
from galo.errors import ConfigError

if TYPE_CHECKING:
    from galo.arena.speed import Rate
    from galo.cli.screen import ProgressBar
    from galo.games.game import Game, Position

MOST_PLIES = 100  # far beyond what can be counted, and little memory
RATE_COLUMNS = 65  # of a line of galo bench


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Plies to look ahead.")],
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count positions, not paths.")
    ] = False,
    seed: Seed = 0,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Count the games of 1 to DEPTH plies: the classic check of rules."""
    from galo.cli.screen import ProgressBar
    from galo.stream import check_seed

    if not 1 <= depth <= MOST_PLIES:
        raise ConfigError(f"depth {depth} is not a number of plies from 1 to {MOST_PLIES}")
    check_seed(seed)  # refuses a bad seed, also for games that have nothing to deal
    chosen = read_game(game)
    position = chosen.start(seed=seed)
    begin = time.perf_counter()
    nodes: list[int] = []
    with ProgressBar("first moves", quiet) as bar:
        count = partial(_distinct if distinct else _paths, position, bar)
        if as_json:  # all plies at once: one after the other takes a little longer
            nodes = count(depth)
        else:
            for ply in range(1, depth + 1):
                nodes.append(count(ply)[-1])
                typer.echo(f"{ply:4} {nodes[-1]:>18,}")
    seconds = time.perf_counter() - begin
    if as_json:
        print_json({"game": str(chosen), "depth": depth, "nodes": nodes, "seconds": seconds})
    elif not quiet:
        typer.echo(f"{sum(nodes):,} in {seconds:.2f} s")


def _paths(position: "Position", bar: "ProgressBar", depth: int) -> list[int]:
    """Return the perft of *position*, counted move by move so that *bar* moves."""
    moves = position.legal_moves
    paths = [len(moves)] + [0] * (depth - 1)
    for number, move in enumerate(moves if depth > 1 else ()):
        bar.show(f"ply {depth}", number, len(moves))
        for ply, count in enumerate(position.play(move).perft(depth - 1), start=1):
            paths[ply] += count
    return paths


def _distinct(position: "Position", bar: "ProgressBar", depth: int) -> list[int]:
    """Return the number of different positions at each ply, *bar* naming the last one."""
    from galo.games.perft import distinct_positions

    bar.show(f"ply {depth}", 0, None)
    return distinct_positions(position, depth)


def bench(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="All games if left out.", autocompletion=complete_game),
    ] = None,
    seconds: Annotated[float, typer.Option(help="Time for each measurement.")] = 1.0,
    device: Annotated[str, typer.Option(help="cpu, or cuda: the simulator on a GPU.")] = "cpu",
    seed: Seed = 0,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Measure how fast this machine plays."""
    from galo.arena.devices import simulator_on
    from galo.cli.screen import ProgressBar
    from galo.games.registry import game_names

    check_seconds(seconds)
    simulator_on(device)  # refuses an unknown or missing device
    chosen = [read_game(name) for name in ([game] if game else game_names())]
    measurements = list(_measurements(chosen, seconds, device, seed))
    rates: list[Rate] = []
    with ProgressBar("measurements", quiet) as bar:
        for name, measure in measurements:
            bar.show(name, len(rates), len(measurements))
            rates.append(measure())
            if not as_json:
                typer.echo(_rate_line(rates[-1]))
    if as_json:
        matches = [rate.per_second for rate in rates if rate.unit == "matches"]
        found = {"matches_per_second": matches[0]} if matches else {}
        print_json({"results": [vars(rate) for rate in rates], **found})


def _rate_line(rate: "Rate") -> str:
    """Return *rate* on one line, or on two where one is too short for it."""
    number = f"{rate.per_second:>14,.0f} {rate.unit}/s"
    if columns() < RATE_COLUMNS:
        return f"{rate.name}\n{number}"
    return f"{rate.name:40} {number}"


def _measurements(
    games: "list[Game]", seconds: float, device: str, seed: int
) -> "Iterator[tuple[str, Callable[[], Rate]]]":
    """Yield what to measure, random games and the simulator; on a GPU the simulator alone."""
    from galo.arena.simulated import is_simulated
    from galo.arena.speed import random_games_rate, simulator_rate

    for game in games:
        if device == "cpu":
            yield game.name, partial(random_games_rate, game, seconds, seed)
        if is_simulated(game):
            yield game.name, partial(simulator_rate, device, seconds, seed)
        elif device != "cpu":
            raise ConfigError(f"{game.name} is not played on {device}; use galo bench dominoes4")


def warmup(
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes that compile; one for each core.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Compile everything now, on all cores, so that later starts are quick."""
    from galo.arena.warmup import Warmup, all_steps, is_done
    from galo.cli.screen import ProgressBar

    steps = all_steps()
    todo = [step for step in steps if not is_done(step)]
    failed = []
    with (
        ending_on_interrupt("stopped; what is compiled is kept"),
        ProgressBar("parts", quiet) as bar,
    ):
        bar.show("compiling", 0, len(todo))
        for done, (step, problem) in enumerate(Warmup(todo, jobs).run(), start=1):
            bar.show(str(step), done, len(todo))
            if problem:
                failed.append(f"{step}: {problem}")
    if failed:
        raise ConfigError(f"{len(failed)} of {len(steps)} parts failed: {'; '.join(failed)}")
    if not quiet:
        typer.echo(f"{len(steps)} parts ready.")
