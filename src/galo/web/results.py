"""The results of people against agents, from the records of finished games."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import fields

from galo.arena.statistics import wilson
from galo.games.registry import game_names
from galo.players.registry import HUMAN, levels_of
from galo.web.responses import Opponent, ResultGroup

COLUMNS = [field.name for field in fields(ResultGroup)]


def group_results(lines: Iterable[str]) -> list[ResultGroup]:
    """Return the results of people by game, number of players and opponents.

    *lines* are records. Only games count in which people sit on one side alone and agents on
    the other.
    """
    counts: defaultdict[tuple[str, int, tuple[str, ...]], list[int]]
    counts = defaultdict(lambda: [0, 0, 0])  # games, won, drawn
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
    return [_group(*key, entry) for key, entry in sorted(counts.items())]


def _group(game: str, players: int, names: tuple[str, ...], counted: list[int]) -> ResultGroup:
    games, won, drawn = counted
    low, high = wilson(won + drawn / 2, games)
    levels = {agent: level for level, agent in _levels(game).items()}
    opponents = [Opponent(name, levels.get(name)) for name in names]
    return ResultGroup(
        game, players, opponents, games, won, drawn, low=round(low, 4), high=round(high, 4)
    )


def _levels(game: str) -> Mapping[str, str]:
    """Return the levels of *game*, none if the plug-in that it came from is gone."""
    return levels_of(game) if game in game_names() else {}


def to_csv(groups: Iterable[ResultGroup]) -> str:
    """Return *groups* as CSV, with a line of column names."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    for group in groups:
        names = " + ".join(opponent.name for opponent in group.opponents)
        writer.writerow({**vars(group), "opponents": names})
    return text.getvalue()
