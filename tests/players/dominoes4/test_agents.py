"""Players of dominó de 4 pontas that think: what they infer, search and weigh, by naive twins."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chisquare

import galo
from galo.arena.match import Match
from galo.games.dominoes.game import DominoPosition
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import Played
from galo.games.dominoes.tiles import INDEX, from_bits, halves
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Hands
from galo.games.rules.dominoes4 import (
    ARM,
    BLOCKED,
    OUT,
    PASS,
    Rules,
    State,
    is_round_over,
    legal_moves,
    matched,
)
from galo.games.rules.tiles import pips, size, suits, tile_of
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.iterative_deepening import COMPLETE
from galo.players.dominoes.sampling import SLICE
from galo.players.dominoes4.champion import new_desk, new_thought, take_chair
from galo.players.dominoes4.chance_nodes import (
    SIZE_BITS,
    Chances,
    after_move,
    expect,
    new_chances,
    open_level,
    settled,
    value_of_level,
)
from galo.players.dominoes4.expectiminimax import TILE_INDICES, chances_to_hold
from galo.players.dominoes4.inference import read_plays
from galo.players.dominoes4.linear import COEFFICIENTS, coefficients
from galo.players.dominoes4.match_equity import BY_TILES, OURS, THEIRS, chance_to_win, outlook
from galo.players.dominoes4.move_values import ENDING, MATCH, play_out
from galo.players.dominoes4.opponent_models import SHARES, TEMPERATURE, known_players
from galo.players.dominoes4.search import FAR, POINTS, STACK_SHAPE, lead, search
from galo.rng import Stream
from support.domino_rounds import every_deal, positions, unseen_tiles
from support.linear_formula import Seen, value

SURE = 1e-6  # a correct program fails one test in so many
STEP = 1 / 16  # the curve of the exponential has such steps
GAMES = ("dominoes4", "dominoes4:pass_points=45,galo=added,opener_without_double=penalty")
THINKERS = ("expectiminimax", "pimc", "champion")


def late(seed: int, tiles: int, game: str = "dominoes4") -> DominoPosition | None:
    """Return the first position of a round with a choice and at most so many *tiles* unseen."""
    for position in positions(game, seed):
        assert position.mover is not None
        seen = position.observe(position.mover)
        if unseen_tiles(seen) <= tiles and len(position.legal_moves) > 1:
            return position
    return None


def naive_weight(seen: DominoObservation, hands: Hands, opponents: str, partner: str) -> float:
    """Return how likely the choices of the other seats are if *hands* are what is left."""
    position = seen.complete(hands)
    now = position.game.round(position.dealt, position.opener, position.scores)
    chances = {seat: [1.0, 1.0, 1.0] for seat in range(4)}
    vectors = [coefficients("s1", "evolved", "literal"), [0.0] * COEFFICIENTS]
    for play in position.plays:
        options = [move.text for move in now.legal_moves]
        if play.seat != seen.seat and len(options) > 1:
            for model, vector in enumerate(vectors):
                if now.plays:
                    values = [value(Seen(now), text, vector, "literal") for text in options]
                else:
                    values = [opening(now, text, vector) for text in options]
                chosen = values[options.index(play.text)]
                rises = [round((v - chosen) / TEMPERATURE / STEP) * STEP for v in values]
                chances[play.seat][model] /= sum(map(math.exp, rises))
            chances[play.seat][2] /= len(options)
        now = now._after(now.parse_move(play.text))
    weight = 1.0
    for away, belief in ((1, opponents), (2, partner), (3, opponents)):
        seat = (seen.seat + away) % 4
        weight *= sum(s * c for s, c in zip(SHARES[belief], chances[seat], strict=True))
    return weight


def opening(position: DominoPosition, text: str, a: list[float]) -> float:
    number = halves(text)[0]
    held = sum(number in halves(t) for t in position.hands[position.mover or 0])
    return (2 * number if 2 * number % 5 == 0 else 0) + a[4] * held


@pytest.mark.parametrize(
    ("seed", "opponents", "partner"),
    [
        (1, "mixture", "mixture"),
        (4, "mixture", "mixture"),
        (5, "mixture", "mixture"),
        (4, "s1", "basic"),
        (5, "basic", "anybody"),
    ],
)
def test_deals_are_kept_as_often_as_the_plays_make_them_likely(
    seed: int, opponents: str, partner: str
) -> None:
    position = late(seed, 6)
    assert position is not None
    assert position.mover is not None
    seen = position.observe(position.mover)
    deals = every_deal(seen)
    assert len(deals) > 3
    weights = np.array([naive_weight(seen, hands, opponents, partner) for hands in deals])
    belief = Belief(seen)
    desk, chair = new_desk(belief, 20), take_chair(belief)
    assert isinstance(seen.game, Dominoes4)
    kept: Counter[tuple[tuple[str, ...], ...]] = Counter()
    rounds = 400
    models = known_players(opponents, partner)
    for number in range(rounds):
        read_plays(seen.game.rules, models, chair, desk, Stream.of(7, number).key)
        # One deal of each reading: those kept together are not independent of one another.
        kept[tuple(from_bits(int(hand)) for hand in desk.hands[desk.kept[number % 20]])] += 1
        sampled = {
            tuple(map(int, hands)): w for hands, w in zip(desk.hands, desk.weights, strict=True)
        }
    around = [tuple(set(d[(seen.seat + k) % 4]) for k in (1, 2, 3)) for d in deals]
    # 1. The weight of every deal is the naive one, up to the rounding of the curve.
    for hands, weight in sampled.items():
        index = around.index(tuple(set(from_bits(hand)) for hand in hands))
        assert weight == pytest.approx(weights[index], rel=1e-6)
    # 2. The deals that are kept are drawn by weight. A sample of 120 is drawn from, which
    #    leaves the rarest a little rarer: deals of little weight are counted together.
    counts = np.zeros(len(deals))
    for hands, times in kept.items():
        counts[around.index(tuple(map(set, hands)))] += times
    expected = rounds * weights / weights.sum()
    often = expected >= 10
    if (~often).any():
        counts, expected = (
            np.append(array[often], array[~often].sum()) for array in (counts, expected)
        )
    assert chisquare(counts, expected).pvalue > SURE


def naive_search(position: DominoPosition, depth: int) -> int:
    """Return the lead of the mover's pair in this round, by trying everything."""
    assert position.mover is not None
    side = position.mover % 2
    if depth == 0:
        return relative(position, side)
    best = -FAR
    for move in position.legal_moves:
        after = position._after(move)
        costs = 0 if move.text == "pass" else 1
        if after.mover is None:
            found = relative(after, side)
        else:
            found = naive_search(after, depth - costs)
            found = found if after.mover % 2 == side else -found
        best = max(best, found)
    return best


def relative(position: DominoPosition, side: int) -> int:
    points = position.game.round_scores(position.state)
    return points[side] - points[1 - side]


@pytest.mark.parametrize("game", GAMES)
def test_search_finds_what_trying_everything_finds(game: str) -> None:
    for seed in range(12):
        position = late(seed, 7, game)
        if position is None:
            continue
        rules = position.game.rules
        for depth in (1, 2, 3, 5):
            found, _ = search(rules, POINTS, position.state, depth, np.zeros(STACK_SHAPE, np.int64))
            assert found == naive_search(position, depth)


def best_chance(position: DominoPosition, side: int) -> float:
    """Return the chance of *side* to win the match if everybody sees all tiles and plays best."""
    if position.mover is None or position.is_over:
        points = position.game.round_scores(position.state)
        before = position.scores[-1] if position.scores else (0, 0)
        ours, theirs = (before[k] + points[k] for k in (side, 1 - side))
        out = [seat for seat in range(4) if not position.hands[seat]]
        opens = (OURS if out[0] % 2 == side else THEIRS) if out else BY_TILES
        return chance_to_win(outlook(position.game.rules), ours, theirs, opens)
    best = max if position.mover % 2 == side else min
    return best(best_chance(position._after(move), side) for move in position.legal_moves)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scores", [(), ((190, 195),), ((165, 100),)])
def test_the_ending_of_a_deal_is_solved(game: str, scores: tuple[tuple[int, int], ...]) -> None:
    solved = 0
    for seed in range(60):
        position = ending(game, seed, scores)
        if position is None or position.mover is None:
            continue
        seen, side = position.observe(position.mover), position.mover % 2
        assert isinstance(seen.game, Dominoes4)
        rules, belief = seen.game.rules, Belief(seen)
        desk = new_desk(belief, 1)
        desk.hands[0] = position.state[1:4]  # the true deal
        thought = new_thought(rules)
        models, chair = known_players("mixture", "mixture"), take_chair(belief)
        play_out(rules, models, chair, desk, thought, Stream.of(seed).key)
        values = [best_chance(position._after(move), side) for move in position.legal_moves]
        found = [thought.sums[move.code, MATCH] for move in position.legal_moves]
        assert found == pytest.approx(values, abs=1e-5)  # the table is mirrored up to so much
        solved += len({round(value, 4) for value in values}) > 1
    assert solved > 15


def ending(game: str, seed: int, scores: tuple[tuple[int, int], ...]) -> DominoPosition | None:
    """Return the first position of a round with a choice of which all is solved."""
    for position in positions(game, seed):
        tiles = sum(len(hand) for hand in position.hands)
        if tiles <= ENDING + 1 and len(position.legal_moves) > 1:  # one of them is placed now
            return replace(position, scores=scores)
    return None


def expected(
    rules: Rules, chances: Chances, state: State, sizes: int, most: int
) -> tuple[float, int]:
    """Return what seat 0's pair may expect, searched by at most so many nodes, and the nodes."""
    open_level(chances, 0, state, sizes)
    level = nodes = 0
    while level != COMPLETE:
        level, done = expect(rules, chances, len(chances.stack), level, most)
        assert done <= most
        nodes += done
    return value_of_level(chances, 0), nodes


def naive_expectation(
    rules: Rules, chances: Chances, state: State, sizes: int, depth: int
) -> tuple[float, int]:
    """Return what seat 0's pair may expect and the positions looked at, told slowly."""
    if is_round_over(state) or depth == 0:
        return settled(chances, state, sizes), 1
    moves = [move for move in range(PASS) if legal_moves(state) >> move & 1]
    best, nodes = (max if state.mover % 2 == 0 else min), 1
    by_tile: dict[int, float] = {}
    for move in moves:
        after = after_move(rules, state, sizes, move)
        value, below = naive_expectation(rules, chances, *after, depth - 1)
        nodes += below
        tile = tile_of(matched(state.table, move), move % ARM)
        by_tile[tile] = best(by_tile.get(tile, value), value)
    if state.mover == 0 and moves:
        return best(by_tile.values()), nodes
    # Of all tiles that the seat may still hold it holds as many as it has left.
    holds = chances.holds[state.mover]
    may_hold = sum(holds[INDEX[name]] for name in from_bits(state.hand0))
    held = sizes >> SIZE_BITS * state.mover & 15
    total, none_yet = 0.0, 1.0
    for tile in sorted(by_tile, key=lambda tile: by_tile[tile], reverse=best is max):
        chance = min(1.0, holds[tile] * held / may_hold)
        total += none_yet * chance * by_tile[tile]
        none_yet *= 1.0 - chance
    if none_yet == 0.0:
        return total, nodes
    after = after_move(rules, state, sizes, PASS)
    value, below = naive_expectation(rules, chances, *after, depth - 1)
    return total + none_yet * value, nodes + below


def hidden_state(seen: DominoObservation) -> tuple[State, int]:
    """Return what *seen* leaves possible to each seat, and how many tiles each holds."""
    hidden = Belief(seen).hidden
    hands = {f"hand{away}": hidden.unseen & ~hidden[away] for away in (1, 2, 3)}
    sizes = sum(seen.hand_sizes[(seen.seat + away) % 4] << SIZE_BITS * away for away in range(4))
    return seen.state._replace(mover=0, **hands), sizes


@pytest.mark.parametrize("game", GAMES)
def test_expectation_is_that_of_its_formula(game: str) -> None:
    for seed in range(10):
        position = late(seed, 12, game)
        if position is None or position.mover is None:
            continue
        seen = position.observe(position.mover)
        holds, (state, sizes) = chances_to_hold(Belief(seen)), hidden_state(seen)
        for depth in (1, 2, 4):
            chances = new_chances(holds, depth)
            rules = position.game.rules
            value, nodes = naive_expectation(rules, chances, state, sizes, depth)
            for most in (1, 7, 10**9):
                found, done = expected(rules, chances, state, sizes, most)
                assert found == pytest.approx(value)
                assert done == nodes - 1  # the root is given


def test_expectation_with_nothing_hidden_is_the_search() -> None:
    checked = 0
    for seed in range(40):
        position = late(seed, 6)
        if position is None or position.mover is None:
            continue
        holds, sizes = np.zeros((4, TILE_INDICES)), 0
        for away in range(4):
            hand = position.hands[(position.mover + away) % 4]
            sizes |= len(hand) << SIZE_BITS * away
            for name in hand:
                holds[away, INDEX[name]] = 1
        state = position.state._replace(mover=0)
        found, _ = expected(Rules(), new_chances(holds, 24), state, sizes, 10**9)
        exact, _ = search(Rules(), POINTS, position.state, 24, np.zeros(STACK_SHAPE, np.int64))
        # The rules count pips down to five at the end of a round; here all are expected.
        assert abs(found - exact) < 5
        checked += 1
    assert checked > 20


def test_the_last_tile_of_another_seat_is_going_out_even_on_a_dead_table() -> None:
    dead = 0
    for seed in range(150):
        for position in positions("dominoes4", seed):
            state = position.state
            if size(state.hand0) > 1 or position.legal_moves[0].text == "pass":
                continue
            # Seat 0, the previous one, sees one tile left with seat 1 and does not know which.
            unseen = state.hand0 | state.hand1 | state.hand2
            blurred = state._replace(mover=1, hand0=unseen, hand1=unseen, hand2=unseen)
            sizes = sum(
                size(hand) << SIZE_BITS * seat
                for seat, hand in enumerate((state.hand3, *state[:3]))
            )
            move = position.legal_moves[0]
            after, held = after_move(Rules(), blurred, sizes, move.code)
            assert (after.phase, after.mover) == (OUT, 1)
            assert held == sizes - (1 << SIZE_BITS)
            left = state.hand1 | state.hand2 | state.hand3
            ends = position.game.open_numbers((*position.plays, Played(0, move.text, move.code)))
            dead += not left & suits(ends)
    assert dead > 3


def test_a_block_of_equal_pips_brings_nothing() -> None:
    found = 0
    for seed in range(300):
        for position in positions("dominoes4", seed):
            hands = position.state[:4]
            if pips(hands[0]) + pips(hands[2]) != pips(hands[1]) + pips(hands[3]):
                continue
            holds = np.zeros((4, TILE_INDICES))
            sizes = sum(size(hand) << SIZE_BITS * seat for seat, hand in enumerate(hands))
            for seat, hand in enumerate(hands):
                for name in from_bits(hand):
                    holds[seat, INDEX[name]] = 1
            state = position.state._replace(mover=0, phase=BLOCKED)
            assert settled(new_chances(holds, 1), state, sizes) == lead(state)
            found += 1
    assert found > 10


def test_chances_to_hold_a_tile_are_those_of_all_deals() -> None:
    for seed in (1, 2):
        position = late(seed, 6)
        assert position is not None
        assert position.mover is not None
        seen = position.observe(position.mover)
        deals = every_deal(seen)
        holds = chances_to_hold(Belief(seen))
        for away in (1, 2, 3):
            for tile in range(holds.shape[1]):
                held = sum(
                    any(8 * halves(t)[0] + halves(t)[1] == tile for t in d[(seen.seat + away) % 4])
                    for d in deals
                )
                assert holds[away, tile] == pytest.approx(held / len(deals))


def test_outlook_is_fair_and_grows_with_the_score() -> None:
    chances = outlook(Rules())
    mirrored = 1 - chances.transpose(1, 0, 2)
    assert np.abs(chances[:, :, OURS] - mirrored[:, :, THEIRS]).max() < 1e-5
    assert np.abs(chances[:, :, BY_TILES] - mirrored[:, :, BY_TILES]).max() < 1e-5
    assert 0.5 < chances[0, 0, OURS] < 0.6
    assert chances[38, 10, THEIRS] > 0.95
    diagonal = chances[30, :, BY_TILES]
    assert (np.diff(diagonal) < 0).all()
    assert chance_to_win(chances, 200, 195, THEIRS) == 1
    assert chance_to_win(chances, 205, 210, OURS) == 0
    assert chance_to_win(chances, 200, 200, OURS) == 0.5


def test_champion_plays_for_the_match_not_for_the_points() -> None:
    differs = 0
    for seed in range(30):
        for position in positions("dominoes4", seed):
            if len(position.plays) < 8 or len(position.legal_moves) < 3:
                continue
            assert position.mover is not None
            champion = galo.player("dominoes4", "champion")
            said = []
            for scores in ((), ((190, 0),), ((0, 190),)):
                seen = replace(position, scores=scores).observe(position.mover)
                said.append(champion.decide(seen, galo.Limit(deals=50), Stream.of(0)))
            side = position.mover % 2
            even, ahead, behind = said[0].value, said[1 + side].value, said[2 - side].value
            assert None not in (even, ahead, behind)
            assert behind < even < ahead  # type: ignore[operator]
            differs += len({decision.move for decision in said}) > 1
            break
    assert differs > 3


@pytest.mark.parametrize("name", THINKERS)
def test_decisions_do_not_hang_on_what_is_hidden(name: str) -> None:
    player = galo.player("dominoes4", name)
    limit = galo.Limit(deals=20, depth=4)
    compared = 0
    for seed in range(25):
        for position in positions("dominoes4", seed):
            assert position.mover is not None
            seen = position.observe(position.mover)
            if len(position.plays) % 7 != 3 or len(position.legal_moves) < 2:
                continue
            other = seen.complete(Belief(seen).deal(Stream.of(seed, 9)))
            again = other.observe(position.mover)
            one, two = (player.decide(each, limit, Stream.of(seed)) for each in (seen, again))
            assert one == two
            compared += other.hands != position.hands
    assert compared > 20


@pytest.mark.parametrize("name", THINKERS)
def test_thinkers_win_against_who_counts_points_alone(name: str) -> None:
    won = 0
    for seed in range(16):
        for side in (0, 1):
            players = [galo.player("dominoes4", (name, "basic")[(k + side) % 2]) for k in range(4)]
            match = Match(galo.game("dominoes4"), players, seed, galo.Limit(deals=60))
            while not match.is_over:
                match.step()
            outcome = match.position.outcome
            assert outcome is not None
            won += outcome.winner == side
    assert won > 16


def test_more_deals_are_thought_about_as_the_limit_says() -> None:
    position = late(1, 12)
    assert position is not None
    assert position.mover is not None
    seen = position.observe(position.mover)
    champion = galo.player("dominoes4", "champion:deals=120")
    moves = len(seen.legal_moves)
    assert champion.decide(seen, galo.Limit(), Stream.of(0)).nodes == 120 * moves
    assert champion.decide(seen, galo.Limit(deals=250), Stream.of(0)).nodes == 250 * moves
    hurried = champion.decide(seen, galo.Limit(seconds=1e-9), Stream.of(0))
    assert hurried.nodes == SLICE * moves  # whatever the clock says
