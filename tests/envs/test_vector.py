"""Many tables in arrays: each is a game like any other, whatever is beside it and where it runs."""

import hashlib
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import galo
from galo.envs.vector import lines_of_action
from galo.envs.vector.environment import VectorEnvironment
from galo.errors import ConfigError, GaloError, IllegalMoveError
from galo.games.connect_four import ConnectFour
from galo.games.game import Position
from support.positions import mover_of, outcome_of
from support.samples import sample

GAMES = (
    "dominoes4:target=100",
    "dominoes2",
    "dominoes2:players=4,target=100",
    "lines_of_action:max_plies=60",
    "connect_four",
)
# Enough for every table to come to a second game.
STEPS = dict(zip(GAMES, (150, 40, 320, 90, 50), strict=True))
Options = dict[str, Any]


def choose(env: VectorEnvironment, step: int) -> Any:
    """Return a legal action for every table, by its number and that of the *step*."""
    counts = env.mask.sum(axis=1)
    places = (np.arange(env.n) * 5 + step * 7) % counts
    return (env.mask & (env.mask.cumsum(axis=1) == places[:, None] + 1)).argmax(axis=1)


class Table:
    """One table of an environment, played through the door of positions."""

    def __init__(self, env: VectorEnvironment, number: int, plays_forced: bool = True) -> None:
        self.env, self.number, self.plays_forced = env, number, plays_forced
        self.episode, self.ended = -1, False
        self.points, self.rounds = [0, 0], 0
        self.begin()

    @property
    def seed(self) -> int:
        return self.env.game_seed(self.number, self.episode)

    def begin(self) -> None:
        self.episode, self.round = self.episode + 1, 0
        self.settle(self.env.game.start(seed=self.seed))

    def play(self, action: int) -> None:
        self.points, self.rounds, self.ended = [0, 0], 0, False
        self.move(self.env.game.actions.move(action, self.position).text)

    def move(self, text: str) -> None:
        after = self.position.play(text)
        for side, (then, now) in enumerate(zip(total(self.position), total(after), strict=True)):
            self.points[side] += now - then
        self.settle(after)

    def settle(self, position: Position) -> None:
        self.position = position
        if position.is_over:
            self.ended, self.winner = True, outcome_of(position).winner
            self.rounds += 1
            self.begin()
        elif position.mover is None:
            self.rounds, self.round = self.rounds + 1, self.round + 1
            self.settle(position.deal(self.env.game.deal(self.seed, self.round)))
        elif self.plays_forced and position.forced_move is not None:
            self.move(position.forced_move.text)

    def check(self) -> None:
        """Assert that the arrays say what the position says."""
        env, number, seen = self.env, self.number, self.position.observe()
        assert env.seat[number] == mover_of(self.position)
        assert env.mask[number].tolist() == seen.mask().tolist()
        parts = {part.name for part in env.layout.parts}
        whole = env.game.tensor_layout
        for name in parts:
            found = env.layout.part(env.observations[number].reshape(env.layout.shape), name)
            assert found.tolist() == whole.part(seen.tensor(), name).tolist(), name
        assert env.scores[number].tolist() == total(self.position)
        assert env.episodes[number] == self.episode

    def check_step(self) -> None:
        """Assert that the arrays say what the last step brought."""
        env, number = self.env, self.number
        assert env.points[number].tolist() == self.points
        assert env.round_over[number] == (self.rounds > 0)
        assert env.done[number] == self.ended
        assert not env.illegal[number]
        won = self.winner if self.ended else None
        rewards = [0 if won is None else 1 if seat % 2 == won else -1 for seat in range(env.seats)]
        assert env.rewards[number].tolist() == rewards


def total(position: Position) -> list[int]:
    """Return the points of each side, 0 in a game that has none."""
    return list(getattr(position, "total", None) or (0, 0))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("options", [{}, {"plays_forced": False}], ids=["decisions", "all"])
def test_tables_are_played_like_positions(name: str, options: Options) -> None:
    env = galo.envs.make(name, n=3, seed=5, **options)
    tables = [Table(env, number, **options) for number in range(env.n)]
    for step in range(sample(STEPS[name], 2000)):
        states = env.state_tensor()
        for number, table in enumerate(tables):
            table.check()
            expected = table.position.state_tensor().reshape(-1)
            assert states[number].tolist() == expected.tolist()
        actions = choose(env, step)
        env.step(actions)
        for table, action in zip(tables, actions.tolist(), strict=True):
            table.play(action)
            table.check_step()
    assert min(table.episode for table in tables) >= 1


def test_round_is_an_episode_and_its_points_are_rewards() -> None:
    env = galo.envs.make("dominoes4", n=8, seed=5, episode="round", history=False)
    whole = galo.envs.make("dominoes4", n=8, seed=5)
    assert env.layout.shape == (219,)
    for step in range(150):
        actions = choose(env, step)
        env.step(actions)
        whole.step(actions)
        assert (env.done == whole.round_over).all()
        lead = (env.points[:, 0] - env.points[:, 1]) / 200
        expected = np.stack([lead, -lead, lead, -lead], axis=1).astype(np.float32)
        assert (env.rewards == expected).all()
        assert (env.observations == whole.observations[:, :219]).all()
    assert env.episodes.min() >= 1


def test_game_without_captures_ends_without_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_of_action, "LONGEST_QUIET", 6)
    env = galo.envs.make("lines_of_action", n=1)
    position, ended = env.game.start(), []
    for _ in range(6):
        quiet = next(move for move in position.legal_moves if "-" in move.text)
        position = position.play(quiet)
        env.step([env.game.actions.number(quiet)])
        ended.append((bool(env.done[0]), bool(env.truncated[0]), env.rewards[0].tolist()))
    assert ended == [(False, False, [0, 0])] * 5 + [(True, True, [0, 0])]
    assert env.episodes[0] == 1
    assert (env.observations[0] == env.game.start().observe().tensor().reshape(-1)).all()


def digest_of(env: VectorEnvironment, steps: int, tables: int) -> str:
    """Return a digest of all that the first *tables* say over so many *steps*."""
    digest = hashlib.sha256()
    for step in range(steps):
        env.step(choose(env, step))
        arrays = (env.observations, env.mask, env.rewards, env.done, env.points, env.states)
        for array in (*arrays, env.state_tensor()):
            digest.update(array[:tables].tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_table_is_the_same_beside_any_others_and_on_any_thread(name: str) -> None:
    few = galo.envs.make(name, n=3, seed=1, threads=1)
    many = galo.envs.make(name, n=70, seed=1, threads=2)
    assert digest_of(few, 60, 3) == digest_of(many, 60, 3)
    assert digest_of(few, 1, 3) != digest_of(galo.envs.make(name, n=3, seed=2), 1, 3)


def test_every_game_has_a_seed_of_its_own() -> None:
    env = galo.envs.make("dominoes4", n=50, seed=1)
    seeds = {env.game_seed(table, episode) for table in range(50) for episode in range(20)}
    assert len(seeds) == 50 * 20
    assert len({row.tobytes() for row in env.states[:, :4]}) == 50


def test_reset_begins_again() -> None:
    env = galo.envs.make("dominoes4", n=2, seed=1)
    first = env.observations.copy()
    env.step(choose(env, 0))
    assert (env.observations != first).any()
    assert (env.reset() == first).all()
    assert (env.reset(seed=2) != first).any()


ON_GPU = """
import pickle, sys
import galo
from galo.envs.vector import cuda
cuda.BLOCK, cuda.ROWS = 4, 2
found = []
for name, chosen in pickle.loads(sys.stdin.buffer.read()):
    env = galo.envs.make(name, n=chosen.shape[1], device="cuda", seed=4)
    for actions in chosen:
        env.step(actions)
        arrays = env.observations, env.mask, env.rewards, env.done, env.illegal, env.states
        found.append([array.copy_to_host() for array in (*arrays, env.state_tensor())])
sys.stdout.buffer.write(pickle.dumps(found))
"""
SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


def on_gpu(work: object, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ON_GPU],
        input=pickle.dumps(work),
        capture_output=True,
        env={**os.environ, **environment},
    )


def test_grid_does_what_the_cpu_does() -> None:
    work, expected = [], []
    for name in GAMES:
        env = galo.envs.make(name, n=3, seed=4)
        chosen = []
        for step in range(sample(25, 300)):
            chosen.append(choose(env, step))
            env.step(chosen[-1])
            arrays = env.observations, env.mask, env.rewards, env.done, env.illegal, env.states
            expected.append([array.copy() for array in (*arrays, env.state_tensor())])
        work.append((name, np.array(chosen)))
    finished = on_gpu(work, **SIMULATED)
    assert finished.returncode == 0, finished.stderr
    for there, here in zip(pickle.loads(finished.stdout), expected, strict=True):
        assert all((a == b).all() for a, b in zip(there, here, strict=True))


def test_illegal_action_is_flagged_on_a_gpu_and_nothing_is_played() -> None:
    env = galo.envs.make("dominoes4", n=4, seed=4)
    finished = on_gpu([("dominoes4", np.array([[-1, 120, 1 << 40, 119]]))], **SIMULATED)
    assert finished.returncode == 0, finished.stderr
    seen, _, _, _, flags, states, _ = pickle.loads(finished.stdout)[0]
    assert flags.tolist() == [True] * 4
    assert (seen == env.observations).all()
    assert (states == env.states).all()


@pytest.mark.parametrize("action", [-1, 120, 119])
def test_illegal_action_is_refused_before_anything_is_played(action: int) -> None:
    env = galo.envs.make("dominoes4", n=3, seed=4)
    actions, before = choose(env, 0), env.states.copy()
    actions[1] = action
    with pytest.raises(IllegalMoveError, match=f"action {action} is not legal at table 1; legal:"):
        env.step(actions)
    assert (env.states == before).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "0 tables: there must be 1 or more"),
        ({"threads": 0}, "0 threads: there must be 1 or more"),
        ({"device": "tpu"}, "unknown device 'tpu'; known: cpu, cuda"),
        ({"episode": "move"}, "unknown episode 'move'; known: match, round"),
        ({"goal": 3}, "unknown option of dominoes4 'goal'"),
        ({"device": "cuda", "threads": 2}, "threads are of the CPU"),
    ],
)
def test_wrong_wish_is_refused_in_one_sentence(arguments: Options, message: str) -> None:
    with pytest.raises(GaloError, match=message):
        galo.envs.make("dominoes4", **{"n": 1, **arguments})


def test_game_of_a_board_has_no_rounds() -> None:
    with pytest.raises(ConfigError, match="connect_four has no rounds"):
        galo.envs.make("connect_four", n=1, episode="round")


def test_game_without_kernels_says_so() -> None:
    class Other(ConnectFour):
        name = "other"

    with pytest.raises(ConfigError, match="other has no kernels for many tables at once; those"):
        galo.envs.make(Other(), n=1)


def test_actions_of_a_wrong_form_are_refused() -> None:
    env = galo.envs.make("dominoes4", n=2)
    for actions in ([0], [0.0, 1.0]):
        with pytest.raises(ConfigError, match="actions are an array of 2 whole numbers"):
            env.step(actions)


def test_missing_gpu_is_said_in_one_sentence() -> None:
    finished = on_gpu([("dominoes4", np.zeros((1, 1)))], CUDA_VISIBLE_DEVICES="")
    last = finished.stderr.decode().strip().splitlines()[-1]
    assert last.startswith("galo.errors.ConfigError: no NVIDIA GPU with a working driver was found")
