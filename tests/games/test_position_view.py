"""What a browser is given to draw: boards, moves and points."""

from collections.abc import Iterator

import pytest

import galo
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import halves, pips
from galo.games.game import Move
from galo.games.position_view import Points
from galo.stream import Stream

DOMINOES = ["dominoes4", "dominoes2", "dominoes2:players=4", "dominoes4:galo=added"]


def rounds(name: str, seeds: int) -> Iterator[list[DominoPosition]]:
    """Yield the positions of random first rounds."""
    for seed in range(seeds):
        position = galo.game(name).start(seed=seed)
        assert isinstance(position, DominoPosition)
        rng, found = Stream.of(seed, 5), [position]
        while found[-1].mover is not None:
            moves = found[-1].legal_moves
            found.append(found[-1].play(moves[rng.randint(len(found), len(moves))]))
        yield found


@pytest.mark.parametrize("name", DOMINOES)
def test_ends_are_where_tiles_can_be_placed(name: str) -> None:
    for positions in rounds(name, 10):
        for position in positions[:-1]:
            ends = position.board(None, None)["ends"]
            for seat_tiles in position.hands:
                fits = {
                    f"{tile}@{end}"
                    for tile in seat_tiles
                    for end, number in ends.items()
                    if number in halves(tile)
                }
                if position.plays and seat_tiles == position.hands[position.mover or 0]:
                    legal = {move.text for move in position.legal_moves}
                    assert fits == legal - {"pass", "draw"}


@pytest.mark.parametrize("name", DOMINOES)
def test_hands_and_their_pips_are_open_once_the_round_is_over(name: str) -> None:
    for positions in rounds(name, 5):
        *before, last = positions
        for position in before:
            board = position.board(0, None)
            assert (board["revealed"], board["pips"], board["count"]) == (None, None, None)
            assert board["hand"] == position.hands[0]
            assert position.board(None, None)["hand"] is None
            open_board = position.revealed_board(None, None)
            assert open_board["revealed"] == position.hands
            assert open_board["count"] is None
        board = last.board(None, None)
        assert board["revealed"] == last.hands
        assert board["pips"] == [pips(hand) for hand in last.hands]


@pytest.mark.parametrize("name", DOMINOES)
def test_count_adds_up_the_hands_that_were_paid_for(name: str) -> None:
    kinds = set()
    for *_, last in rounds(name, 60):
        count = last.board(None, None)["count"]
        if count is None:  # the other pair held less than five pips
            assert not {"block", "out", "blocked", "garagem"} & {p.kind for p in last.points}
            continue
        kinds.add(count["kind"])
        held = [pips(hand) for hand in last.hands]
        step = 5 if last.game.name == "dominoes4" else 1
        if count["side"] is None:
            assert count["hands"] == [count["total"]] * 2
            assert count["points"] == 0
        else:
            losers = [held[seat] for seat in range(last.game.seats) if seat % 2 != count["side"]]
            assert count["hands"] == losers
            assert count["total"] == sum(losers)
            assert count["points"] == count["total"] // step * step
    assert len(kinds) == 2


def test_points_of_a_pass_name_the_seat_that_passed_first() -> None:
    paid = {"pass": 0, "galo": 0}
    for positions in rounds("dominoes4:galo=added", 60):
        for before, after in zip(positions, positions[1:], strict=False):
            for points in after.points[len(before.points) :]:
                if points.kind not in paid:
                    assert points.passer is None
                    continue
                plays = after.plays if after.plays[-1].text == "pass" else after.plays[:-1]
                run = []
                for play in reversed(plays):
                    if play.text != "pass":
                        break
                    run.append(play.seat)
                assert points.passer == run[-1]
                paid[points.kind] += 1
    assert all(paid.values())


def test_seats_that_passed_since_the_last_tile_are_listed() -> None:
    seen = set()
    for positions in rounds("dominoes4", 30):
        for position in positions:
            passed = position.board(None, None)["passed"]
            tail = position.plays[len(position.plays) - len(passed) :]
            assert [play.seat for play in tail] == passed
            assert all(play.text == "pass" for play in tail)
            before = position.plays[: len(position.plays) - len(passed)]
            assert not before or before[-1].text != "pass"
            seen.add(len(passed))
    assert seen >= {0, 1, 2}


def test_points_are_told_with_a_passer_only_where_there_is_one() -> None:
    fields = {"kind": "table", "seat": 1, "side": 1, "points": 5}
    assert Points("table", 1, 1, 5).to_json() == fields
    assert Points("pass", 1, 1, 20, 0).to_json() == {
        **fields, "kind": "pass", "points": 20, "passer": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("move", "details"),
    [
        ("a1-a2", {"from": "a1", "to": "a2", "capture": False}),
        ("a1xb2", {"from": "a1", "to": "b2", "capture": True}),
        ("b12", {"to": "b12"}),
        ("pass", {}),
        ("4", {}),
    ],
)
def test_moves_name_their_squares(move: str, details: dict[str, object]) -> None:
    position = galo.game("connect_four").start()  # which adds nothing of its own
    assert position.move_details(Move(0, move)) == {"move": move, **details}


def test_moves_of_dominoes_name_tile_end_and_points() -> None:
    for positions in rounds("dominoes4", 5):
        for position, after in zip(positions, positions[1:], strict=False):
            details = position.move_details(position.parse_move(after.plays[-1].text))
            text = details["move"]
            table = [p.points for p in after.points[len(position.points) :] if p.kind == "table"]
            assert details["points"] == sum(table)
            assert details["tile"] == (None if text == "pass" else text[:3])
            assert details["end"] == (text[4:] or None if "@" in text else None)


@pytest.mark.parametrize("name", DOMINOES)
def test_deal_of_a_shuffle_is_a_deal(name: str) -> None:
    game = galo.game(name)
    deal = game.random_deal(lambda tiles: tiles.reverse())
    assert game.start(deal=deal).hands == deal[: game.seats]
    assert deal[0][0] == "6-6"
    with pytest.raises(galo.errors.ConfigError, match="connect_four has nothing to deal"):
        galo.game("connect_four").random_deal(lambda tiles: None)


def test_sum_of_the_ends_or_the_boneyard_stands_beside_the_table() -> None:
    for positions in rounds("dominoes4", 3):
        for position in positions[1:]:
            total = position.board(None, None)["sum"]
            scores = position.board(None, None)["sum_scores"]
            assert position.facts == {"sum_scores" if scores else "sum": {"total": total}}
    assert galo.game("dominoes2").start(seed=1).facts == {"stock": {"count": 14}}
    assert galo.game("dominoes2:players=4").start(seed=1).facts == {}
    assert galo.game("connect_four").start().facts == {}
