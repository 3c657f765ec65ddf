"""Puzzles on the site: today's, their positions without what is hidden, and the answers."""

import json
from datetime import date, timedelta
from typing import Any

import pytest

from galo.games.game import Position
from galo.games.registry import game_names
from galo.players.dominoes.belief import belief_of
from galo.puzzles.library import shipped_games, shipped_puzzles
from galo.stream import Stream
from galo.web import puzzles as puzzles_of_site
from galo.web.exercise import view_of_position
from galo.web.messages import encode
from galo.web.puzzles import daily_puzzle
from support.visitors import Site

DAY = date(2026, 11, 19)


def answer(site: Site, game: str, id: str, move: str) -> Any:
    return site.http.post(f"/api/puzzles/{game}/{id}", json={"move": move})


def test_day_has_one_puzzle_of_each_game_for_everybody(site: Site) -> None:
    today = site.get("/api/puzzles")
    assert sorted(each["game"] for each in today["games"]) == sorted(shipped_games())
    for each in today["games"]:
        listed = site.get(f"/api/puzzles/{each['game']}")
        assert listed["daily"] == each["id"]
        assert len(listed["puzzles"]) == each["puzzles"]
        ratings = [one["rating"] for one in listed["puzzles"]]
        assert ratings == sorted(ratings)
        known = {theme for one in listed["puzzles"] for theme in one["themes"]}
        assert known == listed["themes"].keys()


@pytest.mark.parametrize("game", game_names())
def test_no_puzzle_of_the_day_comes_again_before_all_others(game: str) -> None:
    count = len(shipped_puzzles(game))
    days = (daily_puzzle(game, DAY + timedelta(number)).id for number in range(count))
    assert len(set(days)) == count
    assert daily_puzzle(game, DAY) == daily_puzzle(game, DAY)


@pytest.mark.parametrize("game", game_names())
def test_answer_says_whether_a_move_is_right_and_what_all_are_worth(site: Site, game: str) -> None:
    puzzle = daily_puzzle(game, DAY)
    task = site.get(f"/api/puzzles/{game}/{puzzle.id}")
    assert task.keys() == {"id", "rating", "view"}
    assert task["view"]["you"] == task["view"]["mover"]
    legal = {move["move"] for move in task["view"]["moves"]}
    for move in (puzzle.proof.solution[-1], puzzle.proof.values[-1].move):
        found = answer(site, game, puzzle.id, move).json()
        is_right = move in puzzle.proof.solution
        assert found["right"] is is_right
        assert found["solution"] == list(puzzle.proof.solution)
        assert {value["move"] for value in found["values"]} <= legal
        assert found["frames"][0]["event"]["move"] == (move if is_right else found["solution"][0])


def other_deal(position: Position, number: int) -> Position:
    """Return *position* with other tiles in the hands that its mover does not see."""
    seen: Any = position.observe()
    deal: Any = belief_of(seen).deal(Stream.of(number, 1))
    other: Position = seen.complete(deal)
    return other


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2"])
def test_what_is_hidden_changes_nothing_that_is_sent_before_the_answer(game: str) -> None:
    changed = 0
    for number, puzzle in enumerate(shipped_puzzles(game)):
        position = puzzle.position
        assert position.mover is not None
        other = other_deal(position, number)
        changed += other.hands != position.hands
        sent = encode(view_of_position(position, position.mover, None))
        assert sent == encode(view_of_position(other, position.mover, None))
        assert json.loads(sent)["board"]["revealed"] is None
    assert changed > 100


@pytest.mark.parametrize(
    ("path", "move", "code", "status"),
    [
        ("connect_four/no", "4", "no_puzzle", 404),
        ("chess/0-0", "e4", "no_puzzle", 404),
        ("connect_four/DAILY", "9", "illegal_move", 409),
        ("connect_four/DAILY", "", "bad_message", 422),
    ],
)
def test_what_is_no_answer_is_refused(
    site: Site, path: str, move: str, code: str, status: int
) -> None:
    game, _, id = path.replace("DAILY", daily_puzzle("connect_four", DAY).id).partition("/")
    refused = answer(site, game, id, move)
    assert (refused.json()["error"]["code"], refused.status_code) == (code, status)
    assert site.http.get("/api/puzzles/chess").status_code == 404


def test_today_is_the_date_in_utc(site: Site) -> None:
    before = puzzles_of_site.today()
    asked = date.fromisoformat(site.get("/api/puzzles")["date"])
    assert before <= asked <= puzzles_of_site.today()


def test_first_attempt_of_a_person_is_rated_and_no_later_one(site: Site) -> None:
    token = site.http.post("/api/person").json()["token"]
    puzzle = daily_puzzle("connect_four", DAY)
    path, proof = f"/api/puzzles/connect_four/{puzzle.id}", {"Authorization": f"Bearer {token}"}
    right = {"move": puzzle.proof.solution[0]}
    assert site.http.post(path, json=right).json()["rated"] is None  # nobody's
    wrong = {"move": puzzle.proof.values[-1].move}
    rated = site.http.post(path, json=wrong, headers=proof).json()["rated"]
    assert rated["after"]["elo"] < rated["before"]["elo"]
    assert rated["count"] == 1
    assert site.http.post(path, json=right, headers=proof).json()["rated"] is None
    [rating] = site.http.get("/api/person", headers=proof).json()["ratings"]
    assert (rating["kind"], rating["game"], rating["count"]) == ("puzzles", "connect_four", 1)
    strange = {"Authorization": "Bearer somebody-else"}
    refused = site.http.post(path, json=right, headers=strange).json()
    assert refused["error"]["code"] == "bad_person"
