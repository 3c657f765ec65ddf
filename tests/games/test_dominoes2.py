"""Two-sided dominoes against its naive twin, OpenSpiel's team dominoes, and itself."""

import random
from collections import Counter
from typing import TypedDict

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python.games import team_dominoes

import galo
from galo.errors import ConfigError, IllegalMoveError, NotationError
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import NAMES, pips
from galo.games.game import Hands
from support import naive
from support.positions import mover_of, outcome_of
from support.samples import sample

HANDS = sample(60, 1000)


class Dominoes2Options(TypedDict):
    """The options that the game and its twin both know."""

    players: int
    target: int | None


OPTIONS: list[Dominoes2Options] = [
    {"players": players, "target": target} for players in (2, 4) for target in (None, 100, 200)
]


def shuffled(rng: random.Random, players: int) -> tuple[tuple[str, ...], ...]:
    tiles = list(NAMES)
    rng.shuffle(tiles)
    hands = tuple(tuple(tiles[k : k + 7]) for k in range(0, 7 * players, 7))
    return hands if players == 4 else (*hands, tuple(tiles[14:]))


def twin_deal(deal: Hands, players: int) -> tuple[list[list[str]], list[str]]:
    return [list(hand) for hand in deal[:players]], list(deal[2]) if players == 2 else []


def compare_match(options: Dominoes2Options, rng: random.Random) -> Counter[str]:
    """Play one random match on both and compare everything; return how its hands ended."""
    players = options["players"]
    deal = shuffled(rng, players)
    position, twin = galo.game("dominoes2", **options).start(deal=deal), naive.Dominoes2(**options)
    twin.start(*twin_deal(deal, players))
    seen: Counter[str] = Counter()
    while True:
        assert position.mover == twin.mover
        assert sorted(map(str, position.legal_moves)) == twin.legal_moves()
        assert list(map(list, position.hands)) == twin.hands
        if position.mover is None:
            kind, _, side, points = twin.events[-1]
            assert [(p.kind, p.side, p.points) for p in position.points] == [(kind, side, points)]
            assert list(position.total) == list(twin.scores)
            seen[kind] += 1
            assert position.is_over == twin.is_over
            if twin.is_over:
                assert outcome_of(position).winner == twin.winner
                return seen
            deal = shuffled(rng, players)
            position = position.deal(deal)
            twin.deal(*twin_deal(deal, players))
            continue
        move = rng.choice(position.legal_moves)
        position = position.play(move)
        twin.play(str(move))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_naive_twin_agrees_on_random_hands(options: Dominoes2Options) -> None:
    rng = random.Random(str(options))
    seen: Counter[str] = Counter()
    while seen.total() < HANDS // len(OPTIONS):
        seen += compare_match(options, rng)
    assert set(seen) == {"out", "blocked"}


def peer_action(seat: int, move: str, position: DominoPosition) -> int:
    """Return OpenSpiel's action for *move*: it names the number played on, not the end."""
    name, _, end = move.partition("@")
    tile = tuple(float(half) for half in sorted(name.split("-")))
    number = None
    if end:
        number = float(position.state.left if end == "l" else position.state.right)
    wanted = str(team_dominoes.Action(seat, tile, number))
    return int(team_dominoes._ACTIONS_STR.index(wanted))


def test_openspiel_team_dominoes_agrees_where_the_rules_coincide() -> None:
    # OpenSpiel lets seat 0 lead any tile, skips passes without a move, lists a tile once when
    # both ends show one number, and scores a hand that was gone out by comparing the pairs'
    # pips, the partner's included; blocked hands are scored as here.
    game, rng = pyspiel.load_game("python_team_dominoes"), random.Random(4)
    ours = galo.game("dominoes2", players=4)
    ended: Counter[str] = Counter()
    for _ in range(150):
        deal = shuffled(rng, 4)
        position, peer = ours.round(deal, opener=0), game.new_initial_state()
        for k in range(28):
            tile = tuple(float(half) for half in sorted(deal[k % 4][k // 4].split("-")))
            peer.apply_action(team_dominoes._DECK.index(tile))
        while position.mover is not None:
            if str(position.legal_moves[0]) == "pass":
                position = position.play(position.legal_moves[0])
                continue
            assert not peer.is_terminal()
            assert position.mover == peer.current_player()
            actions = {
                peer_action(mover_of(position), str(move), position)
                for move in position.legal_moves
            }
            assert sorted(actions) == peer.legal_actions()
            move = rng.choice(position.legal_moves)
            peer.apply_action(peer_action(mover_of(position), str(move), position))
            position = position.play(move)
        assert peer.is_terminal()
        (points,) = position.points
        ended[points.kind] += 1
        pairs = [pips((*position.hands[k], *position.hands[k + 2])) for k in (0, 1)]
        if points.kind == "blocked":
            loser_pays = max(pairs) if pairs[0] != pairs[1] else 0
            assert points.points == abs(peer.returns()[0]) == loser_pays
            if points.side is not None:
                assert peer.returns()[points.side] > 0
        else:
            opponents = [position.hands[(points.seat + k) % 4] for k in (1, 3)]
            assert points.points == sum(map(pips, opponents))
    assert min(ended["out"], ended["blocked"]) > 10


def dealt(hands: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return a deal for two with *hands* of two strings of tiles, the rest in the boneyard."""
    given = tuple(tuple(hand.split()) for hand in hands)
    rest = tuple(name for name in NAMES if not any(name in hand for hand in given))
    return (*given, rest)


def test_highest_double_opens_by_itself() -> None:
    game = galo.game("dominoes2")
    position = game.start(
        deal=dealt(("6-5 1-1 2-0 3-0 4-0 5-0 6-0", "4-4 6-1 6-2 6-3 6-4 5-1 5-2"))
    )
    assert position.mover == 1
    assert [str(move) for move in position.legal_moves] == ["4-4"]


def test_heaviest_tile_opens_without_doubles_and_the_higher_half_breaks_ties() -> None:
    game = galo.game("dominoes2")
    position = game.start(
        deal=dealt(("5-4 2-1 2-0 3-0 4-0 5-0 1-0", "6-3 6-1 6-2 4-1 4-2 5-1 5-2"))
    )
    assert position.mover == 1
    assert [str(move) for move in position.legal_moves] == ["6-3"]


def test_who_cannot_play_draws_until_something_fits() -> None:
    game = galo.game("dominoes2")
    deal = (
        ("6-6", "1-1", "2-1", "3-1", "4-1", "5-1", "1-0"),
        ("2-2", "3-2", "4-2", "5-2", "2-0", "3-0", "4-0"),
        (
            "5-0",
            "6-5",
            *(n for n in NAMES if n in "0-0 3-3 4-3 5-3 4-4 5-4 5-5 6-0 6-1 6-2 6-3 6-4"),
        ),
    )
    position = game.start(deal=deal)
    position = position.play(position.parse_move("6-6"))
    for expected in ("draw", "draw"):
        assert [str(move) for move in position.legal_moves] == [expected]
        assert position.mover == 1
        position = position.play(position.legal_moves[0])
    assert position.hands[1][-2:] == ("5-0", "6-5")
    assert [str(move) for move in position.legal_moves] == ["6-5@l", "6-5@r"]


def test_first_plays_in_the_order_of_the_hand_left_before_right() -> None:
    game = galo.game("dominoes2")
    deal = dealt(("6-6 1-1 2-1 3-1 4-1 5-1 1-0", "6-1 6-5 6-4 2-0 3-0 4-0 5-0"))
    position = game.start(deal=deal)
    position = position.play(position.parse_move("6-6"))
    moves = [str(move) for move in position.legal_moves]
    assert moves == ["6-1@l", "6-1@r", "6-5@l", "6-5@r", "6-4@l", "6-4@r"]


@settings(max_examples=100)
@given(st.integers(0, 2**63 - 1), st.sampled_from(OPTIONS), st.randoms(use_true_random=False))
def test_no_tile_is_lost_and_every_hand_ends(
    seed: int, options: Dominoes2Options, rng: random.Random
) -> None:
    position = galo.game("dominoes2", **options).start(seed=seed)
    while position.mover is not None:
        laid = [p.text.partition("@")[0] for p in position.plays if p.text not in ("pass", "draw")]
        drawn = sum(p.text == "draw" for p in position.plays)
        stock = position.dealt[2][drawn:] if position.game.stock else ()
        tiles = [*laid, *stock, *(name for hand in position.hands for name in hand)]
        assert sorted(tiles) == sorted(NAMES)
        position = position.play(rng.choice(position.legal_moves))
    assert len(position.plays) < 100


def test_bad_deals_and_moves_are_refused() -> None:
    game = galo.game("dominoes2")
    deal = game.deal(1, 0)
    with pytest.raises(ConfigError, match="the boneyard has 13 tiles where 14 are dealt"):
        game.start(deal=(*deal[:2], deal[2][1:]))
    with pytest.raises(ConfigError, match="hand 0 has 8 tiles"):
        game.start(deal=((*deal[0], deal[2][0]), *deal[1:]))
    position = game.start(seed=1)
    for text in ("6-4@x", "x", "6-9@l"):
        with pytest.raises(NotationError, match="a move is a tile and an end"):
            position.parse_move(text)
    with pytest.raises(IllegalMoveError, match="illegal move 'draw'"):
        position.parse_move("draw")


def test_tile_that_must_open_is_forced_and_an_opener_with_a_choice_is_not() -> None:
    rng = random.Random(3)
    openings: Counter[tuple[int, bool]] = Counter()
    for players in (2, 4):
        for _ in range(10):
            game = galo.game("dominoes2", players=players, target=100)
            position = game.start(deal=shuffled(rng, players))
            while not position.is_over:
                if position.mover is None:
                    position = position.deal(shuffled(rng, players))
                if not position.plays:
                    must = players == 2 or position.round_number == 1
                    assert (position.forced_move is not None) == must
                    if must:
                        assert position.legal_moves == (position.forced_move,)
                    openings[players, must] += 1
                elif position.forced_move is not None:
                    assert position.forced_move.text in ("draw", "pass")
                position = position.play(rng.choice(position.legal_moves))
    assert openings[2, True] > 10
    assert openings[4, True] == 10
    assert openings[4, False] > 0
