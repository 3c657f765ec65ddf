"""What the site says: both languages complete, and every key that a script asks for is there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import galo
from galo.games.registry import game_names, make_game
from galo.players.registry import LEVELS, agents_of, levels_of
from galo.texts import LANGUAGES, load
from galo.web.errors import CODES
from galo.web.table_setup import OPERATOR_OPTIONS

STATIC = Path(galo.__file__).parent / "web" / "static"
# One language at a time; types are for checkers, icons for who installs the site.
UNLOADED = ("en.json", "types.d.ts", "192.png", "512.png", "maskable.png")
PLACEHOLDER = re.compile(r"\{(\w+)\}")
ASKED = re.compile(r"""\b(?:say|sayOr|count|has)\(\s*(?:"([^"]+)"|`([^`]+)`)""")
ONLY_OF_PLUGINS = (r"piece\.[\w.]*\.[\w.]*",)  # patterns of keys that no game of galo needs
SCRIPTS = sorted(STATIC.rglob("*.js"))
MOST_BYTES = 820_000  # of which a page loads only its part, compressed


def own(language: str) -> dict[str, str]:
    """Return the texts that every page loads, and those that only some pages load."""
    folders = (STATIC, *(STATIC / name for name in ("lab", "lessons", "puzzles", "rules")))
    found: dict[str, str] = {}
    for folder in folders:
        found |= json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def everything(language: str) -> dict[str, str]:
    return {**load(language), **own(language)}


def asked_keys() -> Iterator[tuple[str, str]]:
    """Yield where a key is asked for, and a pattern for that key."""
    for path in SCRIPTS:
        for plain, template in ASKED.findall(path.read_text(encoding="utf-8")):
            pattern = (
                re.escape(plain)
                if plain
                else re.sub(r"\\\$\\\{.*?\\\}", r"[\\w.]*", re.escape(template))
            )
            yield path.name, pattern


def test_both_languages_of_the_site_have_the_same_keys() -> None:
    assert own("pt").keys() == own("en").keys()


def test_both_languages_of_the_site_fill_in_the_same_values() -> None:
    portuguese, english = own("pt"), own("en")
    for key, en in english.items():
        pt = portuguese[key]
        assert pt.strip(), key
        assert en.strip(), key
        assert set(PLACEHOLDER.findall(pt)) == set(PLACEHOLDER.findall(en)), key
        assert pt.count(" | ") == en.count(" | "), key


def test_site_does_not_say_again_what_the_screens_share() -> None:
    for language in LANGUAGES:
        assert not own(language).keys() & load(language).keys()


def test_every_key_that_a_script_asks_for_exists() -> None:
    asked = set(asked_keys())
    assert len(asked) > 100
    known = everything("en")
    for where, pattern in asked:
        if pattern in ONLY_OF_PLUGINS:
            continue
        assert any(re.fullmatch(pattern, key) for key in known), f"{where}: {pattern}"


def test_every_refusal_has_its_sentence() -> None:
    assert {f"problem.{code}" for code in CODES} <= own("en").keys()


def test_every_option_level_and_colour_has_its_words() -> None:
    keys = own("en").keys()
    for name in game_names():
        for option in make_game(name).options_declared:
            assert f"option.{name}.{option.name}" in keys
        for agent in agents_of(name):
            for option in agent.options:
                said = f"agent_option.{option.name}"
                choices = {f"{said}.{choice}" for choice in option.choices}
                assert option.name in OPERATOR_OPTIONS or {said, *choices} <= keys
        assert {f"level.{level}" for level in levels_of(name)} <= keys
        assert {f"bird.{level}" for level in levels_of(name)} <= keys
        assert {f"level.{name}.{level}" for level in levels_of(name)} <= keys


def test_every_agent_says_who_it_is_how_it_thinks_and_where_it_comes_from() -> None:
    keys = own("en").keys()
    for name in game_names():
        for agent in agents_of(name):
            for part in ("", ".how", ".from"):
                said = {f"about.{name}.{agent.name}{part}", f"about.{agent.name}{part}"}
                assert said & keys, said
    known = {agent.name for name in game_names() for agent in agents_of(name)}
    about = [key.removesuffix(".how").removesuffix(".from") for key in keys if "about." in key[:6]]
    assert {key.rpartition(".")[2] for key in about} <= known  # nobody who is no more


def test_no_level_has_the_name_of_something_that_happens_in_a_game() -> None:
    birds = [own("pt")[f"bird.{level}"] for level in LEVELS]
    assert birds == [own("en")[f"bird.{level}"] for level in LEVELS]
    for language in LANGUAGES:
        others = [text for key, text in own(language).items() if not key.startswith("bird.")]
        shared = load(language).values()
        said = " ".join([*others, *shared]).lower().replace("(s1)", "").replace("(basic)", "")
        names = "|".join(rf"(?<!como )(?<!like )\b{bird.lower()}\b" for bird in birds)
        assert not re.search(names, said)


def test_all_that_the_site_is_made_of_is_light() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file() and path.name not in UNLOADED]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


def test_scripts_name_games_in_their_folder_alone() -> None:
    names = re.compile("|".join(game_names()))
    shared = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html")]
    outside = [path for path in shared if STATIC / "games" not in path.parents]
    assert len(outside) > 30
    assert [path.name for path in outside if names.search(path.read_text(encoding="utf-8"))] == []
