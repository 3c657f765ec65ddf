"""Environments of other libraries: what their own tests ask, and what is galo's to keep."""

import random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import galo.envs
from galo.errors import ConfigError, IllegalMoveError

GAMES = ("connect_four", "lines_of_action:max_plies=80", "dominoes4", "dominoes2")
OPPONENTS = {"dominoes4": ["random"] * 3}


# It would have an array, and knows by their names its own games with an observation and a mask.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize("name", GAMES)
def test_agents_environment_passes_the_tests_of_pettingzoo(name: str) -> None:
    api_test(galo.envs.aec(name), num_cycles=150)
    seed_test(lambda: galo.envs.aec(name), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_single_environment_passes_the_test_of_gymnasium(name: str) -> None:
    check_env(galo.envs.single(name, OPPONENTS.get(name, ["random"])), skip_render_check=True)


@pytest.mark.parametrize("name", GAMES)
def test_game_of_agents_is_a_game_and_its_rewards_are_those_of_the_sides(name: str) -> None:
    env, rng = galo.envs.aec(name), random.Random(1)
    env.reset(seed=3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, is_over, _, _ = env.last()
        assert observation is not None
        totals[agent] += reward
        legal = observation["action_mask"].nonzero()[0].tolist()
        env.step(None if is_over else rng.choice(legal))
    scores = [totals[f"seat_{seat}"] for seat in range(env.game.seats)]
    assert sorted(scores[:2]) in ([-1, 1], [0, 0])
    assert scores[2:] in ([], scores[:2])


def test_agents_environment_refuses_an_illegal_action() -> None:
    env = galo.envs.aec("connect_four")
    env.reset(seed=1)
    for _ in range(6):
        env.step(3)
    with pytest.raises(IllegalMoveError, match="action 3 is not legal here"):
        env.step(3)


def test_state_has_what_observations_hide() -> None:
    env = galo.envs.aec("dominoes4")
    env.reset(seed=1)
    layout = env.game.state_layout
    assert layout.part(env.state(), "hands").sum(axis=1).tolist() == [7, 7, 7, 7]


def test_forced_moves_are_asked_for_where_that_is_wanted() -> None:
    asked = []
    for plays_forced in (True, False):
        env, rng = galo.envs.aec("dominoes4", plays_forced), random.Random(2)
        env.reset(seed=5)
        count = 0
        while not any(env.terminations.values()):
            count += 1
            env.step(rng.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0]))
        asked.append(count)
    assert asked[0] < asked[1]


def test_one_seat_plays_against_agents() -> None:
    env = galo.envs.single("connect_four", ["focused"], seat=1)
    rewards = []
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        assert observation["observation"].sum() > 0  # the opponent has begun
        is_over, reward = False, 0.0
        while not is_over:
            action = np.flatnonzero(env.action_masks())[0]
            observation, reward, is_over, _, _ = env.step(action)
        rewards.append(reward)
    assert sum(rewards) < 0


def test_illegal_action_loses_the_game_of_one() -> None:
    env = galo.envs.single("connect_four", ["random"], seat=0)
    env.reset(seed=1)
    told: tuple[object, ...] = ()
    for _ in range(7):
        told = env.step(0)
        if told[2]:
            break
    assert told[1:] == (-1.0, True, False, {"illegal": True})


def test_wrong_number_of_opponents_is_refused() -> None:
    with pytest.raises(ConfigError, match="dominoes4 has 3 other seats, not 1"):
        galo.envs.single("dominoes4", ["random"])
