"""The batch simulator for rows of candidate counts: the same matches, another evaluation.

Its loop over chunks is that of `batch` again: Numba finds no kernel on disk that takes another as
an argument, and would compile it in every process.
"""

from typing import TYPE_CHECKING, Any

from galo.arena.batch import (
    Job,
    MatchState,
    Players,
    after_round,
    contest_at,
    match_counts,
    match_seed,
    new_match,
    players_of,
    winner_of,
)
from galo.games.game import DEALS, DECISIONS
from galo.games.rules.dominoes4 import (
    NO_OPENER,
    PASS,
    Rules,
    State,
    deal_round,
    is_round_over,
    match_winner,
    play,
    side_points,
)
from galo.games.rules.dominoes4_points import total
from galo.games.rules.ending import NOBODY
from galo.jit import kernel, parallel_kernel, prange
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes4.candidate_counts import (
    ALWAYS_SIX,
    AT_ONCE,
    TIES,
    EndsMade,
    Situation,
    best_candidate_moves,
    chosen_of,
    made_after,
)
from galo.players.dominoes4.public_history import update_history
from galo.rng import fold_in
from galo.stream import BLOCK_BITS

if TYPE_CHECKING:
    import numpy as np

    from galo.arrays import Int32Matrix, IntMatrix


@kernel
def is_decided(rules: Rules, match: MatchState, state: State) -> bool:
    """Return whether the points of this round, so far, decide the match."""
    ours = match.score0 + total(side_points(state, 0))
    return match_winner(rules, ours, match.score1 + total(side_points(state, 1))) != NOBODY


@kernel
def play_candidate_round(
    rules: Rules, weights: "Int32Matrix", players: Players, seed: int, match: MatchState
) -> MatchState:
    """Return the match of *seed* after one more round.

    The rules of the match that a row may change, AT_ONCE and ALWAYS_SIX, are those of side 0.
    """
    root = fold_in(0, seed)
    decisions = fold_in(root, DECISIONS)
    opener = NO_OPENER if weights[players.side0, ALWAYS_SIX] else match.opener
    state = deal_round(rules, opener, fold_in(fold_in(root, DEALS), match.rounds))
    history, made = empty_history(), EndsMade(0, 0, 0, 0)
    turns, passes = match.turns, match.passes
    while not is_round_over(state):
        row = players.side0 if state.mover % 2 == 0 else players.side1
        best = best_candidate_moves(rules, weights, row, Situation(state, history, made))
        block = (turns * 4 + state.mover) << BLOCK_BITS
        move = chosen_of(weights[row, TIES], best, state, decisions, block)
        history, made = update_history(rules, history, state, move), made_after(made, move)
        state = play(rules, state, move)
        passes += int(move == PASS)
        turns += 1
        if weights[players.side0, AT_ONCE] and is_decided(rules, match, state):
            break
    return after_round(rules, match, state, turns, passes)


@parallel_kernel
def play_candidate_chunks(
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
                match = new_match()
                while winner_of(rules, match) == NOBODY:
                    players = players_of(contest, exchanged)
                    match = play_candidate_round(rules, weights, players, seed, match)
                found = match_counts(rules, match, exchanged, won)
                won = found.wins
                for column in range(len(found)):
                    counts[number, chunk, column] += found[column]
