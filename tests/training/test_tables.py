"""Tables as a network sees them, and what options turn out to be worth: without PyTorch."""

import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np

import galo
from galo.envs import make
from galo.envs.vector.environment import VectorEnvironment
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes4 import Dominoes4
from galo.games.rules.dominoes4_points import FIVE
from galo.games.rules.tiles import nth
from galo.players.dominoes.information_state import public_moves
from galo.players.dominoes.match_equity import EITHER, chance_to_win
from galo.players.dominoes4.evaluation import best_moves
from galo.players.dominoes4.linear import coefficients, fixed_point
from galo.players.dominoes4.match_equity import equity_of
from galo.players.dominoes4.network_inputs import OPTION_INPUTS, SITUATION_INPUTS
from galo.players.dominoes4.public_history import history_of
from galo.rng import fold_in, randint
from galo.training.rollouts import value_tables
from galo.training.tables import KNOWN, NOBODY_ELSE, OtherPlayer, Readings, read_tables
from support.positions import mover_of
from support.samples import sample

GAME = galo.game("dominoes4")
assert isinstance(GAME, Dominoes4)
RULES, OPTIONS, KEY = GAME.rules, 28, 77
S1 = np.array([fixed_point(coefficients("s1", "evolved"), "literal")], np.int32)
SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
ON_GPU = """
import pickle, sys
from galo.arena.cuda import cuda
from galo.games.rules.dominoes4 import Rules
from galo.training.cuda_tables import read_tables, value_tables
from galo.training.tables import OtherPlayer, Readings
rows, other, readings, equity, values, key = pickle.loads(sys.stdin.buffer.read())
cuda.as_cuda_array = lambda array: array  # the simulator knows its own arrays alone
there = [cuda.to_device(array) for array in (rows, *other, *readings, equity, values)]
rows, weights, sides, *found, equity, values = there
read_tables(Rules(), rows, OtherPlayer(weights, sides), key, Readings(*found))
value_tables(Rules(), rows, weights, equity, key, found[2], found[3], values)
sys.stdout.buffer.write(pickle.dumps([array.copy_to_host() for array in (*found, values)]))
"""


def empty_readings(n: int) -> Readings:
    return Readings(
        np.zeros((n, SITUATION_INPUTS), np.int8),
        np.zeros((n, OPTIONS, OPTION_INPUTS), np.int8),
        np.zeros((n, OPTIONS), np.int64),
        np.zeros(n, np.int64),
        np.zeros((n, KNOWN), np.int8),
        np.zeros(n, np.int64),
    )


def read(env: VectorEnvironment, sides: list[int]) -> Readings:
    """Return the readings of *env*, with s1 as one pair where *sides* names one."""
    readings = empty_readings(env.n)
    other = OtherPlayer(S1, np.array(sides, np.int64))
    read_tables(RULES, env.states, other, KEY, readings)
    return readings


def advance(env: VectorEnvironment, readings: Readings, step: int) -> None:
    """Do one of the options that were read at every table."""
    chosen = (np.arange(env.n) + step) % readings.counts
    env.step(readings.actions[np.arange(env.n), chosen])


def test_other_player_chooses_as_it_does_at_a_table() -> None:
    env, met = make("dominoes4", 6, seed=2, history=False), 0
    s1 = galo.player("dominoes4", "s1")
    positions = [GAME.start(seed=env.game_seed(table, 0)) for table in range(env.n)]
    for step in range(sample(30, 200)):
        sides = [0, 1, NOBODY_ELSE] * 2
        readings = read(env, sides)
        for table in range(env.n):
            position = positions[table] = settled(positions[table], env.game_seed(table, 0))
            is_other = env.seat[table] % 2 == sides[table]
            assert (readings.others[table] != NOBODY_ELSE) == is_other
            flags = readings.known[table, -2:].tolist()
            known = [0, 0] if sides[table] == NOBODY_ELSE else [is_other, not is_other]
            assert flags == known
            if env.episodes[table] == 0 and is_other:
                move = GAME.actions[readings.others[table]]
                best = best_of(position)
                assert move in best
                met += (
                    len(best) == 1
                    and move
                    == s1.decide(position.observe(), galo.Limit(), galo.Stream.of(1)).move.text
                )
        chosen = (np.arange(env.n) + step) % readings.counts
        actions = readings.actions[np.arange(env.n), chosen]
        for table, action in enumerate(actions.tolist()):
            if env.episodes[table] == 0:
                position = positions[table]
                positions[table] = position.play(GAME.actions.move(action, position))
        env.step(actions)
    assert met > 30


def best_of(position: DominoPosition) -> set[str]:
    """Return the best moves of s1 in *position*."""
    history = history_of(RULES, public_moves(position))
    best = best_moves(RULES, S1, 0, position.state, history)
    return {move.text for move in position.legal_moves if best >> move.code & 1}


def settled(position: DominoPosition, seed: int) -> DominoPosition:
    """Return *position* after the passes and deals that follow by themselves."""
    while not position.is_over:
        if position.mover is None:
            position = position.deal(GAME.deal(seed, len(position.scores) + 1))
        elif position.forced_move is not None:
            position = position.play(position.forced_move)
        else:
            break
    return position


def worth(position: DominoPosition, text: str, key: int) -> float:
    """Return what *text* is worth to the mover of *position* when all go on as s1 does."""
    mover, ties = mover_of(position), 0
    position = position.play(text)
    while position.mover is not None:
        best = best_moves(RULES, S1, 0, position.state, history_of(RULES, public_moves(position)))
        code = nth(best, randint(key, ties, best.bit_count()))
        ties += 1
        position = position.play(next(m for m in position.legal_moves if m.code == code))
    after, opener = position.total, GAME.next_opener(position.state)
    opens = EITHER if opener is None else opener % 2
    chance = chance_to_win(equity_of(RULES), after[0] // FIVE, after[1] // FIVE, opens)
    return 1 - chance if mover % 2 else chance


def test_options_are_worth_what_the_round_brings_when_s1_goes_on() -> None:
    env, compared, different = make("dominoes4", 4, seed=5, history=False), 0, 0
    positions = [GAME.start(seed=env.game_seed(table, 0)) for table in range(env.n)]
    for step in range(sample(24, 150)):
        readings = read(env, [NOBODY_ELSE] * 4)
        values = np.zeros(readings.actions.shape, np.float32)
        value_tables(
            RULES, env.states, S1, equity_of(RULES), KEY, readings.actions, readings.counts, values
        )
        chosen = (np.arange(env.n) + step) % readings.counts
        actions = readings.actions[np.arange(env.n), chosen]
        for table, action in enumerate(actions.tolist()):
            if env.episodes[table]:
                continue
            position = positions[table] = settled(positions[table], env.game_seed(table, 0))
            count = int(readings.counts[table])
            if count > 1:
                expected = [
                    worth(position, GAME.actions[one], fold_in(KEY, table))
                    for one in readings.actions[table, :count].tolist()
                ]
                assert values[table, :count].tolist() == np.array(expected, np.float32).tolist()
                compared += 1
                different += len(set(expected)) > 1
            assert not values[table, count:].any()
            positions[table] = position.play(GAME.actions.move(action, position))
        env.step(actions)
    assert compared > 40
    assert different > 20


def test_grid_reads_what_the_cpu_reads() -> None:
    env, sides = make("dominoes4", 3, seed=3, history=False), [0, 1, NOBODY_ELSE]
    for step in range(20):
        advance(env, read(env, [NOBODY_ELSE] * 3), step)
    readings = read(env, sides)
    values = np.zeros(readings.actions.shape, np.float32)
    equity = equity_of(RULES)
    value_tables(RULES, env.states, S1, equity, KEY, readings.actions, readings.counts, values)
    other = OtherPlayer(S1, np.array(sides, np.int64))
    nothing = np.zeros_like(values)
    work: Any = (env.states, tuple(other), tuple(empty_readings(3)), equity, nothing, KEY)
    finished = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ON_GPU],
        input=pickle.dumps(work),
        capture_output=True,
        env={**os.environ, **SIMULATED},
    )
    assert finished.returncode == 0, finished.stderr
    for there, here in zip(pickle.loads(finished.stdout), (*readings, values), strict=True):
        assert (there == here).all()
    assert values.any()
