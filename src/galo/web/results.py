"""How people fared against agents, from the records of finished games."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from galo.arena.statistics import wilson
from galo.players.registry import HUMAN

COLUMNS = ("game", "opponents", "games", "won", "drawn", "low", "high")


def grouped(lines: Iterable[str]) -> list[dict[str, Any]]:
    """Return games and wins of people by game and opponents, each share with its interval.

    Only games count in which people sit on one side alone and agents on the other.
    """
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for line in lines:
        record = json.loads(line)
        sides = len(record["result"]["scores"])
        names = [record["seats"][side::sides] for side in range(sides)]
        people = [side for side in range(sides) if HUMAN in names[side]]
        if len(people) != 1:
            continue
        opponents = names[1 - people[0]]
        entry = counts[record["game"], " + ".join(sorted(set(opponents)))]
        winner = record["result"]["winner"]
        entry[0] += 1
        entry[1] += winner == people[0]
        entry[2] += winner is None
    return [_row(*key, *entry) for key, entry in sorted(counts.items())]


def _row(game: str, opponents: str, games: int, won: int, drawn: int) -> dict[str, Any]:
    low, high = wilson(won + drawn / 2, games)
    values = (game, opponents, games, won, drawn, round(low, 4), round(high, 4))
    return dict(zip(COLUMNS, values, strict=True))


def as_csv(rows: list[dict[str, Any]]) -> str:
    """Return *rows* as a table for spreadsheets."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
