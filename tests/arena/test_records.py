"""Stored games: the way there and back, and every way in which a file can be wrong."""

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import galo
from galo.arena.match import Match
from galo.arena.records import (
    READERS,
    GameRecord,
    _digest,
    add_record,
    numbered_moves,
    parse_record,
    read_records,
    write_records,
)
from galo.errors import RecordError
from galo.games.game import Hands
from galo.players.registry import HUMAN

FINISHED = galo.play("connect_four", ["focused", "random"], seed=2)
WITH_OPTIONS = galo.play("lines_of_action:repetition=2,first=white", ["random", "random"], seed=3)
DEALT = galo.play("dominoes4", ["random"] * 4, seed=1)  # several rounds
FIELDS = [*READERS, "digest"]


def unfinished() -> GameRecord:
    match = Match(galo.game("connect_four"), [None, galo.player("connect_four", "random")], seed=1)
    match.play(match.position.parse_move("4"))
    return GameRecord.of(match, outside=HUMAN)


def content() -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(FINISHED.to_line())
    return fields


def sealed(fields: dict[str, Any]) -> str:
    """Return a line with *fields* whose digest is right, as a careful forger would write it."""
    fields = {name: value for name, value in fields.items() if name != "digest"}
    return json.dumps({**fields, "digest": _digest(fields)})


def refusal(path: Path, *lines: str | bytes) -> str:
    """Return why the file *path* of these *lines* is refused."""
    path.write_bytes(b"\n".join(x if isinstance(x, bytes) else x.encode() for x in lines))
    with pytest.raises(RecordError) as refused:
        list(read_records(path))
    return str(refused.value)


@pytest.mark.parametrize("record", [FINISHED, WITH_OPTIONS, DEALT, unfinished()])
def test_record_comes_back_as_it_was(record: GameRecord, tmp_path: Path) -> None:
    path = tmp_path / "new" / "games.jsonl"
    write_records(path, [record, FINISHED])
    assert list(read_records(path)) == [record, FINISHED]
    assert [again.to_line() for again in read_records(path)] == path.read_text().splitlines()


def test_record_holds_what_the_game_was() -> None:
    assert WITH_OPTIONS.game == "lines_of_action"
    assert WITH_OPTIONS.options == {"repetition": 2, "first": "white"}
    assert str(WITH_OPTIONS.make_game()) == "lines_of_action:first=white,repetition=2"
    assert unfinished().result is None
    assert unfinished().seats == ("human", "random")
    assert len(list(FINISHED.positions())) == len(FINISHED.moves) + 1


def test_line_is_one_line_of_plain_ascii_whatever_the_names() -> None:
    players = [galo.player("connect_four", "random") for _ in range(2)]
    players[0].name = "joão\n\u2028"
    record = GameRecord.of(Match(galo.game("connect_four"), players, seed=1), outside=HUMAN)
    assert record.to_line().isascii()
    assert len(record.to_line().splitlines()) == 1
    assert parse_record(record.to_line()).seats == ("joão\n\u2028", "random")


def test_line_begins_with_its_format_and_ends_with_its_digest() -> None:
    assert list(content()) == FIELDS


ALTERATIONS: dict[str, Callable[[dict[str, Any]], object]] = {
    "format": lambda game: game.update(format=2),
    "galo": lambda game: game.update(galo="0.0.9"),
    "game": lambda game: game.update(game="lines_of_action"),
    "options": lambda game: game["options"].update(repetition=2),
    "seats": lambda game: game["seats"].reverse(),
    "one seat": lambda game: game.update(seats=["random", "random"]),
    "seed": lambda game: game.update(seed=game["seed"] + 1),
    "deals": lambda game: game["deals"].append([["6-6"]]),
    "moves": lambda game: game["moves"].pop(),
    "one move more": lambda game: game["moves"].append("1"),
    "result": lambda game: game.update(result=None),
    "winner": lambda game: game["result"].update(winner=1 - game["result"]["winner"]),
    "reason": lambda game: game["result"].update(reason="full"),
    "scores": lambda game: game["result"].update(scores=[0.5, 0.5]),
    "digest": lambda game: game.update(digest=game["digest"][::-1]),
    "another field": lambda game: game.update(note="mine"),
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_altered_field_is_refused_with_its_line(what: str, tmp_path: Path) -> None:
    altered = content()
    ALTERATIONS[what](altered)
    path = tmp_path / "games.jsonl"
    good = FINISHED.to_line()
    told = refusal(path, good, "", json.dumps(altered), good)
    assert told.startswith(f"line 3 of {str(path)!r}: ")


@pytest.mark.parametrize("number", range(len(FINISHED.moves)))
def test_any_altered_move_is_refused(number: int) -> None:
    for column in "1234567":
        altered = content()
        if altered["moves"][number] != column:
            altered["moves"][number] = column
            with pytest.raises(RecordError):
                parse_record(json.dumps(altered))


@pytest.mark.parametrize("name", FIELDS)
def test_missing_field_is_refused(name: str) -> None:
    altered = content()
    del altered[name]
    with pytest.raises(RecordError, match=name):
        parse_record(json.dumps(altered))


def test_forged_game_is_refused_although_its_digest_is_right() -> None:
    for what in ("format", "options", "deals", "moves", "one move more", "result", "winner"):
        forged = content()
        ALTERATIONS[what](forged)
        with pytest.raises(RecordError):
            parse_record(sealed(forged))


@pytest.mark.parametrize(
    ("forgery", "told"),
    [
        ({"format": 2}, "'format': 2 is not 1"),
        ({"format": True}, "'format': True is not a whole number"),
        ({"game": "chess"}, "unknown game 'chess'; known: "),
        ({"game": "lines_of_action:repetition=2"}, "'lines_of_action:repetition=2' is not just"),
        ({"options": {"depth": 3}}, "unknown option of connect_four 'depth'"),
        ({"options": {"self": 1}}, "unknown option of connect_four 'self'"),
        ({"options": {"text": 1}}, "unknown option of connect_four 'text'"),
        ({"seats": ["random"]}, "connect_four has 2 seats, not 1"),
        ({"seats": {"a": 1, "b": 2}}, "'seats': {'a': 1, 'b': 2} is not a list"),
        ({"seed": -1}, "'seed': -1 is not a whole number from 0"),
        ({"moves": ["8"]}, "move 1: '8' is not a move"),
        ({"moves": "4"}, "'moves': '4' is not a list"),
        ({"moves": [], "result": False}, "'result': False is not an object"),
        ({"moves": []}, 'lead to the result null, not to {"scores": [1.0, 0.0]'),
        ({"note": "mine"}, "the field 'note' is not one of a game's"),
        ({"digest": None}, "altered: its digest would be"),
    ],
)
def test_refusal_says_what_is_wrong(forgery: dict[str, Any], told: str, tmp_path: Path) -> None:
    line = sealed({**content(), **forgery})
    if "digest" in forgery:
        line = json.dumps({**content(), **forgery})
    assert told in refusal(tmp_path / "games.jsonl", line)


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        (DEALT.deals[:0], "the field 'deals' is empty"),
        (DEALT.deals[:-1], "hands where 4 are needed"),
        ((*DEALT.deals, DEALT.deals[0]), "1 more deals than rounds"),
        ((DEALT.deals[0][::-1], *DEALT.deals[1:]), "move 2: illegal move"),
    ],
)
def test_deals_that_do_not_fit_the_moves_are_refused(deals: tuple[Hands, ...], told: str) -> None:
    assert len(DEALT.deals) > 1
    forged = {**json.loads(DEALT.to_line()), "deals": deals}
    with pytest.raises(RecordError, match=told):
        parse_record(sealed(forged))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (FINISHED.to_line()[:-20], "not JSON"),
        ("galo", "not JSON (Expecting value)"),
        ("[1]", "not an object"),
        ('"text"', "not an object"),
        ("[" * 100_000, "not JSON"),
        ("9" * 5000, "not JSON"),
        (b"\x00\x01\x02", "not JSON"),
        (b"\xff\xfe\x80", "not text"),
    ],
)
def test_line_that_is_no_game_is_refused_with_its_number(
    line: str | bytes, told: str, tmp_path: Path
) -> None:
    refused = refusal(tmp_path / "games.jsonl", FINISHED.to_line(), line)
    assert re.search(rf"^line 2 of .*: {re.escape(told)}", refused)


def test_empty_and_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert refusal(path, "", "  ", "") == f"{str(path)!r} holds no game"
    assert refusal(path) == f"{str(path)!r} holds no game"
    for wrong in (tmp_path, tmp_path / "missing"):
        with pytest.raises(RecordError, match=rf"cannot read '{wrong}': [^\[]*$"):
            list(read_records(wrong))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
places = st.sampled_from(
    [*((name,) for name in FIELDS), *(("result", k) for k in ("scores", "winner", "reason"))]
    + [("seats", 0), ("moves", 0), ("deals", 0), ("options", "repetition"), ("options", "self")]
)


@given(place=places, value=json_values, is_sealed=st.booleans())
@example(place=("seats", 0), value="\ud800", is_sealed=True)
@example(place=("result", "reason"), value="\ud800", is_sealed=True)
@example(place=("digest",), value="\ud800", is_sealed=False)
@example(place=("result", "scores"), value=[float("nan")] * 2, is_sealed=True)
def test_any_value_in_any_field_is_read_or_refused(
    place: tuple[str | int, ...], value: object, is_sealed: bool
) -> None:
    game = json.loads(WITH_OPTIONS.to_line())
    *outer, last = place
    inside = game[outer[0]] if outer else game
    if isinstance(inside, list):
        inside[:1] = [value]
    else:
        inside[last] = value
    with contextlib.suppress(RecordError):
        record = parse_record(sealed(game) if is_sealed else json.dumps(game))
        assert parse_record(record.to_line()) == record


@given(json_values)
def test_any_json_is_read_or_refused(value: object) -> None:
    with pytest.raises(RecordError):
        parse_record(json.dumps(value))


def interrupted() -> Iterator[GameRecord]:
    yield FINISHED
    raise KeyboardInterrupt


def test_interrupted_writing_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, [WITH_OPTIONS])
    with pytest.raises(KeyboardInterrupt):
        write_records(path, interrupted())
    assert list(read_records(path)) == [WITH_OPTIONS]
    assert list(tmp_path.iterdir()) == [path]


def test_added_record_keeps_the_games_before_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "games.jsonl"
    for record in (FINISHED, WITH_OPTIONS):
        add_record(path, record)
    assert list(read_records(path)) == [FINISHED, WITH_OPTIONS]


def test_moves_are_written_as_published_games_are(reference: Path) -> None:
    published = (reference / "lines_of_action/games/appendix_E_game1.txt").read_text().split("\n")
    lines = [line.strip() for line in published if line.strip()]
    moves = tuple(move for line in lines for move in line.split()[1:])
    record = GameRecord("lines_of_action", {}, ("a", "b"), 0, (), moves, None)
    assert list(numbered_moves(record)) == lines
