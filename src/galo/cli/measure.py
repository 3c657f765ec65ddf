"""Commands that check and time the kernels: perft, bench, warmup."""

import time
from typing import Annotated

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
    from galo.counter import Stream
    from galo.games.positions import distinct_positions

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
        print_json({"game": chosen.name, "depth": depth, "nodes": nodes, "seconds": seconds})
        return
    for ply, count in enumerate(nodes, start=1):
        typer.echo(f"{ply:4} {count:>18,}")
    typer.echo(f"{sum(nodes):,} in {seconds:.2f} s")


def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    seconds: Annotated[float, typer.Option(help="Time for each measurement.")] = 1.0,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast this machine plays."""
    from dataclasses import asdict

    from galo.arena.speed import random_games_rate
    from galo.games.registry import game_names

    check_seconds(seconds)
    chosen = [read_game(name) for name in ([game] if game else game_names())]
    end_kernels_on_interrupt()
    rates = []
    for each in chosen:
        rates.append(random_games_rate(each, seconds, seed))
        if not as_json:
            typer.echo(f"{rates[-1].name:40} {rates[-1].per_second:>14,.0f} {rates[-1].unit}/s")
    if as_json:
        print_json({"results": [asdict(rate) for rate in rates]})


def warmup() -> None:
    """Compile everything now, so that later starts are quick."""
    from rich.progress import Progress

    from galo.arena.warmup import steps

    todo = list(steps())
    with Progress(transient=True) as progress:
        task = progress.add_task("", total=len(todo))
        for name, compile_it in todo:
            progress.update(task, description=name)
            compile_it()
            progress.advance(task)
    typer.echo(f"{len(todo)} parts ready.")
