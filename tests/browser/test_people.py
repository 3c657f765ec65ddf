"""People say how they play, once; the results show them by group; they delete what is kept."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from galo.games.registry import game_names
from support.page_checks import overlap, serious_findings
from support.person import DESKTOP, PHONE, SCHEMES, YOUR_TURN, Person, sets_up_a_table
from support.results import fill_database
from support.samples import nightly
from support.visitors import Site

Arrive = Callable[..., Person]
AGENTS = {"dominoes4": 3, "dominoes2": 1, "lines_of_action": 1, "connect_four": 1}
THUMB = 44  # pixels
KEPT = "JSON.parse(localStorage.getItem('galo.experience'))"


def question(who: Person) -> Locator:
    """Return the question how the person plays, asked or not."""
    return who.page.locator(".call-ask")


def play_now(who: Person, game: str = "Lig 4") -> Any:
    """Sit down at a new table of *game* and return what was asked of the server."""
    who.page.goto("/")
    who.choose_game(game)
    with who.page.expect_request(sets_up_a_table) as sent:
        who.button(f"Jogar {game} contra agentes").click()
    expect(who.page).to_have_title(YOUR_TURN)
    return json.loads(sent.value.post_data or "")


def test_person_answers_once_for_each_game(person: Arrive) -> None:
    ana = person(is_new=True)
    assert play_now(ana)["experience"] is None
    ana.has_said("Como você joga Lig 4?")
    with ana.page.expect_response(re.compile("/api/person$")) as answered:
        question(ana).get_by_role("button", name="Casual").click()
    assert answered.value.json() == {"experience": "casual"}
    expect(question(ana)).to_have_count(0)
    ana.has_said("Não perguntamos de novo")
    assert play_now(ana)["experience"] == "casual"
    expect(question(ana)).to_have_count(0)
    play_now(ana, "Linhas de Ação")
    expect(question(ana)).to_be_visible()


def test_answer_may_be_left_out(person: Arrive) -> None:
    ana = person(is_new=True)
    sent: list[str] = []
    ana.page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    play_now(ana)
    question(ana).get_by_role("button", name="Prefiro não dizer").click()
    expect(question(ana)).to_have_count(0)
    assert play_now(ana)["experience"] is None
    expect(question(ana)).to_have_count(0)
    assert not [one for one in sent if one.startswith("PUT") and one.endswith("/api/person")]


def test_question_goes_with_the_first_move_and_comes_back_at_the_next_table(
    person: Arrive,
) -> None:
    ana = person(is_new=True)
    play_now(ana)
    expect(question(ana)).to_be_visible()
    ana.page.keyboard.press("4")
    expect(question(ana)).to_have_count(0)  # its room is the table's again
    expect(ana.page.locator(".disc")).to_have_count(2)  # the answer was not waited for
    ana.page.reload()
    expect(ana.page.locator(".disc")).to_have_count(2)
    expect(question(ana)).to_have_count(0)
    play_now(ana)
    expect(question(ana)).to_be_visible()


def test_answer_that_does_not_arrive_can_be_given_again(person: Arrive) -> None:
    ana = person(is_new=True)
    play_now(ana)
    ana.page.route("**/api/person", lambda route: route.abort())
    question(ana).get_by_role("button", name="Experiente").click()
    ana.has_said(r"\w")
    expect(question(ana)).to_be_visible()
    ana.page.unroute("**/api/person")
    question(ana).get_by_role("button", name="Experiente").click()
    expect(question(ana)).to_have_count(0)
    assert ana.page.evaluate(KEPT)["connect_four"]["answer"] == "experienced"


def test_nobody_is_asked_without_agents_or_without_a_seat(site: Site, person: Arrive) -> None:
    ana, rui = site.seated("connect_four", 2)
    alone = person(is_new=True)
    alone.sit(ana)
    expect(alone.page).to_have_title(YOUR_TURN)
    expect(question(alone)).to_have_count(0)
    watcher = person(is_new=True)
    watched = site.set_up("connect_four", "me", "random")
    watcher.page.goto(f"/t/{watched.table}")
    expect(watcher.page.locator(".call")).to_contain_text("assistindo")
    expect(question(watcher)).to_have_count(0)
    assert rui.seat == 1


def test_question_is_answered_by_keyboard_alone(person: Arrive) -> None:
    ana = person(is_new=True)
    play_now(ana)
    reached = "document.activeElement.textContent"
    for _ in range(60):
        if ana.page.evaluate(reached) == "Iniciante":
            break
        ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Enter")
    expect(question(ana)).to_have_count(0)
    assert ana.page.evaluate("document.activeElement.id") == "main"
    assert ana.page.evaluate(KEPT)["connect_four"]["answer"] == "beginner"


@pytest.mark.parametrize("locale", ["pt-BR", nightly("en-US")])
@pytest.mark.parametrize("game", game_names())
def test_question_leaves_room_for_the_table(
    site: Site, person: Arrive, game: str, locale: str
) -> None:
    ana = person(locale=locale, is_new=True)
    ana.sit(site.set_up(game, "me", *["random"] * AGENTS[game], pace=0.0))
    expect(ana.page).to_have_title(YOUR_TURN)
    expect(question(ana)).to_be_visible()
    for size in (PHONE, (640, 360), DESKTOP):
        ana.resize(size)
        width, height = ana.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert width <= size[0]
        assert height <= size[1]
        assert not overlap(question(ana), ana.page.locator(".stage")), size
        boxes = [button.bounding_box() for button in question(ana).get_by_role("button").all()]
        assert len(boxes) == 4
        for box in boxes:
            assert box is not None
            assert min(box["width"], box["height"]) >= THUMB, size
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]


def test_question_has_no_serious_accessibility_finding(person: Arrive) -> None:
    ana = person(is_new=True)
    play_now(ana, "Dominó de 4 pontas")
    expect(ana.page.get_by_role("group", name="Como você joga Dominó de 4 pontas?")).to_be_visible()
    for size, scheme in product((PHONE, DESKTOP), SCHEMES):
        ana.resize(size)
        ana.prefer(scheme)
        assert serious_findings(ana) == [], (size, scheme)


# The results page


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with finished games of pairs that said how they play."""
    folder: Path = tmp_path_factory.mktemp("studied")
    fill_database(f"sqlite:///{folder / 'tables.db'}")
    with Site(folder) as site:
        yield site


@pytest.fixture
def reader(browser: Browser, studied: Site) -> Iterator[Arrive]:
    """Return a way to let people read the results of that site."""
    people: list[Person] = []

    def arrive(**options: Any) -> Person:
        people.append(Person(browser, studied, **options))
        people[-1].page.goto("/results")
        expect(people[-1].page.locator("h1")).to_be_visible()
        return people[-1]

    yield arrive
    for each in people:
        each.leave()


GROUPS = {
    "pt-BR": (
        "Dominó de 4 pontas",
        {
            "Duplas iniciantes": ["Arara", "78%", "65% – 87%", "78%", "50", "39", "0"],
            "Duplas casuais": ["Arara", "63%", "53% – 72%", "63%", "100", "63", "0"],
            "Duplas experientes": ["Arara", "32%", "23% – 43%", "32%", "75", "24", "0"],
            "Duplas mistas": ["Arara", "0%", "0% – 79%", "–", "1", "0", "0"],
        },
        "Arara, com ajuda",
    ),
    "en-US": (
        "Dominoes, four ends",
        {
            "Pairs of beginners": ["Arara", "78%", "65% – 87%", "78%", "50", "39", "0"],
            "Casual pairs": ["Arara", "63%", "53% – 72%", "63%", "100", "63", "0"],
            "Experienced pairs": ["Arara", "32%", "23% – 43%", "32%", "75", "24", "0"],
            "Mixed pairs": ["Arara", "0%", "0% – 79%", "–", "1", "0", "0"],
        },
        "Arara, with help",
    ),
}


@pytest.mark.parametrize("locale", GROUPS)
def test_results_show_the_groups_beside_the_dissertation(reader: Arrive, locale: str) -> None:
    ana = reader(locale=locale)
    game, groups, helped = GROUPS[locale]
    table = ana.page.get_by_role("region", name=game, exact=True)
    rows = {
        (cells[0], cells[1]): cells[1:]
        for cells in (
            row.locator("th, td").all_inner_texts() for row in table.locator("tbody tr").all()
        )
    }
    for people, cells in groups.items():
        assert rows[people, cells[0]] == cells
    assert [versus for _, versus in rows].count(helped) == 1
    assert len(rows) == 5
    chart = ana.page.locator("figure", has=ana.page.locator(".published"))
    expect(chart.locator(".published")).to_have_count(3)
    expect(chart.locator(".share")).to_have_count(5)
    expect(chart.locator("figcaption")).to_contain_text("Antonio (2011")


def test_share_of_a_drawn_game_lies_in_its_interval(reader: Arrive) -> None:
    ana = reader()
    row = ana.page.get_by_role("region", name="Resultados").locator("tr", has_text="Lig 4")
    assert row.locator("td").all_inner_texts() == ["Harpia", "3", "1", "1", "50%", "15% – 85%"]


@pytest.mark.parametrize("size", [PHONE, DESKTOP])  # a chart is drawn for the size it finds
def test_results_by_group_are_accessible_and_fit(reader: Arrive, size: tuple[int, int]) -> None:
    ana = reader(size=size)
    expect(ana.page.locator(".by-experience table")).to_have_count(2)
    for scheme in SCHEMES:
        ana.prefer(scheme)
        assert serious_findings(ana) == [], scheme
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for chart in ana.page.locator(".chart").all():
        axis = chart.locator(".grid").first
        if size == DESKTOP:
            assert not any(overlap(name, axis) for name in chart.locator(".name, .versus").all())


# Deletion


def test_person_deletes_what_is_kept_and_is_told_what_it_was(site: Site, person: Arrive) -> None:
    ana = person(is_new=True)
    ana.page.goto("/")
    ana.page.get_by_label("Seu nome").fill("Joaquina")
    play_now(ana)
    table = ana.page.url.rpartition("/")[2]
    question(ana).get_by_role("button", name="Iniciante").click()
    expect(question(ana)).to_have_count(0)
    ana.page.goto("/me")
    delete = ana.button("Apagar tudo")
    delete.click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Cancelar").click()
    assert site.get(f"/api/tables/{table}")["seats"][0]["name"] == "Joaquina"
    delete.click()
    assert serious_findings(ana) == []
    ana.page.get_by_role("dialog").get_by_role("button", name="Apagar", exact=True).click()
    told = ana.page.locator(".own-data [role=status]")
    words = "sua pontuação e seu histórico, o nome em 1 mesa e 1 resposta sobre como você joga"
    expect(told).to_have_text(f"Apagado: {words}.")
    assert site.get(f"/api/tables/{table}")["seats"][0]["name"] == ""
    assert ana.page.evaluate("localStorage.getItem('galo.name')") is None
    assert ana.page.evaluate(KEPT) is None
    delete.click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Apagar", exact=True).click()
    expect(told).to_have_text("Não havia nada guardado sobre você.")
    ana.page.goto(f"/t/{table}")  # the seat is still hers
    expect(ana.page).to_have_title(YOUR_TURN)
    ana.page.keyboard.press("4")
    expect(ana.page.locator(".disc")).to_have_count(2)
