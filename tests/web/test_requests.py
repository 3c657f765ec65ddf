"""What clients send: one form is accepted, everything else is refused with a reason."""

import json

import pytest

from galo.web.errors import SiteError
from galo.web.requests import (
    PaceCommand,
    PlainCommand,
    PlayCommand,
    find_id,
    parse_command,
    parse_hello,
)

GOOD = {"type": "play", "id": "a7", "expect": 3, "move": "4"}


def test_commands_are_read() -> None:
    assert parse_command(json.dumps(GOOD)) == PlayCommand(type="play", id="a7", expect=3, move="4")
    step = {"type": "step", "id": "a", "expect": 0}
    assert parse_command(json.dumps(step)) == PlainCommand(type="step", id="a", expect=0)
    pace = {"type": "pace", "id": "a", "expect": 0, "seconds": 1}
    assert parse_command(json.dumps(pace)) == PaceCommand(
        type="pace", id="a", expect=0, seconds=1.0
    )


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
def test_command_of_another_shape_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(SiteError) as refused:
        parse_command(json.dumps({**GOOD, **changes}))
    assert refused.value.code == "bad_message"


@pytest.mark.parametrize("gone", ["type", "id", "expect", "move"])
def test_command_with_something_missing_is_refused(gone: str) -> None:
    with pytest.raises(SiteError, match="not a message"):
        parse_command(json.dumps({key: value for key, value in GOOD.items() if key != gone}))


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "null", "[]", "7", '"play"', "\x00", "[" * 4000, '{"a":' * 600, "NaN", "1e999",
        "9" * 4000, '{"type": "play"}' * 2, "\ufeff{}", "🐓",
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(text: str) -> None:
    for parse in (parse_command, parse_hello):
        with pytest.raises(SiteError) as refused:
            parse(text)
        assert refused.value.code == "bad_message"
    assert find_id(text) is None


@pytest.mark.parametrize("seconds", ["NaN", "Infinity", "-1", "11", '"1"', "true", "null"])
def test_pace_is_a_number_within_bounds(seconds: str) -> None:
    with pytest.raises(SiteError):
        parse_command(f'{{"type":"pace","id":"a","expect":0,"seconds":{seconds}}}')


def test_id_of_a_refused_message_is_found_if_it_can_be_said() -> None:
    assert find_id('{"id": "a7", "type": "dance"}') == "a7"
    for text in (
        '{"id": 7}',
        '{"id": "\\ud800"}',
        '{"id": "%s"}' % ("x" * 41),
        "[]",
        '{"id": null}',
    ):
        assert find_id(text) is None


def test_hello_without_a_token_is_a_watchers() -> None:
    hello = parse_hello('{"type": "hello"}')
    assert hello.token is None
    assert hello.last is None


@pytest.mark.parametrize("token", ["", "short", "a b c d e f", "x" * 65, 8])
def test_token_of_another_shape_is_refused(token: object) -> None:
    with pytest.raises(SiteError):
        parse_hello(json.dumps({"type": "hello", "token": token}))
