"""Whole populations of linear dominoes4 players at once: weights in, wins and counts out.

Every individual plays the same number of pairs: two matches from the same deals with the
sides exchanged. What comes out is a pure function of what went in: a match depends only on
its seed and its two players, and counts are added up as integers, so threads, chunks and
devices change nothing. `Match` with the same seed and players plays the same games.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from galo.counter import BLOCK_BITS, LARGEST_SEED, below, fold
from galo.errors import ConfigError
from galo.games.game import DEALS, DECISIONS
from galo.games.rules.dominoes4 import (
    CARROCA,
    CARROCA_POINTS,
    FIVE,
    GALO,
    GALO_POINTS,
    KIND_BITS,
    KIND_MASK,
    NO_OPENER,
    OUT,
    PASS,
    Rules,
    deal,
    is_round_over,
    match_winner,
    next_opener,
    pass_turn,
    place,
    side_points,
    total,
)
from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import nth
from galo.jit import kernel, lowest_bit, parallel_kernel, popcount, threads
from galo.players.dominoes4.evaluation import COLUMNS, best_moves, nothing_seen, remember

if TYPE_CHECKING:
    Table = np.ndarray[tuple[int, int], np.dtype[np.int32]]

COMMON, INDEPENDENT = 0, 1  # deals: the same for every individual, or its own for each
DEAL_KINDS = ("common", "independent")
CHUNK = 64  # pairs that one turn of a thread plays


class Counts(NamedTuple):
    """What an individual's matches add up to; from rounds to carroças, of both sides together."""

    wins: int
    points: int
    points_against: int
    rounds: int
    moves: int
    passes: int
    galos: int
    blocks: int
    batidas: int
    carrocas: int
    pairs_lost: int  # pairs of matches of which it won none, one, both
    pairs_split: int
    pairs_won: int


class Standing(NamedTuple):
    """A match between two rounds."""

    score0: int  # of side 0
    score1: int
    opener: int  # of the next round
    rounds: int
    turns: int  # moves and deals: what `Match` counts decisions by
    passes: int
    galos: int
    batidas: int
    carrocas: int


class Players(NamedTuple):
    """Who plays: rows of the weights."""

    side0: int
    side1: int


@kernel
def new_match() -> Standing:
    """Return the standing before the first round."""
    return Standing(0, 0, NO_OPENER, 0, 0, 0, 0, 0, 0)


@kernel
def play_round(
    rules: Rules, weights: "Table", players: Players, seed: int, standing: Standing
) -> Standing:
    """Return the standing after one more round of the match of *seed*."""
    root = fold(0, seed)
    decisions = fold(root, DECISIONS)
    state = deal(rules, standing.opener, fold(fold(root, DEALS), standing.rounds))
    memory = nothing_seen()
    turns, passes = standing.turns, standing.passes
    while not is_round_over(state):
        row = players.side0 if state.mover % 2 == 0 else players.side1
        best = best_moves(rules, weights, row, state, memory)
        move = lowest_bit(best)
        if best & (best - 1):  # a draw is needed
            block = (turns * 4 + state.mover) << BLOCK_BITS
            move = nth(best, below(decisions, block, popcount(best)))
        # Two ways, not one with `play`: then whether it is a pass is asked only once.
        if move == PASS:
            memory = remember(memory, state.table, PASS)
            state = pass_turn(rules, state)
            passes += 1
        else:
            memory = remember(memory, state.table, move)
            state = place(rules, state, move)
        turns += 1
    points0, points1 = side_points(state, 0), side_points(state, 1)
    return Standing(
        standing.score0 + total(points0),
        standing.score1 + total(points1),
        next_opener(state),
        standing.rounds + 1,
        turns + 1,  # the next deal
        passes,
        standing.galos + times(points0 + points1, GALO, GALO_POINTS),
        standing.batidas + int(state.phase == OUT),
        standing.carrocas + times(points0 + points1, CARROCA, CARROCA_POINTS),
    )


@kernel
def winner_of(standing: Standing) -> int:
    """Return the side that has won, or NOBODY yet."""
    return match_winner(standing.score0, standing.score1)


@kernel
def play_match(rules: Rules, weights: "Table", players: Players, seed: int) -> Standing:
    """Return how the match of *seed* ends."""
    standing = new_match()
    while winner_of(standing) == NOBODY:
        standing = play_round(rules, weights, players, seed, standing)
    return standing


@kernel
def times(points: int, kind: int, worth: int) -> int:
    """Return how often *kind*, *worth* that many points each time, is in packed *points*."""
    return (points >> (kind * KIND_BITS) & KIND_MASK) * FIVE // worth


@kernel
def pair_seed(seed: int, deals: int, individual: int, pair: int) -> int:
    """Return the seed of both matches of a *pair*."""
    key = fold(0, seed)
    if deals == INDEPENDENT:
        key = fold(key, individual)
    return fold(key, pair)


@kernel
def seated(individual: int, opponent: int, exchanged: int) -> Players:
    """Return who sits where in the first match of a pair, or in the *exchanged* one."""
    return Players(opponent, individual) if exchanged else Players(individual, opponent)


@kernel
def match_counts(standing: Standing, exchanged: int, won_before: int) -> Counts:
    """Return what a finished match adds to its individual's counts.

    The *exchanged* match completes a pair, of which *won_before* matches are won already.
    """
    won = int(winner_of(standing) == exchanged)
    ours, theirs = standing.score0, standing.score1
    if exchanged:
        ours, theirs = theirs, ours
    return Counts(
        won,
        ours,
        theirs,
        standing.rounds,
        standing.turns - standing.rounds,
        standing.passes,
        standing.galos,
        standing.rounds - standing.batidas,
        standing.batidas,
        standing.carrocas,
        int(exchanged and won_before + won == 0),
        int(exchanged and won_before + won == 1),
        int(exchanged and won_before + won == 2),
    )


@parallel_kernel
def play_chunks(
    rules: Rules, weights: "Table", job: "Job", counts: "np.ndarray[tuple[int, int, int], Any]"
) -> None:
    """Play the pairs of *job* and write what each individual got in each chunk."""
    individuals, chunks = counts.shape[0], counts.shape[1]
    for task in threads(individuals * chunks):
        individual, chunk = task // chunks, task % chunks
        last = min((chunk + 1) * job.chunk, job.pairs)
        for pair in range(chunk * job.chunk, last):
            # The opponent is the row after the individuals.
            seed = pair_seed(job.seed, job.deals, individual, job.first + pair)
            won = 0
            for exchanged in range(2):
                players = seated(individual, individuals, exchanged)
                standing = play_match(rules, weights, players, seed)
                found = match_counts(standing, exchanged, won)
                won = found.wins
                for column in range(len(found)):
                    counts[individual, chunk, column] += found[column]


class Job(NamedTuple):
    """Which pairs to play: *pairs* of them from number *first* on."""

    seed: int
    first: int
    pairs: int
    deals: int  # COMMON or INDEPENDENT
    chunk: int = CHUNK


def checked_weights(
    population: Sequence[Sequence[int]], opponent: Sequence[int], job: Job
) -> "Table":
    """Return the rows of everybody, the opponent last, once *job* is known to make sense."""
    weights = np.array([*population, opponent], np.int32)
    if weights.shape != (len(population) + 1, COLUMNS):
        raise ConfigError(f"weights of shape {weights.shape} are not rows of {COLUMNS} integers")
    if job.pairs < 1 or job.chunk < 1:
        raise ConfigError(f"{job.pairs} pairs in chunks of {job.chunk}: both must be 1 or more")
    if not 0 <= job.seed <= LARGEST_SEED:
        raise ConfigError(f"seed {job.seed} is not a whole number from 0 to {LARGEST_SEED}")
    return weights


def simulate(
    population: Sequence[Sequence[int]],
    opponent: Sequence[int],
    job: Job,
    rules: Rules | None = None,
) -> list[Counts]:
    """Return what every individual, a row of weights, gets from its pairs against *opponent*."""
    weights = checked_weights(population, opponent, job)
    chunks = -(-job.pairs // job.chunk)
    counts = np.zeros((len(population), chunks, len(Counts._fields)), np.int64)
    play_chunks(rules or Rules(), weights, job, counts)
    return [Counts(*map(int, row)) for row in counts.sum(axis=1)]
