"""Whole games in the browser, by clicking: alone and together, with friends and strangers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from support.person import PHONE, YOUR_TURN, Person
from support.visitors import Site

Arrive = Callable[..., Person]
SEATS = {
    "dominoes4": ("me", "s1", "s1", "basic"),
    "dominoes2": ("me", "first"),
    "lines_of_action": ("me", "random"),
    "connect_four": ("me", "focused"),
}
OPTIONS = {"lines_of_action": {"max_plies": 60}}  # two who move at random may never connect


@pytest.mark.parametrize("game", SEATS)
def test_whole_game_is_played_by_clicking(site: Site, person: Arrive, game: str) -> None:
    ana = person()
    ticket = site.set_up(game, *SEATS[game], options=OPTIONS.get(game, {}), pace=0.0)
    ana.sit(ticket)
    ana.play_on()
    expect(ana.page.locator(".call-won, .call-over")).to_be_visible()
    assert site.get(f"/api/tables/{ticket.table}/record")["result"] is not None
    expect(ana.button("Revanche")).to_be_visible()


def test_one_tap_in_the_lobby_starts_a_game(person: Arrive) -> None:
    ana = person(size=PHONE)
    ana.page.goto("/")
    ana.button("Jogar Dominó de 4 pontas contra agentes").click()
    expect(ana.page).to_have_url(re.compile("/t/"))
    expect(ana.page.locator(".hand-tile")).to_have_count(7)


def test_two_people_and_two_agents_play_to_200_before_two_watchers(
    site: Site, person: Arrive
) -> None:
    one, other = site.seated("dominoes4", 2, "s1", "s1", pace=0.0)
    ana, bia, watcher, phone = person(), person(), person(), person(size=PHONE)
    ana.sit(one)
    bia.sit(other)
    for each in (watcher, phone):
        each.page.goto(f"/t/{one.table}")
        expect(each.page.locator(".hand-tile")).not_to_have_count(0)
    stuck = 0
    while not (ana.is_over and bia.is_over):
        acted = [who.act() for who in (ana, bia)]
        for each in (watcher, phone):  # what they see is never a hand
            assert each.page.locator("button.hand-tile").count() == 0
        stuck = 0 if any(acted) else stuck + 1
        if stuck:
            ana.page.wait_for_timeout(20)
        assert stuck < 3000
    for each in (ana, bia, watcher, phone):
        expect(each.page.locator(".call-won, .call-over")).to_be_visible()
    scores = site.get(f"/api/tables/{one.table}/record")["result"]["scores"]
    assert max(scores) >= 200
    for score in map(str, scores):
        expect(phone.page.locator(".scores, header").first).to_contain_text(str(int(float(score))))


def test_friend_sits_down_through_the_link_of_the_table(site: Site, person: Arrive) -> None:
    ana, bia = person(), person(size=PHONE)
    ana.page.goto("/")
    ana.page.get_by_label("Seu nome").fill("Ana")
    ana.choose_game("Lig 4")
    ana.button("Jogo personalizado").click()
    form = ana.page.get_by_role("dialog")
    other = form.get_by_label("Joga depois")
    levels = other.locator("optgroup").first.locator("option")
    expect(levels.last).to_have_text("Harpia (campeão) · Elo 2167")
    other.select_option("friend")
    form.get_by_role("button", name="Montar e convidar").click()
    link = ana.page.get_by_label("Link do convite")
    expect(link).to_have_value(re.compile("#invite="))
    expect(ana.page.get_by_text("só abre neste computador")).to_be_visible()
    bia.page.goto(link.input_value())
    expect(bia.page.get_by_text("Tem um lugar guardado para você")).to_be_visible()
    expect(bia.page.get_by_text("Ana").first).to_be_visible()
    bia.page.get_by_label("Seu nome").fill("Bia")
    bia.button("Sentar").click()
    expect(ana.page).to_have_title(YOUR_TURN)
    ana.page.keyboard.press("4")
    expect(bia.page).to_have_title(YOUR_TURN)
    bia.play_on(1)
    expect(ana.page.get_by_text("Bia").first).to_be_visible()
    expect(ana.page.locator(".disc")).to_have_count(2)


def test_name_that_is_a_script_is_a_name(site: Site, person: Arrive) -> None:
    name = "<img src=x onerror=a()>"
    ticket = site.set_up("connect_four", "me", "random", name=name, pace=0.0, listed=True)
    watcher = person()
    watcher.page.goto(f"/t/{ticket.table}")
    expect(watcher.page.get_by_text(name).first).to_be_visible()
    assert watcher.page.locator("img[src=x]").count() == 0


def test_moves_against_agents_can_be_undone_and_redone(site: Site, person: Arrive) -> None:
    ana = person()
    ana.sit(site.set_up("connect_four", "me", "random", pace=0.0))
    expect(ana.page).to_have_title(YOUR_TURN)
    ana.page.keyboard.press("4")
    expect(ana.page.locator(".disc")).to_have_count(2)
    expect(ana.page).to_have_title(YOUR_TURN)
    ana.button("Desfazer").click()
    expect(ana.page.locator(".disc")).to_have_count(0)
    ana.button("Refazer").click()
    expect(ana.page.locator(".disc")).to_have_count(2)
    ana.button("Desfazer").click()
    expect(ana.page.locator(".disc")).to_have_count(0)
    ana.page.keyboard.press("7")
    expect(ana.page.locator(".disc")).to_have_count(2)
    expect(ana.button("Refazer")).to_have_count(0)


def test_hint_lifts_a_tile_and_says_why(site: Site, person: Arrive) -> None:
    ana = person()
    ana.sit(site.set_up("dominoes4", "me", "s1", "s1", "s1", pace=0.0))
    for _ in range(20):
        ana.play_on(1)
        expect(ana.page).to_have_title(re.compile("^●|rodada"))
        if ana.page.locator(".hand-tile[data-state=playable]").count() > 1:
            break
    ana.button("Dica").click()
    expect(ana.page.locator(".call-hint")).to_contain_text("Sugestão: ")
    expect(ana.page.locator(".hand-tile.hinted, .hand-tile.hint")).to_have_count(1)


def test_hint_that_is_closed_lets_go_of_its_stone_but_not_of_another(
    site: Site, person: Arrive
) -> None:
    ana = person()
    ana.sit(site.set_up("lines_of_action", "me", "random", pace=0.0))
    expect(ana.page).to_have_title(YOUR_TURN)
    strip, picked = ana.page.locator(".call-hint"), ana.page.locator(".stone.picked")
    for own in (False, True):
        ana.button("Dica").click()
        expect(strip).to_contain_text("Sugestão: ")
        expect(picked).to_have_count(1)
        hinted = picked.get_attribute("data-square")
        if own:
            live = ana.page.locator("[role=gridcell].live:not(.target)")
            live.and_(ana.page.locator("[aria-selected=false]")).first.click()
            expect(ana.page.locator(f".stone.picked:not([data-square='{hinted}'])")).to_have_count(
                1
            )
        strip.get_by_role("button", name="Fechar").click()
        expect(strip).to_have_count(0)
        expect(picked).to_have_count(int(own))


def test_agents_are_watched_at_a_pace_and_step_by_step(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    ana.button("Assistir").click()
    ana.button("Pausa").click()
    expect(ana.button("Um lance")).to_be_enabled()
    before = ana.page.locator(".panel [data-place]").count()
    ana.button("Um lance").click()
    expect(ana.page.locator(".panel [data-place]")).to_have_count(before + 1)
    ana.button("Rápido").click()
    expect(ana.page.locator(".panel [data-place]")).not_to_have_count(before + 1)


def test_finished_game_is_replayed_by_its_link_and_played_again(site: Site, person: Arrive) -> None:
    ana, anybody = person(), person()
    ticket = site.set_up("connect_four", "me", "random", pace=0.0)
    ana.sit(ticket)
    ana.play_on()
    anybody.page.goto(f"/r/{ticket.table}")
    expect(anybody.button("Para o fim")).to_be_enabled()
    expect(anybody.page.locator(".disc")).to_have_count(0)
    anybody.button("Próximo lance").first.click()
    expect(anybody.page.locator(".disc")).to_have_count(1)
    anybody.button("Para o fim").click()
    discs = len(site.get(f"/api/tables/{ticket.table}/record")["moves"])
    expect(anybody.page.locator(".disc")).to_have_count(discs)
    ana.button("Revanche").click()
    expect(ana.page).not_to_have_url(re.compile(ticket.table))
    expect(ana.page.locator(".disc")).to_have_count(1)  # seats change: the agent begins


def test_earlier_moment_is_looked_at_while_the_game_goes_on(site: Site, person: Arrive) -> None:
    ana = person()
    ana.sit(site.set_up("connect_four", "me", "random", pace=0.0))
    ana.play_on(2)
    expect(ana.page.locator(".disc")).to_have_count(4)
    ana.button("Lance anterior").first.click()
    expect(ana.page.locator(".disc")).to_have_count(3)
    ana.button("Voltar ao jogo").click()
    expect(ana.page.locator(".disc")).to_have_count(4)


def test_earlier_moments_are_those_of_the_moves_that_stand(site: Site, person: Arrive) -> None:
    ana = person()
    ana.sit(site.set_up("connect_four", "me", "focused", pace=0.0))
    expect(ana.page).to_have_title(YOUR_TURN)
    first = ana.page.locator(".panel [data-place]").first
    for column in ("4", "7"):
        ana.page.keyboard.press(column)
        expect(ana.page.locator(".disc")).to_have_count(2)
        expect(first).to_contain_text(f"coluna {column}")
        ana.button("Lance anterior").first.click()
        expect(ana.page.locator(".disc")).to_have_count(1)
        label = ana.page.locator(".column").nth(int(column) - 1)
        expect(label).to_have_attribute("aria-label", re.compile("1 ficha, de cima: cruz"))
        ana.button("Voltar ao jogo").click()
        expect(ana.page).to_have_title(YOUR_TURN)
        ana.button("Desfazer").click()
        expect(ana.page.locator(".disc")).to_have_count(0)


def test_earlier_moment_shows_the_hand_of_that_moment(site: Site, person: Arrive) -> None:
    ana = person()
    ana.sit(site.set_up("dominoes4", "me", "s1", "s1", "s1", pace=0.0))
    expect(ana.page.locator("button.hand-tile")).to_have_count(7)
    expect(ana.page).to_have_title(YOUR_TURN)
    tiles = ana.page.locator("button.hand-tile")
    dealt = tiles.evaluate_all("all => all.map((tile) => tile.dataset.tile).sort()")
    ana.play_on(2)
    expect(ana.page).to_have_title(re.compile("^●|rodada"))
    expect(tiles).not_to_have_count(7)
    ana.button("Para o começo").click()
    expect(tiles).to_have_count(7)
    assert tiles.evaluate_all("all => all.map((tile) => tile.dataset.tile).sort()") == dealt
    expect(ana.page.locator(".hand-tile[data-state=playable]")).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/t/0123456789", "Esta mesa não existe"),
        ("/t/nonsense", "Esta mesa não existe"),
        ("/r/0123456789", "Esta mesa não existe"),
        ("/nowhere", "Esta página não existe"),
        ("/rules/chess", "Esta página não existe"),
    ],
)
def test_wrong_link_is_told_and_shows_a_way_on(person: Arrive, path: str, sentence: str) -> None:
    ana = person()
    ana.page.goto(path)
    expect(ana.page.get_by_text(sentence)).to_be_visible()
    ana.page.get_by_role("link", name="Início").first.click()
    expect(ana.button("Com um amigo")).to_be_visible()
