"""Hidden tiles stay hidden: observations and what can be rebuilt from them."""

import random

import pytest

import galo
from galo.errors import ConfigError, IllegalMoveError
from galo.games.dominoes.game import DominoGame
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import NAMES, halves
from galo.games.game import Hands
from support.domino_rounds import rearranged
from support.positions import mover_of
from support.samples import sample

GAMES = ["dominoes4", "dominoes2", "dominoes2:players=4", "dominoes4:opener_without_double=penalty"]
POSITIONS = sample(120, 2000)


def random_positions(name: str, count: int) -> list[DominoPosition]:
    """Return *count* positions with somebody to move, from random matches."""
    game, rng = galo.game(name), random.Random(name)
    assert isinstance(game, DominoGame)
    found: list[DominoPosition] = []
    while len(found) < count:
        position = game.start(seed=rng.randrange(2**60))
        for round_number in range(3):
            while position.mover is not None:
                found.append(position)
                position = position.play(rng.choice(position.legal_moves))
            if position.is_over:
                break
            position = position.deal(game.deal(rng.randrange(2**60), round_number))
    return rng.sample(found, count)


@pytest.mark.parametrize("name", GAMES)
def test_observation_does_not_change_with_the_hidden_tiles(name: str) -> None:
    rng, changed = random.Random(1), 0
    for position in random_positions(name, POSITIONS // len(GAMES)):
        seat = rng.randrange(position.game.seats)
        other = rearranged(position, seat, rng)
        if other is None:
            continue
        changed += 1
        ours, theirs = position.observe(seat), other.observe(seat)
        assert ours == theirs
        assert hash(ours) == hash(theirs)
        assert ours.to_text() == theirs.to_text()
        assert str(ours) == str(theirs)
        assert ours.legal_moves == theirs.legal_moves
        assert repr(ours.state) == repr(theirs.state)
    assert changed > POSITIONS // len(GAMES) // 2


@pytest.mark.parametrize("name", GAMES)
def test_observation_completes_to_the_position_it_came_from(name: str) -> None:
    for position in random_positions(name, 100):
        hands = position.dealt if position.game.stock else position.hands
        for seat in range(position.game.seats):
            again = position.observe(seat).complete(hands)
            assert again.hands == position.hands or not position.game.stock
            assert again.observe(seat) == position.observe(seat)
            assert again.state == position.state


def test_observation_shows_what_is_public() -> None:
    position = random_positions("dominoes4", 40)[0]
    for seat in range(4):
        observation = position.observe(seat)
        assert observation.hand == position.hands[seat]
        assert observation.hand_sizes == tuple(map(len, position.hands))
        assert observation.plays == position.plays
        assert observation.points == position.points
        assert observation.total == position.total


def test_seats_without_a_double_are_known_to_have_passed_the_opening() -> None:
    for position in random_positions("dominoes4", 200):
        observation = position.observe(0)
        for seat in observation.could_not_open:
            assert not any(name[0] == name[2] for name in position.dealt[seat])


def test_hands_are_revealed_when_the_round_is_over() -> None:
    position, rng = galo.game("dominoes4").start(seed=3), random.Random(3)
    while position.mover is not None:
        assert position.observe(0).revealed is None
        position = position.play(rng.choice(position.legal_moves))
    assert position.observe(0).revealed == position.dealt
    assert position.observe(0).complete(position.hands).state == position.state


def swapped(hands: Hands, one: tuple[int, str], other: tuple[int, str]) -> Hands:
    changes = {one: other[1], other: one[1]}
    return tuple(
        tuple(changes.get((seat, name), name) for name in hand) for seat, hand in enumerate(hands)
    )


def after_a_pass() -> tuple[DominoPosition, int, int, str]:
    """Return a position, the seat that just passed, and a seat and a tile of it that fits."""
    for position in random_positions("dominoes4", 500):
        if len(position.plays) < 2 or position.plays[-1].text != "pass":
            continue
        passer = position.plays[-1].seat
        numbers = position.game.open_numbers(position.plays)
        fits = {name for name in NAMES if any(numbers >> half & 1 for half in halves(name))}
        for seat in ((passer + 1) % 4, (passer + 3) % 4):
            for name in position.hands[seat]:
                if name in fits:
                    return position, passer, seat, name
    raise AssertionError("no pass in 500 positions")


def test_impossible_hands_are_refused_naming_the_contradiction() -> None:
    position, passer, holder, fits = after_a_pass()
    watcher = (passer + 2) % 4
    observation, hands = position.observe(watcher), position.hands
    with pytest.raises(ConfigError, match="contradict what was seen: illegal move 'pass'"):
        observation.complete(swapped(hands, (passer, hands[passer][0]), (holder, fits)))
    with pytest.raises(ConfigError, match=r"seat 0 holds \d tiles, but \d were given"):
        observation.complete(tuple((*hand, "6-6") for hand in hands))
    foreign = swapped(hands, (watcher, hands[watcher][0]), (passer, hands[passer][0]))
    with pytest.raises(ConfigError, match=f"seat {watcher} holds other tiles"):
        observation.complete(foreign)
    mine = hands[watcher][0]
    twice = tuple((mine, *h[1:]) if seat == passer else h for seat, h in enumerate(hands))
    with pytest.raises(ConfigError, match=f"tile '{mine}' is dealt twice"):
        observation.complete(twice)
    with pytest.raises(ConfigError, match="a deal of 3 hands where 4 are needed"):
        observation.complete(hands[:3])


def test_a_seat_that_could_not_open_cannot_be_given_a_double() -> None:
    game = galo.game("dominoes4")
    deals = (game.deal(seed, 0) for seed in range(1000))
    deal = next(deal for deal in deals if not any(name[0] == name[2] for name in deal[1]))
    position = game.round(deal, opener=1, scores=((50, 0),))
    observation = position.observe(0)
    assert observation.could_not_open[0] == 1
    double = next(name for name in position.hands[mover_of(position)] if name[0] == name[2])
    guess = swapped(position.hands, (1, deal[1][0]), (mover_of(position), double))
    with pytest.raises(ConfigError, match="seat 1 would be to move"):
        observation.complete(guess)


@pytest.mark.parametrize("name", GAMES)
def test_observation_answers_by_name(name: str) -> None:
    for position in random_positions(name, 60):
        for seat in range(position.game.seats):
            seen = position.observe(seat)
            numbers = position.game.open_numbers(position.plays)
            assert set(seen.open_ends.values()) == {k for k in range(7) if numbers >> k & 1}
            placed = [play.tile for play in position.plays if play.text not in ("pass", "draw")]
            assert sorted(placed) == sorted(
                tile for other in range(position.game.seats) for tile in seen.played_by(other)
            )
            assert (seen.partner is None) == (position.game.seats == 2)
            assert seen.partner is None or position.game.side_of(seen.partner) == seat % 2
            for move in seen.legal_moves:
                gained = position.play(move).points[len(position.points) :]
                table = sum(points.points for points in gained if points.kind == "table")
                assert seen.points_of(move) == seen.points_of(move.text) == table


@pytest.mark.parametrize("name", GAMES)
def test_numbers_that_a_seat_passed_on_are_not_in_its_hand(name: str) -> None:
    passed = 0
    for position in random_positions(name, 300):
        for seat, numbers in position.observe(0).passed_on.items():
            passed += len(numbers)
            held = {half for tile in position.hands[seat] for half in halves(tile)}
            assert not numbers & held
    assert passed > 0


def test_sum_of_the_ends_is_known_in_the_game_that_counts_it() -> None:
    for position in random_positions("dominoes4", 30):
        total = position.observe(0).ends_sum
        assert total == (position.board(None, None)["sum"])
        assert (total is None) == (not position.plays)
    assert all(p.observe(0).ends_sum is None for p in random_positions("dominoes2", 20))


def test_points_of_a_move_that_is_not_legal_are_refused() -> None:
    seen = galo.game("dominoes4").start(seed=1).observe()
    with pytest.raises(IllegalMoveError, match="illegal move '0-0@e' for seat"):
        seen.points_of("0-0@e")
