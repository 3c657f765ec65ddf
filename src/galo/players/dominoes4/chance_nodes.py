"""Belief states of dominó de 4 pontas: a round in which hidden tiles are held by chance.

A belief state is a `State` in which the hand of every other seat is the set of the tiles that it
may hold, each with its own probability: the marginal of the tile, scaled so that the marginals of
a seat add up to the tiles it has left. The end of a round is counted in pips, and those of unseen
hands are expected values. Seat 0 is the one that searches.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes4 import (
    FIELDS,
    OUT,
    PASS,
    Rules,
    State,
    amend,
    is_round_over,
    next_seat,
    pack,
    play,
    unpack,
)
from galo.games.rules.dominoes4_layout import ARM, matched
from galo.games.rules.dominoes4_points import (
    BLOCK,
    CARROCA,
    CARROCA_POINTS,
    GARAGEM,
    KIND_BITS,
    KIND_MASK,
    points_of,
    total,
)
from galo.games.rules.tiles import ONCE, alone, pips, tile_bits
from galo.jit import kernel, lowest_bit, nibble

if TYPE_CHECKING:
    from galo.arrays import IntVector, RealMatrix


UNSEEN_KINDS = KIND_MASK << KIND_BITS * GARAGEM | KIND_MASK << KIND_BITS * BLOCK
SIZE_BITS = 4
BELIEF_FIELDS = FIELDS + 1  # integers in a BeliefState


class BeliefState(NamedTuple):
    """A round as seat 0 knows it."""

    state: State  # the hands of the other seats are what they may hold
    sizes: int  # tiles that each seat holds, SIZE_BITS for each, seat 0 lowest


@kernel
def pack_belief(belief: BeliefState, row: "IntVector") -> None:
    """Write *belief* into the first BELIEF_FIELDS places of *row*."""
    pack(belief.state, row)
    row[FIELDS] = belief.sizes


@kernel
def unpack_belief(row: "IntVector") -> BeliefState:
    """Return the belief state that `pack_belief` wrote into *row*."""
    return BeliefState(unpack(row), int(row[FIELDS]))


@kernel
def has_ended(rules: Rules, belief: BeliefState) -> bool:
    """Return whether somebody went out or nobody can play."""
    return is_round_over(belief.state)


@kernel
def after_move(rules: Rules, belief: BeliefState, move: int) -> BeliefState:
    """Return the belief state after the mover's *move*."""
    state, sizes = belief
    if move == PASS:
        return BeliefState(play(rules, state, PASS), sizes)
    # 1. Nobody else may hold the tile any more, and the mover holds one fewer.
    near, far = matched(state.layout, move), move % ARM
    others = ~tile_bits(near, far)
    sizes -= 1 << SIZE_BITS * state.mover
    known = State(
        state.hand0, state.hand1 & others, state.hand2 & others, state.hand3 & others, state.mover,
        state.phase, state.layout, state.passes, state.ours, state.theirs,
    )  # fmt: skip
    after = play(rules, known, move)
    # 2. The last tile of another seat ends the round, although more seemed possible: the seat
    #    that went out stays the mover, and it is no block.
    if nibble(sizes, state.mover) == 0 and after.phase != OUT:
        if not is_round_over(after):
            after = next_seat(rules, next_seat(rules, next_seat(rules, after)))
        carroca = points_of(CARROCA, CARROCA_POINTS) if near == far else 0
        after = amend(after, OUT, 0, after.ours + carroca, after.theirs)
    return BeliefState(after, sizes)


@kernel
def scale_of(marginals: "RealMatrix", belief: BeliefState) -> float:
    """Return the factor that makes the *marginals* of the mover add up to its tiles."""
    weight = 0.0
    left = belief.state.hand0 & ONCE
    while left:
        weight += marginals[belief.state.mover, lowest_bit(left)]
        left &= left - 1
    return nibble(belief.sizes, belief.state.mover) / weight if weight > 0.0 else 0.0


@kernel
def expected_lead(rules: Rules, marginals: "RealMatrix", belief: BeliefState) -> float:
    """Return the lead of seat 0's pair in points; at the end of a round with expected pips."""
    state = belief.state
    sign = 1.0 if state.mover % 2 == 0 else -1.0
    lead = sign * (total(state.ours & ~UNSEEN_KINDS) - total(state.theirs & ~UNSEEN_KINDS))
    if not is_round_over(state):
        return lead
    theirs = pips_against(marginals, belief, state.mover)
    if state.phase == OUT:
        return lead + sign * theirs
    ours = pips_against(marginals, belief, state.mover + 1)
    if ours == theirs:
        return lead
    return lead + sign * (theirs if ours < theirs else -ours)


@kernel
def pips_against(marginals: "RealMatrix", belief: BeliefState, seat: int) -> float:
    """Return the pips that the opponents of *seat* are expected to hold."""
    state = belief.state
    expected = 0.0
    for other in range(4):
        # The hands turn: the place of a seat's hand is its distance from the mover.
        place = (other - state.mover) % 4
        hand = state.hand0 if place == 0 else state.hand1 if place == 1 else state.hand2
        hand = state.hand3 if place == 3 else hand
        if (other - seat) % 2 and other == 0:
            expected += pips(hand)
        elif (other - seat) % 2:
            weight, weighed = 0.0, 0.0
            left = hand & ONCE
            while left:
                tile = lowest_bit(left)
                left &= left - 1
                weight += marginals[other, tile]
                weighed += marginals[other, tile] * pips(alone(tile))
            if weight > 0.0:
                expected += weighed / weight * nibble(belief.sizes, other)
    return expected
