"""The texts: both languages say everything, and nothing is said that nobody asks for."""

import ast
import re
import string
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import galo
from galo.arena.match import Match
from galo.arena.settlement import REASONS as SETTLED
from galo.errors import UnknownNameError
from galo.games.dominoes.round import TARGET_REACHED
from galo.games.game import Game
from galo.games.options import NONE
from galo.games.registry import game_names
from galo.players.registry import agent_names, every_agent_of
from galo.terminal.rules import rules_of
from galo.texts import LANGUAGES, Texts, load, preferred_language

PACKAGE = Path(galo.__file__).parent
LAYERS = ("cli/*.py", "terminal/*.py", "texts/*.py", "web/link_preview.py")
SPEAKERS = sorted(path for layer in LAYERS for path in PACKAGE.glob(layer))
SAYING = {
    "say",
    "texts",
    "self",
    "find",
    "count",
    "_print",
}  # functions whose first argument is a key
MOST_SEATS = {"dominoes4": 4, "dominoes2": 4}


def placeholders(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def pattern(node: ast.expr) -> str | None:
    """Return a pattern for the keys that the expression *node* can write, None if it is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(pattern(part) or r"[a-z0-9_]+" for part in node.values)
    return None


def patterns() -> Iterator[str]:
    """Yield a pattern for every text in the sources that speak."""
    for path in SPEAKERS:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.expr) and (found := pattern(node)):
                yield found


def asked_keys() -> Iterator[tuple[str, str]]:
    """Yield where a key is asked for, and a pattern for that key."""
    for path in SPEAKERS:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in SAYING and (key := pattern(node.args[0])):
                    yield f"{path.name}:{node.lineno}", key


def keys_below(prefix: str) -> set[str]:
    return {key.removeprefix(prefix) for key in load("en") if key.startswith(prefix)}


def test_both_languages_have_the_same_keys() -> None:
    assert load("pt").keys() == load("en").keys()


def test_both_languages_fill_in_the_same_values() -> None:
    for key, english in load("en").items():
        portuguese = load("pt")[key]
        assert placeholders(portuguese) == placeholders(english), key
        assert portuguese.count(" | ") == english.count(" | "), key


def test_no_text_is_empty_or_ends_in_a_stray_space() -> None:
    for language in LANGUAGES:
        for key, text in load(language).items():
            assert text.strip() == text.removesuffix(" ") != "", key
            assert text.endswith(": ") == text.endswith(" "), key


def test_every_game_has_its_texts_and_no_other_game_has() -> None:
    names = set(game_names())
    assert keys_below("game.") == names | {f"{name}.line" for name in names}
    assert keys_below("rules.") == names
    assert keys_below("move_help.") == names
    seats = {(name, seat) for name in names for seat in range(MOST_SEATS.get(name, 2))}
    assert keys_below("seat.") == {f"{name}.{seat}" for name, seat in seats}
    assert all(galo.game(name).seats <= MOST_SEATS.get(name, 2) for name in names)


class Heard(Texts):
    """Texts that remember which were asked for."""

    def __init__(self) -> None:
        super().__init__("en")
        self.keys: set[str] = set()

    def __call__(self, key: str, **values: object) -> str:
        self.keys.add(key)
        return super().__call__(key, **values)


def settings(name: str) -> Iterator[Game]:
    """Yield the game *name* with every setting of each of its options."""
    for option in galo.game(name).options_declared:
        for value in option.choices or (NONE, option.minimum):
            needed = {"max_plies": 500} if option.name == "repetition" and value is None else {}
            yield galo.game(name, **{option.name: value}, **needed)


def test_every_setting_of_a_game_has_its_sentence_and_no_other_has() -> None:
    texts = Heard()
    for name in game_names():
        games = {galo.game(name), *settings(name)}
        assert len({rules_of(game, texts) for game in games}) == len(games)
    assert {key for key in texts.keys if key.startswith("rule.")} == {
        f"rule.{key}" for key in keys_below("rule.")
    }


def test_every_agent_has_its_line_and_no_other_has() -> None:
    assert keys_below("agent.") == {
        agent.name for name in game_names() for agent in every_agent_of(name)
    }


def test_every_reason_of_the_rules_has_its_text_and_no_other_has() -> None:
    reasons = {TARGET_REACHED, *SETTLED}
    for name in game_names():
        reasons |= set(import_module(f"galo.games.rules.{name}").REASONS)
    assert keys_below("reason.") == reasons - {""}


def test_every_reason_that_an_agent_gives_has_its_text() -> None:
    given: set[str] = set()
    for name in game_names():
        for agent in agent_names(name):
            for seed in range(3):
                game = galo.game(name)
                players = [galo.player(name, agent) for _ in range(game.seats)]
                match = Match(game, players, seed, galo.Limit(nodes=200, deals=2))
                while not match.is_over:
                    decision = match.step()
                    given |= {reason.name for reason in decision.reasons} if decision else set()
    drawn = galo.game("connect_four").from_text("3")  # which no agent comes to by itself
    perfect = galo.player("connect_four", "perfect")
    decision = perfect.decide(drawn.observe(1), galo.Limit(nodes=200), galo.Stream.of(0))
    given |= {reason.name for reason in decision.reasons}
    assert given == keys_below("why.")


def test_every_key_that_is_asked_for_exists() -> None:
    asked = dict(asked_keys())
    assert len(asked) > 20
    for where, key in asked.items():
        assert any(re.fullmatch(key, known) for known in load("en")), f"{where}: {key}"


def test_every_key_is_asked_for() -> None:
    said = [one for one in patterns() if re.match(r"[a-z_]+\\\.", one)]
    for key in load("en"):
        assert any(re.fullmatch(one, key) for one in said), key


def test_value_that_a_text_needs_is_filled_in() -> None:
    texts = Texts("en")
    assert texts("play.hint", agent="focused", move="4") == "focused would play 4."
    assert texts("menu.again", text="x{y}", count=2).startswith("'x{y}' is not one")
    assert texts.count("replay.moves", 1) == "1 move"
    assert texts.count("replay.moves", 2) == "2 moves"
    assert Texts("pt").count("replay.moves", 0) == "0 lances"


@pytest.mark.parametrize(
    ("tile", "pt", "en"),
    [
        ("6-4", "sena e quadra", "6-4"),
        ("5-3", "quina e terno", "5-3"),
        ("2-1", "duque e ás", "2-1"),
        ("6-0", "sena e branco", "6-0"),
        ("0-0", "carroça de branco", "0-0"),
        ("6-6", "carroça de sena", "6-6"),
        ("7-1", "7-1", "7-1"),  # of another game
        ("red", "red", "red"),
    ],
)
def test_tile_has_the_name_that_people_say(tile: str, pt: str, en: str) -> None:
    assert Texts("pt").tile(tile) == pt
    assert Texts("en").tile(tile) == en


def test_reasons_say_the_names_of_tiles_and_suits() -> None:
    texts = Texts("pt")
    keeps = galo.Reason("keeps", {"suit": 5, "count": 3})
    assert texts.why(keeps) == "Deixa quina na ponta, e você ainda tem 3 de quina."
    instead = galo.Reason("instead_points", {"tile": "3-3", "points": "+4"})
    assert texts.why(instead) == "Segunda opção, carroça de terno: +4."
    assert Texts("en").why(instead) == "Second choice, 3-3: +4."
    assert texts.why(galo.Reason("of_a_plugin", {"suit": "hearts"})) == "of_a_plugin"


@pytest.mark.parametrize("language", ["xx", "", "EN"])
def test_unknown_language_is_refused(language: str) -> None:
    with pytest.raises(UnknownNameError, match=f"unknown language '{language}'; known: pt, en"):
        Texts(language)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "pt_PT.UTF-8"}, "pt"),
        ({"LC_MESSAGES": "pt_PT.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LC_ALL": "en_US.UTF-8", "GALO_LANG": "pt"}, "pt"),
        ({"LANG": "pt_BR.UTF-8", "GALO_LANG": "en"}, "en"),
    ],
)
def test_language_follows_the_environment(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for variable in ("GALO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert preferred_language() == language
    assert Texts().language == language
