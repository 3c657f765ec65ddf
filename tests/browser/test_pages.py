"""Beside the tables: the form that sets one, and how people fared."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from galo.games.registry import game_names
from galo.players.registry import agents_of
from support.page_checks import overlap
from support.person import PHONE, Person, sets_up_a_table
from support.samples import nightly
from support.visitors import Site, play_on

Arrive = Callable[..., Person]
# The choices that their own field, drawn as wide as it is, would cut off.
OVERFLOWING = """nodes => nodes.filter((node) => node.scrollWidth > node.clientWidth)
    .map((node) => node.textContent)"""
CUT_OFF = """selects => selects.flatMap((select) => [...select.options].filter((option) => {
  const alone = select.cloneNode();
  alone.append(option.cloneNode(true));
  alone.style.width = 'max-content';
  select.after(alone);
  const wide = alone.offsetWidth;
  alone.remove();
  return wide > select.offsetWidth;
}).map((option) => option.text))"""


# All that the server says names a script that is not there.
WITHOUT_ITS_SCRIPT = """
  const parse = JSON.parse;
  JSON.parse = (text) => parse(text.replaceAll("/games/connect_four.js", "/games/nothing.js"));
"""


def open_form(who: Person, game: str) -> Locator:
    """Open the form for a table of *game* and return it."""
    who.page.goto("/")
    return form_of(who, game)


def form_of(who: Person, game: str) -> Locator:
    """Open that form in the lobby, where *who* is."""
    who.page.locator(".game-card").nth(game_names().index(game)).click()
    who.page.locator(".links button").click()
    return who.page.get_by_role("dialog")


def test_options_of_one_seat_stay_as_they_are_when_another_changes(person: Arrive) -> None:
    ana = person()
    form = open_form(ana, "dominoes4")
    right, partner = form.locator(".seat-row").nth(1), form.locator(".seat-row").nth(2)
    right.locator("select").first.select_option("champion")
    right.locator("summary").click()
    deals = right.get_by_label("Mãos imaginadas por lance")
    deals.fill("0")  # not possible, and yet it is what was typed
    form.locator("details > summary").last.click()
    friend = partner.locator("select").first
    friend.select_option("friend")
    expect(form.get_by_role("button", name="Montar e convidar")).to_be_visible()
    expect(form.get_by_text("Mostrar em “Mesas abertas”")).to_be_visible()
    expect(friend).to_be_focused()
    expect(deals).to_be_visible()
    expect(deals).to_have_value("0")
    expect(form.get_by_label("Pontos do passe")).to_be_visible()
    deals.fill("500")
    partner.locator("select").first.select_option("strong")
    expect(form.get_by_text("Mostrar em “Mesas abertas”")).to_be_hidden()
    expect(deals).to_have_value("500")
    with ana.page.expect_request(sets_up_a_table) as sent:
        form.get_by_role("button", name="Jogar").click()
    request = json.loads(sent.value.post_data or "")
    agents = [seat.get("agent") for seat in request["seats"]]
    assert agents == [None, "champion:deals=500", "strong", "medium"]


def test_clock_help_and_lot_of_a_custom_game_are_asked_for(person: Arrive) -> None:
    ana = person()
    form = open_form(ana, "connect_four")
    form.get_by_label("Relógio").select_option("5 min por jogo")
    form.get_by_label("Ajuda").select_option("nunca")
    form.get_by_label("Sortear quem senta onde").check()
    ana.page.evaluate("() => { crypto.getRandomValues = (bytes) => bytes.fill(1); }")
    with ana.page.expect_request(sets_up_a_table) as sent:
        form.get_by_role("button", name="Jogar").click()
    wanted = json.loads(sent.value.post_data or "")
    assert wanted["clock"] == {"per": "game", "seconds": 300}
    assert wanted["help"] is False
    assert [seat["kind"] for seat in wanted["seats"]] == ["agent", "me"]  # seats changed places
    expect(ana.page).to_have_url(re.compile("/t/"))


def test_agent_whose_chair_is_taken_moves_over_with_its_options(person: Arrive) -> None:
    ana = person()
    form = open_form(ana, "dominoes4")
    right = form.locator(".seat-row").nth(1)
    right.locator("select").first.select_option("champion")
    right.locator("summary").click()
    deals = right.get_by_label("Mãos imaginadas por lance")
    deals.fill("500")
    deals.press("Tab")
    right.locator("select").first.select_option("me")
    moved = form.locator(".seat-row").first
    expect(moved.locator("select").first).to_have_value("champion")
    moved.locator("summary").click()
    expect(moved.get_by_label("Mãos imaginadas por lance")).to_have_value("500")


def test_broken_script_of_a_game_leaves_the_others_playable(site: Site, person: Arrive) -> None:
    ana = person()
    ana.page.add_init_script(WITHOUT_ITS_SCRIPT)
    ana.page.goto("/")
    expect(ana.page.locator(".game-card .picture")).to_have_count(len(game_names()))
    ana.choose_game("Linhas de Ação")
    ana.button("Jogar Linhas de Ação contra agentes").click()
    expect(ana.page.locator(".stone")).to_have_count(24)
    ana.sit(site.set_up("connect_four", "me", "random", pace=0.0))
    expect(ana.page.get_by_text("Alguma coisa deu errado")).to_be_visible()


@pytest.mark.parametrize("locale", ["pt-BR", nightly("en-US")])
def test_every_choice_of_an_option_can_be_read_on_a_phone(person: Arrive, locale: str) -> None:
    ana = person(size=PHONE, locale=locale)
    ana.page.goto("/")
    for game in game_names():
        form = form_of(ana, game)
        assert ana.page.locator(".game-card, .pill").evaluate_all(OVERFLOWING) == [], game
        seat = form.locator(".seat-row").nth(1)
        for agent in agents_of(game):
            seat.locator("select").first.select_option(agent.name)
            form.locator("details").evaluate_all(
                "all => all.forEach((one) => { one.open = true; })"
            )
            assert form.locator(".options select").evaluate_all(CUT_OFF) == [], (game, agent.name)
        ana.page.keyboard.press("Escape")
        expect(form).to_have_count(0)


RESULTS = {
    "pt-BR": (
        "Dominó de 2 pontas (para dois)Tucano",
        "Dominó de 2 pontas (em duplas)Tucano + Curió",
    ),
    "en-US": (
        "Dominoes, two ends (for two)Tucano",
        "Dominoes, two ends (in pairs)Tucano + Curió",
    ),
}


@pytest.mark.parametrize("locale", RESULTS)
def test_results_name_the_form_of_the_game_and_the_agents_as_a_table_does(
    site: Site, person: Arrive, locale: str
) -> None:
    for others, options in ((["medium"], {}), (["medium", "strong", "first"], {"players": 4})):
        [ticket] = site.seated("dominoes2", 1, *others, options=options)
        with site.visit(ticket) as visitor:
            play_on([visitor])
    ana = person(locale=locale)
    ana.page.goto("/results")
    for row in RESULTS[locale]:
        expect(ana.page.locator("tbody tr").filter(has_text=row)).to_have_count(1)
    axis = ana.page.locator(".chart .grid").first
    names = ana.page.locator(".chart :is(.name, .versus)").all()
    assert len(names) > 2
    assert not any(overlap(name, axis) for name in names)
