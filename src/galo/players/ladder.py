"""How strong galo's agents were measured to be: the ladder of the levels, and who beat whom.

`ladder.json` is the one source of these figures: agents, screens and documentation read them there.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("ladder.json")


@dataclass(frozen=True)
class Rung:
    """An agent on the ladder of its game; *low* to *high* is the 95 % interval of its *elo*.

    The beginner has 1000, and so no interval. An agent that is no level is placed by its meeting
    with the agent *by*, which is on the ladder.
    """

    agent: str
    level: str | None
    elo: int
    low: int | None
    high: int | None
    games: int
    by: str | None


@dataclass(frozen=True)
class Meeting:
    """Games of *a* against *b*: the share of the points that *a* won, with its 95 % interval."""

    a: str
    b: str
    games: int
    score: float
    low: float
    high: float
    source: str  # the page of the documentation that has it


@dataclass(frozen=True)
class Ladder:
    """The measured agents of a game, the strongest first, and their meetings."""

    players: tuple[Rung, ...]
    meetings: tuple[Meeting, ...]


@cache
def _ladders() -> Mapping[str, Ladder]:
    content = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        game: Ladder(
            tuple(Rung(*row) for row in found["players"]),
            tuple(Meeting(*row) for row in found["meetings"]),
        )
        for game, found in content.items()
    }


def ladder_of(game: str) -> Ladder | None:
    """Return the ladder of *game*, None if its agents were not measured."""
    return _ladders().get(game)


def level_ratings(game: str) -> dict[str, int]:
    """Return the measured Elo of each level of *game*, the weakest first."""
    found = ladder_of(game)
    rungs = reversed(found.players) if found else ()
    return {rung.level: rung.elo for rung in rungs if rung.level is not None}
