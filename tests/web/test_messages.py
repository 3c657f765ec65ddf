"""The door for messages: one shape is accepted, everything else is refused in words."""

import json

import pytest

from galo.web.errors import CODES, Refused
from galo.web.messages import Plain, Play, SetPace, encode, id_in, parse_hello, parse_wish

GOOD = {"type": "play", "id": "a7", "expect": 3, "move": "4"}


def test_wishes_are_read() -> None:
    assert parse_wish(json.dumps(GOOD)) == Play(type="play", id="a7", expect=3, move="4")
    step = {"type": "step", "id": "a", "expect": 0}
    assert parse_wish(json.dumps(step)) == Plain(type="step", id="a", expect=0)
    pace = {"type": "pace", "id": "a", "expect": 0, "seconds": 1}
    assert parse_wish(json.dumps(pace)) == SetPace(type="pace", id="a", expect=0, seconds=1.0)


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "dance"}, {"type": None}, {"type": ["play"]}, {"id": ""}, {"id": 7},
        {"id": "x" * 41}, {"id": "a b"}, {"id": "\ud800"}, {"id": "é"}, {"id": "a\n"},
        {"expect": "3"}, {"expect": -1}, {"expect": 3.5}, {"expect": True}, {"expect": None},
        {"expect": 10**30}, {"move": ""}, {"move": 4}, {"move": "x" * 17}, {"move": None},
        {"more": 1}, {"token": "x"},
    ],
)  # fmt: skip
def test_wish_of_another_shape_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(Refused) as refused:
        parse_wish(json.dumps({**GOOD, **changes}))
    assert refused.value.code == "bad_message"


@pytest.mark.parametrize("gone", ["type", "id", "expect", "move"])
def test_wish_with_something_missing_is_refused(gone: str) -> None:
    with pytest.raises(Refused, match="not a message"):
        parse_wish(json.dumps({key: value for key, value in GOOD.items() if key != gone}))


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "null", "[]", "7", '"play"', "\x00", "[" * 4000, '{"a":' * 600, "NaN", "1e999",
        "9" * 4000, '{"type": "play"}' * 2, "\ufeff{}", "🐓",
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(text: str) -> None:
    for parse in (parse_wish, parse_hello):
        with pytest.raises(Refused) as refused:
            parse(text)
        assert refused.value.code == "bad_message"
    assert id_in(text) is None


@pytest.mark.parametrize("seconds", ["NaN", "Infinity", "-1", "11", '"1"', "true", "null"])
def test_pace_is_a_number_within_bounds(seconds: str) -> None:
    with pytest.raises(Refused):
        parse_wish(f'{{"type":"pace","id":"a","expect":0,"seconds":{seconds}}}')


def test_id_of_a_refused_message_is_found_if_it_can_be_said() -> None:
    assert id_in('{"id": "a7", "type": "dance"}') == "a7"
    for text in (
        '{"id": 7}',
        '{"id": "\\ud800"}',
        '{"id": "%s"}' % ("x" * 41),
        "[]",
        '{"id": null}',
    ):
        assert id_in(text) is None


def test_hello_without_a_token_is_a_watchers() -> None:
    hello = parse_hello('{"type": "hello"}')
    assert hello.token is None
    assert hello.last is None


@pytest.mark.parametrize("token", ["", "short", "a b c d e f", "x" * 65, 8])
def test_token_of_another_shape_is_refused(token: object) -> None:
    with pytest.raises(Refused):
        parse_hello(json.dumps({"type": "hello", "token": token}))


def test_letters_of_all_scripts_travel_as_they_are() -> None:
    assert encode({"name": "João 🐓"}) == '{"name":"João 🐓"}'


def test_every_refusal_has_a_sentence_and_a_status() -> None:
    for code, (sentence, status) in CODES.items():
        told = Refused(code, "detail").told()
        assert told == {"code": code, "say": sentence, "detail": "detail"}
        assert 400 <= status < 600
