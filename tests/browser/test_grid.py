"""The plain grid board, which draws any game without a script of its own, fed with views."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from support.page_checks import serious_findings
from support.person import DESKTOP, PHONE, SCHEMES, Person

Arrive = Callable[..., Person]
View = dict[str, Any]

# A board on a page of its own; `played` collects the moves that it asks for.
OPEN = """async () => {
  const { loadBoard } = await import('/static/table/board_loader.js');
  const felt = document.createElement('div');
  felt.className = 'felt';
  const stage = document.createElement('section');
  stage.className = 'stage';
  stage.style.cssText = 'height: 90vh; width: 100%';
  stage.append(felt);
  document.getElementById('main').replaceChildren(stage);
  globalThis.played = [];
  const page = { play: (move) => played.push(move), announce() {}, invite() {} };
  const view = { game: 'pawns', script: '/static/games/grid.js' };
  globalThis.board = await loadBoard(view, felt, page);
}"""
SHOW = """([view, events]) => board.update(view, events, { animate: true })"""
MOVES = [
    {"move": "a1-a2", "from": "a1", "to": "a2", "capture": False},
    {"move": "b1xa2", "from": "b1", "to": "a2", "capture": True},
    {"move": "b1-b2", "from": "b1", "to": "b2", "capture": False},
]


def view_of(*moves: dict[str, Any], **fields: Any) -> View:
    """Return a view of a game called pawns, 3 by 4, with these *moves* to choose from."""
    seats = [
        {"name": name, "kind": "person", "away": False, "level": None, "side": side, "tiles": None}
        for side, name in enumerate(("Ana", "Bia"))
    ]
    board = {"rows": ["ppp", "...", "...", "PP."], "symbols": {"p": "♟", "P": "♙"}, "last": "c4-c3"}
    return {
        "game": "pawns",
        "script": "/static/games/grid.js",
        "you": 0,
        "phase": "playing",
        "mover": 0,
        "forced": None,
        "seats": seats,
        "sides": 2,
        "outcome": None,
        "moves": list(moves),
        "controls": [],
        "tools": [],
        "board": board,
        **fields,
    }


def show(who: Person, view: View, *events: dict[str, Any]) -> None:
    who.page.evaluate(SHOW, [view, list(events)])


def played(who: Person) -> list[str]:
    moves: list[str] = who.page.evaluate("() => played")
    return moves


def open_board(who: Person, view: View) -> None:
    who.page.goto("/")
    expect(who.page.locator("h1")).to_be_visible()
    who.page.evaluate(OPEN)
    show(who, view)


def square(who: Person, name: str) -> Locator:
    return who.page.locator(f".cell[data-square={name}]")


def test_piece_and_then_a_target_make_a_move(person: Arrive) -> None:
    ana = person()
    open_board(ana, view_of(*MOVES))
    expect(ana.page.locator(".piece")).to_have_count(5)
    expect(ana.page.locator(".last")).to_have_count(2)
    square(ana, "b1").click()
    expect(ana.page.locator(".cell.target")).to_have_count(2)
    expect(ana.page.locator(".ring.capture")).to_have_count(1)
    square(ana, "c1").click()  # no target: the piece is put down
    expect(ana.page.locator(".cell.target")).to_have_count(0)
    assert played(ana) == []
    square(ana, "b1").click()
    square(ana, "a2").click()
    assert played(ana) == ["b1xa2"]


def test_squares_alone_are_targets_at_once(person: Arrive) -> None:
    ana = person()
    open_board(ana, view_of({"move": "b2", "to": "b2"}, {"move": "c3", "to": "c3"}))
    expect(ana.page.locator(".cell.target")).to_have_count(2)
    square(ana, "c3").click()
    assert played(ana) == ["c3"]


def test_moves_without_a_square_are_buttons(person: Arrive) -> None:
    ana = person()
    open_board(ana, view_of(MOVES[0], {"move": "pass"}, {"move": "swap sides"}))
    buttons = ana.page.locator(".other-moves button")
    expect(buttons).to_have_text(["passe", "swap sides"])
    buttons.last.click()
    assert played(ana) == ["swap sides"]
    ana.page.evaluate("() => board.hint('pass')")
    expect(ana.page.locator(".other-moves .hinted")).to_have_text("passe")
    show(ana, view_of(MOVES[0]))
    expect(buttons).to_have_count(0)


def test_board_is_played_by_keyboard_alone(person: Arrive) -> None:
    ana = person()
    open_board(ana, view_of(*MOVES))
    square(ana, "a1").focus()
    for key in ("ArrowRight", "Enter", "ArrowUp", "ArrowUp", "ArrowDown"):
        ana.page.keyboard.press(key)
    expect(square(ana, "b2")).to_be_focused()
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".cell.target")).to_have_count(0)
    for key in ("ArrowDown", "Enter", "ArrowUp", "Enter"):
        ana.page.keyboard.press(key)
    assert played(ana) == ["b1-b2"]
    ana.page.keyboard.press("End")
    expect(square(ana, "c2")).to_be_focused()


def test_squares_say_what_they_hold_and_where_it_can_go(person: Arrive) -> None:
    ana = person(locale="en-US")
    open_board(ana, view_of(*MOVES))
    expect(square(ana, "c4")).to_have_accessible_name("c4, ♟")
    expect(square(ana, "c2")).to_have_accessible_name("c2, empty")
    expect(square(ana, "b1")).to_have_accessible_name("b1, ♙, can go to a2, b2")
    square(ana, "b1").click()
    expect(square(ana, "b1")).to_have_accessible_name(re.compile("picked$"))
    expect(square(ana, "a2")).to_have_accessible_name("a2, empty, capture")


def test_hint_is_marked_and_taken_back(person: Arrive) -> None:
    ana = person()
    open_board(ana, view_of(*MOVES))
    ana.page.evaluate("() => board.hint('a1-a2')")
    expect(ana.page.locator(".ring.hinted")).to_have_count(2)
    expect(square(ana, "a1")).to_have_attribute("aria-selected", "true")
    ana.page.evaluate("() => board.hint(null)")
    expect(ana.page.locator(".ring.hinted")).to_have_count(0)
    expect(square(ana, "a1")).to_have_attribute("aria-selected", "false")


def test_move_is_chosen_twice_where_the_person_wants_it(person: Arrive) -> None:
    ana = person()
    ana.page.add_init_script("localStorage.setItem('galo.confirm', 'true')")
    open_board(ana, view_of(*MOVES))
    square(ana, "a1").click()
    square(ana, "a2").click()
    expect(ana.page.locator(".ring.pending")).to_have_count(1)
    assert played(ana) == []
    square(ana, "a2").click()
    assert played(ana) == ["a1-a2"]


def test_piece_travels_where_motion_is_welcome(person: Arrive) -> None:
    ana = person(reduced_motion="no-preference")
    open_board(ana, view_of(*MOVES))
    moved = {"kind": "moved", "number": 5, "seat": 1, "move": "c4-c3", "points": [], "round": 1}
    after = view_of(*MOVES)
    after["board"] = {**after["board"], "rows": ["pp.", "..p", "...", "PP."]}
    running = "() => document.getAnimations().map((one) => one.effect.target.dataset.square)"
    ana.page.evaluate(SHOW, [after, [moved]])
    assert ana.page.evaluate(running) == ["c3"]


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_board_fits_its_page_and_has_no_serious_accessibility_finding(
    person: Arrive, size: tuple[int, int]
) -> None:
    ana = person(size=size)
    open_board(ana, view_of(*MOVES, {"move": "pass"}))
    square(ana, "b1").click()
    for scheme in SCHEMES:
        ana.prefer(scheme)
        assert serious_findings(ana) == [], scheme
    stage = ana.page.locator(".stage").bounding_box()
    assert stage is not None
    for part in (".grid-box", ".other-moves", ".duelist"):
        box = ana.page.locator(part).first.bounding_box()
        assert box is not None
        assert box["x"] >= stage["x"]
        assert box["x"] + box["width"] <= stage["x"] + stage["width"] + 1
        assert box["y"] + box["height"] <= stage["y"] + stage["height"] + 1
    cell = square(ana, "a1").bounding_box()
    assert cell is not None
    assert abs(cell["width"] - cell["height"]) < 1
    assert cell["width"] >= 44  # pixels: a thumb
