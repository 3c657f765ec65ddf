"""The results of people against agents, from records and what people said of their experience."""

import csv
import io
import json
from typing import Any

import pytest

from galo.arena.statistics import score, score_interval
from galo.web.people import Experience, FinishedGame
from galo.web.person_responses import Opponent, ResultGroup
from galo.web.results import COLUMNS, result_list, to_csv

PAIR = ["human", "s1", "human", "s1"]


def finished(
    game: str,
    seats: list[str],
    winner: int | None,
    said: dict[int, Experience] | None = None,
    is_assisted: bool = False,
) -> FinishedGame:
    """Return a game with the fields of a record that results need."""
    result: dict[str, Any] = {"scores": [0, 0], "winner": winner, "reason": "line"}
    record = json.dumps({"game": game, "seats": seats, "result": result})
    return FinishedGame(record, said or {}, is_assisted)


def by_people(games: list[FinishedGame]) -> dict[tuple[str | None, bool], ResultGroup]:
    """Return the groups of *games* by what their people said, and by help."""
    return {(group.people, group.assisted): group for group in result_list(games).by_experience}


def test_games_are_counted_by_game_players_and_opponents() -> None:
    games = [
        finished("connect_four", ["human", "perfect"], 1),
        finished("connect_four", ["perfect", "human"], 1),
        finished("connect_four", ["human", "perfect"], None),
        finished("dominoes4", ["human", "s1", "s4", "basic"], 0),
        finished("connect_four", ["human", "human"], 0),  # no agent
        finished("connect_four", ["perfect", "tux"], 0),  # no person
    ]
    first, second = result_list(games).groups
    assert (first.game, first.games, first.won, first.drawn) == ("connect_four", 3, 1, 1)
    assert first.opponents == [Opponent("perfect", "champion")]
    assert first.people is None
    assert (second.players, second.won) == (4, 1)
    assert second.opponents == [Opponent("basic", "beginner"), Opponent("s1", "strong")]


@pytest.mark.parametrize(("won", "drawn", "lost"), [(1, 1, 1), (0, 3, 0), (16, 0, 34), (1, 2, 0)])
def test_share_and_interval_have_one_definition_in_which_a_draw_is_half_a_win(
    won: int, drawn: int, lost: int
) -> None:
    winners = [0] * won + [None] * drawn + [1] * lost
    games = [finished("connect_four", ["human", "perfect"], winner) for winner in winners]
    [group] = result_list(games).groups
    low, high = score_interval(won, drawn, lost)
    assert group.score == pytest.approx(score(won, drawn, lost), abs=1e-4)
    assert (group.low, group.high) == pytest.approx((low, high), abs=1e-4)
    assert group.low < group.score < group.high or group.score in (0, 1)
    assert group.agents_score == pytest.approx(1 - group.score, abs=2e-4)
    agents = (group.agents_low, group.agents_high)
    assert agents == pytest.approx((1 - group.high, 1 - group.low), abs=2e-4)


def test_pair_of_people_belongs_to_the_group_that_both_said() -> None:
    games = [
        finished("dominoes4", PAIR, 1, {0: "casual", 2: "casual"}),
        finished("dominoes4", PAIR, 1, {0: "casual", 2: "experienced"}),
        finished("dominoes4", PAIR, 0, {0: "casual"}),
        finished("dominoes4", PAIR, 0),
        finished("dominoes4", ["human", "s1", "s1", "s1"], 0, {0: "casual"}),
    ]
    found = by_people(games)
    assert {people: group.games for (people, _), group in found.items()} == {
        "casual": 1,
        "mixed": 1,
        "unsaid": 2,
        "with_agent": 1,
    }
    [total] = result_list(games).groups
    assert (total.games, total.won) == (5, 3)


def test_seats_of_the_other_side_are_read_too() -> None:
    seats = ["s1", "human", "s1", "human"]
    [group] = result_list(
        [finished("dominoes4", seats, 1, {1: "casual", 3: "casual"})]
    ).by_experience
    assert (group.people, group.won) == ("casual", 1)


def test_person_alone_is_the_group_in_games_for_two() -> None:
    [group] = result_list(
        [finished("connect_four", ["perfect", "human"], 0, {1: "beginner"})]
    ).by_experience
    assert (group.people, group.agents_score) == ("beginner", 1.0)


def test_games_with_help_are_a_group_of_their_own() -> None:
    said: dict[int, Experience] = {0: "beginner", 2: "beginner"}
    games = [finished("dominoes4", PAIR, 1, said), finished("dominoes4", PAIR, 0, said, True)]
    found = by_people(games)
    assert found["beginner", False].won == 0
    assert found["beginner", True].won == 1
    assert [group.assisted for group in result_list(games).groups] == [False, True]
    assert found["beginner", False].published == 0.78
    assert found["beginner", True].published is None


def test_figure_28_of_the_dissertation_stands_beside_each_group_of_pairs() -> None:
    groups: tuple[Experience, ...] = ("experienced", "beginner", "casual")
    games = [finished("dominoes4", PAIR, 1, {0: said, 2: said}) for said in groups]
    games += [finished("dominoes2", ["human", "costa"], 1, {0: "casual"})]
    listed = [(g.game, g.people, g.published) for g in result_list(games).by_experience]
    assert listed == [
        ("dominoes2", "casual", None),
        ("dominoes4", "beginner", 0.78),
        ("dominoes4", "casual", 0.63),
        ("dominoes4", "experienced", 0.32),
    ]


def test_game_whose_plug_in_is_gone_is_counted_too() -> None:
    [group] = result_list([finished("forgotten_game", ["human", "random"], 0)]).groups
    assert (group.game, group.games) == ("forgotten_game", 1)
    assert group.opponents == [Opponent("random", None)]


def test_table_for_spreadsheets_has_a_line_for_each_group() -> None:
    games = [
        finished("dominoes4", ["human", "s4", "human", "basic"], 0, {0: "casual", 2: "casual"}),
        finished("dominoes4", ["human", "s4", "human", "basic"], 0),
    ]
    first, second = csv.DictReader(io.StringIO(to_csv(result_list(games).by_experience)))
    assert list(first) == COLUMNS
    assert first["opponents"] == "basic + s4"
    assert [first[name] for name in ("people", "assisted", "games", "won", "published")] == [
        "casual", "False", "1", "1", "0.63",
    ]  # fmt: skip
    assert (second["people"], second["published"]) == ("unsaid", "")
