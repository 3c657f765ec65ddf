"""The strongest player of dominó de 4 pontas: reads the plays, then plays the round out.

What it does is in `reading`, `playouts`, `prospects` and `outlook`; here is how much of it.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Move
from galo.games.rules.dominoes4 import OPENING, OPENING_SIX, Rules
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.player import Thinker
from galo.players.dominoes.public_history import told_moves
from galo.players.dominoes.sampling import Slices, Thoughts
from galo.players.dominoes4.evaluation import recall
from galo.players.dominoes4.inference import OTHER_SEATS, Chair, Desk, read_plays
from galo.players.dominoes4.match_equity import outlook
from galo.players.dominoes4.move_values import (
    DEALS,
    LEAD,
    MATCH,
    NEXT_PASSES,
    SUMS_SHAPE,
    Thought,
    play_out,
)
from galo.players.dominoes4.opponent_models import MODELS, Models, known_players
from galo.players.dominoes4.reasons import Prospect, reasons_among
from galo.players.dominoes4.rollouts import advantage
from galo.players.dominoes4.search import STACK_SHAPE
from galo.players.player import Decision, Limit
from galo.rng import Stream, fold_in

if TYPE_CHECKING:
    from galo.arrays import RealVector

SAMPLED = 6  # deals sampled for each that is kept


class Champion(Thinker):
    """Plays what comes to most in the deals that the plays make likely."""

    name = "champion"

    def __init__(self, deals: int, opponents: str, partner: str, threads: int) -> None:
        self.deals = deals
        self.threads = threads
        self.models = known_players(opponents, partner)

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        slices = Slices(limit, self.deals, threads=self.threads)
        belief = Belief(seen)
        sums, playouts, _ = think(belief, take_chair(belief), self.models, slices, rng.integer)
        now = advantage(seen.state._replace(mover=0))
        prospects = sorted(
            (prospect(move, sums[move.code], now) for move in seen.legal_moves),
            key=lambda each: (-each.wins, -each.lead),  # points, where the match is decided
        )
        best = prospects[0]
        reasons = reasons_among(seen, prospects)
        return Decision(best.move, best.wins, nodes=playouts, reasons=reasons)


def think(belief: Belief, chair: Chair, models: Models, slices: Slices, key: int) -> Thoughts:
    """Return what the moves of *chair* come to in *slices* of the deals that *belief* allows."""
    assert isinstance(belief.seen.game, Dominoes4)
    rules = belief.seen.game.rules

    def read_and_play(count: int, number: int) -> Thoughts:
        thought, desk, stream = new_thought(rules), new_desk(belief, count), fold_in(key, number)
        read_plays(rules, models, chair, desk, stream)
        play_out(rules, models, chair, desk, thought, stream)
        return Thoughts(thought.sums, int(thought.sums[:, DEALS].sum()), count)

    return slices.add_up(read_and_play)


def prospect(move: Move, sums: "RealVector", now: int) -> Prospect:
    """Return what *move* leads to, by what was added up for it; its pair is ahead by *now*."""
    deals = sums[DEALS]
    return Prospect(move, sums[MATCH] / deals, sums[LEAD] / deals - now, sums[NEXT_PASSES] / deals)


def take_chair(belief: Belief) -> Chair:
    """Return what the seat that believes this, and is to move, knows, as kernels take it."""
    seen = belief.seen
    codes = told_moves(seen)
    first = seen.plays[0].seat if seen.plays else seen.seat
    before = seen.scores[-1] if seen.scores else (0, 0)
    side = seen.seat % 2
    return Chair(
        seen.state._replace(mover=0),
        recall(codes),
        belief.hidden,
        codes,
        (first - seen.seat) % seen.game.seats,
        OPENING_SIX if seen.opener is None else OPENING,
        before[side],
        before[1 - side],
    )


def new_thought(rules: Rules) -> Thought:
    """Return nothing added up yet, in a match by these *rules*."""
    return Thought(np.zeros(SUMS_SHAPE), outlook(rules), np.zeros(STACK_SHAPE, np.int64))


def new_desk(belief: Belief, kept: int) -> Desk:
    """Return room for *kept* deals and those they are drawn from."""
    samples = kept * SAMPLED
    return Desk(
        belief.tiles,
        belief.ways,
        np.zeros((samples, OTHER_SEATS), np.int64),
        np.zeros(samples, np.int64),
        np.zeros(samples),
        np.zeros((OTHER_SEATS, MODELS)),
        np.zeros(kept, np.int64),
    )
