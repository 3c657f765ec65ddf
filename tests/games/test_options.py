"""Names with options: every spelling is read or refused with a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galo
from galo.errors import ConfigError, UnknownNameError
from galo.games.options import Option, Value, join_name, read_options, split_name

DEPTH = Option("depth", 7, minimum=1)
ALPHA = Option("alpha", 2.25, minimum=0)
LIMIT = Option("limit", None, minimum=1, optional=True)
FIRST = Option("first", "black", choices=("black", "white"))
REPETITION = Option("repetition", 3, choices=(3, 2, None))
WEIGHTS = Option("weights", "evolved")
ALL = (DEPTH, ALPHA, LIMIT, FIRST, REPETITION, WEIGHTS)


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("s1", "s1", {}),
        ("s1:", "s1", {}),
        ("s1:depth=3", "s1", {"depth": "3"}),
        ("s1:depth=3,weights=a/b:c.json", "s1", {"depth": "3", "weights": "a/b:c.json"}),
        ("s1:weights=a=b", "s1", {"weights": "a=b"}),
        ("", "", {}),
    ],
)
def test_name_is_split_from_its_options(text: str, name: str, options: dict[str, str]) -> None:
    assert split_name(text) == (name, options)


@pytest.mark.parametrize(
    ("text", "item"), [("s1:depth", "depth"), ("s1:a=1,=2", "=2"), ("s1:a=", "a=")]
)
def test_item_that_is_not_key_and_value_is_quoted(text: str, item: str) -> None:
    with pytest.raises(
        ConfigError, match=f"cannot read '{item}' in '{text}'; write name:key=value"
    ):
        split_name(text)


def test_option_given_twice_is_refused() -> None:
    with pytest.raises(ConfigError, match="option 'depth' is given twice in 's1:depth=1,depth=2'"):
        split_name("s1:depth=1,depth=2")
    with pytest.raises(ConfigError, match="option 'repetition' of lines_of_action is given twice"):
        galo.game("lines_of_action:repetition=2", repetition=3)


values = st.text("abcdefgh0123456789./-", min_size=1)


@given(st.dictionaries(st.text("abcdefgh_", min_size=1), values))
def test_joined_name_is_split_again(options: dict[str, str]) -> None:
    assert split_name(join_name("name", options)) == ("name", options)


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (DEPTH, "3", 3),
        (DEPTH, 3, 3),
        (ALPHA, "0.5", 0.5),
        (ALPHA, "2", 2),
        (LIMIT, "500", 500),
        (LIMIT, "none", None),
        (LIMIT, None, None),
        (FIRST, "white", "white"),
        (REPETITION, "2", 2),
        (REPETITION, "None", None),
        (WEIGHTS, "3", "3"),
    ],
)
def test_value_and_its_spelling_are_read_alike(option: Option, given: Value, value: Value) -> None:
    found = option.read(given, "owner")
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("option", "given", "right"),
    [
        (DEPTH, "0", "a whole number from 1 to 1,000,000,000"),
        (DEPTH, "-1", "a whole number from 1 to 1,000,000,000"),
        (DEPTH, "1.5", "a whole number from 1 to 1,000,000,000"),
        (DEPTH, "x", "a whole number from 1 to 1,000,000,000"),
        (DEPTH, "none", "a whole number from 1 to 1,000,000,000"),
        (DEPTH, True, "a whole number from 1 to 1,000,000,000"),
        (ALPHA, "-0.1", "a number from 0 to 1,000,000,000"),
        (ALPHA, "nan", "a number from 0 to 1,000,000,000"),
        (LIMIT, "0", "a whole number from 1 to 1,000,000,000 or none"),
        (FIRST, "red", "black or white"),
        (FIRST, "none", "black or white"),
        (REPETITION, "4", "3 or 2 or none"),
        (REPETITION, "x", "3 or 2 or none"),
        (WEIGHTS, 3, "a text"),
        (WEIGHTS, None, "a text"),
    ],
)
def test_wrong_value_is_quoted_with_what_would_be_right(
    option: Option, given: Value, right: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        option.read(given, "the owner")
    expected = f"option {option.name!r} of the owner cannot be {given!r}; it is {right}"
    assert str(refused.value) == expected


def test_options_left_out_have_their_defaults() -> None:
    assert read_options(ALL, {"depth": "3"}, "owner") == {
        "depth": 3,
        "alpha": 2.25,
        "limit": None,
        "first": "black",
        "repetition": 3,
        "weights": "evolved",
    }


def test_unknown_option_lists_the_known_ones() -> None:
    known = "alpha, depth, first, limit, repetition, weights"
    with pytest.raises(UnknownNameError, match=f"unknown option of x 'deep'; known: {known}"):
        read_options(ALL, {"deep": 1}, "x")
    with pytest.raises(UnknownNameError, match=r"unknown option of x 'deep'; known: \(it has none"):
        read_options((), {"deep": 1}, "x")


def test_game_is_written_with_the_options_that_were_changed() -> None:
    game = galo.game("lines_of_action:repetition=none,max_plies=500,first=black")
    assert str(game) == "lines_of_action:repetition=none,max_plies=500"
    assert galo.game(str(game)) == game
    assert galo.game("lines_of_action", repetition=None, max_plies=500) == game
    assert galo.game("lines_of_action") != game


def test_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="unknown game 'chess'; known: .*connect_four"):
        galo.game("chess")
