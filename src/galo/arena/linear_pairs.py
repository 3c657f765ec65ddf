"""Pairs of games between linear players of two-sided dominoes, as kernels.

The games are those that `pairing` plays, deal by deal and move by move, a thousand times faster:
such a player takes the option of highest value, of several the first in the order of its hand.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.arena.paired_game import A, B
from galo.arena.pairing import PairsResult, Plan
from galo.arena.tally import DRAWN, LOST, WON, Tally
from galo.games.dominoes.tiles import INDEX, NAMES
from galo.games.game import DEALS
from galo.games.registry import make_game
from galo.games.rules.dominoes2 import (
    NO_OPENER,
    Rules,
    State,
    deal_round,
    is_round_over,
    legal_set,
    match_winner,
    next_opener,
    play,
    round_points,
    round_winner,
    tile_of_move,
)
from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import ALL_TILES, TILES, alone, pick
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.public_history import PublicHistory, empty_history
from galo.players.dominoes2.evaluation import value_of
from galo.players.dominoes2.linear import Linear
from galo.players.dominoes2.public_history import update_history
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntCube, IntMatrix, IntVector

CODES = 64  # more than any tile or move


@kernel
def note_places(key: int, places: "IntVector") -> None:
    """Write the place of every tile in the hand of the two that it comes to, dealt from *key*."""
    left = ALL_TILES
    for place in range(TILES):
        tile = pick(left, key, place)
        left ^= alone(tile)
        places[tile] = place


@kernel
def first_best_move(
    rules: Rules, row: "IntVector", state: State, history: PublicHistory, places: "IntVector"
) -> int:
    """Return the mover's best move by *row*, of several the first in the order of *places*."""
    moves = legal_set(state)
    best = lowest_bit(moves)
    moves &= moves - 1
    if moves == 0:
        return best
    most = value_of(rules, row, state, history, best)
    first = int(places[tile_of_move(state, best)]) * CODES + best
    while moves:
        move = lowest_bit(moves)
        moves &= moves - 1
        value = value_of(rules, row, state, history, move)
        order = int(places[tile_of_move(state, move)]) * CODES + move
        if value > most or (value == most and order < first):
            best, most, first = move, value, order
    return best


@kernel
def play_round(
    rules: Rules, rows: "IntMatrix", opener: int, key: int, places: "IntVector"
) -> State:
    """Return the end of the round dealt from the stream *key*; row 0 plays side 0."""
    if rules.players == 2:
        note_places(key, places)
    state, history = deal_round(rules, opener, key), empty_history()
    while not is_round_over(state):
        move = first_best_move(rules, rows[state.mover % 2], state, history, places)
        history = update_history(rules, history, state, move)
        state = play(rules, state, move)
    return state


@kernel
def winner_of_game(rules: Rules, rows: "IntMatrix", seed: int, places: "IntVector") -> int:
    """Return the side that wins the game of *seed*, a round or a match, or NOBODY."""
    deals = fold_in(fold_in(0, seed), DEALS)
    opener, score0, score1, rounds = NO_OPENER, 0, 0, 0
    while True:
        state = play_round(rules, rows, opener, fold_in(deals, rounds), places)
        if rules.target == 0:
            return round_winner(state)
        score0 += round_points(rules, state, 0)
        score1 += round_points(rules, state, 1)
        winner = match_winner(rules, score0, score1)
        if winner != NOBODY:
            return winner
        opener, rounds = next_opener(rules, state), rounds + 1


@no_gil_kernel
def write_winners(
    rules: Rules,
    both_rows: "IntCube",
    seed: int,
    first: int,
    places: "IntVector",
    games: "IntMatrix",
) -> None:
    """Write who won, A, B or NOBODY, both games of each pair from number *first* on.

    *both_rows* are the rows of sides 0 and 1 in each of the two games.
    """
    root = fold_in(0, seed)
    for number in range(len(games)):
        pair = fold_in(root, first + number)
        games[number, 0] = winner_of_game(rules, both_rows[0], pair, places)
        side = winner_of_game(rules, both_rows[1], pair, places)
        games[number, 1] = side if side == NOBODY else 1 - side


def is_linear(plan: Plan) -> bool:
    """Return whether *plan* is of two-sided dominoes, and both its players linear."""
    if not isinstance(getattr(make_game(plan.game), "rules", None), Rules):
        return False
    return all(isinstance(plan.player(name), Linear) for name in plan.players)


def play_linear_pairs(plan: Plan, first: int, count: int) -> PairsResult:
    """Return the result of *count* pairs from number *first* on, of a *plan* that is linear."""
    rules = getattr(make_game(plan.game), "rules", None)
    assert isinstance(rules, Rules)
    players = [plan.player(name) for name in plan.players]
    rows = np.array([player.row for player in players if isinstance(player, Linear)])
    # Four hands are sorted, so that a tile has the same place in every deal.
    places = np.zeros(CODES, np.int64)
    places[[INDEX[name] for name in reversed(NAMES)]] = range(TILES)
    games = np.zeros((count, 2), np.int64)
    write_winners(rules, np.stack([rows, rows[::-1]]), plan.seed, first, places, games)
    points = np.full(games.shape, DRAWN)
    points[games == A], points[games == B] = WON, LOST
    pairs = np.bincount(points.sum(axis=1), minlength=5)
    wins, draws, losses = ((points == end).sum() for end in (WON, DRAWN, LOST))
    tally = Tally(int(wins), int(draws), int(losses), tuple(pairs.tolist()))
    return PairsResult(0, tally)
