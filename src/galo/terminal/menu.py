"""Before the first move: the choice of a game, and the players at its seats."""

from rich.console import Console

from galo.errors import ConfigError, UnknownNameError
from galo.games.game import Game
from galo.games.options import split_name
from galo.games.registry import game_names
from galo.players.player import Player
from galo.players.registry import HUMAN, agent_names, levels_of, make_player
from galo.terminal.play import QUIT
from galo.texts import Texts


def ask_game(console: Console, texts: Texts) -> str | None:
    """Return the name of the game that a person chooses, None if they leave."""
    names = game_names()
    console.print(texts("menu.title"))
    for number, name in enumerate(names, start=1):
        console.print(f"  {number}  {texts.game_name(name)}: {texts.game_line(name)}")
    answers = {str(number): name for number, name in enumerate(names, start=1)}
    answers |= {texts.game_name(name).lower(): name for name in names}
    answers |= {name: name for name in names}
    while True:
        try:
            typed = console.input(texts("menu.prompt")).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        if typed.lower() in answers:
            return answers[typed.lower()]
        if typed.lower() in QUIT:
            return None
        if typed:
            console.print(texts("menu.again", text=typed, count=len(names)))


def players_at(game: Game, seats: list[str]) -> list[Player | None]:
    """Return the players at *seats*, None for a person; those left out are agents.

    A seat is written as `human`, a level, or an agent. Without *seats* one person plays.
    """
    if len(seats) > game.seats:
        given = ", ".join(map(repr, seats))
        raise ConfigError(f"{game.name} has {game.seats} seats, not {len(seats)} ({given})")
    agents = agent_names(game.name)
    names = seats or [HUMAN]
    names = [*names, *[agents[-1]] * (game.seats - len(names))]
    known = dict.fromkeys([HUMAN, *agents, *levels_of(game.name)])
    for name in names:
        if split_name(name)[0] not in known:
            raise UnknownNameError(f"player of {game.name}", name, known)
    return [None if name == HUMAN else make_player(game.name, name) for name in names]
