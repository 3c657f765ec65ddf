"""What one viewer sees: everything on the table, no tile of anybody else."""

import json
import random
from typing import Any

import pytest

from galo.games.dominoes.tiles import NAMES
from galo.web.events import Undone
from galo.web.table import Phase, Table
from support.tables import (
    GAMES,
    change,
    full_table,
    go_on,
    new_table,
    play,
    replayed,
    seen,
    sent,
    until_choice,
)

KEYS = {
    "table", "game", "options", "you", "host", "listed", "phase", "seats", "mover", "forced",
    "pace", "moves", "controls", "outcome", "rematch", "board", "sides", "tools", "script",
    "clock", "help", "offer", "open_board", "summary", "can_review",
}  # fmt: skip


OPEN_TOOLS = {"analyse", "undo", "redo", "offer_draw", "ask_undo"}


def hidden_from(table: Table, seat: int | None) -> set[str]:
    """Return the tiles that *seat* must not know of."""
    position: Any = table.match and table.match.position  # of a domino game
    if table.phase is not Phase.PLAYING:
        return set()
    laid = {play.tile for play in position.plays}
    own = set(position.hands[seat]) if seat is not None else set()
    return set(NAMES) - laid - own


@pytest.mark.parametrize(("game", "seats", "options"), GAMES[2:])
def test_no_view_shows_a_tile_that_is_hidden_from_its_viewer(
    game: str, seats: int, options: dict[str, int]
) -> None:
    rng = random.Random(11)
    table = full_table(game, seats, options=options)
    while table.phase is not Phase.OVER:
        for seat in (None, *range(seats)):
            for text in (json.dumps(seen(table, seat)), json.dumps(seen(table, seat, True))):
                assert not [tile for tile in hidden_from(table, seat) if tile in text]
        if table.number % 10 == 0:
            for seat in (None, 0, seats - 1):
                frame = json.dumps(replayed(table, seat)[-1])
                assert not [tile for tile in hidden_from(table, seat) if tile in frame]
        go_on(table, rng)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES[2:])
def test_replay_shows_a_seat_its_own_hand_at_every_moment(
    game: str, seats: int, options: dict[str, int]
) -> None:
    rng = random.Random(12)
    table = full_table(game, seats, options=options)
    hands: list[list[list[str]]] = []
    while table.phase is not Phase.OVER and len(hands) < 60:
        if len(hands) < len(table.match.positions):  # type: ignore[union-attr]
            hands.append([seen(table, seat)["board"]["hand"] for seat in range(seats)])
        go_on(table, rng)
    for seat in range(seats):
        frames = replayed(table, seat)[: len(hands)]
        assert [frame["view"]["board"]["hand"] for frame in frames] == [h[seat] for h in hands]
        for frame in frames:
            assert frame["view"]["you"] == seat
            assert frame["view"]["moves"] == frame["view"]["controls"] == []
    assert all(frame["view"]["board"]["hand"] is None for frame in replayed(table))


def test_frames_of_a_replay_carry_the_events_of_their_moves() -> None:
    table = full_table("connect_four", 1, "random")
    play(table, "4", "4")
    change(table, Undone(0))
    play(table, "1", "7")
    events = [frame["event"] for frame in replayed(table)]
    assert events[0] is None
    assert events[1:] == sent(table.public_events[-2:])


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_view_names_sides_tools_and_script(game: str, seats: int, options: dict[str, int]) -> None:
    table = full_table(game, seats, options=options)
    view = seen(table, 0)
    assert view["sides"] == 2
    assert [seat["side"] for seat in view["seats"]] == [0, 1, 0, 1][:seats]
    is_open = game in ("connect_four", "lines_of_action")
    assert set(view["tools"]) == {"hint", "leave", "resign"} | (OPEN_TOOLS if is_open else set())
    assert set(view["controls"]) <= {*view["tools"], "help"}
    assert view["script"].startswith("/static/games/")


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_view_says_what_the_protocol_says(game: str, seats: int, options: dict[str, int]) -> None:
    table = full_table(game, seats, options=options)
    until_choice(table)
    assert table.mover is not None
    view = seen(table, table.mover)
    assert view.keys() == KEYS
    assert view["moves"]
    assert view["mover"] == view["you"]
    assert seen(table, None)["moves"] == []
    waiting = new_table(game, "me", *["friend"] * (seats - 1), options=options)
    assert seen(waiting, 0)["board"] is None


def test_cross_is_told_from_the_centre_outwards() -> None:
    table = full_table("dominoes4", 4)
    game = table.game
    deal = [
        "6-6 6-4 4-4 6-1 0-0 1-0 2-0", "6-2 6-3 6-5 5-5 5-4 5-3 5-2",
        "5-1 5-0 4-3 4-2 4-1 4-0 3-3", "3-2 3-1 3-0 2-2 2-1 1-1 6-0",
    ]  # fmt: skip
    position = game.start(deal=tuple(tuple(hand.split()) for hand in deal))
    for move in ("6-6", "6-2@e", "4-2@e", "6-0@w"):
        position = position.play(position.parse_move(move))
    board = sent(position.board(0, None))
    assert board["first"] == [6, 6]
    assert board["arms"] == {"e": [[6, 2], [2, 4]], "w": [[6, 0]], "n": [], "s": []}
    assert board["hand"] == ["6-4", "4-4", "6-1", "0-0", "1-0", "2-0"]
    assert board["sum"] == game.ends_sum(position.state)  # type: ignore[attr-defined]
    assert [p["move"] for p in board["plays"]] == ["6-6", "6-2@e", "4-2@e", "6-0@w"]
    assert position.board(None, None)["hand"] is None
    assert board["revealed"] is None


def test_hands_are_revealed_when_the_round_is_over() -> None:
    rng = random.Random(2)
    table = full_table("dominoes4", 4)
    while table.phase is Phase.PLAYING:
        go_on(table, rng)
    assert table.phase is Phase.BETWEEN
    revealed = seen(table, None)["board"]["revealed"]
    assert revealed == sent(table.match.position.hands)  # type: ignore[union-attr]


def test_winning_line_and_last_move_of_connect_four_are_marked() -> None:
    table = full_table("connect_four", 2)
    play(table, *"1212121")
    board = seen(table, 0)["board"]
    assert board["line"] == [0, 7, 14, 21]
    assert board["last"] == "1"
    assert board["cells"][:2] == "xo"
    assert len(board["cells"]) == 42


def test_moves_of_lines_of_action_name_their_squares() -> None:
    table = full_table("lines_of_action", 2)
    moves = {move["move"]: move for move in seen(table, 0)["moves"]}
    assert moves["d1-b3"] == {
        "move": "d1-b3",
        "from": "d1",
        "to": "b3",
        "capture": False,
        "line": 2,
    }
    play(table, "d1-b3")
    board = seen(table, 1)["board"]
    assert board["cells"][3] == "."
    assert board["cells"][17] == "b"
    assert board["last"] == "d1-b3"


def test_drawn_tile_reaches_its_owner_alone() -> None:
    rng = random.Random(4)
    for _ in range(30):
        table = full_table("dominoes2", 2)
        while table.phase is Phase.PLAYING:
            go_on(table, rng)
            event = sent(table.public_events[-1])
            if event.get("move") == "draw":
                drawn = seen(table, event["seat"])["board"]["hand"][-1]
                assert drawn not in json.dumps(event)
                assert drawn not in json.dumps(seen(table, 1 - event["seat"]))
                return
    raise AssertionError("nobody drew")
