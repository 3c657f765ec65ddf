"""One sitting at the terminal, without a process of its own."""

import io

import pytest
from rich.console import Console

import galo
from galo.arena.match import Match
from galo.terminal.menu import ask_game
from galo.terminal.play import Sitting
from galo.terminal.texts import Texts

DRAW = "547125662261271266215743771576315353334444"


def people() -> Match:
    """Return a match of Connect Four between two people."""
    return Match(galo.game("connect_four"), [None, None], seed=1)


def against_random(seat: int, game: str = "connect_four") -> Match:
    """Return a match of one person at *seat*."""
    players = [galo.player(game, "random"), galo.player(game, "random")]
    return Match(galo.game(game), [*players[:seat], None, *players[seat + 1 :]], seed=1)


def sit(monkeypatch: pytest.MonkeyPatch, match: Match, typed: list[str]) -> str:
    """Return what is said when *typed* is read in *match*."""
    heard = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    adviser = galo.player(match.game.name, "random")
    console = Console(file=heard, width=100, markup=False)
    Sitting(match, adviser, console, Texts("en")).run(pause_seconds=0.0)
    return heard.getvalue()


def test_full_board_is_told_as_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\nA draw: the board is full.\n" in sit(monkeypatch, people(), list(DRAW))


def test_move_into_a_full_column_is_not_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = people()
    said = sit(monkeypatch, match, [*"444444", "4", "1", "quit"])
    assert "'4' is not allowed here. You can play: 1  2  3  5  6  7" in said
    assert match.position.to_text() == "4444441"


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        (["4", "3", "undo"], "4"),
        (["4", "3", "desfazer", "desfazer"], ""),
        (["4", "3", "undo", "undo", "redo"], "4"),
        (["4", "3", "undo", "undo", "refazer", "redo"], "43"),
        (["4", "undo", "5", "redo"], "5"),
        (["undo", "redo", "4"], "4"),
    ],
)
def test_undo_and_redo_go_one_move_for_two_people(
    monkeypatch: pytest.MonkeyPatch, typed: list[str], left: str
) -> None:
    match = people()
    sit(monkeypatch, match, [*typed, "quit"])
    assert match.position.to_text() == left


def test_undo_takes_back_the_answer_of_an_agent_too(monkeypatch: pytest.MonkeyPatch) -> None:
    match = against_random(0)
    sit(monkeypatch, match, ["4", "undo", "quit"])
    assert match.moves == []


def test_undo_before_the_first_own_move_leaves_the_agents_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = against_random(1)
    said = sit(monkeypatch, match, ["undo", "redo", "quit"])
    assert "There is nothing to take back." in said
    assert "There is nothing to play again." in said
    assert len(match.moves) == 1


def test_forced_pass_is_played_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    match = against_random(0, "lines_of_action")
    match.positions = [match.game.from_text("b2ww2b/w5ww/2ww4/8/2w5/8/3w4/7w b 0")]
    said = sit(monkeypatch, match, ["quit"])
    assert "● Black (you): pass\n○ White (random): " in said


@pytest.mark.parametrize("typed", ["connect_four", "Lig 4", " LIG 4 "])
def test_menu_takes_both_names_of_a_game(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    assert ask_game(Console(file=io.StringIO()), Texts("pt")) == "connect_four"


def test_round_ends_with_all_hands_shown_and_waits_for_the_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match(galo.game("dominoes4"), [None, *[galo.player("dominoes4", "random")] * 3], seed=1)
    twin = Match(match.game, [galo.player("dominoes4", "random")] * 4, seed=1)
    while twin.position.mover is not None:
        twin.step()
    typed = [
        str(move)
        for move, before in zip(twin.moves, twin.positions, strict=False)
        if before.mover == 0 and str(move) != "pass"
    ]
    said = sit(monkeypatch, match, [*typed, "quit"])
    assert twin.position.drawing() in said
    assert len(match.deals) == 1
    said = sit(monkeypatch, match, ["", "quit"])
    assert "The round is over. Enter deals the next: " in said
    assert len(match.deals) == 2
