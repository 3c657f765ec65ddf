"""Lessons on the real boards, by click and by keyboard, and the rules page that leads to them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from galo.games.registry import game_names
from galo.web.lessons import lesson_count
from support.page_checks import serious_findings
from support.person import PHONE, YOUR_TURN, Person
from support.visitors import Site

Arrive = Callable[..., Person]
RIGHT = [  # the tile by its name, and the move
    ("carroça de quina", "5-5"), ("terno e branco", "3-0@e"), ("carroça de terno", "3-3@e"),
    ("quadra e terno", "4-3@e"), ("sena e quina", "6-5@w"), ("quadra e terno", "4-3@s"),
]  # fmt: skip
SIZES = [(1366, 650), (390, 844), (390, 664), (375, 553), (360, 640), (844, 390)]
LOWEST, SCROLLED = 600, 30  # pixels: on a lower window some of the board is reached by scrolling
THUMB, LOW_THUMB = 44, 36  # pixels
ANSWER = ".answer[data-kind=right]"
PAGE = """[
    document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight,
    Math.min(...[...document.querySelectorAll(".hand-tile, .cell, .column")].map(
        (node) => node.getBoundingClientRect().width)),
]"""


def test_connect_four_is_learned_by_keyboard_alone_and_played(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/learn/connect_four")
    answer, heading = ana.page.locator(".answer"), ana.page.locator(".teacher h2")
    expect(heading).to_have_text("Quatro em linha")
    keys = ana.page.keyboard
    keys.press("4")
    expect(answer).to_contain_text("Ainda não.")
    expect(ana.page.locator(".disc")).to_have_count(6)  # nothing was played
    for right in "256153":
        before = heading.inner_text()
        keys.press("Tab")  # the heading has the focus: the board comes next
        expect(ana.page.locator(".column:focus")).to_have_count(1)
        keys.press(right)
        expect(answer).to_contain_text("Isso mesmo!")
        if right != "3":
            expect(ana.page.get_by_role("button", name="Próxima lição")).to_be_focused()
            keys.press("Enter")
            expect(heading).not_to_have_text(before)
            expect(heading).to_be_focused()
    expect(ana.page.locator(".lesson-steps .done")).to_have_count(6)
    expect(ana.button("Jogar com principiantes")).to_be_focused()
    ana.page.reload()
    expect(ana.page.locator(".lesson-steps .done")).to_have_count(6)
    ana.page.goto("/rules/connect_four")
    ana.button("Jogar com principiantes").click()
    expect(ana.page).to_have_title(YOUR_TURN)


def test_dominoes_are_learned_by_clicks(person: Arrive) -> None:
    ana = person(size=PHONE)
    ana.page.goto("/rules/dominoes4")
    ana.page.get_by_role("link", name="Aprender Dominó de 4 pontas").click()
    answer, right = ana.page.locator(".answer"), ana.page.locator(".answer[data-kind=right]")
    hand = ana.page.get_by_role("group", name="Sua mão")
    hand.get_by_role("button", name="carroça de sena").click()
    expect(answer).to_contain_text("Ainda não.")
    for tile, move in RIGHT:
        hand.get_by_role("button", name=tile).click()
        end = ana.page.locator(f'.end-choice[data-move="{move}"]')
        expect(right.or_(end)).to_be_visible()  # it goes by itself where it fits one end alone
        if end.count():
            end.click()
        expect(right).to_contain_text("Isso mesmo!")
        if move != RIGHT[-1][1]:
            ana.page.get_by_role("button", name="Próxima lição").click()
            expect(right).to_have_count(0)
    expect(ana.page.locator(".lesson-steps .done")).to_have_count(lesson_count("dominoes4"))
    ana.button("Jogar com principiantes").click()
    expect(ana.page).to_have_url(re.compile("/t/"))


def tap_move(who: Person, move: str) -> None:
    """Tap the pieces and places that make *move*, as it is written."""
    squares = re.fullmatch(r"(\w\d)[-x](\w\d)", move)
    if squares:
        for square in squares.groups():
            who.page.locator(f".cell[data-square={square}]").click()
        return
    who.page.locator(f'.hand-tile[data-tile="{move.partition("@")[0]}"]').click()
    end = who.page.locator(f'.end-choice[data-move="{move}"]')
    expect(end.or_(who.page.locator(ANSWER))).to_be_visible()
    if end.count():
        end.click()


@pytest.mark.parametrize("game", ["dominoes2", "lines_of_action"])
def test_lessons_are_learned_by_taps_in_english(site: Site, person: Arrive, game: str) -> None:
    lessons = site.get(f"/api/lessons/{game}")["lessons"]
    ana = person(size=PHONE, locale="en-US", has_touch=True)
    ana.page.goto(f"/learn/{game}")
    for place, lesson in enumerate(lessons, 1):
        expect(ana.page.locator(".lesson-steps [aria-current]")).to_have_text(str(place))
        tap_move(ana, next(iter(lesson["right"])))
        expect(ana.page.locator(ANSWER)).to_contain_text("That is it!")
        expect(ana.page.locator(".lesson-steps .done")).to_have_count(place)
        if place < len(lessons):
            ana.button("Next lesson").click()
    assert serious_findings(ana) == []
    ana.button("Play with beginners").click()
    expect(ana.page).to_have_url(re.compile("/t/"))


@pytest.mark.parametrize("locale", ["pt-BR", pytest.param("en-US", marks=pytest.mark.long)])
def test_lessons_and_rules_are_accessible(person: Arrive, locale: str) -> None:
    ana = person(locale=locale)
    learn = [f"/learn/{game}" for game in game_names()]
    for path in (*learn, "/rules/lines_of_action"):
        ana.page.goto(path)
        expect(ana.page.locator(".felt > *").first).to_be_visible()
        assert serious_findings(ana) == []


@pytest.mark.parametrize("game", game_names())
def test_whole_lesson_is_on_the_screen_of_a_phone(person: Arrive, game: str) -> None:
    ana = person()
    ana.page.goto(f"/learn/{game}")
    expect(ana.page.locator(".felt > *").first).to_be_visible()
    for size in SIZES:
        ana.resize(size)
        wide, high, target = ana.page.evaluate(PAGE)
        is_low = size[1] < LOWEST
        assert wide <= 0, size
        assert high <= (SCROLLED if is_low else 0), size
        assert target >= (LOW_THUMB if is_low else THUMB), size


def test_rules_show_the_start_on_the_real_board(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/rules/lines_of_action")
    board = ana.page.locator(".start-board")
    expect(board.locator(".stone")).to_have_count(24)
    board.locator(".cell[data-square=c1]").click()
    expect(board.locator(".stone.picked")).to_have_count(1)
    ana.page.get_by_role("link", name="Aprender Linhas de Ação").click()
    expect(ana.page.locator(".teacher h2")).to_have_text("Contar a linha")
