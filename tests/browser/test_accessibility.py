"""Accessibility: phones, keyboards, both languages, dark and light, screen readers, light pages."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from galo.games.registry import game_names
from galo.players.registry import levels_of
from support.keyboard import play_on_by_keyboard, press_until
from support.page_checks import serious_findings
from support.person import DESKTOP, PHONE, SCHEMES, YOUR_TURN, Person
from support.visitors import Site

Arrive = Callable[..., Person]
AGENTS = {"dominoes4": 3, "dominoes2": 1, "lines_of_action": 1, "connect_four": 1}
WHOLE_PAGE_BYTES = 450_000  # once they are unpacked
THUMB = 44  # pixels


def sit_at(site: Site, who: Person, game: str, **fields: Any) -> None:
    who.sit(site.set_up(game, "me", *["random"] * AGENTS[game], pace=0.0, **fields))
    expect(who.page).to_have_title(YOUR_TURN)


@pytest.mark.parametrize("path", ["/", "/rules/dominoes4", "/results", "/t/0123456789"])
def test_page_has_no_serious_accessibility_finding(person: Arrive, path: str) -> None:
    ana = person()
    ana.page.goto(path)
    expect(ana.page.locator("h1").first).to_be_visible()
    for scheme in SCHEMES:
        ana.prefer(scheme)
        assert serious_findings(ana) == [], scheme


@pytest.mark.parametrize("game", game_names())
def test_table_has_no_serious_accessibility_finding(site: Site, person: Arrive, game: str) -> None:
    ana = person()
    sit_at(site, ana, game)
    ana.play_on(2)
    expect(ana.page).to_have_title(re.compile("^●|fim"))  # nothing changes during the audit
    for size in (PHONE, DESKTOP):
        ana.resize(size)
        assert serious_findings(ana) == [], size


def test_form_for_a_table_has_no_serious_accessibility_finding(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    ana.button("Jogo personalizado").click()
    expect(ana.page.get_by_role("dialog")).to_be_visible()
    assert serious_findings(ana) == []


@pytest.mark.parametrize("game", game_names())
def test_form_offers_every_level_and_says_what_it_is(person: Arrive, game: str) -> None:
    ana = person(size=PHONE)
    ana.page.goto("/")
    ana.page.locator(".game-card").nth(game_names().index(game)).click()
    ana.button("Jogo personalizado").click()
    select = ana.page.get_by_role("dialog").locator("select").nth(1)
    said = set()
    for level in levels_of(game):
        select.select_option(level)
        expect(select.locator("option:checked")).to_have_attribute("value", level)
        expect(select).to_have_accessible_description(re.compile(r"\w+"))
        said.add(ana.page.locator(".seat-row").nth(1).locator("p").inner_text())
        assert ana.page.evaluate("document.querySelector('dialog').scrollWidth") <= PHONE[0]
    assert len(said) == len(levels_of(game))
    values = [each.get_attribute("value") for each in select.locator("option").all()]
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("game", game_names())
def test_table_fits_a_phone(site: Site, person: Arrive, game: str) -> None:
    ana = person(size=PHONE)
    sit_at(site, ana, game)
    width, height = ana.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert width <= PHONE[0]
    assert height <= PHONE[1]
    for target in ana.page.locator("button:visible").all():
        box = target.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        is_column = "column" in (target.get_attribute("class") or "")
        assert min(box["width"], box["height"]) >= THUMB or is_column, target.inner_text()


@pytest.mark.parametrize("path", ["/", "/rules/dominoes4", "/rules/lines_of_action", "/results"])
def test_page_does_not_scroll_sideways_on_a_phone(person: Arrive, path: str) -> None:
    ana = person(size=PHONE)
    ana.page.goto(path)
    expect(ana.page.locator("h1").first).to_be_visible()
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_game_is_played_from_the_lobby_by_keyboard_alone(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    expect(ana.button("Jogar Dominó de 4 pontas contra agentes")).to_be_visible()
    press_until(ana, "Tab", "[name=front-game]")
    press_until(ana, "ArrowRight", "[value=connect_four]")
    press_until(ana, "Tab", '[aria-label="Jogar Lig 4 contra agentes"]')
    ana.page.keyboard.press("Enter")
    expect(ana.page).to_have_title(YOUR_TURN)
    press_until(ana, "Tab", ".column")
    ana.page.keyboard.press("ArrowRight")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".disc")).to_have_count(2)


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2", "connect_four"])
def test_whole_game_is_played_by_keyboard_alone(site: Site, person: Arrive, game: str) -> None:
    ana = person()
    sit_at(site, ana, game, **({"options": {"target": 100}} if game == "dominoes4" else {}))
    play_on_by_keyboard(ana)


def test_stones_are_moved_by_keyboard_alone(site: Site, person: Arrive) -> None:
    ana = person()
    sit_at(site, ana, "lines_of_action")
    press_until(ana, "Tab", ".cell")
    ana.page.keyboard.press("ArrowRight")  # b1, a stone of black's
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".cell.target")).not_to_have_count(0)
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".cell.target")).to_have_count(0)
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("ArrowUp")
    ana.page.keyboard.press("ArrowUp")  # b3, two stones in the column
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".panel")).to_contain_text(re.compile("b1.*b3"))


def test_every_event_is_announced_in_words(site: Site, person: Arrive) -> None:
    ana = person()
    sit_at(site, ana, "connect_four")
    ana.page.keyboard.press("4")
    ana.has_said("jogou na coluna")
    ana.has_said("Sua vez")


@pytest.mark.parametrize("game", game_names())
def test_both_languages_say_everything(site: Site, person: Arrive, game: str) -> None:
    ana = person(locale="en-US")
    sit_at(site, ana, game)
    assert ana.page.evaluate("document.documentElement.lang").startswith("en")
    expect(ana.button("Hint")).to_be_visible()
    ana.button("Settings").click()
    ana.button(re.compile("^pt")).click()
    expect(ana.page.get_by_role("dialog", name="Ajustes")).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(ana.button("Dica")).to_be_visible()
    assert ana.page.evaluate("document.documentElement.lang").startswith("pt")
    text = ana.page.locator("body").inner_text()
    assert not re.findall(r"\b[a-z]+\.[a-z_]+\b|\{\w+\}", text)  # a key, or a gap not filled in


def test_language_is_remembered(person: Arrive) -> None:
    ana = person(locale="en-US")
    ana.page.goto("/")
    expect(ana.button("With a friend")).to_be_visible()
    ana.button(re.compile("^pt")).click()
    expect(ana.button("Com um amigo")).to_be_visible()
    ana.page.reload()
    expect(ana.button("Com um amigo")).to_be_visible()


def test_tile_travels_only_where_motion_is_welcome(site: Site, person: Arrive) -> None:
    still = person()
    sit_at(site, still, "connect_four")
    still.page.evaluate(
        "() => { Element.prototype.animate = () => { throw new Error('something moved'); } }"
    )
    still.page.keyboard.press("4")
    expect(still.page.locator(".disc")).to_have_count(2)


@pytest.mark.parametrize("game", game_names())
def test_whole_page_is_light(site: Site, person: Arrive, game: str) -> None:
    ana = person()
    sizes: list[int] = []
    ana.page.on("response", lambda answer: sizes.append(len(answer.body())))
    sit_at(site, ana, game)
    ana.page.wait_for_load_state("networkidle")
    assert 10_000 < sum(sizes) < WHOLE_PAGE_BYTES
