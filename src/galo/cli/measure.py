"""Commands that check and time the kernels: perft, bench, warmup."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from galo.cli.common import (
    AsJson,
    GameName,
    Seed,
    check_seconds,
    end_kernels_on_interrupt,
    print_json,
    read_game,
)
from galo.errors import ConfigError

if TYPE_CHECKING:
    from galo.arena.speed import Rate
    from galo.games.game import Game

MOST_PLIES = 100  # far beyond what can be counted, and little memory


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Plies to look ahead.")],
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count positions, not paths.")
    ] = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Count the games of 1 to DEPTH plies: the classic check of rules."""
    from galo.games.perft import distinct_positions
    from galo.stream import Stream

    if not 1 <= depth <= MOST_PLIES:
        raise ConfigError(f"depth {depth} is not a number of plies from 1 to {MOST_PLIES}")
    Stream.of(seed)  # refuses a bad seed, also for games that have nothing to deal
    chosen = read_game(game)
    end_kernels_on_interrupt()
    position = chosen.start(seed=seed)
    begin = time.perf_counter()
    nodes = distinct_positions(position, depth) if distinct else position.perft(depth)
    seconds = time.perf_counter() - begin
    if as_json:
        print_json({"game": str(chosen), "depth": depth, "nodes": nodes, "seconds": seconds})
        return
    for ply, count in enumerate(nodes, start=1):
        typer.echo(f"{ply:4} {count:>18,}")
    typer.echo(f"{sum(nodes):,} in {seconds:.2f} s")


def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    seconds: Annotated[float, typer.Option(help="Time for each measurement.")] = 1.0,
    device: Annotated[str, typer.Option(help="cpu, or cuda: the simulator on a GPU.")] = "cpu",
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast this machine plays."""
    from galo.arena.devices import simulator_on
    from galo.games.registry import game_names

    check_seconds(seconds)
    simulator_on(device)  # refuses an unknown or missing device
    chosen = [read_game(name) for name in ([game] if game else game_names())]
    end_kernels_on_interrupt()
    rates = []
    for rate in _rates(chosen, seconds, device, seed):
        rates.append(rate)
        if not as_json:
            typer.echo(f"{rate.name:40} {rate.per_second:>14,.0f} {rate.unit}/s")
    if as_json:
        matches = [rate.per_second for rate in rates if rate.unit == "matches"]
        found = {"matches_per_second": matches[0]} if matches else {}
        print_json({"results": [vars(rate) for rate in rates], **found})


def _rates(games: "list[Game]", seconds: float, device: str, seed: int) -> "Iterator[Rate]":
    """Yield the speed of random games and of the simulator; on a GPU of the simulator alone."""
    from galo.arena.simulated import is_simulated
    from galo.arena.speed import random_games_rate, simulator_rate

    for game in games:
        if device == "cpu":
            yield random_games_rate(game, seconds, seed)
        if is_simulated(game):
            yield simulator_rate(device, seconds, seed)
        elif device != "cpu":
            raise ConfigError(f"{game.name} is not played on {device}; use galo bench dominoes4")


def warmup(
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes that compile; one for each core.")
    ] = None,
) -> None:
    """Compile everything now, on all cores, so that later starts are quick."""
    from rich.progress import Progress

    from galo.arena.warmup import Warmup, all_steps, is_done

    steps = all_steps()
    todo = [step for step in steps if not is_done(step)]
    failed = []
    with Progress(transient=True) as progress:
        task = progress.add_task("compiling", total=len(todo))
        for step, problem in Warmup(todo, jobs).run():
            progress.update(task, advance=1, description=str(step))
            if problem:
                failed.append(f"{step}: {problem}")
    if failed:
        raise ConfigError(f"{len(failed)} of {len(steps)} parts failed: {'; '.join(failed)}")
    typer.echo(f"{len(steps)} parts ready.")
