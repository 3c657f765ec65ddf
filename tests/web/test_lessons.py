"""Every lesson: its moves are legal, and they alone do what the lesson says."""

import json
from collections.abc import Callable

import pytest

from galo.games.game import Position
from galo.games.registry import game_names, make_game
from galo.texts import LANGUAGES
from galo.web.assets import Assets
from galo.web.game_features import STATIC
from galo.web.lessons import LESSONS, lesson_count
from support.visitors import Site

WRITTEN = json.loads(LESSONS.read_text(encoding="utf-8"))
ALL = [(game, lesson) for game, lessons in WRITTEN.items() for lesson in lessons]
NAMES = [f"{game}-{lesson['id']}" for game, lesson in ALL]
PARTS = ("title", "task", "again", "done")


def gained(before: Position, move: str, kind: str) -> int:
    """Return the points of *kind* that *move* scores at once."""
    after = before.play(move)
    return sum(each.points for each in after.points[len(before.points) :] if each.kind == kind)


def wins(position: Position) -> list[str]:
    """Return the moves that win at once."""
    seat = position.mover
    assert seat is not None
    found = [(move.text, position.play(move).outcome) for move in position.legal_moves]
    return [text for text, outcome in found if outcome and outcome.winner == seat]


def loses_at_once(before: Position, move: str) -> bool:
    after = before.play(move)
    return not after.is_over and bool(wins(after))


def wins_next(before: Position, move: str) -> bool:
    """Return whether *move* wins one move later, whatever the other plays."""
    after = before.play(move)
    if after.is_over or wins(after):
        return False
    seen = [after.play(reply) for reply in after.legal_moves]
    return all(not position.is_over and wins(position) for position in seen)


def forced(before: Position, move: str) -> list[str]:
    """Return the moves that the rules make after *move*."""
    after, found = before.play(move), []
    while after.mover is not None and (only := after.forced_move):
        found.append(only.text)
        after = after.play(only)
    return found


def pips(tile: str) -> int:
    return int(tile[0]) + int(tile[2])


def numbers_left(before: Position, move: str) -> int:
    """Return how many different numbers stay in the hand."""
    assert before.hands is not None
    assert before.mover is not None
    tile = move.partition("@")[0]
    return len({half for each in before.hands[before.mover] if each != tile for half in each[::2]})


def is_blocked_win(before: Position, move: str) -> bool:
    seat, after = before.mover, before.play(move)
    while after.mover is not None and after.forced_move:
        after = after.play(after.forced_move)
    outcome = after.outcome
    return outcome is not None and outcome.reason == "blocked" and outcome.winner == seat


def most(value: Callable[[Position, str], float]) -> Callable[[Position, str], bool]:
    """Return whether *value* of a move is the largest of all."""

    def is_most(before: Position, move: str) -> bool:
        moves = [each.text for each in before.legal_moves]
        return value(before, move) == max(value(before, each) for each in moves)

    return is_most


# What the moves of each lesson do, and no other move of its position.
DOES: dict[str, Callable[[Position, str], bool]] = {
    "dominoes4-opening": lambda p, m: gained(p, m, "table") == 10,
    "dominoes4-score": lambda p, m: gained(p, m, "table") == 15,
    "dominoes4-double": lambda p, m: gained(p, m, "table") == 15 and m[0] == m[2],
    "dominoes4-pass": lambda p, m: forced(p, m)[:1] == ["pass"],
    "dominoes4-galo": lambda p, m: forced(p, m) == ["pass"] * 3,
    "dominoes4-out": lambda p, m: gained(p, m, "table") == 15 and gained(p, m, "garagem") > 0,
    "dominoes2-match": lambda p, m: True,
    "dominoes2-heavy": most(lambda _, m: pips(m)),
    "dominoes2-variety": most(numbers_left),
    "dominoes2-draw": lambda p, m: forced(p, m)[:1] == ["draw"],
    "dominoes2-block": is_blocked_win,
    "lines_of_action-count": lambda p, m: m[0] == m[3],
    "lines_of_action-connect": lambda p, m: m in wins(p),
    "lines_of_action-jump": lambda p, m: m in wins(p),
    "lines_of_action-capture": lambda p, m: m in wins(p),
    "lines_of_action-block": lambda p, m: not loses_at_once(p, m),
    "lines_of_action-two_ways": wins_next,
    "connect_four-line": lambda p, m: m in wins(p),
    "connect_four-diagonal": lambda p, m: m in wins(p),
    "connect_four-block": lambda p, m: not loses_at_once(p, m),
    "connect_four-above": lambda p, m: not loses_at_once(p, m),
    "connect_four-two_threats": wins_next,
    "connect_four-trap": wins_next,
}


@pytest.mark.parametrize("name", NAMES)
def test_moves_that_are_right_and_no_others_do_what_the_lesson_says(name: str) -> None:
    game, lesson = ALL[NAMES.index(name)]
    position = make_game(game).from_text(lesson["position"])
    moves = [move.text for move in position.legal_moves]
    assert {move for move in moves if DOES[name](position, move)} == lesson["right"].keys()
    for move, replies in lesson["right"].items():
        after = position.play(move)
        for reply in replies:
            after = after.play(reply)
        assert not replies or after.is_over


def test_capture_takes_a_piece_and_the_jump_passes_over_one() -> None:
    lessons = {lesson["id"]: lesson for lesson in WRITTEN["lines_of_action"]}
    assert all("x" in move for move in lessons["capture"]["right"])
    rows = lessons["jump"]["position"].split("/")
    assert lessons["jump"]["right"] == {"e7-e5": []}
    assert rows[2].startswith("3bb")  # on e6, between


@pytest.mark.parametrize("game", game_names())
def test_lessons_are_served_as_tables_are(site: Site, game: str) -> None:
    answer = site.get(f"/api/lessons/{game}")
    assert len(answer["lessons"]) == lesson_count(game) >= 5
    [info] = [each for each in site.get("/api/games")["games"] if each["name"] == game]
    assert info["lessons"] == lesson_count(game)
    ticket = site.set_up(game, "me", *["random"] * (info["seats"] - 1), pace=0.0)
    assert answer["start"].keys() == site.state(ticket).keys()
    for lesson in answer["lessons"]:
        view = lesson["view"]
        assert view["you"] == view["mover"]
        assert lesson["right"].keys() <= {move["move"] for move in view["moves"]}
        for move, frames in lesson["right"].items():
            assert frames[0]["event"]["move"] == move
            assert frames[0]["event"]["seat"] == view["you"]
            assert all(frame["view"]["you"] == view["you"] for frame in frames)


def test_what_the_others_hold_stays_hidden(site: Site) -> None:
    for lesson in site.get("/api/lessons/dominoes4")["lessons"]:
        assert lesson["view"]["board"]["revealed"] is None


def test_lessons_are_compressed_and_kept_with_the_files(site: Site) -> None:
    address = f"/v/{Assets().digest}/api/lessons/connect_four"
    answer = site.http.get(address, headers={"Accept-Encoding": "gzip"})
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json() == site.get("/api/lessons/connect_four")
    assert site.http.get("/api/lessons/chess").status_code == 404
    assert site.http.get(f"/v/{Assets().digest}/api/lessons/chess").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_its_words(language: str) -> None:
    texts = json.loads((STATIC / "lessons" / f"{language}.json").read_text(encoding="utf-8"))
    assert list(texts) == [
        f"lesson.{game}.{lesson['id']}.{part}" for game, lesson in ALL for part in PARTS
    ]
    assert all(texts.values())
