"""Before the first move: which game, and who sits where."""

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
    """Return the name of the game that a person picks, None if they leave."""
    names = game_names()
    console.print(texts("menu.title"))
    for number, name in enumerate(names, start=1):
        console.print(f"  {number}  {texts(f'game.{name}')}: {texts(f'game.{name}.line')}")
    answers = {str(number): name for number, name in enumerate(names, start=1)}
    answers |= {texts(f"game.{name}").lower(): name for name in names}
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
    """Return who sits at *seats*, None for a person; one person if none is given, then agents.

    A seat is written as a person, a level of the screens, or an agent.
    """
    if len(seats) > game.seats:
        given = ", ".join(map(repr, seats))
        raise ConfigError(f"{game.name} has {game.seats} seats, not {len(seats)} ({given})")
    levels = levels_of(game.name)
    known = (HUMAN, *agent_names(game.name))
    names = [levels.get(seat, seat) for seat in seats] or [HUMAN]
    names = [*names, *[known[-1]] * (game.seats - len(names))]
    for name in names:
        if split_name(name)[0] not in known:
            raise UnknownNameError(f"player of {game.name}", name, dict.fromkeys([*known, *levels]))
    return [None if name == HUMAN else make_player(game.name, name) for name in names]
