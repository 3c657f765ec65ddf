"""Games and agents of others at the site: listed, played, drawn by their script or a grid."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from galo.lab.evolution import evolve
from galo.web.middleware import HEADERS
from support.hexapawn import install_entry_points, install_hexapawn
from support.visitors import WITHOUT_LIMITS, Site, play_on

DRAWN = """
from pathlib import Path
from galo_hexapawn import Hexapawn

class DrawnHexapawn(Hexapawn):
    name = "drawn_hexapawn"
    script = Path(__file__).parent / "drawing" / "board.js"
"""

EVOLVED = """
from pathlib import Path
import galo

def blocker():
    result = Path(__file__).parent / "front" / "result.json"
    return galo.player("dominoes4", f"s1:weights={result}#1")

AGENTS = {"dominoes4": (galo.Agent("blocker", "blocker", "blocker", line="loves to block"),)}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with two games of other packages, one with a script, and an evolved agent."""
    packages = tmp_path_factory.mktemp("packages")
    (packages / "blocker.py").write_text(EVOLVED)
    small: dict[str, Any] = {"population": 4, "generations": 1, "matches": 2, "retest": 2}
    evolve("dominoes4", "s1", method="nsga2", out=packages / "front", **small)
    install_hexapawn(packages)
    (packages / "drawn_hexapawn.py").write_text(DRAWN)
    drawing = packages / "drawing"
    (drawing / "pictures").mkdir(parents=True)
    for name in ("board.js", "board.css", "pictures/pawn.svg", "secret.py", "board.js.map", ".env"):
        (drawing / name).write_text(f"/* {name} */")
    (packages / "outside.js").write_text("/* outside */")
    (drawing / "link.js").symlink_to(packages / "outside.js")
    entries = {"galo.games": {"drawn_hexapawn": "drawn_hexapawn:DrawnHexapawn"}}
    install_entry_points(packages, "galo-drawn", entries)
    path = os.pathsep.join([str(packages), os.environ.get("PYTHONPATH", "")])
    folder = tmp_path_factory.mktemp("site")
    options = (*WITHOUT_LIMITS, "--thinkers", "1")
    variables: dict[str, Any] = {"PYTHONPATH": path, "GALO_PLUGINS": "blocker"}
    with Site(folder, *options, **variables, GALO_ROOT_PATH="/galo") as site:
        yield site


def test_game_of_another_package_is_listed_with_what_it_offers(site: Site) -> None:
    games = {game["name"]: game for game in site.get("/api/games")["games"]}
    assert games["hexapawn"]["script"] == "/static/games/grid.js"
    assert site.http.get(games["hexapawn"]["script"]).status_code == 200
    assert games["hexapawn"]["tools"] == [
        "hint", "leave", "undo", "redo", "resign", "offer_draw", "ask_undo",
    ]  # fmt: skip
    assert list(games["hexapawn"]["levels"]) == ["beginner", "medium", "strong", "champion"]
    assert games["drawn_hexapawn"]["script"] == "/plugins/drawn_hexapawn/board.js"
    assert list(games)[:4] == ["dominoes4", "dominoes2", "lines_of_action", "connect_four"]


@pytest.mark.parametrize(("language", "line"), [("en", "pawns on a"), ("pt", "peões num")])
def test_texts_of_another_package_are_among_those_of_the_site(
    site: Site, language: str, line: str
) -> None:
    assert site.get(f"/texts/{language}.json")["game.hexapawn.line"].startswith(line)


def test_member_of_a_front_plays_at_a_table(site: Site) -> None:
    [ticket] = site.seated("dominoes4", 1, "blocker", "basic", "blocker", options={"target": 100})
    with site.visit(ticket) as person:
        assert [seat["agent"] for seat in person.view["seats"]][1:] == [
            "blocker",
            "basic",
            "blocker",
        ]
        assert play_on([person])["outcome"]["reason"] == "target"


def test_game_of_another_package_is_played_at_a_table(site: Site) -> None:
    [ticket] = site.seated("hexapawn", 1, "medium", options={"size": 4})
    with site.visit(ticket) as person:
        assert person.view["board"] == {
            "rows": ["bbbb", "....", "....", "wwww"],
            "symbols": {"w": "♙", "b": "♟"},
            "last": None,
        }
        move = person.view["moves"][0]
        assert move == {"move": "a1-a2", "from": "a1", "to": "a2", "capture": False}
        assert person.code("analyse") == "no_analysis"
        assert person.ask("hint")["agent"] == "lookahead"
        person.play("a1-a2")
        person.until_event("moved", seat=1)
        assert person.code("undo") == ""
        assert play_on([person])["outcome"]["reason"] in ("last_row", "no_move")
    frames = site.get(f"/api/tables/{ticket.table}/replay")["frames"]
    assert frames[-1]["view"]["board"]["rows"] == person.view["board"]["rows"]
    assert site.state(ticket)["seats"][1]["level"] == "medium"


@pytest.mark.parametrize("name", ["board.js", "board.css", "pictures/pawn.svg"])
def test_script_of_a_game_and_what_it_loads_are_served(site: Site, name: str) -> None:
    answer = site.http.get(f"/plugins/drawn_hexapawn/{name}")
    assert answer.status_code == 200
    assert answer.text == f"/* {name} */"
    assert {header: answer.headers.get(header) for header in HEADERS} == HEADERS
    assert site.http.get(f"/galo/plugins/drawn_hexapawn/{name}").text == answer.text
    again = {"If-None-Match": answer.headers["etag"]}
    assert site.http.get(f"/plugins/drawn_hexapawn/{name}", headers=again).status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "drawn_hexapawn/secret.py", "drawn_hexapawn/.env", "drawn_hexapawn/board.js.map",
        "drawn_hexapawn/nothing.js", "drawn_hexapawn/", "drawn_hexapawn/pictures",
        "drawn_hexapawn/../outside.js", "drawn_hexapawn/%2e%2e/outside.js",
        "drawn_hexapawn/..%2foutside.js", "drawn_hexapawn/%2fetc%2fpasswd",
        "drawn_hexapawn/link.js",
        "drawn_hexapawn/%00.js", "drawn_hexapawn/" + "x" * 5000 + ".js", "hexapawn/board.js",
        "connect_four/board.js", "chess/board.js", "",
    ],
)  # fmt: skip
def test_nothing_else_is_served_from_a_plug_in(site: Site, path: str) -> None:
    answer = site.http.get(f"/plugins/{path}")
    assert answer.status_code == 404
    assert "/*" not in answer.text
