"""Expectiminimax of dominó de 4 pontas, against its formula computed slowly."""

import numpy as np
import pytest

from galo.games.dominoes.round import Played
from galo.games.dominoes.tiles import INDEX, from_bits, halves
from galo.games.rules.dominoes4 import BLOCKED, OUT, PASS, Rules, State, is_round_over, legal_set
from galo.games.rules.dominoes4_layout import ARM, matched
from galo.games.rules.tiles import pips, size, suits, tile_of
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.expectiminimax import TILE_INDICES, ExpectiminimaxWorkspace
from galo.players.dominoes.iterative_deepening import COMPLETE
from galo.players.dominoes4.chance_nodes import (
    SIZE_BITS,
    BeliefState,
    after_move,
    expected_lead,
)
from galo.players.dominoes4.expectiminimax import (
    belief_state,
    expand,
    marginals_of,
    new_workspace,
    open_level,
    value_of_level,
)
from galo.players.dominoes4.match_equity import POINTS
from galo.players.dominoes4.search import STACK_SHAPE, lead, search
from support.domino_rounds import every_deal, late, positions
from support.samples import sample

GAMES = ("dominoes4", "dominoes4:pass_points=45,galo=added,opener_without_double=penalty")
Marginals = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def expanded(
    rules: Rules, workspace: ExpectiminimaxWorkspace, belief: BeliefState, most: int
) -> tuple[float, int]:
    """Return the value of *belief*, searched by at most *most* nodes at a time, and the nodes."""
    open_level(workspace, 0, belief)
    level = nodes = 0
    while level != COMPLETE:
        level, done = expand(rules, workspace, len(workspace.stack), level, most)
        assert done <= most
        nodes += done
    return value_of_level(workspace, 0), nodes


def naive_expectation(
    rules: Rules, marginals: Marginals, belief: BeliefState, depth: int
) -> tuple[float, int]:
    """Return the value of *belief* for seat 0's pair and the positions looked at, slowly."""
    state, sizes = belief
    if is_round_over(state) or depth == 0:
        return expected_lead(rules, marginals, belief), 1
    moves = [move for move in range(PASS) if legal_set(state) >> move & 1]
    best, nodes = (max if state.mover % 2 == 0 else min), 1
    by_tile: dict[int, float] = {}
    for move in moves:
        after = after_move(rules, belief, move)
        value, below = naive_expectation(rules, marginals, after, depth - 1)
        nodes += below
        tile = tile_of(matched(state.layout, move), move % ARM)
        by_tile[tile] = best(by_tile.get(tile, value), value)
    if state.mover == 0 and moves:
        return best(by_tile.values()), nodes
    # Of all tiles that the seat may still hold it holds as many as it has left.
    holds = marginals[state.mover]
    may_hold = sum(holds[INDEX[name]] for name in from_bits(state.hand0))
    held = sizes >> SIZE_BITS * state.mover & 15
    total, none_yet = 0.0, 1.0
    for tile in sorted(by_tile, key=lambda tile: by_tile[tile], reverse=best is max):
        chance = min(1.0, holds[tile] * held / may_hold)
        total += none_yet * chance * by_tile[tile]
        none_yet *= 1.0 - chance
    if none_yet == 0.0:
        return total, nodes
    after = after_move(rules, belief, PASS)
    value, below = naive_expectation(rules, marginals, after, depth - 1)
    return total + none_yet * value, nodes + below


@pytest.mark.parametrize("game", GAMES)
def test_expectation_is_that_of_its_formula(game: str) -> None:
    for seed in range(sample(4, 10)):
        position = late(seed, 12, game)
        if position is None or position.mover is None:
            continue
        seen = position.observe(position.mover)
        marginals, belief = marginals_of(Belief(seen)), belief_state(Belief(seen))
        for depth in (1, 2, 4):
            workspace = new_workspace(marginals, depth)
            rules = position.game.rules
            value, nodes = naive_expectation(rules, marginals, belief, depth)
            for most in (1, 7, 10**9):
                found, done = expanded(rules, workspace, belief, most)
                assert found == pytest.approx(value)
                assert done == nodes - 1  # the root is given


def nothing_hidden(state: State) -> tuple[Marginals, BeliefState]:
    """Return the marginals and the belief state of a seat that sees all hands of *state*."""
    marginals, sizes = np.zeros((4, TILE_INDICES)), 0
    for seat, hand in enumerate(state[:4]):
        sizes |= size(hand) << SIZE_BITS * seat
        for name in from_bits(hand):
            marginals[seat, INDEX[name]] = 1
    return marginals, BeliefState(state, sizes)


def test_expectation_with_nothing_hidden_is_the_search() -> None:
    checked = 0
    for seed in range(40):
        position = late(seed, 6)
        if position is None or position.mover is None:
            continue
        marginals, belief = nothing_hidden(position.state._replace(mover=0))
        found, _ = expanded(Rules(), new_workspace(marginals, 24), belief, 10**9)
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
            after = after_move(Rules(), BeliefState(blurred, sizes), move.code)
            assert (after.state.phase, after.state.mover) == (OUT, 1)
            assert after.sizes == sizes - (1 << SIZE_BITS)
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
            state = position.state._replace(mover=0, phase=BLOCKED)
            marginals, belief = nothing_hidden(state)
            assert expected_lead(Rules(), marginals, belief) == lead(state)
            found += 1
    assert found > 10


def test_marginals_are_those_of_all_deals() -> None:
    for seed in (1, 2):
        position = late(seed, 6)
        assert position is not None
        assert position.mover is not None
        seen = position.observe(position.mover)
        deals = every_deal(seen)
        marginals = marginals_of(Belief(seen))
        for away in (1, 2, 3):
            for tile in range(marginals.shape[1]):
                held = sum(
                    any(8 * halves(t)[0] + halves(t)[1] == tile for t in d[(seen.seat + away) % 4])
                    for d in deals
                )
                assert marginals[away, tile] == pytest.approx(held / len(deals))
