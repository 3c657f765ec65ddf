"""Belief states of two-sided dominoes: a round in which hidden tiles are held by chance.

A tile is with a seat by a probability of its own, as if the tiles were independent: the marginal
of the tile, scaled so that the marginals of a seat add up to the tiles that it holds, and 0 for a
tile of a number that it lacks. Seat 0 is the one that searches.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes2 import PASS, SIDE, Rules
from galo.games.rules.tiles import ALL_NUMBERS, ONCE, alone, pips, suits, tile_of
from galo.games.rules.tiles import size as tiles_in
from galo.jit import kernel, lowest_bit
from galo.players.dominoes.public_history import SEAT

if TYPE_CHECKING:
    from galo.arrays import IntVector, RealMatrix

SIZE_MASK = 255
BELIEF_FIELDS = 9  # integers in a BeliefState


class BeliefState(NamedTuple):
    """A round as seat 0 knows it."""

    hand: int  # its own tiles
    unseen: int
    left: int
    right: int
    mover: int
    sizes: int  # tiles that each seat holds, a byte for each; its own drawn unseen included
    lacks: int  # numbers that each seat lacks, a byte for each
    stock: int  # tiles in the boneyard
    passes: int


@kernel
def pack_belief(belief: BeliefState, row: "IntVector") -> None:
    """Write *belief* into the first BELIEF_FIELDS places of *row*."""
    row[0], row[1], row[2], row[3] = belief.hand, belief.unseen, belief.left, belief.right
    row[4], row[5], row[6] = belief.mover, belief.sizes, belief.lacks
    row[7], row[8] = belief.stock, belief.passes


@kernel
def unpack_belief(row: "IntVector") -> BeliefState:
    """Return the belief state that `pack_belief` wrote into *row*."""
    return BeliefState(
        int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]), int(row[5]), int(row[6]),
        int(row[7]), int(row[8]),
    )  # fmt: skip


@kernel
def held_by(belief: BeliefState, seat: int) -> int:
    """Return how many tiles *seat* holds."""
    return belief.sizes >> SEAT * seat & SIZE_MASK


@kernel
def may_hold(belief: BeliefState, seat: int) -> int:
    """Return the unseen tiles that *seat* does not lack."""
    return belief.unseen & ~suits(belief.lacks >> SEAT * seat & ALL_NUMBERS)


@kernel
def last_mover(rules: Rules, belief: BeliefState) -> int:
    """Return the seat before the mover."""
    return (belief.mover + rules.players - 1) % rules.players


@kernel
def has_ended(rules: Rules, belief: BeliefState) -> bool:
    """Return whether the seat before the mover went out, or everybody has passed."""
    return held_by(belief, last_mover(rules, belief)) == 0 or belief.passes == rules.players


@kernel
def after_move(rules: Rules, belief: BeliefState, move: int) -> BeliefState:
    """Return the belief state after the mover's *move*; a seat draws as much as is expected."""
    mover = (belief.mover + 1) % rules.players
    left, right = belief.left, belief.right
    # 1. A pass: the mover has drawn all there was.
    if move == PASS:
        lacks = belief.lacks | (1 << left | 1 << right) << SEAT * belief.mover
        sizes = belief.sizes + (belief.stock << SEAT * belief.mover)
        return BeliefState(
            belief.hand, belief.unseen, left, right, mover, sizes, lacks, 0, belief.passes + 1
        )
    # 2. A tile, in the draw game perhaps a drawn one.
    if left < 0:
        tile, left, right = move, move >> 3, move & 7
    elif move < SIDE:
        tile, left = tile_of(left, move), move
    else:
        tile, right = tile_of(right, move - SIDE), move - SIDE
    drawn = expected_draws(belief) + 1 if must_draw(belief) and belief.stock else 0
    sizes = belief.sizes + (drawn - 1 << SEAT * belief.mover)
    return BeliefState(
        belief.hand & ~alone(tile), belief.unseen & ~alone(tile), left, right, mover, sizes,
        belief.lacks, belief.stock - drawn, 0,
    )  # fmt: skip


@kernel
def fits(belief: BeliefState, tiles: int) -> int:
    """Return those of *tiles*, each once, that can be placed."""
    return tiles & suits(1 << belief.left | 1 << belief.right) & ONCE


@kernel
def must_draw(belief: BeliefState) -> bool:
    """Return whether seat 0 is to move and holds no tile that fits."""
    return belief.mover == 0 and belief.left >= 0 and fits(belief, belief.hand) == 0


@kernel
def expected_draws(belief: BeliefState) -> int:
    """Return how many tiles that do not fit a seat is expected to draw before one that does."""
    share = tiles_in(fits(belief, belief.unseen)) / max(tiles_in(belief.unseen), 1)
    found = int(belief.stock * (1.0 - share) / (belief.stock * share + 1.0))
    return max(min(found, belief.stock - 1), 0)


@kernel
def scale_of(marginals: "RealMatrix", belief: BeliefState, seat: int) -> float:
    """Return the factor that makes the *marginals* of *seat* add up to its tiles."""
    total = 0.0
    left = may_hold(belief, seat) & ONCE
    while left:
        total += marginals[seat, lowest_bit(left)]
        left &= left - 1
    return held_by(belief, seat) / total if total > 0.0 else 0.0


@kernel
def expected_lead(rules: Rules, marginals: "RealMatrix", belief: BeliefState) -> float:
    """Return the points of seat 0's side if the round is over, else its expected lead in pips."""
    ours, theirs = side_pips(rules, marginals, belief)
    if not has_ended(rules, belief):
        return theirs - ours
    last = last_mover(rules, belief)
    if held_by(belief, last) == 0:
        return theirs if last % 2 == 0 else -ours
    if ours == theirs:
        return 0.0
    return theirs if ours < theirs else -ours


@kernel
def side_pips(rules: Rules, marginals: "RealMatrix", belief: BeliefState) -> tuple[float, float]:
    """Return the pips that seat 0's side and the other side are expected to hold."""
    ours, theirs = expected_pips(marginals, belief, 0), expected_pips(marginals, belief, 1)
    if rules.players == 4:
        ours += expected_pips(marginals, belief, 2)
        theirs += expected_pips(marginals, belief, 3)
    return ours, theirs


@kernel
def expected_pips(marginals: "RealMatrix", belief: BeliefState, seat: int) -> float:
    """Return the pips that *seat* is expected to hold."""
    if seat == 0:
        # What it drew in the search is not known: as heavy as unseen tiles are.
        drawn = held_by(belief, 0) - tiles_in(belief.hand)
        return pips(belief.hand) + drawn * pips(belief.unseen) / max(tiles_in(belief.unseen), 1)
    total = 0.0
    left = may_hold(belief, seat) & ONCE
    while left:
        tile = lowest_bit(left)
        total += marginals[seat, tile] * ((tile >> 3) + (tile & 7))
        left &= left - 1
    return total * scale_of(marginals, belief, seat)
