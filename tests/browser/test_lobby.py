"""The front page: a game in one tap, with a friend or to watch, and the way back to own tables."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from support.notices import HIDE, NOTIFICATIONS, allow_notifications
from support.page_checks import box_of, serious_findings
from support.person import PHONE, SCHEMES, YOUR_TURN, Person, sets_up_a_table
from support.visitors import Site, Ticket, play_on

Arrive = Callable[..., Person]
LISTED = re.compile("/api/tables$")
SMALL_PHONES = ((390, 664), (375, 553), PHONE)


def have_seats(who: Person, *tickets: Ticket) -> None:
    """Let the browser of *who* have the seats of *tickets*, the last one taken last."""
    tokens = json.dumps({ticket.table: ticket.token for ticket in tickets})
    who.page.goto("/results")
    who.page.evaluate("tokens => localStorage.setItem('galo.tokens', tokens)", tokens)


def asked_for(who: Person, button: str) -> Any:
    """Return what the page asks the server for when *button* is clicked."""
    with who.page.expect_request(sets_up_a_table) as sent:
        who.button(button).click()
    expect(who.page).to_have_url(re.compile("/t/"))
    return json.loads(sent.value.post_data or "")


def players(wanted: Any) -> list[str]:
    return [seat.get("agent") or seat["kind"] for seat in wanted["seats"]]


def test_three_ways_to_play_are_on_the_first_screen_of_a_phone(person: Arrive) -> None:
    ana = person(size=PHONE)
    ana.page.goto("/")
    for size in SMALL_PHONES:
        ana.resize(size)
        for name in ("Jogar Dominó de 4 pontas contra agentes", "Com um amigo", "Assistir"):
            box = box_of(ana.button(name))
            assert box["y"] + box["height"] <= size[1], (size, name)
            assert box["height"] >= 44


def test_level_is_chosen_in_place_and_one_tap_starts(person: Arrive) -> None:
    ana = person(size=PHONE)
    ana.page.goto("/")
    ana.page.get_by_role("radio", name="campeão").check()
    expect(ana.page.locator(".about")).to_contain_text("imagina as mãos")
    wanted = asked_for(ana, "Jogar Dominó de 4 pontas contra agentes")
    assert players(wanted) == ["me", "champion", "champion", "champion"]
    ana.page.goto("/")
    expect(ana.page.get_by_role("radio", name="campeão")).to_be_checked()
    ana.page.get_by_role("radio", name="iniciante").check()
    wanted = asked_for(ana, "Jogar Dominó de 4 pontas contra agentes")
    assert players(wanted) == ["me", "beginner", "strong", "beginner"]  # a partner that helps


def test_side_is_chosen_or_drawn_in_games_for_two(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    expect(ana.page.get_by_role("radiogroup", name="Seu lado")).to_have_count(0)
    ana.choose_game("Lig 4")
    ana.page.get_by_role("radio", name="Joga depois").check()
    play = "Jogar Lig 4 contra agentes"
    assert players(asked_for(ana, play)) == ["medium", "me"]
    ana.page.goto("/")
    expect(ana.page.get_by_role("radio", name="Lig 4")).to_be_checked()
    ana.page.get_by_role("radio", name="Sorteio").check()
    lots = "n => { crypto.getRandomValues = (bytes) => bytes.fill(n); }"
    for lot, seats in ((6, ["me", "medium"]), (7, ["medium", "me"])):
        ana.page.goto("/")
        expect(ana.button(play)).to_be_visible()
        ana.page.evaluate(lots, lot)
        assert players(asked_for(ana, play)) == seats


def test_points_to_play_to_are_chosen_where_the_game_has_the_choice(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    for game in ("Dominó de 2 pontas", "Dominó de 4 pontas"):
        ana.choose_game(game)
        ana.page.get_by_role("radio", name="até 100").check()
        wanted = asked_for(ana, f"Jogar {game} contra agentes")
        assert wanted["options"] == {"target": 100}
        ana.page.goto("/")
    ana.choose_game("Lig 4")
    assert asked_for(ana, "Jogar Lig 4 contra agentes")["options"] == {}


@pytest.mark.parametrize(("locale", "button", "game", "seats"), [
    ("pt-BR", "Com um amigo", "Dominó de 4 pontas", ["me", "medium", "friend", "medium"]),
    ("en-US", "With a friend", "Connect Four", ["me", "friend"]),
])  # fmt: skip
def test_friend_is_invited_at_once(
    person: Arrive, locale: str, button: str, game: str, seats: list[str]
) -> None:
    ana = person(size=PHONE, locale=locale)
    ana.page.goto("/")
    ana.choose_game(game)
    assert players(asked_for(ana, button)) == seats
    expect(ana.page.locator(".invite input[type=text]")).to_have_value(re.compile("#invite="))


def test_agents_are_watched_in_one_tap(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    ana.choose_game("Lig 4")
    assert players(asked_for(ana, "Assistir")) == ["champion", "medium"]
    expect(ana.button("Pausa")).to_be_visible()


def test_nothing_can_be_tapped_before_the_own_tables_have_their_place(
    person: Arrive, site: Site
) -> None:
    own, _ = site.seated("lines_of_action", 2)
    ana = person()
    have_seats(ana, own)
    held: list[Route] = []
    ana.page.route("**/api/mine", lambda route: held.append(route))
    ana.page.goto("/")
    play = ana.button("Jogar Dominó de 4 pontas contra agentes")
    while not held:
        assert play.count() == 0
    assert play.count() == 0
    held.pop().continue_()
    expect(play).to_be_visible()
    expect(ana.page.get_by_role("region", name="Continuar")).to_be_visible()


def test_lobby_begins_with_the_tables_of_this_browser(site: Site, person: Arrive) -> None:
    [over] = site.seated("connect_four", 1, "random")
    with site.visit(over) as visitor:
        outcome = play_on([visitor])["outcome"]
    gone = Ticket("0123456789", 0, over.token)
    own, _ = site.seated("lines_of_action", 2)
    waiting = site.set_up("dominoes4", "me", "friend", "strong", "medium")
    ana = person()
    have_seats(ana, over, gone, own, waiting)
    ana.page.goto("/")
    live = ana.page.get_by_role("region", name="Continuar").get_by_role("listitem")
    expect(live).to_have_count(2)
    expect(live.nth(0)).to_contain_text(re.compile("Linhas de Ação.*Sua vez"))
    expect(live.nth(1)).to_contain_text(re.compile("Dominó de 4 pontas.*falta 1"))
    finished = ana.page.get_by_role("region", name="Suas partidas").get_by_role("listitem")
    expect(finished).to_have_count(1)
    results = {0: "Vitória", 1: "Derrota", None: "Empate"}
    expect(finished).to_contain_text(results[outcome["winner"]])
    for scheme in SCHEMES:
        ana.prefer(scheme)
        assert serious_findings(ana) == [], scheme
    ana.resize(PHONE)
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    expect(finished.get_by_role("link", name="Analisar a partida")).to_be_visible()
    finished.get_by_role("link", name="Lig 4").first.click()
    expect(ana.page).to_have_url(re.compile(f"/r/{over.table}"))
    ana.page.go_back()
    ana.button("Tirar da lista: Dominó de 4 pontas").click()
    expect(live).to_have_count(1)
    live.get_by_role("link").click()
    expect(ana.page).to_have_url(re.compile(f"/t/{own.table}"))
    expect(ana.page).to_have_title(YOUR_TURN)


def test_browser_without_tables_has_nothing_to_continue(person: Arrive) -> None:
    ana = person()
    with ana.page.expect_response(LISTED):
        ana.page.goto("/")
    expect(ana.button("Com um amigo")).to_be_visible()
    for name in ("Continuar", "Suas partidas"):
        expect(ana.page.get_by_role("heading", name=name)).to_have_count(0)


def notified(who: Person) -> list[str]:
    """Return the titles shown, after all that the page has begun."""
    who.page.evaluate("navigator.serviceWorker.getRegistration()")  # which the page asks for first
    shown: list[dict[str, str]] = who.page.evaluate("window.shown")
    return [each["title"] for each in shown]


def test_turn_at_a_table_in_the_background_is_notified(site: Site, person: Arrive) -> None:
    first, second = site.seated("connect_four", 2)
    ana = person()
    ana.page.add_init_script(NOTIFICATIONS)
    allow_notifications(ana)
    ana.sit(second)
    expect(ana.page.locator(".column").first).to_be_visible()
    ana.page.evaluate("Notification.permission = 'granted'")
    with site.visit(first) as bia:
        bia.play()
        expect(ana.page).to_have_title(YOUR_TURN)
        assert notified(ana) == []  # Ana looks at the table herself
        ana.page.keyboard.press("1")
        expect(ana.page.locator(".disc")).to_have_count(2)
        ana.page.evaluate(HIDE, True)
        bia.until_view(lambda view: view["moves"])
        bia.play()
        expect(ana.page).to_have_title(YOUR_TURN)
        assert notified(ana) == ["Sua vez: Lig 4"]


def test_lobby_left_open_says_that_it_is_ones_turn(site: Site, person: Arrive) -> None:
    first, second = site.seated("lines_of_action", 2)
    ana = person()
    ana.page.add_init_script(NOTIFICATIONS)
    allow_notifications(ana)
    have_seats(ana, second)
    ana.page.clock.install()
    ana.page.goto("/")
    live = ana.page.get_by_role("region", name="Continuar").get_by_role("listitem")
    expect(live).not_to_contain_text("Sua vez")
    ana.page.evaluate("Notification.permission = 'granted'")
    with site.visit(first) as bia:
        bia.play()
    ana.page.evaluate(HIDE, True)
    ana.page.clock.fast_forward(60_000)
    expect(ana.page).to_have_title(YOUR_TURN)
    assert notified(ana) == ["Sua vez: Linhas de Ação"]
    expect(live).to_contain_text("Sua vez")
    ana.page.evaluate(HIDE, False)
    expect(ana.page).to_have_title("galo")
