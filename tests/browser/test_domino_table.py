"""Around the tiles: hints, plates, the score, the list of moves, and what is said of a game."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from support.page_checks import overlap, serious_findings
from support.person import DESKTOP, PHONE, YOUR_TURN, Person, sets_up_a_table
from support.visitors import Site, Ticket

Arrive = Callable[..., Person]
LONG_NAME = "Maria do Socorro Lima"
SUGGESTION = """async ([view, answer]) =>
  (await import('/static/table/advice.js')).hintWords(view, answer)"""
BANNERS = """async ([event, view]) =>
  (await import('/static/games/dominoes/banners.js')).banners(event, view)"""
RESULT = """async (view) => (await import('/static/lib/sentences.js')).resultWords(view)"""


def among_roosters(site: Site, **fields: Any) -> Ticket:
    """Set up a table with three agents of the same name."""
    return site.set_up("dominoes4", "me", "strong", "strong", "strong", pace=0.0, **fields)


def ask_for_reasons(who: Person) -> Locator:
    """Play until a hint comes with its reasons, and return the strip that tells them."""
    strip = who.page.locator(".call-hint")
    for _ in range(20):
        expect(who.page).to_have_title(re.compile("^●|rodada"))
        if who.page.locator(".hand-tile[data-state=playable]").count() > 1:
            who.button("Dica").click()
            expect(strip).to_contain_text("Sugestão: ")
            if strip.locator("p").count():
                return strip
        who.play_on(1)
    raise AssertionError("no hint had a reason")


@pytest.mark.parametrize("size", [PHONE, (390, 844), (740, 360), DESKTOP])
def test_hint_never_lies_over_the_table(site: Site, person: Arrive, size: tuple[int, int]) -> None:
    ana = person(size=size)
    ana.sit(among_roosters(site))
    strip = ask_for_reasons(ana)
    felt = ana.page.locator(".felt")
    assert not overlap(strip, felt)
    if size != DESKTOP:
        why = ana.button("Por quê?")
        expect(strip.locator("p")).to_be_hidden()
        why.press("Enter")
        expect(why).to_have_attribute("aria-expanded", "true")
        assert not overlap(strip, felt)
    expect(strip.locator("p")).to_be_visible()
    assert not any(overlap(strip, side) for side in ana.page.locator(".head .side").all())
    assert serious_findings(ana) == []


@pytest.mark.parametrize("way", ["click", "Escape"])
def test_hint_is_closed_and_gives_the_focus_back(site: Site, person: Arrive, way: str) -> None:
    ana = person(size=PHONE)
    ana.sit(among_roosters(site))
    strip = ask_for_reasons(ana)
    if way == "click":
        strip.get_by_role("button", name="Fechar").click()
    else:
        ana.page.keyboard.press(way)
    expect(strip).to_have_count(0)
    expect(ana.button("Dica")).to_be_focused()


def test_ghost_of_a_hint_follows_the_size_of_the_table(site: Site, person: Arrive) -> None:
    ana = person()
    ana.sit(among_roosters(site))
    ask_for_reasons(ana)
    ghost = ana.page.locator(".end-choice.hint .tile")
    lying = ana.page.locator(".cloth-tiles .tile").first
    before = lying.evaluate("tile => tile.style.width")
    expect(ghost).to_have_css("width", before)
    ana.page.set_viewport_size({"width": DESKTOP[0], "height": 560})
    expect(lying).not_to_have_css("width", before)
    expect(ghost).to_have_css("width", lying.evaluate("tile => tile.style.width"))


def test_ghost_of_a_hint_lies_as_long_as_the_hint_stands(site: Site, person: Arrive) -> None:
    ana, bia = person(), person()
    ana.sit(among_roosters(site))
    strip = ask_for_reasons(ana)
    ghost = ana.page.locator(".end-choice.hint")
    raised = ana.page.locator(".hand-tile.hinted")
    turn = ana.page.locator(".head .turn")
    for is_coming in (True, False):
        before = turn.inner_text()
        if is_coming:
            bia.page.goto(ana.page.url)
        else:
            bia.page.close()
        expect(turn).not_to_have_text(before)  # how many watch
        expect(strip).to_be_visible()
        expect(ghost).to_have_count(1)
        expect(raised).to_have_count(1)
    ana.page.keyboard.press(",")
    expect(ghost).to_have_count(0)
    ana.page.keyboard.press(".")
    expect(ghost).to_have_count(1)
    strip.get_by_role("button", name="Fechar").click()
    expect(ghost).to_have_count(0)
    expect(raised).to_have_count(0)


def test_picked_tile_takes_the_place_of_the_ghost_and_gives_it_back(
    site: Site, person: Arrive
) -> None:
    ana = person()
    ana.page.add_init_script("localStorage.setItem('galo.confirm', 'true')")
    ana.sit(among_roosters(site))
    ask_for_reasons(ana)
    ghost = ana.page.locator(".end-choice.hint")
    other = ana.page.locator(".hand-tile[data-state=playable]:not(.hinted)").first
    other.click()
    expect(ana.page.locator("button.end-choice")).not_to_have_count(0)
    expect(ghost).to_have_count(0)
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("button.end-choice")).to_have_count(0)
    expect(ghost).to_have_count(1)


@pytest.mark.parametrize(
    ("locale", "moves", "said"),
    [
        ("pt-BR", ["6-5@e", "6-5@n", "5-5@n"], "Sugestão: sena e quina na ponta de cima."),
        ("pt-BR", ["6-5@n", "5-5@n"], "Sugestão: sena e quina."),
        ("en-US", ["6-5@e", "6-5@n"], "Suggestion: 6-5 at the top end."),
    ],
)
def test_hint_names_the_end_where_there_is_a_choice(
    person: Arrive, locale: str, moves: list[str], said: str
) -> None:
    ana = person(locale=locale)
    ana.page.goto("/")
    expect(ana.page.locator("h1")).to_be_visible()
    split = [(move, *move.split("@")) for move in moves]
    offered = [{"move": move, "tile": tile, "end": end, "points": 0} for move, tile, end in split]
    view = {"game": "dominoes4", "moves": offered}
    assert ana.page.evaluate(SUGGESTION, [view, {"move": "6-5@n"}])["title"] == said


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_plate_of_the_partner_says_so(site: Site, person: Arrive, size: tuple[int, int]) -> None:
    ana = person(size=size)
    ana.sit(among_roosters(site))
    places = ana.page.locator(".player-place:not(:empty)")
    expect(places).to_have_text(["parceiro"])
    assert places.evaluate("place => place.scrollWidth <= place.clientWidth")
    partner = ana.page.locator(".player[data-place=top]")
    expect(partner).to_have_accessible_name(re.compile("^Arara, parceiro, "))


def test_watcher_distinguishes_namesakes_by_their_seats(site: Site, person: Arrive) -> None:
    bia = person(size=PHONE)
    bia.page.goto(f"/t/{among_roosters(site, name='Ana').table}")
    expect(bia.page.locator(".player[data-place=bottom] .player-place")).to_have_text("")
    for place, seat in (("left", 2), ("top", 3), ("right", 4)):
        plate = bia.page.locator(f".player[data-place={place}]")
        expect(plate.locator(".player-place")).to_have_text(f"lugar {seat}")
        expect(plate).to_have_accessible_name(re.compile(f"^Arara, lugar {seat}, "))


def test_replay_tells_whose_turn_it_was_beside_the_score(site: Site, person: Arrive) -> None:
    anybody = person()
    ticket = among_roosters(site, name=LONG_NAME)
    with site.visit(ticket) as ana:
        ana.until_view(lambda view: view["moves"])
    anybody.page.goto(f"/r/{ticket.table}")
    expect(anybody.button("Reproduzir")).to_be_visible()
    anybody.page.locator("input[type=range]").press("End")
    turn = anybody.page.locator(".head .turn")
    expect(turn).to_have_text(f"rodada 1 · a seguir: {LONG_NAME}")
    for width in (900, 1100, 1280):
        anybody.resize((width, 800))
        for other in (*anybody.page.locator(".head .side").all(), anybody.page.locator(".panel")):
            assert not overlap(turn, other), width
    plate = anybody.page.locator(".player[data-place=bottom]")
    expect(plate).to_have_class(re.compile("turn"))
    expect(plate.locator(".player-note")).to_have_text("")  # nobody is asked to move


PAIRS: dict[str, Any] = {
    "game": "dominoes4",
    "you": None,
    "sides": 2,
    "seats": [{"kind": "agent", "level": "champion", "side": seat % 2} for seat in range(4)],
    "outcome": {"scores": [160, 350], "winner": 1, "reason": "target"},
    "board": {"scores": [160, 350]},
}
DUEL: dict[str, Any] = {
    "game": "connect_four",
    "you": 0,
    "sides": 2,
    "seats": [
        {"kind": "person", "name": "Ana", "side": 0},
        {"kind": "person", "name": "Bia", "side": 1},
    ],
    "outcome": {"scores": [0, 1], "winner": 1, "reason": "line"},
    "board": {"cells": ""},
}


@pytest.mark.parametrize(
    ("locale", "view", "headline"),
    [
        ("pt-BR", PAIRS, "Lugares 2 e 4 ganharam: 350 × 160"),
        ("en-US", PAIRS, "Seats 2 and 4 won: 350 × 160"),
        ("pt-BR", {**PAIRS, "you": 1}, "Ganhamos! 350 × 160"),
        ("pt-BR", {**PAIRS, "you": 0}, "Eles ganharam: 350 × 160"),
        ("pt-BR", DUEL, "Bia ganhou."),
        ("pt-BR", {**DUEL, "you": 1}, "Você ganhou!"),
    ],
)
def test_result_names_the_winner_and_its_score_first(
    person: Arrive, locale: str, view: dict[str, Any], headline: str
) -> None:
    ana = person(locale=locale)
    ana.page.goto("/")
    expect(ana.page.locator("h1")).to_be_visible()
    assert ana.page.evaluate(RESULT, view)["headline"].replace("\xa0", " ") == headline


def test_sheet_of_moves_opens_at_the_last_one(site: Site, person: Arrive) -> None:
    ana = person(size=PHONE)
    ana.sit(site.set_up("dominoes4", "me", "random", "random", "random", pace=0.0))
    while ana.page.locator(".moves [data-place]").count() < 12:
        ana.play_on(1)
    expect(ana.page).to_have_title(re.compile("^●|rodada"))  # until then the list grows
    ana.button("Lances").click()
    assert overlap(ana.page.locator(".moves .current"), ana.page.locator(".moves"))


MOVE_LIST = """async ([view, played]) => {
  const { MoveList } = await import('/static/table/move_list.js');
  const list = new MoveList(() => {});
  list.update(view, played, played.length);
  return [...list.node.querySelectorAll('[data-place]')].map((row) =>
    [row.querySelector('.gain').textContent, row.getAttribute('aria-label')]);
}"""


def moved(number: int, seat: int, move: str, *points: dict[str, Any]) -> dict[str, Any]:
    """Return the event of *move*, with the *points* that it settled."""
    return {
        "kind": "moved",
        "number": number,
        "seat": seat,
        "move": move,
        "points": list(points),
        "round": 1,
    }


def pass_points(side: int, pass_event: int) -> dict[str, Any]:
    """Return the points of *side* for the pass of the event *pass_event*."""
    return {"kind": "pass", "side": side, "points": 20, "passer": 0, "pass_event": pass_event}


def test_list_of_moves_shows_the_points_of_a_pass_beside_the_pass(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    expect(ana.page.locator("h1")).to_be_visible()
    people = [
        {"kind": "person", "name": name, "side": seat % 2}
        for seat, name in enumerate(("Ana", "Bia", "Caio", "Duda"))
    ]
    view = {"game": "dominoes4", "you": 0, "seats": people, "sides": 2, "board": {"round": 1}}
    galo = {"kind": "galo", "side": 1, "points": 50, "passer": 2, "pass_event": 10}
    played = [
        moved(4, 0, "6-6"),
        moved(5, 1, "pass"),
        moved(6, 2, "6-3@e", pass_points(0, 5), {"kind": "table", "side": 0, "points": 15}),
        moved(7, 3, "pass"),
        moved(8, 0, "pass"),
        moved(9, 1, "3-1@e", pass_points(0, 7)),
        moved(10, 2, "pass"),
        moved(11, 3, "pass"),
        moved(12, 0, "pass", pass_points(1, 10), galo),  # where a galo is added to the pass
    ]
    rows = ana.page.evaluate(MOVE_LIST, [view, played])
    gains = ["", "+20 nós", "+15", "+20 nós", "", "", "+20 eles", "", "+50 eles"]
    assert [gain for gain, _ in rows] == gains
    assert rows[1][1] == "2. Bia passou, +20 para nós: passe"
    assert rows[2][1] == "3. Caio jogou sena e terno, 15 pontos para nós"


def test_move_is_chosen_twice_where_the_person_wants_it(site: Site, person: Arrive) -> None:
    ana, watcher = person(), person()
    ticket = site.set_up("connect_four", "me", "random", pace=0.0)
    ana.sit(ticket)
    ana.button("Ajustes").click()
    ana.page.get_by_label("Pedir confirmação antes de jogar").check()
    ana.page.keyboard.press("Escape")
    ana.page.locator(".column").nth(3).click()
    expect(ana.page.locator(".waiting")).to_have_count(1)
    expect(ana.page.locator(".disc")).to_have_count(0)
    ana.page.locator(".column").nth(3).click()
    expect(ana.page.locator(".disc")).to_have_count(2)
    watcher.page.goto(f"/t/{ticket.table}")
    expect(watcher.page.locator(".disc")).to_have_count(2)


def test_agent_keeps_its_name_while_its_options_are_the_usual_ones(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    ana.button("Jogo personalizado").click()
    form = ana.page.get_by_role("dialog")
    for seat, deals in ((1, "1000"), (3, "500")):
        row = form.locator(".seat-row").nth(seat)
        row.locator("select").first.select_option("champion")
        row.locator("summary").click()
        number = row.get_by_label("Mãos imaginadas por lance")
        for typed in ("700", deals):
            number.fill(typed)
            number.press("Tab")
        opponents = row.get_by_label("Supõe que os adversários jogam")
        opponents.select_option("como Arara (s1)")
        opponents.select_option("como mostram as jogadas")
    with ana.page.expect_request(sets_up_a_table) as sent:
        form.get_by_role("button", name="Jogar").click()
    wish = json.loads(sent.value.post_data or "")
    agents = [seat.get("agent") for seat in wish["seats"]]
    assert agents == [None, "champion", "strong", "champion:deals=500"]


@pytest.mark.parametrize(
    ("locale", "by", "told"),
    [
        ("pt-BR", "forced", ["Bia saiu com carroça de quina: a saída é automática"]),
        ("en-US", "forced", ["Bia opened with 5-5: the opening is automatic"]),
        ("pt-BR", "person", []),  # who chose the tile needs no explanation
    ],
)
def test_banner_says_that_the_opening_is_automatic(
    person: Arrive, locale: str, by: str, told: list[str]
) -> None:
    ana = person(locale=locale)
    ana.page.goto("/")
    expect(ana.page.locator("h1")).to_be_visible()
    view = {**DUEL, "game": "dominoes2", "phase": "playing", "outcome": None}
    found = ana.page.evaluate(BANNERS, [{**moved(3, 1, "5-5"), "by": by}, view])
    assert [banner["title"] for banner in found] == told


@pytest.mark.parametrize(
    ("locale", "told", "named"),
    [
        (
            "pt-BR",
            "saiu com .*: a saída é automática$",
            "^(carroça de )?(branco|ás|duque|terno|qu|sena)",
        ),
        ("en-US", "opened with [0-6]-[0-6]: the opening is automatic$", "^[0-6]-[0-6]"),
    ],
)
def test_opening_of_the_draw_game_is_automatic_and_announced(
    site: Site, person: Arrive, locale: str, told: str, named: str
) -> None:
    ana = person(locale=locale)
    ana.sit(site.set_up("dominoes2", "me", "first", pace=0.0))
    expect(ana.page).to_have_title(YOUR_TURN)
    opening = ana.page.locator(".moves [data-place='1']")
    expect(opening).to_have_accessible_name(re.compile(told))
    expect(opening.locator(".move")).to_have_text(re.compile("^[0-6]-[0-6]$"))  # as it is written
    for tile in ana.page.locator("button.hand-tile").all():
        expect(tile).to_have_accessible_name(re.compile(named))
