"""The command line: a thin skin over the layers below.

Everything heavy is imported inside the command that needs it, so `--help` is instant.
"""

import json
import os
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
    from galo.terminal.texts import Texts

BAD_INPUT = 2
INTERRUPTED = 130

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
        help="connect_four, lines_of_action; with options: lines_of_action:repetition=2",
    ),
]
Seed = Annotated[int, typer.Option(help="Same seed, same result.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Language = Annotated[str | None, typer.Option(metavar="pt|en", help="Language of the texts.")]


def main() -> None:
    """Run the command line; a mistake in what was given ends in one sentence and code 2."""
    try:
        app()
    except GaloError as problem:
        typer.echo(f"galo: {problem}", err=True)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # the reader of our output, such as `head`, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Asked if left out.")] = None,
    seat: Annotated[
        list[str] | None, typer.Option(help="human or an agent, once per seat.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same deals and agents.")] = None,
    lang: Language = None,
    delay: Annotated[
        float, typer.Option(help="Seconds between moves when only agents play.")
    ] = 0.5,
    record: Annotated[Path | None, typer.Option(help="Keep the game in this file.")] = None,
) -> None:
    """Play in the terminal, against agents or people beside you."""
    from rich.console import Console

    from galo.arena.match import Match
    from galo.players.registry import HUMAN, agent_names, make_player
    from galo.terminal.play import Sitting, record_path
    from galo.terminal.texts import Texts

    texts, console = Texts(lang), Console()
    chosen = _game(game) if game is not None else _ask_game(console, texts)
    strongest = agent_names(chosen.name)[-1]
    names = seat or [HUMAN]
    if len(names) > chosen.seats:
        raise ConfigError(f"{chosen.name} has {chosen.seats} seats, but {len(names)} were given")
    names = [*names, *[strongest] * (chosen.seats - len(names))]
    players = [None if name == HUMAN else make_player(chosen.name, name) for name in names]
    if seed is None:
        seed = int.from_bytes(os.urandom(7), "big")
    match = Match(chosen, players, seed)
    sitting = Sitting(match, make_player(chosen.name, strongest), console, texts)
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
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
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
    depth: Annotated[int, typer.Argument(help="Plies to look ahead.")],
    distinct: Annotated[bool, typer.Option(help="Count positions instead of paths.")] = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Count the games of 1, 2, … DEPTH plies: the classic check of a rule book."""
    from galo.games.positions import distinct_positions

    if depth < 1:
        raise ConfigError(f"depth {depth} is not a number of plies from 1 up")
    chosen = _game(game)
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
    from rich.console import Console

    from galo.arena.records import read_records
    from galo.terminal.replay import show_game, summary
    from galo.terminal.texts import Texts

    records = list(read_records(file))
    if game is not None and not 1 <= game <= len(records):
        raise ConfigError(f"{str(file)!r} has games 1 to {len(records)}, not {game}")
    if as_json:
        results = [json.loads(record.to_line()) for record in records]
        _print_json({"file": str(file), "games": len(records), "records": results})
        return
    console, texts = Console(), Texts(lang)
    if game is not None or len(records) == 1:
        show_game(records[(game or 1) - 1], console, texts, delay)
    else:
        for number, record in enumerate(records, start=1):
            typer.echo(texts("replay.game", number=number, **summary(record, texts)))
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
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    seconds: Annotated[float, typer.Option(help="Time for each measurement.")] = 1.0,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast this machine plays."""
    from dataclasses import asdict

    from galo.arena.speed import random_games_rate
    from galo.games.registry import game_names

    if seconds <= 0:
        raise ConfigError(f"seconds {seconds} is not above zero")
    rates = []
    for name in [game] if game else game_names():
        rates.append(random_games_rate(_game(name), seconds, seed))
        if not as_json:
            typer.echo(f"{rates[-1].name:40} {rates[-1].per_second:>14,.0f} {rates[-1].unit}/s")
    if as_json:
        _print_json({"results": [asdict(rate) for rate in rates]})


def _game(text: str) -> "Game":
    from galo.games.registry import make_game

    return make_game(text)


def _ask_game(console: "Console", texts: "Texts") -> "Game":
    """Return the game that a person picks from a list."""
    from galo.games.registry import game_names

    names = game_names()
    console.print(texts("menu.title"))
    for number, name in enumerate(names, start=1):
        console.print(f"  {number}  {texts(f'game.{name}')}: {texts(f'game.{name}.line')}")
    while True:
        typed = console.input(texts("menu.prompt")).strip().lower()
        if typed in names:
            return _game(typed)
        if typed.isdigit() and 1 <= int(typed) <= len(names):
            return _game(names[int(typed) - 1])
        console.print(texts("menu.again", text=typed, count=len(names)), highlight=False)


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
