"""The results of people against agents, from the records of finished games.

Every score, a share of the points in which a draw is half a win, and every interval come from
`galo.arena.statistics`.
"""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import NamedTuple, get_args

from galo.arena.statistics import score, score_interval
from galo.games.registry import game_names
from galo.players.registry import HUMAN, levels_of
from galo.web.people import Experience, FinishedGame
from galo.web.person_responses import Opponent, People, ResultGroup, ResultList

COLUMNS = [field.name for field in fields(ResultGroup)]
# The order in which groups are listed; None stands for all people together.
PEOPLE: tuple[People | None, ...] = (
    None,
    *get_args(Experience),
    "mixed",
    "unsaid",
    "with_agent",
)
# Dissertation of N. S. Antonio (2011), figure 28: the share of games that two agents S1 of its
# first stage won against pairs of people, 50 games a pair: A1-A3, B1 and B2, B3.
PUBLISHED: Mapping[tuple[str, People | None], float] = {
    ("dominoes4", "experienced"): 0.32,
    ("dominoes4", "casual"): 0.63,
    ("dominoes4", "beginner"): 0.78,
}
DIGITS = 4


class GroupKey(NamedTuple):
    """What the games of one group have in common."""

    game: str
    players: int
    opponents: tuple[str, ...]
    people: People | None
    is_assisted: bool

    def rank(self) -> tuple[object, ...]:
        """Return the place in the list: games without help come first."""
        place = PEOPLE.index(self.people)
        return (self.game, self.players, self.opponents, self.is_assisted, place)


def result_list(games: Iterable[FinishedGame]) -> ResultList:
    """Return the results of people by game, number of players, opponents and help.

    Only games count in which people sit on one side alone and agents on the other.
    """
    counts: defaultdict[GroupKey, list[int]]
    counts = defaultdict(lambda: [0, 0, 0])  # won, drawn and lost by people
    for game in games:
        record = json.loads(game.record)
        seats, winner = record["seats"], record["result"]["winner"]
        sides = len(record["result"]["scores"])
        people = [side for side in range(sides) if HUMAN in seats[side::sides]]
        if len(people) != 1:
            continue
        [own] = people
        opponents = tuple(sorted(set(seats[1 - own :: sides])))
        said = _people(seats, range(own, len(seats), sides), game.experiences)
        key = GroupKey(record["game"], len(seats), opponents, said, game.is_assisted)
        place = 1 if winner is None else 0 if winner == own else 2
        for group in (key, key._replace(people=None)):
            counts[group][place] += 1
    groups = [_group(key, *counts[key]) for key in sorted(counts, key=GroupKey.rank)]
    return ResultList(
        groups=[group for group in groups if group.people is None],
        by_experience=[group for group in groups if group.people is not None],
    )


def _people(seats: list[str], own: range, experiences: Mapping[int, Experience]) -> People:
    """Return what the people at the seats *own*, one side, have in common."""
    if any(seats[seat] != HUMAN for seat in own):
        return "with_agent"
    said = [experiences.get(seat) for seat in own]
    first = said[0]
    if first is None or None in said:
        return "unsaid"
    return first if len(set(said)) == 1 else "mixed"


def _group(key: GroupKey, won: int, drawn: int, lost: int) -> ResultGroup:
    low, high = score_interval(won, drawn, lost)
    agents_low, agents_high = score_interval(lost, drawn, won)
    return ResultGroup(
        game=key.game,
        players=key.players,
        opponents=[Opponent(name, agent_level(key.game, name)) for name in key.opponents],
        people=key.people,
        assisted=key.is_assisted,
        games=won + drawn + lost,
        won=won,
        drawn=drawn,
        score=round(score(won, drawn, lost), DIGITS),
        low=round(low, DIGITS),
        high=round(high, DIGITS),
        agents_score=round(score(lost, drawn, won), DIGITS),
        agents_low=round(agents_low, DIGITS),
        agents_high=round(agents_high, DIGITS),
        published=None if key.is_assisted else PUBLISHED.get((key.game, key.people)),
    )


def agent_level(game: str, agent: str) -> str | None:
    """Return the level of *game* that *agent* is, None if it is of none."""
    return {name: level for level, name in _levels(game).items()}.get(agent)


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
