"""What each option turns out to be worth when the round goes on by a known player.

It is played out in the deal as it lies at the table, which the mover cannot see: the network that
learns these values finds their mean over the deals that fit what the mover has seen.
"""

from typing import TYPE_CHECKING, Any

from galo.envs.vector.dominoes import placement_of_action
from galo.envs.vector.dominoes4 import opening_of_action
from galo.games.rules.dominoes4 import Rules, State, is_round_over, play, unpack
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import NUMBERS, nth
from galo.games.tensors.domino_record import SCORE
from galo.jit import kernel, parallel_kernel, popcount, prange
from galo.players.dominoes.public_history import PublicHistory
from galo.players.dominoes4.evaluation import best_moves
from galo.players.dominoes4.match_equity import Objective, chance_after
from galo.players.dominoes4.network_inputs import public_history
from galo.players.dominoes4.public_history import update_history
from galo.rng import fold_in, randint

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix, IntMatrix, IntVector, RealCube


@kernel
def value_of_action(
    rules: Rules,
    row: "IntVector",
    weights: "Int32Matrix",
    equity: "RealCube",
    action: int,
    key: int,
) -> float:
    """Return the chance of the mover's pair to win the match after *action* in the deal of *row*.

    All seats go on by the linear player *weights*; its ties fall by the stream *key*.
    """
    state = unpack(row)
    side, history = state.mover & 1, public_history(row, state.mover)
    move = move_of(state, action)
    history = update_history(rules, history, state, move)
    end = played_on(rules, weights, play(rules, state, move), history, key)
    chance = chance_after(rules, Objective(equity, int(row[SCORE]), int(row[SCORE + 1])), end)
    return 1.0 - chance if side else chance


@kernel
def played_on(
    rules: Rules, weights: "Int32Matrix", state: State, history: PublicHistory, key: int
) -> State:
    """Return the end of the round when every seat follows the linear player *weights*."""
    ties = 0
    while not is_round_over(state):
        best = best_moves(rules, weights, 0, state, history)
        move = nth(best, randint(key, ties, popcount(best)))
        ties += 1
        history = update_history(rules, history, state, move)
        state = play(rules, state, move)
    return state


@kernel
def move_of(state: State, action: int) -> int:
    """Return the move of *action*, which is no pass, in *state*."""
    if state.phase < PLAYING:
        return opening_of_action(action)
    return placement_of_action(NUMBERS, state.layout.ends, action)


@kernel
def value_options(  # noqa: PLR0913 (arrays reach a GPU one by one)
    rules: Rules,
    rows: "IntMatrix",
    weights: "Int32Matrix",
    equity: "RealCube",
    key: int,
    actions: "IntMatrix",
    counts: "IntVector",
    values: Any,
    table: int,
    option: int,
) -> None:
    """Write into *values* what *option* at *table* is worth, where there is a choice."""
    if option < counts[table] > 1:
        stream, action = fold_in(key, table), int(actions[table, option])  # one for all options
        values[table, option] = value_of_action(rules, rows[table], weights, equity, action, stream)


@parallel_kernel
def value_tables(  # noqa: PLR0913 (arrays reach a GPU one by one)
    rules: Rules,
    rows: "IntMatrix",
    weights: "Int32Matrix",
    equity: "RealCube",
    key: int,
    actions: "IntMatrix",
    counts: "IntVector",
    values: Any,
) -> None:
    """Write the *values* [n, options] at all tables, on the cores of this machine."""
    for table in prange(len(rows)):
        for option in range(actions.shape[1]):
            value_options(rules, rows, weights, equity, key, actions, counts, values, table, option)
