"""`galo puzzles`: finding puzzles in games of agents, and solving them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galo.cli.common import (
    AsJson,
    GameName,
    Language,
    Quiet,
    Seed,
    ending_on_interrupt,
    print_json,
    wrapped,
    writing,
)
from galo.cli.help import Command, Group
from galo.errors import ConfigError

if TYPE_CHECKING:
    from galo.puzzles.puzzle import Puzzle

app = typer.Typer(
    cls=Group,
    help="Find puzzles in games of agents, and solve them.",
    epilog="Example: galo puzzles solve connect_four",
    rich_markup_mode=None,
)

Jobs = Annotated[int | None, typer.Option(help="Processes; one for each core if not given.")]


@app.command(
    cls=Command, epilog="Example: galo puzzles make dominoes4 --number 20 --out puzzles.jsonl"
)
def make(
    game: GameName,
    number: Annotated[int, typer.Option(help="Puzzles in the file at the end.")] = 100,
    out: Annotated[Path, typer.Option(help="The file, a puzzle in each line.")] = Path(
        "puzzles.jsonl"
    ),
    seed: Seed = 0,
    jobs: Jobs = None,
    quiet: Quiet = False,
) -> None:
    """Find positions with one clearly best move, each with its proof.

    Agents of mixed strength play, and one level or more misses the move. Stop any time: the same
    command goes on, and ends in the same file.
    """
    from galo.arena.play import checked_jobs
    from galo.cli.screen import ProgressBar
    from galo.games.registry import make_game
    from galo.puzzles.making import make_puzzles

    if number < 1:
        raise ConfigError(f"{number} puzzles: there must be one or more")
    spelled = str(make_game(game))
    with (
        ending_on_interrupt("stopped; go on with the same command"),
        ProgressBar("puzzles", quiet) as bar,
        writing(out, "--out names another file"),
    ):
        bar.show("getting ready", 0, number)
        found = make_puzzles(
            spelled,
            number,
            out,
            seed,
            checked_jobs(jobs),
            lambda puzzles, games: bar.show(f"game {games + 1:,}", puzzles, number),
        )
    typer.echo(f"{len(found):,} puzzles in {out}.")


@app.command(cls=Command, epilog="Example: galo puzzles solve dominoes4 --agent s1")
def solve(
    game: GameName,
    theme: Annotated[str | None, typer.Option(help="Only puzzles with this theme.")] = None,
    file: Annotated[
        Path | None, typer.Option(help="Puzzles of galo puzzles make, not those that galo has.")
    ] = None,
    agent: Annotated[
        str | None, typer.Option(help="Let this agent solve them, and count how many it does.")
    ] = None,
    number: Annotated[int | None, typer.Option(help="As many puzzles at most.")] = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    lang: Language = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Solve puzzles here, in an order drawn from the seed, or let an agent solve them."""
    if as_json and agent is None:
        raise ConfigError("--json prints what an agent solves: name one with --agent")
    found = _chosen(game, theme, file, number, seed)
    if agent is None:
        from galo.cli.screen import console
        from galo.terminal.puzzles import Trainer
        from galo.texts import Texts

        Trainer(found, console(), Texts(lang)).run()
    else:
        _measure(found, agent, (seed, jobs), quiet, as_json)


def _chosen(
    game: str, theme: str | None, file: Path | None, number: int | None, seed: int
) -> "tuple[Puzzle, ...]":
    """Return the puzzles to solve, in an order drawn from *seed*."""
    from galo.games.registry import make_game
    from galo.puzzles.library import shipped_games, shipped_puzzles, with_theme
    from galo.puzzles.puzzle import puzzles_in
    from galo.puzzles.solving import in_order

    name = str(make_game(game))
    puzzles = shipped_puzzles(name) if file is None else tuple(puzzles_in(file))
    if not puzzles:
        known = ", ".join(shipped_games())
        raise ConfigError(f"galo has no puzzles of {name}; games that have: {known}")
    other = next((puzzle.game for puzzle in puzzles if puzzle.game != name), None)
    if other is not None:
        raise ConfigError(f"{str(file)!r} holds puzzles of {other}, not of {name}")
    return in_order(with_theme(puzzles, theme), seed)[:number]


def _measure(
    puzzles: "tuple[Puzzle, ...]",
    agent: str,
    settings: tuple[int, int | None],
    quiet: bool,
    as_json: bool,
) -> None:
    """Let *agent* solve *puzzles*, and print what share it solved."""
    from galo.arena.play import checked_jobs
    from galo.cli.report import bounds, percent
    from galo.cli.screen import ProgressBar
    from galo.puzzles.solving import solve_rate

    seed, jobs = settings
    with ending_on_interrupt("stopped; nothing was written"), ProgressBar("puzzles", quiet) as bar:
        rate = solve_rate(
            puzzles,
            agent,
            seed,
            checked_jobs(jobs),
            lambda done, total: bar.show(agent, done, total),
        )
    if as_json:
        print_json(rate.to_json())
        return
    share = f"{percent(rate.rate)} {bounds(rate.interval)}"
    typer.echo(wrapped(f"{agent} solved {rate.solved:,} of {rate.puzzles:,} puzzles: {share}"))
