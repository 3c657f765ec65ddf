"""Whole populations of linear dominoes4 players at once: weights in, wins and counts out.

Many contests are played at the same time, each between two rows of weights and of the same
number of pairs: two matches with the sides exchanged. The result is a pure function of the
arguments: a match depends only on its seed and its two players, and counts are added up as
integers, so threads, chunks, devices and other contests change nothing. `Match` with the same
seed and players plays the same games.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from galo.errors import ConfigError
from galo.games.game import DEALS, DECISIONS
from galo.games.rules.dominoes4 import (
    NO_OPENER,
    OUT,
    PASS,
    Rules,
    State,
    deal_round,
    is_round_over,
    match_winner,
    next_opener,
    pass_turn,
    place,
    side_points,
)
from galo.games.rules.dominoes4_points import (
    CARROCA,
    CARROCA_POINTS,
    FIVE,
    GALO,
    GALO_POINTS,
    KIND_BITS,
    KIND_MASK,
    total,
)
from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import nth
from galo.jit import kernel, lowest_bit, parallel_kernel, popcount, prange
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes4.candidate_counts import CANDIDATE_COLUMNS
from galo.players.dominoes4.evaluation import COLUMNS, best_moves
from galo.players.dominoes4.public_history import update_history
from galo.players.dominoes4.strategy_rows import StrategyPlayers
from galo.rng import fold_in, randint
from galo.stream import BLOCK_BITS, Stream

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix, IntMatrix

    Rows = Sequence[Sequence[int]] | Int32Matrix

Counted = TypeVar("Counted", bound="tuple[int, ...]")
CHUNK = 64  # pairs that one turn of a thread plays


class Contest(NamedTuple):
    """Two players, as rows of the weights, and their deals, as keys of streams.

    With equal keys both matches of a pair have the same deals; contests may share them too.
    """

    one: int
    other: int
    deals: int
    exchanged_deals: int

    @classmethod
    def paired(cls, seed: int) -> "Contest":
        """Return the contest of rows 0 and 1 on the deals of *seed*, the same from both sides."""
        key = Stream.of(seed).key
        return cls(0, 1, key, key)


class Job(NamedTuple):
    """The pairs of every contest: *pairs* of them from number *first* on."""

    first: int
    pairs: int
    chunk: int = CHUNK


class Counts(NamedTuple):
    """The results of a contest for its first player; `rounds` to `carrocas` count both sides."""

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


def sum_of_counts(one: Counted, other: Counted) -> Counted:
    """Return the counts of the matches of *one* and of *other* together."""
    kind: Any = type(one)
    return kind(*map(int.__add__, one, other))  # type: ignore[no-any-return]


class MatchState(NamedTuple):
    """The state of a match between two rounds."""

    score0: int  # of side 0
    score1: int
    opener: int  # of the next round
    rounds: int
    turns: int  # moves and deals: `Match` numbers decisions by them
    passes: int
    galos: int
    batidas: int
    carrocas: int


class Players(NamedTuple):
    """The players of a match: rows of the weights."""

    side0: int
    side1: int


@kernel
def new_match() -> MatchState:
    """Return a match before its first round."""
    return MatchState(0, 0, NO_OPENER, 0, 0, 0, 0, 0, 0)


@kernel
def play_round(
    rules: Rules, weights: "Int32Matrix", players: Players, seed: int, match: MatchState
) -> MatchState:
    """Return the match of *seed* after one more round."""
    root = fold_in(0, seed)
    decisions = fold_in(root, DECISIONS)
    state = deal_round(rules, match.opener, fold_in(fold_in(root, DEALS), match.rounds))
    history = empty_history()
    turns, passes = match.turns, match.passes
    while not is_round_over(state):
        row = players.side0 if state.mover % 2 == 0 else players.side1
        best = best_moves(rules, weights, row, state, history)
        move = lowest_bit(best)
        if best & (best - 1):  # several best moves: choose one at random
            block = (turns * 4 + state.mover) << BLOCK_BITS
            move = nth(best, randint(decisions, block, popcount(best)))
        # Two ways, not one with `play`: then whether it is a pass is asked only once.
        if move == PASS:
            history = update_history(rules, history, state, PASS)
            state = pass_turn(rules, state)
            passes += 1
        else:
            history = update_history(rules, history, state, move)
            state = place(rules, state, move)
        turns += 1
    return after_round(rules, match, state, turns, passes)


@kernel
def after_round(
    rules: Rules, match: MatchState, state: State, turns: int, passes: int
) -> MatchState:
    """Return *match* after a round that ended in *state*; *turns* and *passes* are of the match."""
    points0, points1 = side_points(state, 0), side_points(state, 1)
    return MatchState(
        match.score0 + total(points0),
        match.score1 + total(points1),
        next_opener(rules, state),
        match.rounds + 1,
        turns + 1,  # the next deal
        passes,
        match.galos + times(points0 + points1, GALO, GALO_POINTS),
        match.batidas + int(state.phase == OUT),
        match.carrocas + times(points0 + points1, CARROCA, CARROCA_POINTS),
    )


@kernel
def winner_of(rules: Rules, match: MatchState) -> int:
    """Return the side that has won, or NOBODY yet."""
    return match_winner(rules, match.score0, match.score1)


@kernel
def play_match(rules: Rules, weights: "Int32Matrix", players: Players, seed: int) -> MatchState:
    """Return the match of *seed* at its end."""
    match = new_match()
    while winner_of(rules, match) == NOBODY:
        match = play_round(rules, weights, players, seed, match)
    return match


@kernel
def times(points: int, kind: int, worth: int) -> int:
    """Return how often *kind*, worth *worth* points each time, is in packed *points*."""
    return (points >> (kind * KIND_BITS) & KIND_MASK) * FIVE // worth


@kernel
def match_seed(contest: Contest, pair: int, exchanged: int) -> int:
    """Return the seed of the first match of a *pair*, or of the *exchanged* one."""
    return fold_in(contest.exchanged_deals if exchanged else contest.deals, pair)


@kernel
def players_of(contest: Contest, exchanged: int) -> Players:
    """Return the players of the first match of a pair, or of the *exchanged* one."""
    if exchanged:
        return Players(contest.other, contest.one)
    return Players(contest.one, contest.other)


@kernel
def match_counts(rules: Rules, match: MatchState, exchanged: int, won_before: int) -> Counts:
    """Return the counts of a finished match, to be added to those of its contest.

    The *exchanged* match completes a pair, of which *won_before* matches are won already.
    """
    won = int(winner_of(rules, match) == exchanged)
    ours, theirs = match.score0, match.score1
    if exchanged:
        ours, theirs = theirs, ours
    return Counts(
        won,
        ours,
        theirs,
        match.rounds,
        match.turns - match.rounds,
        match.passes,
        match.galos,
        match.rounds - match.batidas,
        match.batidas,
        match.carrocas,
        int(exchanged and won_before + won == 0),
        int(exchanged and won_before + won == 1),
        int(exchanged and won_before + won == 2),
    )


@kernel
def contest_at(contests: "IntMatrix", number: int) -> Contest:
    """Return row *number* of *contests*."""
    return Contest(
        contests[number, 0], contests[number, 1], contests[number, 2], contests[number, 3]
    )


@parallel_kernel
def play_chunks(
    rules: Rules,
    weights: "Int32Matrix",
    contests: "IntMatrix",
    job: Job,
    counts: "np.ndarray[tuple[int, int, int], Any]",
) -> None:
    """Play the pairs of *job* and add the counts of each contest and chunk to *counts*."""
    chunks = counts.shape[1]
    for task in prange(counts.shape[0] * chunks):
        number, chunk = task // chunks, task % chunks
        contest = contest_at(contests, number)
        last = min((chunk + 1) * job.chunk, job.pairs)
        for pair in range(chunk * job.chunk, last):
            won = 0
            for exchanged in range(2):
                seed = match_seed(contest, job.first + pair, exchanged)
                match = play_match(rules, weights, players_of(contest, exchanged), seed)
                found = match_counts(rules, match, exchanged, won)
                won = found.wins
                for column in range(len(found)):
                    counts[number, chunk, column] += found[column]


def checked(
    weights: "Rows | StrategyPlayers", contests: "Sequence[Contest] | IntMatrix", job: Job
) -> "tuple[Any, IntMatrix]":
    """Return both as new arrays; raise unless they fit each other and *job*.

    Strategies are returned as they are.
    """
    rows = weights if isinstance(weights, StrategyPlayers) else _checked_rows(weights)
    return rows, checked_contests(contests, len(rows), job)


def checked_contests(
    contests: "Sequence[Contest] | IntMatrix", players: int, job: Job
) -> "IntMatrix":
    """Return *contests* as a new array; raise unless they are between *players* and fit *job*."""
    rows = np.array(contests, np.int64)
    if rows.ndim != 2 or rows.shape[1] != len(Contest._fields) or (rows < 0).any():
        raise ConfigError(f"contests of shape {rows.shape} are not rows of four numbers")
    if (rows[:, :2] >= players).any():
        raise ConfigError(f"a contest names a player beyond the {players} there are")
    if job.pairs < 1 or job.chunk < 1 or job.first < 0:
        raise ConfigError(f"{job.pairs} pairs in chunks of {job.chunk}: both must be 1 or more")
    return rows


def _checked_rows(weights: "Rows") -> "Int32Matrix":
    """Return *weights* as a new matrix of a width that the simulator knows."""
    rows = np.array(weights, np.int32)
    if rows.ndim != 2 or rows.shape[1] not in (COLUMNS, CANDIDATE_COLUMNS):
        raise ConfigError(
            f"weights of shape {rows.shape} are not rows of {COLUMNS} or {CANDIDATE_COLUMNS} "
            "integers"
        )
    return rows


def chunks_player(columns: int) -> Callable[..., None]:
    """Return the kernel that plays rows of so many *columns*: they tell which evaluation it is."""
    if columns == COLUMNS:
        return play_chunks
    from galo.arena.candidate_batch import play_candidate_chunks

    return play_candidate_chunks


def simulate(
    weights: "Rows | StrategyPlayers",
    contests: "Sequence[Contest] | IntMatrix",
    job: Job,
    rules: Rules | None = None,
) -> "list[Any]":
    """Return the `Counts` of each of *contests*, for its first row of *weights*.

    Of strategies they are `StyledCounts`.
    """
    if isinstance(weights, StrategyPlayers):
        from galo.arena.strategy_simulation import simulate_strategies

        return simulate_strategies(weights, contests, job, rules or Rules())
    rows, contest_rows = checked(weights, contests, job)
    chunks = -(-job.pairs // job.chunk)
    counts = np.zeros((len(contest_rows), chunks, len(Counts._fields)), np.int64)
    chunks_player(rows.shape[1])(rules or Rules(), rows, contest_rows, job, counts)
    return [Counts._make(row) for row in counts.sum(axis=1).tolist()]
