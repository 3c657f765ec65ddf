"""Dominó de 4 pontas against its naive twin, the examples of the rules, and itself."""

import random
from collections import Counter
from typing import TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import galo
from galo.errors import ConfigError, IllegalMoveError, NotationError
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import NAMES, pips, to_bits
from galo.games.game import Hands
from galo.games.rules.dominoes4 import Rules, match_winner
from galo.games.rules.dominoes4_layout import end_numbers
from galo.games.rules.tiles import ALL_TILES, count_of
from support import naive
from support.positions import mover_of, outcome_of
from support.samples import sample

GAME = galo.game("dominoes4")
MATCHES = sample(84, 1200)


class Dominoes4Options(TypedDict, total=False):
    """The options that the game and its twin both know."""

    pass_points: int
    galo: str
    opener_without_double: str
    target: int


OPTIONS: list[Dominoes4Options] = [
    {},
    {"pass_points": 10},
    {"galo": "added"},
    {"opener_without_double": "penalty"},
    {"target": 100},
    {"pass_points": 0, "galo": "added", "opener_without_double": "penalty"},
]


def shuffled(rng: random.Random) -> tuple[tuple[str, ...], ...]:
    tiles = list(NAMES)
    rng.shuffle(tiles)
    return tuple(tuple(tiles[k : k + 7]) for k in range(0, 28, 7))


def compare_match(options: Dominoes4Options, rng: random.Random) -> Counter[str]:
    """Play one random match on both and compare everything; return how its rounds ended."""
    position = galo.game("dominoes4", **options).start(deal=(hands := shuffled(rng)))
    twin = naive.Dominoes4(**options)
    twin.start([list(hand) for hand in hands])
    seen: Counter[str] = Counter()
    booked = 0
    while True:
        assert position.mover == twin.mover
        assert sorted(map(str, position.legal_moves)) == twin.legal_moves()
        assert [sorted(hand) for hand in position.hands] == [sorted(hand) for hand in twin.hands]
        assert list(position.total) == list(twin.scores)
        round_events = twin.events[booked:]
        ours = [(p.kind, p.side, p.points) for p in position.points]
        theirs = [(kind, side, points) for kind, _, side, points in round_events]
        assert sorted(ours, key=str) == sorted(theirs, key=str)
        if position.mover is None:
            seen.update(kind for kind, _, _ in ours)
            assert position.is_over == twin.is_over
            if twin.is_over:
                assert outcome_of(position).winner == twin.winner
                return seen
            booked = len(twin.events)
            hands = shuffled(rng)
            position = position.deal(hands)
            twin.deal([list(hand) for hand in hands])
            continue
        move = rng.choice(position.legal_moves)
        position = position.play(move)
        twin.play(str(move))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_naive_twin_agrees_on_random_matches(options: Dominoes4Options) -> None:
    rng = random.Random(str(options))
    seen: Counter[str] = Counter()
    for _ in range(MATCHES // len(OPTIONS) * 200 // options.get("target", 200)):
        seen += compare_match(options, rng)
    expected = {"table", "galo", "garagem", "carroca", "block"}
    expected |= {"pass"} if options.get("pass_points", 20) else set()
    expected |= {"no_double"} if "opener_without_double" in options else set()
    assert set(seen) == expected


def table(*moves: str) -> DominoPosition:
    """Return a position in which *moves* lie on the table, one placed by each seat in turn."""
    order = [move.partition("@")[0] for move in moves]
    rest = [name for name in NAMES if name not in order]
    hands = []
    for seat in range(4):
        placed = order[seat::4]
        hands.append((*placed, *(rest.pop() for _ in range(7 - len(placed)))))
    position = GAME.round(tuple(hands), opener=None if order[0] == "6-6" else 0)
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        (["5-5"], 10),
        (["6-6", "6-3@e"], 15),
        (["6-6", "6-2@e", "6-5@w", "6-4@n", "4-4@n"], 15),  # arms 2, 5 and 4-4
        (["3-3", "3-0@e", "3-1@w", "4-3@n"], 5),  # arms 0, 1, 4
        (["3-3", "3-2@e", "3-1@w", "4-3@n"], 0),  # arms 2, 1, 4
        (["0-0", "2-0@e", "3-0@w", "1-0@n", "4-0@s"], 10),  # arms 2, 3, 1, 4
        (["0-0"], 0),
    ],
)
def test_table_points_of_the_rules(moves: list[str], points: int) -> None:
    position = table(*moves)
    before = table(*moves[:-1]).total if len(moves) > 1 else (0, 0)
    assert sum(position.total) - sum(before) == points


def test_vectors_of_figure_7() -> None:
    position = table("5-5", "5-0@e", "5-1@w", "5-3@n", "3-2@n", "5-4@s")
    laid = to_bits(play.text.partition("@")[0] for play in position.plays)
    assert [count_of(laid, number) for number in range(7)] == [1, 1, 1, 2, 1, 5, 0]
    ends = position.state.layout
    numbers = [ends.ends >> (4 * arm) & 7 for arm in range(ends.arms)]
    assert [numbers.count(number) for number in range(7)] == [1, 1, 1, 0, 1, 0, 0]


def test_only_the_opening_double_branches_and_its_sides_open_in_order() -> None:
    rng = random.Random(5)
    bare_sides: Counter[str] = Counter()
    for seed in range(100):
        position = GAME.start(seed=seed)
        position = position.play(position.legal_moves[0])
        while position.mover is not None:
            covered = {play.text[-1] for play in position.plays if "@" in play.text}
            assert covered == set("ewns"[: len(covered)])
            for move in position.legal_moves:
                arm = str(move)[-1]
                if "@" in str(move) and arm not in covered:
                    bare_sides[arm] += 1
                    assert arm == "ewns"[len(covered)]
                    assert str(position.plays[0].text[0]) in str(move)[:3]
            position = position.play(rng.choice(position.legal_moves))
    assert set(bare_sides) == set("ewns")


def test_first_round_opens_with_the_double_six_only() -> None:
    for seed in range(20):
        position = GAME.start(seed=seed)
        assert [str(move) for move in position.legal_moves] == ["6-6"]
        assert "6-6" in position.hands[mover_of(position)]


def test_partner_does_not_pay_the_garagem() -> None:
    for seed in range(50):
        position = GAME.start(seed=seed)
        rng = random.Random(seed)
        while position.mover is not None:
            position = position.play(rng.choice(position.legal_moves))
        garagem = [p for p in position.points if p.kind == "garagem"]
        if garagem:
            (points,) = garagem
            opponents = [position.hands[(points.seat + k) % 4] for k in (1, 3)]
            assert points.points == sum(map(pips, opponents)) // 5 * 5


@st.composite
def played_out(draw: st.DrawFn) -> DominoPosition:
    options = draw(st.sampled_from(OPTIONS))
    game = galo.game("dominoes4", **options)
    position = game.start(seed=draw(st.integers(0, 2**63 - 1)))
    for _ in range(draw(st.integers(0, 40))):
        if position.mover is None:
            break
        position = position.play(draw(st.sampled_from(position.legal_moves)))
    return position


@settings(max_examples=150)
@given(played_out())
def test_no_tile_is_lost_or_doubled(position: DominoPosition) -> None:
    laid = [play.text.partition("@")[0] for play in position.plays if play.text != "pass"]
    tiles = [*laid, *(name for hand in position.hands for name in hand)]
    assert sorted(tiles) == sorted(NAMES)


@settings(max_examples=150)
@given(played_out())
def test_every_score_is_a_multiple_of_five(position: DominoPosition) -> None:
    assert all(p.points % 5 == 0 for p in position.points)
    assert all(score % 5 == 0 for score in position.total)
    assert sum(p.points for p in position.points) == sum(position.total)


@settings(max_examples=150)
@given(played_out())
def test_nobody_passes_who_could_play(position: DominoPosition) -> None:
    if position.mover is None or not position.plays:
        return
    numbers = {n for n in range(7) if end_numbers(position.state.layout) >> n & 1}
    fits = [
        name for name in position.hands[position.mover] if {int(name[0]), int(name[2])} & numbers
    ]
    assert ("pass" in map(str, position.legal_moves)) == (not fits)


@settings(max_examples=25)
@given(st.integers(0, 2**63 - 1), st.sampled_from(OPTIONS))
def test_rounds_and_matches_end(seed: int, options: Dominoes4Options) -> None:
    game = galo.game("dominoes4", **options)
    record = galo.play(str(game), ["random"] * 4, seed=seed)
    assert record.result is not None
    assert max(record.result.scores) >= options.get("target", 200)
    assert len(record.deals) < 60


def test_deals_are_uniform_over_seats() -> None:
    counts: Counter[tuple[int, str]] = Counter()
    for seed in range(3000):
        for seat, hand in enumerate(GAME.deal(seed, 0)):
            counts.update((seat, name) for name in hand)
    # Each of 112 counts is binomial with mean 750 and deviation 24; five deviations never fail.
    assert len(counts) == 112
    assert all(abs(count - 750) < 5 * 24 for count in counts.values())


def test_a_match_goes_on_when_both_are_level_above_the_target() -> None:
    assert [
        match_winner(Rules(), *s) for s in ((200, 200), (195, 195), (200, 195), (250, 255))
    ] == [
        -1,
        -1,
        0,
        1,
    ]


def replaced(hands: tuple[tuple[str, ...], ...], seat: int, hand: tuple[str, ...]) -> Hands:
    return tuple(hand if k == seat else old for k, old in enumerate(hands))


def test_bad_deals_are_refused_naming_the_tile_or_the_hand() -> None:
    hands = GAME.deal(1, 0)
    twice = replaced(hands, 1, (hands[0][0], *hands[1][1:]))
    with pytest.raises(ConfigError, match=rf"tile '{hands[0][0]}' is dealt twice"):
        GAME.start(deal=twice)
    eight = replaced(hands, 2, (*hands[2], hands[3][0]))
    with pytest.raises(ConfigError, match="hand 2 has 8 tiles where 7 are dealt"):
        GAME.start(deal=eight)
    with pytest.raises(ConfigError, match="a deal of 3 hands where 4 are needed"):
        GAME.start(deal=hands[:3])
    with pytest.raises(NotationError, match="'7-1' is not a tile"):
        GAME.start(deal=replaced(hands, 0, ("7-1", *hands[0][1:])))
    with pytest.raises(ConfigError, match="give a seed or a deal"):
        GAME.start()
    with pytest.raises(ConfigError, match="the round goes on"):
        GAME.start(seed=1).deal(hands)


def test_bad_moves_are_refused() -> None:
    position = GAME.start(seed=1).play(GAME.start(seed=1).legal_moves[0])
    hand = position.hands[mover_of(position)]
    other = next(name for name in NAMES if name not in hand and "6" in name and name != "6-6")
    with pytest.raises(IllegalMoveError, match=rf"illegal move '{other}@e'"):
        position.parse_move(f"{other}@e")
    held = next(str(move) for move in position.legal_moves if "@" in str(move))
    with pytest.raises(IllegalMoveError, match=f"{held[:3]}@s"):
        position.parse_move(f"{held[:3]}@s")
    for text in ("6-4@x", "64", "6-7@e", "", "6-4@", "draw@e"):
        with pytest.raises(NotationError, match="a move is a tile and an arm"):
            position.parse_move(text)
    assert str(position.parse_move(f"{held[2]}-{held[0]}@{held[4]}")) == held


def test_hands_never_hold_more_than_all_tiles() -> None:
    bits = [to_bits(hand) for hand in GAME.deal(5, 3)]
    assert sum(bits) == ALL_TILES
