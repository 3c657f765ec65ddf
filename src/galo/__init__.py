"""galo: four classic games played, measured and evolved by computer.

>>> import galo
>>> galo.game("connect_four").start().legal_moves[3].text
'4'
"""

from typing import TYPE_CHECKING

from galo.players.player import Limit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from galo.arena.records import GameRecord
    from galo.games.game import Game
    from galo.games.options import Value
    from galo.players.player import Player
    from galo.rng import Stream as Stream

__version__ = "0.1.0"
__all__ = ["Limit", "Stream", "__version__", "game", "play", "player"]


def __getattr__(name: str) -> object:
    if name == "Stream":  # imported when asked for: it brings Numba, which takes a while
        from galo.rng import Stream

        return Stream
    raise AttributeError(f"module 'galo' has no attribute {name!r}")


def game(name: str, /, **options: "Value") -> "Game":
    """Return the game *name* (or `name:key=value,…`) with its *options* settled."""
    from galo.games.registry import make_game

    return make_game(name, **options)


def player(game: str, agent: str) -> "Player":
    """Return the player of *game* that *agent*, `name[:key=value,…]`, describes."""
    from galo.players.registry import make_player

    return make_player(game, agent)


def play(
    game: str, seats: "Sequence[str]", seed: int = 0, limit: Limit | None = None
) -> "GameRecord":
    """Play one game between the agents at *seats* and return its record."""
    from galo.arena.match import Match
    from galo.arena.records import GameRecord
    from galo.games.registry import make_game
    from galo.players.registry import HUMAN, make_player

    rules = make_game(game)
    match = Match(rules, [make_player(rules.name, seat) for seat in seats], seed, limit)
    match.run()
    return GameRecord.of(match, outside=HUMAN)
