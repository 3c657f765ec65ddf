"""Deals that fit what a seat has seen, and how likely each makes what the others chose.

A deal is a row of six numbers: the hands of seats 0 to 3 as they were dealt, and the two halves
of the boneyard. Every deal that contradicts nothing is as likely as any other at first. Then it
is replayed, and each choice of another seat weighs it by

    (1 - DOUBT) * softmax(value of the tile played by a row of weights) + DOUBT * 1 / options

and as many deals as are wanted are taken from the lot, in proportion to their weights.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import PASS
from galo.games.dominoes.tiles import to_bits
from galo.games.rules.dominoes2 import NO_OPENER, Rules, State, legal_moves, play, start
from galo.games.rules.tiles import ONCE
from galo.jit import kernel, lowest_bit, no_gil_kernel, popcount
from galo.players.dominoes.belief import Belief, belief_of
from galo.players.dominoes.determinization import Hidden, sample_deal
from galo.players.dominoes.public_history import told_moves
from galo.players.dominoes2.evaluation import Memory, nothing_seen, remember, value_of
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector, RealMatrix, RealVector

ROW = 6  # numbers that tell a deal
STOCK = 4  # where the boneyard begins in them
DOUBT = 0.1  # share of choices that follow no rule we know
STEPS = 256  # entries of `fading`
STEP = 25  # units of value from one entry to the next
ROUNDED = float(1 << 30)


class Story(NamedTuple):
    """A hand as its moves tell it, and who listens."""

    rules: Rules
    opener: int
    seat: int
    moves: "IntVector"


def story_of(seen: DominoObservation) -> Story:
    """Return what kernels need to tell this hand again from any deal."""
    opener = NO_OPENER if seen.opener is None else seen.opener
    return Story(seen.game.rules, opener, seen.seat, told_moves(seen))


def fading(temperature: float) -> "RealVector":
    """Return what an option so many steps below the best is worth beside it.

    Rounded, so that it is the same wherever it is computed.
    """
    faded = np.exp(-np.arange(STEPS) * STEP / temperature)
    return np.asarray(np.rint(faded * ROUNDED) / ROUNDED)


class Deals:
    """The deals that fit what one seat has seen."""

    def __init__(self, seen: DominoObservation) -> None:
        self._seen = seen
        self._belief = belief_of(seen)

    def sample(self, count: int, key: int) -> "IntMatrix":
        """Return *count* of them, each as likely as any other, from the stream *key*."""
        seen, belief = self._seen, self._belief
        rows = np.zeros((count, ROW), np.int64)
        if isinstance(belief, Belief):
            sample_hands(belief.hidden, belief.tiles, belief.ways, key, rows)
            rows[:, :STOCK] = np.roll(rows[:, :STOCK], seen.seat, axis=1)  # from chairs to seats
            for played in seen.plays:
                if played.text != PASS:
                    rows[:, played.seat] |= to_bits([played.tile])
            rows[:, seen.seat] = to_bits(seen.dealt)
        else:
            found = belief.deals(count, key)
            rows[:, seen.seat] = to_bits(seen.dealt)
            rows[:, 1 - seen.seat] = found[:, 0]
            rows[:, STOCK:] = found[:, 1:]
        return rows


@no_gil_kernel
def sample_hands(
    hidden: Hidden, tiles: "IntVector", ways: "IntMatrix", key: int, rows: "IntMatrix"
) -> None:
    """Fill columns 1 to 3 of *rows* with the hands, now, of the next seat and those after it."""
    for k in range(len(rows)):
        rows[k, 1], rows[k, 2], rows[k, 3] = sample_deal(hidden, tiles, ways, fold_in(key, k))


@kernel
def dealt(story: Story, deals: "IntMatrix", k: int) -> State:
    """Return the hand of row *k* of *deals* before its first move."""
    hands = (int(deals[k, 0]), int(deals[k, 1]), int(deals[k, 2]), int(deals[k, 3]))
    return start(story.rules, story.opener, hands, int(deals[k, STOCK]), int(deals[k, STOCK + 1]))


@kernel
def retold(story: Story, deals: "IntMatrix", k: int) -> tuple[State, Memory]:
    """Return where the moves of *story* lead from row *k* of *deals*, and what all have seen."""
    state, memory = dealt(story, deals, k), nothing_seen()
    for number in range(len(story.moves)):
        move = int(story.moves[number])
        memory = remember(story.rules, memory, state, move)
        state = play(story.rules, state, move)
    return state, memory


@no_gil_kernel
def tiles_held(story: Story, deals: "IntMatrix", counts: "RealMatrix") -> None:
    """Add to *counts*, by chair from the mover's and by tile, who holds what in each of *deals*."""
    for k in range(len(deals)):
        state, _ = retold(story, deals, k)
        for chair in range(1, story.rules.players):
            left = (state.hand1, state.hand2, state.hand3)[chair - 1] & ONCE
            while left:
                counts[chair, lowest_bit(left)] += 1.0
                left &= left - 1


@kernel
def likelihood(
    rules: Rules, row: "IntVector", fade: "RealVector", state: State, memory: Memory, chosen: int
) -> float:
    """Return how likely the mover, valuing by *row*, is to have *chosen* this move."""
    moves = legal_moves(state)
    options = popcount(moves)
    if options == 1:
        return 1.0
    mine = value_of(rules, row, state, memory, chosen)
    most, left = mine, moves
    while left:
        most = max(most, value_of(rules, row, state, memory, lowest_bit(left)))
        left &= left - 1
    total = 0.0
    while moves:
        value = value_of(rules, row, state, memory, lowest_bit(moves))
        moves &= moves - 1
        total += fade[min((most - value) // STEP, STEPS - 1)]
    follows = fade[min((most - mine) // STEP, STEPS - 1)] / total
    return float((1.0 - DOUBT) * follows + DOUBT / options)


@no_gil_kernel
def weigh(
    story: Story, row: "IntVector", fade: "RealVector", deals: "IntMatrix", weights: "RealVector"
) -> float:
    """Fill *weights* with those of *deals*, and return what they are together."""
    total = 0.0
    for k in range(len(deals)):
        state, memory = dealt(story, deals, k), nothing_seen()
        weight = 1.0
        for number in range(len(story.moves)):
            move = int(story.moves[number])
            if state.mover != story.seat:
                weight *= likelihood(story.rules, row, fade, state, memory, move)
            memory = remember(story.rules, memory, state, move)
            state = play(story.rules, state, move)
        weights[k] = weight
        total += weight
    return total
