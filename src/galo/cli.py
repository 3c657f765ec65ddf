"""The command line: a thin skin over the layers below.

Everything heavy is imported inside the command that needs it, so `--help` is instant.
"""

import io
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galo import __version__
from galo.errors import ConfigError, GaloError

if TYPE_CHECKING:
    from rich.console import Console

    from galo.games.game import Game

BAD_INPUT = 2
MOST_PLIES = 100  # far beyond what can be counted, and little memory
MOST_SECONDS = 3600

# What Click raises for words it cannot read; newer Typers carry a Click of their own.
UsageError: Any = typer.BadParameter.__base__

app = typer.Typer(
    help="Classic games played, measured and evolved by computer.",
    epilog="Start with: galo play connect_four",
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One of galo games; with options: lines_of_action:repetition=2",
    ),
]
Seed = Annotated[int, typer.Option(help="Same seed, same result.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Language = Annotated[str | None, typer.Option(metavar="pt|en", help="Language of the texts.")]


def main() -> None:
    """Run the command line; a mistake in what was given ends in one sentence and code 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a strange letter must not end a game
    try:
        sys.exit(app(prog_name="galo", standalone_mode=False))
    except GaloError as problem:
        sentence = str(problem)
    except UsageError as problem:
        sentence = _usage(problem)
    typer.echo(f"galo: {sentence}", err=True)
    sys.exit(BAD_INPUT)


def _usage(problem: Any) -> str:
    """Return what is wrong with the words typed, the words, and where to read about them."""
    command = problem.ctx.command_path if problem.ctx else "galo"
    what = " ".join(problem.format_message().split())
    return f"{what} (typed: {' '.join(sys.argv[1:])!r}; help: {command} --help)"


@app.callback(invoke_without_command=True)
def galo(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: play in the terminal."""
    if version:
        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        play()


@app.command(epilog="Example: galo play lines_of_action --seat human --seat random")
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Asked if left out.")] = None,
    seat: Annotated[
        list[str] | None, typer.Option(help="human or an agent, once per seat.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same deals and agents.")] = None,
    lang: Language = None,
    delay: Annotated[float, typer.Option(help="Seconds between moves of agents alone.")] = 0.5,
    record: Annotated[Path | None, typer.Option(help="Add the game to this file.")] = None,
) -> None:
    """Play in the terminal, against agents or people beside you."""
    from galo.arena.match import Match
    from galo.players.registry import agent_names, make_player
    from galo.terminal.menu import ask_game, players_at
    from galo.terminal.play import Sitting, record_path
    from galo.terminal.texts import Texts

    _check_delay(delay)
    texts, console = Texts(lang), _console()
    if game is None and (game := ask_game(console, texts)) is None:
        return  # the person left the menu
    chosen = _game(game)
    if seed is None:
        seed = int.from_bytes(os.urandom(7), "big")
    match = Match(chosen, players_at(chosen, seat or []), seed)
    adviser = make_player(chosen.name, agent_names(chosen.name)[-1])
    sitting = Sitting(match, adviser, console, texts)
    sitting.run(pause_seconds=delay if console.is_terminal else 0.0)
    sitting.save(record or record_path(_records_directory(), chosen.name))


@app.command(epilog="Example: galo games --lang pt")
def games(lang: Language = None, as_json: AsJson = False) -> None:
    """List the games."""
    from galo.games.registry import game_names
    from galo.terminal.texts import Texts

    texts = Texts(lang)
    lines = {name: texts(f"game.{name}.line") for name in game_names()}
    _print_list(lines, as_json)


@app.command(epilog="Example: galo agents connect_four")
def agents(
    game: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """List the computer players, weakest first."""
    from galo.games.registry import game_names
    from galo.players.registry import agent_names
    from galo.terminal.texts import Texts

    texts = Texts(lang)
    chosen = [game] if game else game_names()
    lines = {
        name: {agent: texts(f"agent.{agent}") for agent in agent_names(name)} for name in chosen
    }
    if as_json:
        _print_json(lines)
        return
    for name, players in lines.items():
        typer.echo(f"{name}:")
        _print_list({f"  {agent}": line for agent, line in players.items()}, as_json=False)


@app.command(epilog="Example: galo perft connect_four 6 --distinct")
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
    chosen = _game(game)
    _end_kernels_on_interrupt()
    position = chosen.start(seed=seed)
    begin = time.perf_counter()
    nodes = distinct_positions(position, depth) if distinct else position.perft(depth)
    seconds = time.perf_counter() - begin
    if as_json:
        _print_json({"game": chosen.name, "depth": depth, "nodes": nodes, "seconds": seconds})
        return
    for ply, count in enumerate(nodes, start=1):
        typer.echo(f"{ply:4} {count:>18,}")
    typer.echo(f"{sum(nodes):,} in {seconds:.2f} s")


@app.command(epilog="Example: galo replay records.jsonl --game 2")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, one game a line.")],
    game: Annotated[int | None, typer.Option(help="Show this game of the file.")] = None,
    delay: Annotated[float, typer.Option(help="Seconds between boards.")] = 0.0,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Verify stored games move by move, and show one."""
    from galo.arena.records import read_records
    from galo.terminal.replay import show_game, summary
    from galo.terminal.texts import Texts

    _check_delay(delay)
    texts = Texts(lang)
    records = list(read_records(file))
    if game is not None and not 1 <= game <= len(records):
        raise ConfigError(f"{str(file)!r} has games 1 to {len(records)}, not {game}")
    if as_json:
        results = [json.loads(record.to_line()) for record in records]
        _print_json({"file": str(file), "games": len(records), "records": results})
        return
    if len(records) == 1:
        game = 1
    if game is not None:
        show_game(records[game - 1], _console(), texts, delay)
    for number, record in enumerate(records, start=1):
        if game in (None, number):
            typer.echo(summary(number, record, texts))
    typer.echo(texts("replay.verified", games=texts.count("replay.games", len(records))))


@app.command(epilog="Example: galo warmup")
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


@app.command(epilog="Example: galo bench connect_four --json")
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

    if not 0 < seconds <= MOST_SECONDS:
        raise ConfigError(f"seconds {seconds:g} is not above 0 and up to {MOST_SECONDS}")
    chosen = [_game(name) for name in ([game] if game else game_names())]
    _end_kernels_on_interrupt()
    rates = []
    for each in chosen:
        rates.append(random_games_rate(each, seconds, seed))
        if not as_json:
            typer.echo(f"{rates[-1].name:40} {rates[-1].per_second:>14,.0f} {rates[-1].unit}/s")
    if as_json:
        _print_json({"results": [asdict(rate) for rate in rates]})


def _game(text: str) -> "Game":
    from galo.games.registry import make_game

    return make_game(text)


def _console() -> "Console":
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False)  # what people type stays as it is


def _check_delay(seconds: float) -> None:
    if not 0 <= seconds <= MOST_SECONDS:
        raise ConfigError(f"delay {seconds:g} is not from 0 to {MOST_SECONDS} seconds")


def _end_kernels_on_interrupt() -> None:
    """Let Ctrl-C end the process at once: a running kernel never looks at Python's own flag."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _records_directory() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(home) / "galo" / "records"


def _print_list(lines: dict[str, str], as_json: bool) -> None:
    if as_json:
        _print_json(lines)
        return
    width = max(map(len, lines))
    for name, line in lines.items():
        typer.echo(f"{name:{width}}  {line}")


def _print_json(content: dict[str, Any]) -> None:
    typer.echo(json.dumps(content, ensure_ascii=False))
