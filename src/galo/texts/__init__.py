"""The sentences of the screens in Portuguese and English: `pt.json` and `en.json` here."""

import json
import os
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from galo.errors import UnknownNameError
from galo.games.registry import plugin_games

if TYPE_CHECKING:
    from galo.games.game import Game, Outcome
    from galo.players.player import Reason
    from galo.players.registry import Agent

LANGUAGES = ("pt", "en")


def load(language: str) -> dict[str, str]:
    """Return all texts of *language* by key, those of plug-in games included."""
    texts: dict[str, str] = {}
    for game in plugin_games():
        texts |= {key: str(text) for key, text in game.texts.get(language, {}).items()}
    return {**texts, **_own_texts(language)}


@cache
def _own_texts(language: str) -> dict[str, str]:
    if language not in LANGUAGES:
        raise UnknownNameError("language", language, LANGUAGES)
    path = files("galo.texts").joinpath(f"{language}.json")
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def preferred_language() -> str:
    """Return the language that the environment asks for, English if it asks for neither."""
    for variable in ("GALO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "pt" if value.lower().startswith("pt") else "en"
    return "en"


class Texts:
    """The sentences of one language; what a plug-in does not say is said by its name."""

    def __init__(self, language: str | None = None) -> None:
        self.language = preferred_language() if language is None else language
        self._texts = load(self.language)

    def __call__(self, key: str, **values: object) -> str:
        """Return the sentence *key* with *values* filled in."""
        return self._texts[key].format(**values)

    def find(self, key: str, default: str, **values: object) -> str:
        """Return the sentence *key*, or *default* where a plug-in has none."""
        return self(key, **values) if key in self._texts else default

    def count(self, key: str, count: int) -> str:
        """Return the sentence *key*, written `one | many`, for *count* things."""
        one, many = self._texts[key].split(" | ")
        return (one if count == 1 else many).format(count=count)

    def game_name(self, game: str) -> str:
        """Return the name of *game* for people."""
        return self.find(f"game.{game}", game)

    def game_line(self, game: str) -> str:
        """Return one line about *game*."""
        return self.find(f"game.{game}.line", self.game_name(game))

    def agent_line(self, agent: "Agent") -> str:
        """Return one line about *agent*."""
        return agent.line or self.find(f"agent.{agent.name}", agent.name)

    def move_help(self, game: "Game") -> str:
        """Return how a move of *game* is typed."""
        return self.find(
            f"move_help.{game.name}", f"{game.move_help[:1].upper()}{game.move_help[1:]}."
        )

    def reason(self, outcome: "Outcome", game: "Game") -> str:
        """Return why a game of *game* ended."""
        target = getattr(game, "target", None)
        plain = outcome.reason.replace("_", " ")
        one, *many = self.find(f"reason.{outcome.reason}", plain, target=target).split(" | ")
        return many[0] if many and game.seats > game.sides else one

    def why(self, reason: "Reason") -> str:
        """Return *reason* as a sentence that calls a tile and a suit by their names."""
        values: dict[str, object] = dict(reason.numbers)
        if "tile" in values:
            values["tile"] = self.tile(str(values["tile"]))
        if "suit" in values:
            values["suit"] = self.find(f"suit.{values['suit']}", str(values["suit"]))
        return self.find(f"why.{reason.name}", reason.name, **values)

    def tile(self, name: str) -> str:
        """Return what people call the tile *name*, such as 6-4; one of another game as it is."""
        halves = name.split("-")
        if len(halves) != 2 or not all(f"suit.{half}" in self._texts for half in halves):
            return name
        high, low = (self(f"suit.{half}") for half in halves)
        return self("tile.double" if high == low else "tile.plain", high=high, low=low)

    def who(self, game: str, seat: int, name: str) -> str:
        """Return the name of *seat* of *game*, with the *name* of its player, if any."""
        label = self.find(f"seat.{game}.{seat}", self("play.seat", number=seat + 1))
        return f"{label} ({name})" if name else label

    def result(self, outcome: "Outcome | None", game: "Game", who: Callable[[int], str]) -> str:
        """Return in one sentence how a game of *game*, its seats named by *who*, ended."""
        if outcome is None:
            return self("play.unfinished")
        reason = self.reason(outcome, game)
        if outcome.winner is None:
            return self("play.draw", reason=reason)
        winners = range(outcome.winner, game.seats, game.sides)  # a seat, or a pair
        return self("play.wins", who=" + ".join(map(who, winners)), reason=reason)
