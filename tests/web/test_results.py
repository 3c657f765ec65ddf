"""The results of people against agents, from records."""

import json
from typing import Any

from galo.web.responses import Opponent
from galo.web.results import group_results, to_csv


def record(game: str, seats: list[str], winner: int | None, sides: int = 2) -> str:
    """Return a line with the fields of a record that results need."""
    result: dict[str, Any] = {"scores": [0] * sides, "winner": winner, "reason": "line"}
    return json.dumps({"game": game, "seats": seats, "result": result})


def test_games_are_counted_by_game_players_and_opponents() -> None:
    lines = [
        record("connect_four", ["human", "perfect"], 1),
        record("connect_four", ["perfect", "human"], 1),
        record("connect_four", ["human", "perfect"], None),
        record("dominoes4", ["human", "s1", "s4", "basic"], 0),
        record("connect_four", ["human", "human"], 0),  # no agent
        record("connect_four", ["perfect", "tux"], 0),  # no person
    ]
    first, second = group_results(lines)
    assert (first.game, first.games, first.won, first.drawn) == ("connect_four", 3, 1, 1)
    assert first.opponents == [Opponent("perfect", "champion")]
    assert first.low < 0.5 < first.high
    assert (second.players, second.won) == (4, 1)
    assert second.opponents == [Opponent("basic", "beginner"), Opponent("s1", "strong")]


def test_game_whose_plug_in_is_gone_is_counted_too() -> None:
    [group] = group_results([record("forgotten_game", ["human", "random"], 0)])
    assert (group.game, group.games) == ("forgotten_game", 1)
    assert group.opponents == [Opponent("random", None)]


def test_table_for_spreadsheets_has_a_line_for_each_group() -> None:
    groups = group_results([record("dominoes4", ["human", "s1", "s4", "basic"], 0)])
    header, line = to_csv(groups).splitlines()
    assert header == "game,players,opponents,games,won,drawn,low,high"
    assert line.startswith("dominoes4,4,basic + s1,1,1,0,")
