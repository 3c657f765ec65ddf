"""The own page: a rating that moves, files to take along, another device, the ranking, deletion."""

import json
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import expect

from support.page_checks import serious_findings
from support.person import DESKTOP, PHONE, SCHEMES, YOUR_TURN, Person
from support.visitors import Site, Ticket, table_request

Arrive = Callable[..., Person]
MOVED = {
    "pt-BR": ("Lig 4", "Jogar Lig 4 contra agentes", "Resumo", "Sua pontuação: 1000 ± 882 → "),
    "en-US": (
        "Connect Four", "Play Connect Four against agents", "Summary",
        "Your rating: 1000 ± 882 → ",
    ),
}  # fmt: skip


def with_games(site: Site, games: int = 1) -> str:
    """Return the token of a new person that has given up so many games."""
    token: str = site.post("/api/person", {})["token"]
    for _ in range(games):
        request = table_request("connect_four", "me", "focused", pace=0.0)
        headers = {"Authorization": f"Bearer {token}"}
        made = site.http.post("/api/tables", json=request, headers=headers)
        with site.visit(Ticket(**made.json())) as visitor:
            assert visitor.code("resign") == ""
    return token


def visit(who: Person, token: str, path: str = "/me") -> None:
    """Open *path* in the browser of the person of *token*."""
    written = json.dumps(json.dumps(token))
    who.context.add_init_script(
        f"if (!sessionStorage.came) localStorage.setItem('galo.person', {written});"
        "sessionStorage.came = true"
    )
    who.page.goto(path)
    expect(who.page.locator("h1")).to_be_visible()


def number(who: Person) -> str:
    return who.page.locator(".rating .number").inner_text()


@pytest.mark.parametrize(("size", "locale"), [(DESKTOP, "pt-BR"), (PHONE, "en-US")])
def test_rating_moves_after_a_game_and_nobody_else_is_told(
    person: Arrive, size: tuple[int, int], locale: str
) -> None:
    game, play, summary, moved = MOVED[locale]
    ana, rui = person(size=size, locale=locale), person()
    ana.page.goto("/")
    ana.choose_game(game)
    ana.button(play).click()
    expect(ana.page).to_have_title(YOUR_TURN)
    rui.page.goto(ana.page.url)
    ana.play_on()
    if size == PHONE:
        ana.button(summary).click()
    expect(ana.page.locator(".summary .rated")).to_contain_text(moved)
    expect(rui.page.locator(".summary")).to_be_visible()
    expect(rui.page.locator(".rated")).to_have_count(0)
    after = ana.page.locator(".summary .rated").inner_text().split("→ ")[1].split(" (")[0]
    table = ana.page.url.rpartition("/")[2]
    ana.page.goto("/me")
    expect(ana.page.locator(".rating .number")).to_have_text(after)
    ana.page.locator(".played a").click()
    expect(ana.page.locator(".summary")).to_be_attached()
    assert ana.page.url.endswith(f"/r/{table}")


def test_person_takes_everything_along_and_deletes_it(site: Site, person: Arrive) -> None:
    ana = person()
    token = with_games(site, 2)
    visit(ana, token)
    with ana.page.expect_download() as saved:
        ana.button("Baixar tudo (JSON)").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert len(json.loads(text)["games"]) == 2
    assert token not in text
    with ana.page.expect_download() as saved:
        ana.button("Baixar partidas (CSV)").click()
    assert len(saved.value.path().read_text(encoding="utf-8").splitlines()) == 3
    ana.button("Apagar tudo").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Apagar", exact=True).click()
    expect(ana.page.locator(".own-data [role=status]")).to_contain_text("Apagado: ")
    expect(ana.page.locator(".own-games")).to_contain_text("Ainda não há partidas suas")
    headers = {"Authorization": f"Bearer {token}"}
    assert site.http.get("/api/person", headers=headers).status_code == 403
    assert ana.page.evaluate("localStorage.getItem('galo.person')") is None


def test_code_carries_the_person_to_another_browser_once(site: Site, person: Arrive) -> None:
    ana, phone, thief = person(), person(size=PHONE), person()
    visit(ana, with_games(site, 3))
    ana.button("Mostrar código").click()
    code = ana.page.locator(".letters").inner_text()
    expect(ana.page.locator(".carry-code img")).to_be_visible()
    visit(phone, with_games(site), f"/me#code={code.lower()}")
    assert "#" not in phone.page.url
    phone.button("Juntar").click()
    phone.page.get_by_role("dialog").get_by_role("button", name="Juntar").click()
    expect(phone.page.locator(".played li")).to_have_count(4)
    ana.page.reload()
    expect(ana.page.locator(".played li")).to_have_count(4)
    assert number(ana) == number(phone)
    visit(thief, with_games(site), f"/me#code={code}")
    thief.button("Juntar").click()
    thief.page.get_by_role("dialog").get_by_role("button", name="Juntar").click()
    thief.has_said("Este código não vale")
    expect(thief.page.locator(".played li")).to_have_count(1)


def test_person_joins_the_ranking_under_a_name_and_leaves_it(site: Site, person: Arrive) -> None:
    ana, rui = person(), person()
    visit(ana, with_games(site, 10))
    rui.page.goto("/ranking")
    expect(rui.page.locator(".agent").first).to_be_visible()
    expect(rui.page.get_by_role("row", name="Anabela")).to_have_count(0)
    ana.page.get_by_label("Nome no ranking").fill("Anabela")
    ana.button("Entrar no ranking").click()
    expect(ana.button("Sair do ranking")).to_be_visible()
    ana.page.goto("/ranking")
    expect(ana.page.get_by_role("row", name="Anabela (você)")).to_be_visible()
    rui.page.reload()
    expect(rui.page.get_by_role("row", name="Anabela")).to_be_visible()
    expect(rui.page.get_by_text("(você)")).to_have_count(0)
    ana.page.goto("/me")
    ana.button("Sair do ranking").click()
    expect(ana.button("Entrar no ranking")).to_be_visible()
    rui.page.reload()
    expect(rui.page.locator(".agent").first).to_be_visible()
    expect(rui.page.get_by_role("row", name="Anabela")).to_have_count(0)


def test_seats_of_an_older_browser_are_the_persons_until_they_are_deleted(
    site: Site, person: Arrive
) -> None:
    ana = person()
    ticket = site.set_up("connect_four", "me", "focused", pace=0.0)
    with site.visit(ticket) as visitor:
        assert visitor.code("resign") == ""
    tokens = json.dumps(json.dumps({ticket.table: ticket.token}))
    ana.page.goto("/results")
    ana.page.evaluate(f"localStorage.setItem('galo.tokens', {tokens})")
    ana.page.goto("/me")
    expect(ana.page.locator(".played li")).to_have_count(1)
    ana.button("Apagar tudo").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Apagar", exact=True).click()
    expect(ana.page.locator(".own-data [role=status]")).to_contain_text("Apagado: ")
    ana.button("Mostrar código").click()  # as a new person
    expect(ana.page.locator(".letters")).to_be_visible()
    ana.page.reload()
    expect(ana.page.locator(".own-games")).to_contain_text("Ainda não há partidas suas")


@pytest.mark.parametrize("locale", ["pt-BR", pytest.param("en-US", marks=pytest.mark.long)])
def test_own_page_and_ranking_are_accessible_and_fit(
    site: Site, person: Arrive, locale: str
) -> None:
    ana = person(locale=locale)
    token = with_games(site, 2)
    for path in ("/me", "/ranking"):
        visit(ana, token, path)
        for size, scheme in product((PHONE, DESKTOP), SCHEMES):
            ana.resize(size)
            ana.prefer(scheme)
            assert serious_findings(ana) == [], (path, size, scheme)
            assert ana.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        short = ana.page.locator("main a.button, main button").evaluate_all(
            "all => all.filter((one) => one.getBoundingClientRect().height < 44).length"
        )
        assert short == 0
