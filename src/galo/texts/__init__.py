"""What the screens say, in Portuguese and English: `pt.json` and `en.json` beside this file."""

import json
import os
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from galo.errors import UnknownNameError

if TYPE_CHECKING:
    from galo.games.game import Outcome

LANGUAGES = ("pt", "en")


@cache
def load(language: str) -> dict[str, str]:
    """Return all texts of *language*, by key."""
    if language not in LANGUAGES:
        raise UnknownNameError("language", language, LANGUAGES)
    texts: dict[str, str] = json.loads(
        files("galo.texts").joinpath(f"{language}.json").read_text(encoding="utf-8")
    )
    return texts


def preferred_language() -> str:
    """Return the language that the environment asks for, English if it asks for neither."""
    for variable in ("GALO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "pt" if value.lower().startswith("pt") else "en"
    return "en"


class Texts:
    """The sentences of one language."""

    def __init__(self, language: str | None = None) -> None:
        self.language = preferred_language() if language is None else language
        self._texts = load(self.language)

    def __call__(self, key: str, **values: object) -> str:
        """Return the sentence *key* with *values* filled in."""
        return self._texts[key].format(**values)

    def count(self, key: str, count: int) -> str:
        """Return the sentence *key*, written `one | many`, for *count* things."""
        one, many = self._texts[key].split(" | ")
        return (one if count == 1 else many).format(count=count)

    def who(self, game: str, seat: int, name: str) -> str:
        """Return how *seat* of *game* is called, with the *name* of who sits there, if any."""
        return self(f"seat.{game}.{seat}") + (f" ({name})" if name else "")

    def result(self, outcome: "Outcome | None", seats: int, who: Callable[[int], str]) -> str:
        """Return how a game of *seats*, each called as *who* says, ended, in one sentence."""
        if outcome is None:
            return self("play.unfinished")
        reason = self(f"reason.{outcome.reason}")
        if outcome.winner is None:
            return self("play.draw", reason=reason)
        winners = range(outcome.winner, seats, len(outcome.scores))  # a seat, or a pair
        return self("play.wins", who=" + ".join(map(who, winners)), reason=reason)
