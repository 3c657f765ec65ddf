"""What galo's agents were measured at, for their pages: the ladder, and who beat whom."""

from dataclasses import dataclass

from galo.games.registry import game_names
from galo.players.ladder import Meeting, Rung, ladder_of


@dataclass(frozen=True)
class GameLadder:
    """The measured agents of a game, the strongest first, and their meetings."""

    game: str
    players: list[Rung]
    meetings: list[Meeting]


@dataclass(frozen=True)
class LadderList:
    """The ladders of all games that were measured."""

    ladders: list[GameLadder]


def ladder_list() -> LadderList:
    """Return the ladders of all games that were measured."""
    found = ((name, ladder_of(name)) for name in game_names())
    return LadderList(
        [GameLadder(name, list(one.players), list(one.meetings)) for name, one in found if one]
    )
