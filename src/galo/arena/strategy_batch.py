"""The batch simulator for strategies and formulas: the same matches, any value of an option.

One text serves for all of them: `strategy_kernels` makes its kernels anew around the kernels that
value an option, and the kernel cache keeps them by the sources of these. Linear players, as in
`batch`, meet strategies in the same match. The threads are Python's: a loop on all cores would take
Numba longer to compile than all the rest, and here somebody waits for it.

Beside the counts of `batch` it counts how the first player of a contest plays: its style.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from galo.arena.batch import (
    Counts,
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
    PASS,
    Rules,
    State,
    deal_round,
    is_round_over,
    pass_turn,
    place,
    side_points,
)
from galo.games.rules.dominoes4_layout import ARM, matched
from galo.games.rules.dominoes4_points import (
    BLOCK,
    FIVE,
    GALO,
    GARAGEM,
    KIND_BITS,
    KIND_MASK,
    PASSED,
    TABLE,
)
from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import nth, size
from galo.jit import ClosureKernels, kernel, lowest_bit, popcount
from galo.players.dominoes.public_history import (
    PublicHistory,
    empty_history,
    tiles_played,
)
from galo.players.dominoes4.evaluation import best_moves
from galo.players.dominoes4.option_choice import FAULT, Mover, Value, option_chooser
from galo.players.dominoes4.public_history import update_history
from galo.players.dominoes4.strategy_rows import LINEAR, PlayerRows
from galo.rng import fold_in, randint
from galo.stream import BLOCK_BITS

if TYPE_CHECKING:
    from galo.arrays import IntCube, IntMatrix, IntVector, RealMatrix, RealVector

EARLY = 8  # tiles of a round
STACK = 64  # numbers that a formula may have waiting


class StyledCounts(NamedTuple):
    """The counts of `batch`, and the style of the first player's pair: sums over all rounds."""

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
    pairs_lost: int
    pairs_split: int
    pairs_won: int
    own_passes: int  # of the pair itself
    early_pips: int  # of the tiles that it placed among the first EARLY
    table_points: int
    pass_points: int
    galo_points: int
    garagem_points: int
    block_points: int
    faulty_pair: int  # 1 + the first pair in which an option had no value; 0 if there is none


PLAIN = len(Counts._fields)
OWN_PASSES, EARLY_PIPS, KINDS_OF_POINTS, FAULTY_PAIR = (
    StyledCounts._fields.index(name)
    for name in ("own_passes", "early_pips", "table_points", "faulty_pair")
)
COUNTED_KINDS = (TABLE, PASSED, GALO, GARAGEM, BLOCK)


@kernel
def add_move(state: State, history: PublicHistory, move: int, style: "IntVector") -> None:
    """Add *move* of the first player's pair to its *style*."""
    if move == PASS:
        style[OWN_PASSES] += 1
        return
    if size(tiles_played(history)) < EARLY:
        style[EARLY_PIPS] += matched(state.layout, move) + move % ARM


@kernel
def add_points(points: int, style: "IntVector") -> None:
    """Add packed *points* of a round to the *style*."""
    for column in range(len(COUNTED_KINDS)):
        kind = COUNTED_KINDS[column]
        style[KINDS_OF_POINTS + column] += (points >> (kind * KIND_BITS) & KIND_MASK) * FIVE


class Notes(NamedTuple):
    """Where a round is noted down: the style of the pair *side*, and the numbers of a formula."""

    side: int
    style: "IntVector"
    stack: "RealVector"


class Tasks(NamedTuple):
    """The chunks of contests that one thread plays, numbered through, and where all are counted."""

    begin: int
    end: int
    stacks: "RealMatrix"  # [tasks, STACK]
    counts: "IntCube"  # [contests, chunks, columns]


class StrategyKernels(NamedTuple):
    """The kernels around the strategies of one simulation."""

    play_round: Callable[..., MatchState]
    play_tasks: Callable[..., None]


@cache
def strategy_kernels(values: tuple[Value, ...], sources: tuple[str, ...]) -> StrategyKernels:
    """Return the simulator of the strategies *values*, kernels from the files *sources*."""
    sources = (*sources, __file__)
    closures = ClosureKernels(sources)
    best_options = option_chooser(values, sources)

    @closures.kernel
    def play_strategy_round(
        rules: Rules,
        rows: PlayerRows,
        players: Players,
        seed: int,
        match: MatchState,
        notes: Notes,
    ) -> MatchState:
        """Return the match of *seed* after one more round."""
        root = fold_in(0, seed)
        decisions = fold_in(root, DECISIONS)
        state = deal_round(rules, match.opener, fold_in(fold_in(root, DEALS), match.rounds))
        history = empty_history()
        turns, passes = match.turns, match.passes
        while not is_round_over(state):
            mover = state.mover % 2
            row = players.side0 if mover == 0 else players.side1
            if rows.kinds[row] == LINEAR:
                best = best_moves(rules, rows.linear, row, state, history)
            else:
                ours = match.score0 if mover == 0 else match.score1
                theirs = match.score1 if mover == 0 else match.score0
                who = Mover(row, ours, theirs)
                best = best_options(rules, rows, who, state, history, notes.stack)
                if best >> FAULT & 1:
                    notes.style[FAULTY_PAIR] = 1
                    best ^= 1 << FAULT
            move = lowest_bit(best)
            if best & (best - 1):  # several best moves: choose one at random
                block = (turns * 4 + state.mover) << BLOCK_BITS
                move = nth(best, randint(decisions, block, popcount(best)))
            if mover == notes.side:
                add_move(state, history, move, notes.style)
            history = update_history(rules, history, state, move)
            if move == PASS:
                state = pass_turn(rules, state)
                passes += 1
            else:
                state = place(rules, state, move)
            turns += 1
        add_points(side_points(state, notes.side), notes.style)
        return after_round(rules, match, state, turns, passes)

    @closures.no_gil_kernel
    def play_strategy_tasks(
        rules: Rules, rows: PlayerRows, contests: "IntMatrix", job: Job, tasks: Tasks
    ) -> None:
        """Play *tasks*, and add their counts to those of each contest and chunk."""
        chunks = tasks.counts.shape[1]
        for task in range(tasks.begin, tasks.end):
            number, chunk = task // chunks, task % chunks
            contest = contest_at(contests, number)
            found, faulty = tasks.counts[number, chunk], 0
            last = min((chunk + 1) * job.chunk, job.pairs)
            for pair in range(chunk * job.chunk, last):
                won = 0
                for exchanged in range(2):
                    seed = match_seed(contest, job.first + pair, exchanged)
                    players = players_of(contest, exchanged)
                    match, notes = new_match(), Notes(exchanged, found, tasks.stacks[task])
                    while winner_of(rules, match) == NOBODY:
                        match = play_strategy_round(rules, rows, players, seed, match, notes)
                    plain = match_counts(rules, match, exchanged, won)
                    won = plain.wins
                    for column in range(PLAIN):
                        found[column] += plain[column]
                if found[FAULTY_PAIR] and not faulty:
                    faulty = job.first + pair + 1
            found[FAULTY_PAIR] = faulty

    return StrategyKernels(play_strategy_round, play_strategy_tasks)
