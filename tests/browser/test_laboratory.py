"""The agents' pages and the laboratory: an agent evolves on the page, and is played against."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from galo.games.registry import game_names
from galo.players.ladder import ladder_of
from galo.players.registry import agents_of
from support.page_checks import serious_findings
from support.person import DESKTOP, PHONE, SCHEMES, YOUR_TURN, Person
from support.visitors import WITHOUT_LIMITS, Site

Arrive = Callable[..., Person]
SIZES = {"População": "4", "Gerações": "3", "Partidas de cada um por geração": "20",
         "Partidas do teste final": "100"}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with a laboratory."""
    folder = tmp_path_factory.mktemp("lab")
    with Site(folder, *WITHOUT_LIMITS, "--thinkers", "1", "--lab") as site:
        yield site


def looks_well(who: Person) -> None:
    """Assert that the page is accessible in both schemes, and not wider than a phone."""
    for scheme in SCHEMES:
        who.prefer(scheme)
        assert serious_findings(who) == [], scheme
    who.resize(PHONE)
    assert who.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    who.resize(DESKTOP)


def test_agent_evolves_on_the_page_and_is_played_against(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    ana.page.get_by_role("link", name="Laboratório").click()
    form = ana.page.locator(".job-form")
    form.get_by_label("Tipo").select_option("Evolução")
    form.get_by_label("Quem evolui").select_option("s4")
    for label, value in SIZES.items():
        form.get_by_role("spinbutton", name=label, exact=True).fill(value)
    ana.page.get_by_role("link", name="Agentes").wait_for()  # nothing moves any more
    looks_well(ana)
    ana.button("Começar").click()
    expect(ana.page).to_have_url(re.compile("/lab/[0-9a-f]{10}$"))
    expect(ana.page.locator(".state")).to_have_text("pronto")
    curve = ana.page.get_by_role("img", name=re.compile("Geração 3: o melhor ganha"))
    expect(curve).to_be_visible()
    looks_well(ana)
    with ana.page.expect_download() as download:
        ana.page.get_by_role("link", name="Resultado (JSON)").click()
    assert download.value.suggested_filename.endswith("result.json")
    ana.button("Jogar contra o que evoluiu").click()
    expect(ana.page).to_have_url(re.compile("/t/"))
    expect(ana.page.get_by_text("s4 evoluído").first).to_be_visible()
    ana.page.goto("/lab")
    link = ana.page.locator(".job a")
    expect(link).to_contain_text("pronto")
    link.click()
    ana.button("Apagar").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Apagar").click()
    expect(ana.page.get_by_text("Nenhum ainda.")).to_be_visible()


def test_evolution_is_stopped_and_resumed_on_the_page(site: Site, person: Arrive) -> None:
    wanted = {
        "kind": "evolution", "game": "dominoes4", "agent": "s4", "against": ["basic"],
        "population": 10, "generations": 1000, "matches": 900,
    }  # fmt: skip
    job = site.post("/api/lab/jobs", wanted)["summary"]["job"]
    ana = person(size=PHONE)
    ana.page.goto(f"/lab/{job}")
    expect(ana.page.get_by_role("img", name=re.compile("Geração"))).to_be_visible()
    ana.button("Parar").click()
    ana.has_said("parado")
    expect(ana.button("Continuar")).to_be_focused()
    ana.button("Continuar").click()
    expect(ana.button("Parar")).to_be_focused()
    ana.button("Parar").click()
    expect(ana.button("Continuar")).to_be_focused()
    ana.button("Apagar").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Apagar").click()
    expect(ana.page).to_have_url(re.compile("/lab$"))


def test_page_of_an_agent_opens_a_table_with_it(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/agents")
    expect(ana.page.locator(".cross")).to_have_count(len(game_names()))
    looks_well(ana)
    ana.page.locator("#agents-connect_four + ul a", has_text="minimax").click()
    ladder = ladder_of("connect_four")
    assert ladder is not None
    elo = next(rung.elo for rung in ladder.players if rung.agent == "minimax")
    expect(ana.page.get_by_text(f"Elo {elo}")).to_be_visible()
    looks_well(ana)
    ana.button("Jogar contra minimax").click()
    expect(ana.page).to_have_title(YOUR_TURN)
    expect(ana.page.get_by_text("minimax").first).to_be_visible()


@pytest.mark.parametrize("locale", ["pt-BR", pytest.param("en-US", marks=pytest.mark.long)])
def test_every_agent_has_its_own_words(person: Arrive, locale: str) -> None:
    ana = person(locale=locale)
    for game in game_names():
        for agent in agents_of(game):
            ana.page.goto(f"/agents/{game}/{agent.name}")
            expect(ana.page.locator("h1")).to_have_text(agent.name)
            text = ana.page.locator("main").inner_text()
            assert not re.findall(r"\b(?:about|agents|lab|agent_option)\.[a-z_.]+\b|\{\w+\}", text)


def test_agent_or_game_that_is_not_there_leads_home(person: Arrive) -> None:
    ana = person()
    for path in ("/agents/nothing", "/agents/connect_four/nobody", "/agents/connect_four/tux/x"):
        ana.page.goto(path)
        expect(ana.page.locator(".problem")).to_be_visible()
    ana.page.goto("/lab/0123456789")
    expect(ana.page.locator(".problem")).to_contain_text("não existe")
