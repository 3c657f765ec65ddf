"""How people fared against agents, from the records of finished games."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from galo.arena.statistics import wilson
from galo.players.registry import HUMAN, levels_of

COLUMNS = ("game", "players", "opponents", "games", "won", "drawn", "low", "high")


def grouped(lines: Iterable[str]) -> list[dict[str, Any]]:
    """Return games and wins of people by game, players and opponents, each share with its interval.

    Only games count in which people sit on one side alone and agents on the other.
    """
    counts: defaultdict[tuple[str, int, tuple[str, ...]], list[int]]
    counts = defaultdict(lambda: [0, 0, 0])
    for line in lines:
        record = json.loads(line)
        sides = len(record["result"]["scores"])
        names = [record["seats"][side::sides] for side in range(sides)]
        people = [side for side in range(sides) if HUMAN in names[side]]
        if len(people) != 1:
            continue
        opponents = tuple(sorted(set(names[1 - people[0]])))
        entry = counts[record["game"], len(record["seats"]), opponents]
        winner = record["result"]["winner"]
        entry[0] += 1
        entry[1] += winner == people[0]
        entry[2] += winner is None
    return [_row(*key, entry) for key, entry in sorted(counts.items())]


def _row(game: str, players: int, opponents: tuple[str, ...], counted: list[int]) -> dict[str, Any]:
    games, won, drawn = counted
    low, high = wilson(won + drawn / 2, games)
    levels = {agent: level for level, agent in levels_of(game).items()}
    chairs = [{"name": agent, "level": levels.get(agent)} for agent in opponents]
    values = (game, players, chairs, games, won, drawn, round(low, 4), round(high, 4))
    return dict(zip(COLUMNS, values, strict=True))


def as_csv(rows: list[dict[str, Any]]) -> str:
    """Return *rows* as a table for spreadsheets."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    for row in rows:
        names = " + ".join(chair["name"] for chair in row["opponents"])
        writer.writerow({**row, "opponents": names})
    return text.getvalue()
