"""What a messenger shows of a link: the game, who invites to a listed table, nothing private."""

import re
from functools import partial
from html import unescape

import pytest

from galo.games.registry import game_names
from galo.web.assets import Assets
from galo.web.link_preview import preview_tags
from support.tables import new_table
from support.visitors import Site

BASE = "https://play.example/galo"
TAG = re.compile(r'<meta property="og:([\w:]+)" content="([^"]*)">')
tags_of = partial(preview_tags, BASE, assets=Assets())


def tags(written: str) -> dict[str, str]:
    return {name: unescape(content) for name, content in TAG.findall(written)}


def test_listed_table_says_who_invites_and_to_which_game() -> None:
    table = new_table("dominoes4", "me", "friend", "first", "first", name="Ana", listed=True)
    path = f"/t/{table.identity}"
    pt = tags(tags_of(path=path, language="pt", table=table))
    assert pt["title"] == "Ana convida você: Dominó de 4 pontas"
    assert pt["url"] == BASE + path
    assert pt["image"] == f"{BASE}/static/previews/dominoes4.jpg"
    en = tags(tags_of(path=path, language="en", table=table))
    assert en["title"].startswith("Ana invites you: ")


def test_table_that_is_not_listed_tells_the_game_alone() -> None:
    table = new_table("connect_four", "me", "friend", name="Ana")
    for language in ("pt", "en"):
        written = tags_of(path=f"/t/{table.identity}", language=language, table=table)
        assert "Ana" not in written
    assert tags(written)["title"] == "Come and play Connect Four?"


def test_name_cannot_become_markup() -> None:
    name = '"><script>x'
    table = new_table("connect_four", "me", "friend", name=name, listed=True)
    written = tags_of(path='/t/"><script>', language="pt", table=table)
    assert "<script" not in written
    assert name in tags(written)["title"]


@pytest.mark.parametrize("game", [*game_names(), "galo"])
def test_every_game_has_its_picture(game: str) -> None:
    picture = Assets().static(f"previews/{game}.jpg")
    assert picture is not None
    assert picture.media_type == "image/jpeg"
    assert picture.body.startswith(b"\xff\xd8")


def test_pages_bring_their_preview_in_the_language_asked_for(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "friend", name="Ana", listed=True)
    for path, header, title in (
        (f"/t/{ticket.table}", "", "Ana convida você: Lig 4"),
        (f"/t/{ticket.table}", "en-US,en", "Ana invites you: Connect Four"),
        (f"/t/{ticket.table}?lang=en", "pt-BR", "Ana invites you: Connect Four"),
        (f"/r/{ticket.table}", "pt-BR", "Uma partida de Lig 4"),
        ("/t/0123456789", "pt-BR", "galo"),
        ("/", "pt-BR", "galo"),
    ):
        page = tags(site.http.get(path, headers={"Accept-Language": header}).text)
        assert page["title"] == title
        assert page["image"].startswith(f"http://{site.host}/static/previews/")
    assert site.http.get("/static/previews/connect_four.jpg").status_code == 200
    assert ticket.token not in page
