"""Pairs of linear dominoes4 players through the simulator with every game kept: the same records.

A game as the kernel leaves it:

    deals   a row for each round, the hands of seats 0 to 3 as sets
    moves   an integer for each move: PASSED, or 8 * the tile + its arm, FIRST_TILE to open
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.arena.batch import (
    MatchState,
    Players,
    after_round,
    new_match,
    winner_of,
)
from galo.arena.pairing import PairsResult, Plan, seed_of_pair
from galo.arena.records import GameRecord
from galo.arena.simulated import weights_of
from galo.arena.tally import LOST, WON, Tally
from galo.games.dominoes.round import TARGET_REACHED
from galo.games.dominoes.tiles import INDEX, NAMES, from_bits
from galo.games.game import DEALS, DECISIONS, Game, Outcome
from galo.games.registry import make_game
from galo.games.rules.dominoes4 import (
    PASS,
    Rules,
    deal_round,
    is_round_over,
    pass_turn,
    place,
)
from galo.games.rules.dominoes4_layout import ARM, ARMS, end_at
from galo.games.rules.ending import NOBODY, PLAYING
from galo.games.rules.tiles import deal_four, nth, tile_of
from galo.jit import kernel, popcount
from galo.players.checked_player import name_of
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes4.evaluation import best_moves
from galo.players.dominoes4.public_history import update_history
from galo.rng import fold_in, randint
from galo.stream import BLOCK_BITS

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix, IntMatrix, IntVector

MOST_ROUNDS, MOST_MOVES = 400, 20_000  # of a match: no pair is so unlucky
FIRST_TILE = ARMS  # in place of the arm of the double that opens
PASSED = -1


class KeptGame(NamedTuple):
    """The arrays of one game, written anew for the next."""

    deals: "IntMatrix"
    moves: "IntVector"


@kernel
def play_kept_round(
    rules: Rules,
    weights: "Int32Matrix",
    players: Players,
    seed: int,
    match: MatchState,
    kept: KeptGame,
) -> MatchState:
    """Return the match after one more round, as `batch.play_round` plays it, and keep its moves."""
    root = fold_in(0, seed)
    decisions = fold_in(root, DECISIONS)
    key = fold_in(fold_in(root, DEALS), match.rounds)
    state = deal_round(rules, match.opener, key)
    hands = deal_four(key)
    for seat in range(4):
        kept.deals[match.rounds, seat] = hands[seat]
    history = empty_history()
    turns, passes = match.turns, match.passes
    while not is_round_over(state):
        row = players.side0 if state.mover % 2 == 0 else players.side1
        best = best_moves(rules, weights, row, state, history)
        block = (turns * 4 + state.mover) << BLOCK_BITS
        move = nth(best, randint(decisions, block, popcount(best)) if best & (best - 1) else 0)
        place_of_move = turns - match.rounds  # turns count the deals too
        if move == PASS:
            kept.moves[place_of_move] = PASSED
            history = update_history(rules, history, state, PASS)
            state = pass_turn(rules, state)
            passes += 1
        else:
            arm, far = move // ARM, move % ARM
            if state.phase < PLAYING:
                kept.moves[place_of_move] = tile_of(far, far) * ARM + FIRST_TILE
            else:
                kept.moves[place_of_move] = tile_of(end_at(state.layout, arm), far) * ARM + arm
            history = update_history(rules, history, state, move)
            state = place(rules, state, move)
        turns += 1
    return after_round(rules, match, state, turns, passes)


@kernel
def play_kept_match(
    rules: Rules, weights: "Int32Matrix", players: Players, seed: int, kept: KeptGame
) -> MatchState:
    """Return the match of *seed* at its end, and keep its deals and moves."""
    match = new_match()
    while winner_of(rules, match) == NOBODY and match.rounds < MOST_ROUNDS:
        match = play_kept_round(rules, weights, players, seed, match, kept)
    return match


def record_pairs(plan: Plan, first: int, count: int) -> list[PairsResult]:
    """Return the result of each of *count* pairs of *plan* from *first* on, with its records."""
    game = make_game(plan.game)
    kept = KeptGame(np.zeros((MOST_ROUNDS, 4), np.int64), np.zeros(MOST_MOVES, np.int64))
    contestants: dict[int, tuple[Int32Matrix, Rules, list[str]]] = {}
    results = []
    for pair in range(first, first + count):
        pairing, number = pair % len(plan.pairings), pair // len(plan.pairings)
        if pairing not in contestants:
            rows, rules = weights_of(plan, pairing)
            names = [name_of(plan.player(name)) for name in plan.pairings[pairing]]
            contestants[pairing] = np.array(rows, np.int32), rules, names
        weights, rules, names = contestants[pairing]
        seed = seed_of_pair(plan.seed, number)
        points, records = [], []
        for exchanged in range(2):
            players = Players(exchanged, 1 - exchanged)
            match = play_kept_match(rules, weights, players, seed, kept)
            winner = winner_of(rules, match)
            assert winner != NOBODY, f"no winner after {MOST_ROUNDS} rounds of seed {seed}"
            points.append(WON if winner == exchanged else LOST)
            seats = (names[exchanged], names[1 - exchanged]) * 2
            records.append(_record(game, seats, seed, match, kept).to_line())
        results.append(PairsResult(pairing, Tally.of_pair(*points), records=tuple(records)))
    return results


def _record(
    game: Game, seats: tuple[str, ...], seed: int, match: MatchState, kept: KeptGame
) -> GameRecord:
    """Return the record of the *match* that is in *kept*."""
    scores = match.score0, match.score1
    moves = kept.moves[: match.turns - match.rounds].tolist()
    return GameRecord(
        game=game.name,
        options=game.changed_options(),
        seats=seats,
        seed=seed,
        deals=tuple(tuple(map(from_bits, hands)) for hands in kept.deals[: match.rounds].tolist()),
        moves=tuple(MOVES[move] for move in moves),
        result=Outcome(scores, int(match.score1 > match.score0), TARGET_REACHED),
    )


def _texts() -> dict[int, str]:
    """Return the notation of every move."""
    texts = {PASSED: "pass"}
    for name in NAMES:
        tile = INDEX[name] * ARM
        texts[tile + FIRST_TILE] = name
        texts |= {tile + arm: f"{name}@{letter}" for arm, letter in enumerate("ewns")}
    return texts


MOVES = _texts()
