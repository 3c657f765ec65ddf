"""Reasons of both domino games: every fact given is one, checked against all hands."""

import pytest

import galo
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import halves
from galo.games.game import Move
from galo.players.dominoes.reasons import WORTH_SAYING, expectations, percent, signed
from galo.players.dominoes2.reasons import reasons as reasons2
from galo.players.dominoes4.reasons import (
    MoveEstimate,
    compare,
    facts,
    numbers_after,
    reasons,
)
from support.domino_rounds import every_deal, positions, unseen_tiles
from support.samples import sample


def late_positions(seeds: range) -> list[DominoPosition]:
    """Return positions of random rounds in which few tiles are left."""
    found = []
    for seed in seeds:
        position = galo.game("dominoes4").start(seed=seed)
        rng = galo.Stream.of(seed)
        assert isinstance(position, DominoPosition)
        for ply in range(60):
            if position.mover is None:
                break
            if len(position.hands[position.mover]) <= 4 and len(position.legal_moves) > 1:
                found.append(position)
            moves = position.legal_moves
            position = position.play(moves[rng.randint(ply, len(moves))])
    return found


def given(position: DominoPosition, move: Move) -> dict[str, dict[str, float | str]]:
    assert position.mover is not None
    why = reasons if position.game.name == "dominoes4" else reasons2
    found = why(position.observe(position.mover), move)
    return {reason.name: dict(reason.numbers) for reason in found}


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2", "dominoes2:players=4"])
def test_numbers_open_after_moves_are_those_that_tiles_are_played_on(game: str) -> None:
    checked = 0
    for seed in range(10):
        for position in positions(game, seed):
            ends = position.game.open_numbers(position.plays)
            assert position.mover is not None
            hand = position.hands[position.mover]
            fitting = {t for t in hand if any(ends >> n & 1 for n in halves(t))}
            moves = {m.text.partition("@")[0] for m in position.legal_moves}
            if position.plays:
                assert moves - {"pass", "draw"} == fitting
                checked += 1
    assert checked > 100


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2:players=4"])
def test_chance_of_a_pass_counts_every_deal_that_fits(game: str) -> None:
    likely = 0
    for seed in range(sample(8, 20)):
        for position in positions(game, seed):
            assert position.mover is not None
            seen = position.observe(position.mover)
            if unseen_tiles(seen) > 6 or len(position.legal_moves) < 2:
                continue
            deals = every_deal(seen)
            for move in position.legal_moves:
                ends = numbers_after(seen, move)
                hands = [deal[(seen.seat + 1) % 4] for deal in deals]
                stuck = [not any(ends >> n & 1 for t in hand for n in halves(t)) for hand in hands]
                share = sum(stuck) / len(deals)
                facts = given(position, move)
                if {"galo", "block", "out"} & facts.keys():
                    continue
                assert ("next_passes" in facts) == (share == 1)
                if WORTH_SAYING <= share < 1:
                    assert facts["next_may_pass"] == {"percent": min(99, round(100 * share))}
                    likely += 1
                else:
                    assert "next_may_pass" not in facts
            break
    assert likely > 2


def test_galo_block_and_going_out_are_told_apart() -> None:
    counted = {"galo": 0, "block": 0, "out": 0}
    for position in late_positions(range(sample(150, 400))):
        for move in position.legal_moves:
            facts = given(position, move)
            after = position.play(move)
            assert isinstance(after, DominoPosition)
            for name in counted.keys() & facts.keys():
                counted[name] += 1
                # Nothing is said about a player that has nothing to do any more.
                assert not {"next_passes", "next_may_pass"} & facts.keys()
            has_ended = after.mover is None
            is_out = not after.hands[position.mover or 0]
            assert ("out" in facts) == is_out
            if has_ended and not is_out:
                assert "galo" not in facts
            if "block" in facts:
                assert has_ended
                assert not is_out
            if "galo" in facts:
                for _ in range(3):
                    assert [m.text for m in after.legal_moves] == ["pass"]
                    after = after.play(after.legal_moves[0])
                assert after.mover == position.mover
                assert [m.text for m in after.legal_moves] != ["pass"]
    assert min(counted.values()) > 3, counted


def test_an_estimate_is_called_certain_only_where_it_is() -> None:
    said = 0
    for position in late_positions(range(sample(15, 40))):
        assert position.mover is not None
        seen = position.observe(position.mover)
        move = position.legal_moves[0]
        estimated = facts(seen, move, next_passes=1.0)
        names = {reason.name for reason in estimated}
        assert all(reason.numbers["percent"] == 99 for reason in estimated if "may" in reason.name)
        exact = {reason.name for reason in reasons(seen, move)}
        assert ("next_passes" in names) == ("next_passes" in exact)
        said += "next_may_pass" in names
    assert said > 5


@pytest.mark.parametrize("game", ["dominoes2", "dominoes2:players=4"])
def test_nothing_is_said_of_the_next_player_when_a_hand_is_over(game: str) -> None:
    over = 0
    for seed in range(60):
        for position in positions(game, seed):
            assert position.mover is not None
            for move in position.legal_moves:
                names = {r.name for r in reasons2(position.observe(position.mover), move)}
                if position.play(move).mover is None:
                    assert not any(name.startswith("next_") for name in names)
                    over += 1
    assert over > 20


@pytest.mark.parametrize("seed", range(10))
def test_points_and_what_is_kept_are_what_the_player_sees(seed: int) -> None:
    for position in late_positions(range(seed * 10, seed * 10 + 10)):
        assert position.mover is not None
        hand = position.hands[position.mover]
        for move in position.legal_moves:
            facts = given(position, move)
            points = position.game.points_now(position.state, move.code)
            assert facts.get("points", {"points": 0}) == {"points": points}
            if "keeps" in facts:
                number, count = facts["keeps"]["suit"], facts["keeps"]["count"]
                left = [tile for tile in hand if tile != move.text.partition("@")[0]]
                assert count == sum(number in halves(tile) for tile in left) > 0
                assert int(str(number)) == move.code % 8  # the half that becomes the new end


def test_chances_are_called_certain_only_when_they_are() -> None:
    assert [percent(chance) for chance in (0, 0.0001, 0.5, 0.996, 1)] == [0, 1, 50, 99, 100]
    assert [signed(points) for points in (-29.4, -0.2, 0.3, 14)] == ["−29", "0", "0", "+14"]


def test_block_is_told_where_nobody_can_play() -> None:
    blocks = 0
    for seed in range(150):
        for position in positions("dominoes2:players=4", seed):
            for move in position.legal_moves:
                after = position.play(move)
                while [each.text for each in after.legal_moves] == ["pass"]:
                    after = after.play(after.legal_moves[0])
                is_blocked = after.mover is None and after.hands[position.mover or 0] != ()
                if move.text != "pass":
                    assert ("block" in given(position, move)) == is_blocked
                    blocks += is_blocked
    assert blocks > 5


@pytest.mark.parametrize(
    ("points", "name"),
    [((7.2, 3.1), "instead_points"), ((7.2, 6.8), "as_good_points"), ((7.2, 9.0), None)],
)
def test_second_choice_in_points_is_another_tile_that_brings_no_more(
    points: tuple[float, float], name: str | None
) -> None:
    position = late_positions(range(20))[0]
    tiles = {move.text.partition("@")[0]: move for move in position.legal_moves}
    (first, one), (second, other) = list(tiles.items())[:2]
    expected, *rest = expectations([(one, points[0]), (one, 7.0), (other, points[1])])
    assert expected.numbers == {"points": "+7"}
    assert first != second
    assert [reason.name for reason in rest] == ([name] if name else [])
    for reason in rest:
        assert reason.numbers == {"tile": second, "points": signed(points[1])}


@pytest.mark.parametrize("agent", ["pimc", "expectiminimax", "champion"])
@pytest.mark.parametrize("game", ["dominoes2", "dominoes2:players=4", "dominoes4"])
def test_searchers_say_what_they_expect_and_of_which_other_tile(game: str, agent: str) -> None:
    player = galo.player(game.partition(":")[0], agent)
    others = 0
    for position in positions(game, 5):
        assert position.mover is not None
        decision = player.decide(
            position.observe(position.mover), galo.Limit(deals=20, depth=2), galo.Stream.of(1)
        )
        said = {reason.name: reason.numbers for reason in decision.reasons}
        assert bool({"expects", "expected"} & said.keys()) == (len(position.legal_moves) > 1)
        assert ("only_move" in said) == (len(position.legal_moves) == 1)
        names = {"instead_points", "as_good_points", "instead", "as_good"} & said.keys()
        other = next((said[name]["tile"] for name in names), None)
        tiles = {move.text.partition("@")[0] for move in position.legal_moves}
        if other is not None:
            assert other in tiles - {decision.move.text.partition("@")[0]}
            others += 1
    assert others > 2


def test_the_second_choice_is_said_to_be_about_as_good_when_it_is() -> None:
    position = late_positions(range(20))[0]
    assert position.mover is not None
    seen = position.observe(position.mover)
    tiles = {move.text.partition("@")[0]: move for move in position.legal_moves}
    one, other = list(tiles.values())[:2]
    for chances, name in (((0.964, 0.956), "as_good"), ((0.964, 0.951), "instead")):
        estimates = [
            MoveEstimate(move, wins, lead, 0.0)
            for move, wins, lead in zip((one, other), chances, (26, 34), strict=True)
        ]
        last = compare(seen, estimates)[-1]
        assert last.name == name
        assert last.numbers == {
            "tile": other.text.partition("@")[0],
            "points": "+34",
            "percent": percent(chances[1]),
        }
