"""Alpha-beta over a round in which all hands are known: points to so many plies.

The hands turn, so a value is for the mover's pair and changes sign with the turn, except
after the end of a round, which leaves the chair to who placed the last tile.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.counter import fold
from galo.games.rules.dominoes4 import (
    PASS,
    PLAYING,
    Rules,
    State,
    is_round_over,
    legal_moves,
    play,
    total,
)
from galo.jit import kernel, long_kernel, lowest_bit
from galo.players.dominoes4.evaluation import scoring_moves
from galo.players.hands import Hidden, sample_deal

if TYPE_CHECKING:
    from galo.games.rules.ending import Integers
    from galo.players.dominoes4.models import Floats
    from galo.players.hands import Ways

FAR = 10_000  # beyond any number of points


@kernel
def lead(state: State) -> int:
    """Return by how many points the mover's pair is ahead in this round."""
    return total(state.ours) - total(state.theirs)


@long_kernel
def search(rules: Rules, state: State, depth: int, alpha: int, beta: int) -> int:
    """Return the lead that the mover's pair reaches in *depth* plies, all hands being known.

    What is not between *alpha* and *beta* is a bound.
    """
    # 1. At the end of the round or of the depth, what counts is the points.
    if is_round_over(state) or depth <= 0:
        return lead(state)
    # 2. A pass is no choice and costs no depth: what it brings comes with the next tile.
    moves = legal_moves(state)
    if moves == 1 << PASS:
        return -search(rules, play(rules, state, PASS), depth, -beta, -alpha)
    # 3. Tiles that score first: they are the likeliest to cut the others off.
    first = moves & scoring_moves(state.table) if state.phase == PLAYING else 0
    best = -FAR
    for tried in (first, moves ^ first):
        left = tried
        while left:
            after = play(rules, state, lowest_bit(left))
            left &= left - 1
            if is_round_over(after):
                value = lead(after)
            else:
                value = -search(rules, after, depth - 1, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                return best
    return best


@long_kernel
def vote(
    rules: Rules, known: State, hidden: Hidden, found: "tuple[Integers, Ways]", sums: "Floats",
    limits: tuple[int, int, int],
) -> None:
    """Add up for every move of *known*, the mover's hand alone, its leads in random deals.

    *found* is what `count_deals` says of *hidden*; *limits* are deals, depth and a key.
    """
    deals, depth, key = limits
    for number in range(deals):
        hands = sample_deal(hidden, found[0], found[1], fold(key, number))
        state = State(
            known.hand0, hands[0], hands[1], hands[2], known.mover, known.phase, known.table,
            known.passes, known.ours, known.theirs,
        )  # fmt: skip
        moves = legal_moves(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(rules, state, move)
            if is_round_over(after):
                sums[move] += lead(after)
            else:
                sums[move] -= search(rules, after, depth - 1, -FAR, FAR)
