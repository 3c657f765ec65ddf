"""Commands for people at a table: play, replay, and lists of what can be played."""

import json
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from galo.cli.common import (
    AsJson,
    Language,
    check_delay,
    print_json,
    print_list,
    read_game,
    wrapped,
)
from galo.cli.completion import complete_game, complete_seat
from galo.cli.interrupts import InterruptHandler
from galo.errors import ConfigError


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Asked if left out.", autocompletion=complete_game),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="human, a level (beginner … champion) or an agent, once per seat.",
            autocompletion=complete_seat,
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same deals and agents.")] = None,
    lang: Language = None,
    delay: Annotated[float, typer.Option(help="Seconds between moves of agents alone.")] = 0.5,
    record: Annotated[Path | None, typer.Option(help="Add the game to this file.")] = None,
) -> None:
    """Play in the terminal, against agents or people beside you."""
    from galo.arena.match import Match
    from galo.cli.screen import console
    from galo.players.registry import agent_names, make_player
    from galo.terminal.menu import ask_game, players_at
    from galo.terminal.play import TerminalGame, record_path
    from galo.texts import Texts

    check_delay(delay)
    texts, screen = Texts(lang), console()
    if game is None and (game := ask_game(screen, texts)) is None:
        return  # the person left the menu
    chosen = read_game(game)
    if seed is None:
        seed = int.from_bytes(os.urandom(7), "big")
    match = Match(chosen, players_at(chosen, seat or []), seed)
    adviser = make_player(chosen.name, agent_names(chosen.name)[-1])
    table = TerminalGame(match, adviser, screen, texts)
    path = record or record_path(_records_directory(), chosen.name)
    try:
        with InterruptHandler(lambda: table.save(path)).installed():
            table.run(pause_seconds=delay if screen.is_terminal else 0.0)
    finally:  # also of a game that an agent's fault has ended
        table.save(path)


def games(lang: Language = None, as_json: AsJson = False) -> None:
    """List the games."""
    from galo.games.registry import game_names
    from galo.texts import Texts

    texts = Texts(lang)
    lines = {name: texts.game_line(name) for name in game_names()}
    print_list(lines, as_json)


def agents(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="All games if left out.", autocompletion=complete_game),
    ] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """List the computer players, weakest first, with their options and the levels."""
    from galo.games.registry import game_names
    from galo.players.registry import every_agent_of
    from galo.texts import Texts

    texts = Texts(lang)
    lines = {
        name: {agent.name: texts.agent_line(agent) for agent in every_agent_of(name)}
        for name in ([game] if game else game_names())
    }
    if as_json:
        print_json({**lines, **(_options_and_levels(game) if game else {})})
        return
    for name, players in lines.items():
        typer.echo(f"{name}:")
        print_list({f"  {agent}": line for agent, line in players.items()}, as_json=False)
        if game:
            _print_options_and_levels(name)


def _options_and_levels(game: str) -> dict[str, Any]:
    """Return the options and parameters of every agent of *game*, and the agent of every level."""
    from galo.players.registry import every_agent_of, levels_of

    options = {
        agent.name: {
            option.name: {"default": option.default, "values": option.describe()}
            for option in agent.options
        }
        for agent in every_agent_of(game)
    }
    parameters = {
        agent.name: {
            each.name: {"range": [each.low, each.high], "default": each.default}
            for each in agent.parameters
        }
        for agent in every_agent_of(game)
    }
    return {"options": options, "parameters": parameters, "levels": dict(levels_of(game))}


def _print_options_and_levels(game: str) -> None:
    from galo.games.options import join_name
    from galo.players.registry import every_agent_of, levels_of

    options = {
        f"  {join_name(agent.name, {option.name: option.default})}": option.describe()
        for agent in every_agent_of(game)
        for option in agent.options
    }
    if options:
        typer.echo("options, each with its default:")
        print_list(options, as_json=False)
    parameters = {
        f"  {agent.name}": ", ".join(parameter.name for parameter in agent.parameters)
        for agent in every_agent_of(game)
        if agent.parameters
    }
    if parameters:
        typer.echo("numbers that galo evolve may turn:")
        print_list(parameters, as_json=False)
    typer.echo("levels:")
    print_list({f"  {level}": agent for level, agent in levels_of(game).items()}, as_json=False)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, one game a line.")],
    game: Annotated[int | None, typer.Option(help="Show this game of the file.")] = None,
    delay: Annotated[float, typer.Option(help="Seconds between boards.")] = 0.0,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Verify stored games move by move, and show one."""
    from galo.arena.records import read_records
    from galo.cli.screen import console
    from galo.terminal.replay import show_game, summary
    from galo.texts import Texts

    check_delay(delay)
    texts = Texts(lang)
    records = list(read_records(file))
    if game is not None and not 1 <= game <= len(records):
        raise ConfigError(f"{str(file)!r} has games 1 to {len(records)}, not {game}")
    if as_json:
        results = [json.loads(record.to_line()) for record in records]
        print_json({"file": str(file), "games": len(records), "records": results})
        return
    if len(records) == 1:
        game = 1
    if game is not None:
        show_game(records[game - 1], console(), texts, delay)
    for number, record in enumerate(records, start=1):
        if game in (None, number):
            typer.echo(wrapped(summary(number, record, texts)))
    verified = texts("replay.verified", games=texts.count("replay.games", len(records)))
    typer.echo(wrapped(verified))


def _records_directory() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(home) / "galo" / "records"
