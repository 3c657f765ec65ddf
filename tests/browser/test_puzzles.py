"""Puzzles on the real boards: today's, the next ones, themes, and what stays in the browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from galo.games.registry import game_names
from support.page_checks import serious_findings
from support.person import DESKTOP, PHONE, SCHEMES, Person
from support.visitors import Site

Arrive = Callable[..., Person]
SIZES = [(1280, 800), (390, 844), (360, 640), (844, 390)]
HEADING, ANSWER = ".teacher h2", ".puzzle-answer"
WIDER = "document.documentElement.scrollWidth - innerWidth"
CUT = """[...document.querySelectorAll(".puzzle-answer :is(p, th, td), .row > *, .head select")]
    .filter((node) => node.scrollWidth > node.clientWidth + 1)
    .map((node) => node.textContent)"""


def play(who: Person, view: Any, move: str) -> None:
    """Make *move* of *view* by clicks."""
    details = next(each for each in view["moves"] if each["move"] == move)
    page = who.page
    if "from" in details:
        page.locator(f".cell[data-square={details['from']}]").click()
        page.locator(f".cell[data-square={details['to']}]").click()
    elif "tile" in details:
        page.locator(f'.hand-tile[data-tile="{details["tile"]}"]').click()
        end = page.locator(f'.end-choice[data-move="{move}"]')
        expect(end.or_(page.locator(ANSWER))).to_be_visible()
        if end.count():
            end.click()
    else:
        page.locator(".column").nth(int(move) - 1).click()


def daily(site: Site, game: str) -> Any:
    """Return the puzzle of the day of *game*, and what is right."""
    id = site.get(f"/api/puzzles/{game}")["daily"]
    task = site.get(f"/api/puzzles/{game}/{id}")
    some = {"move": task["view"]["moves"][0]["move"]}
    return task, site.http.post(f"/api/puzzles/{game}/{id}", json=some).json()


@pytest.mark.parametrize("game", game_names())
def test_puzzle_of_the_day_is_solved_on_a_phone(site: Site, person: Arrive, game: str) -> None:
    task, answer = daily(site, game)
    ana = person(size=PHONE, has_touch=True)
    ana.page.goto(f"/puzzles/{game}")
    expect(ana.page.locator(HEADING)).to_have_text("Problema do dia")
    play(ana, task["view"], answer["solution"][0])
    expect(ana.page.locator(ANSWER)).to_contain_text("Certo!")
    expect(ana.button("Próximo problema")).to_be_focused()
    expect(ana.page.locator(f"{ANSWER} .rated")).to_contain_text("1000")  # where everybody begins
    expect(ana.page.locator(f"{ANSWER} tbody tr")).to_have_count(len(answer["values"]))
    assert ana.page.evaluate(CUT) == []
    assert serious_findings(ana) == []
    ana.page.get_by_role("link", name="Todos os jogos").click()
    expect(ana.page.locator(".puzzle-games")).to_contain_text("1 de ")
    expect(ana.page.locator(".streak")).to_have_text("1 dia seguido")


def test_wrong_move_shows_the_solution_and_the_next_puzzle_is_another(
    site: Site, person: Arrive
) -> None:
    task, answer = daily(site, "connect_four")
    ana = person(locale="en-US")
    ana.page.goto("/rules/connect_four")
    ana.page.get_by_role("link", name="Puzzles: Connect Four").click()
    expect(ana.page.locator(HEADING)).to_have_text("Puzzle of the day")
    play(ana, task["view"], answer["values"][-1]["move"])
    expect(ana.page.locator(ANSWER)).to_contain_text("Not the best. Solution: ")
    discs = ana.page.locator(".disc")
    shown = discs.count()
    ana.button("Once more").click()
    expect(discs).to_have_count(shown - 1)
    expect(ana.page.locator(ANSWER)).to_have_count(0)
    play(ana, task["view"], answer["solution"][0])
    expect(ana.page.locator(ANSWER)).to_contain_text("Right!")
    expect(ana.page.locator(f"{ANSWER} .rated")).to_have_count(0)  # the first attempt counts
    ana.page.get_by_label("Theme").select_option("double_threat")
    expect(ana.page.locator(HEADING)).to_have_text("Find the best move")
    ana.page.reload()  # what is answered stays so
    expect(ana.page.locator(HEADING)).to_have_text("Find the best move")


def test_connect_four_puzzle_is_solved_by_keyboard_alone(site: Site, person: Arrive) -> None:
    _, answer = daily(site, "connect_four")
    ana = person()
    ana.page.goto("/puzzles/connect_four")
    expect(ana.page.locator(HEADING)).to_be_focused()
    ana.page.keyboard.press(answer["solution"][0])
    expect(ana.page.locator(ANSWER)).to_contain_text("Certo!")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(HEADING)).to_have_text("Ache o melhor lance")


@pytest.mark.parametrize("locale", ["pt-BR", pytest.param("en-US", marks=pytest.mark.long)])
def test_pages_of_puzzles_are_accessible_and_fit_every_window(person: Arrive, locale: str) -> None:
    ana = person(locale=locale)
    for path in ("/puzzles", *(f"/puzzles/{game}" for game in game_names())):
        ana.page.goto(path)
        expect(ana.page.locator(".puzzle-games, .felt > *").first).to_be_visible()
        for size in SIZES:
            ana.resize(size)
            assert ana.page.evaluate(WIDER) <= 0, (path, size)
        ana.resize(DESKTOP)
        for scheme in SCHEMES:
            ana.prefer(scheme)
            assert serious_findings(ana) == [], (path, scheme)


def test_lobby_leads_to_the_puzzles(person: Arrive) -> None:
    ana = person(size=PHONE)
    ana.page.goto("/")
    ana.page.get_by_role("link", name="Problemas").click()
    expect(ana.page.get_by_role("heading", name="Problemas")).to_be_visible()
    expect(ana.page.locator(".puzzle-games li")).to_have_count(len(game_names()))
    ana.page.goto("/puzzles/chess")
    expect(ana.page.locator(".problem")).to_contain_text("Este problema não existe.")
