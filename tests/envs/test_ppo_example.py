"""The example that trains a network in NumPy: it learns, is saved, and plays as an agent."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import galo
from galo.players.player import Question
from galo.stream import Stream
from support.commands import ROOT


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "examples")
    module = import_module("ppo_connect_four")
    monkeypatch.setattr(module, "TABLES", 128)
    monkeypatch.setattr(module, "HIDDEN", 64)
    return module


@pytest.mark.long
def test_network_learns_and_plays_as_an_agent(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    trained = example.train(240_000, seed=1)
    beginner = example.Ppo(example.train(0, seed=1))
    result = galo.match("connect_four", example.Ppo(trained), beginner, games=100, seed=1)
    assert result.score_a > 0.58
    trained.save(tmp_path / "ppo.npz")
    monkeypatch.setenv("PPO_WEIGHTS", str(tmp_path / "ppo.npz"))
    monkeypatch.setenv("GALO_PLUGINS", "ppo_connect_four")
    seen = galo.game("connect_four").from_text("4453").observe()
    alone = galo.player("connect_four", "ppo").decide(seen)
    question = Question(seen, galo.Limit(), Stream.of(1))
    assert example.Ppo(trained).decide_many([question] * 3)[2].move == alone.move


def test_gradient_is_that_of_the_loss(example: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    network = example.Network.random(example.PIECES, 7, rng)
    for part in vars(network).values():
        part += rng.standard_normal(part.shape).astype(np.float32) / 10
    env = galo.envs.make("connect_four", n=8, seed=1)
    played = example.rollout(env, network, rng)
    rows = np.arange(64)

    def loss() -> float:
        chances, values, _, _ = network.forward(played.seen[rows], played.mask[rows])
        gain = played.advantage[rows]
        scaled = (gain - gain.mean()) / (gain.std() + 1e-8)
        ratio = chances[rows, played.action[rows]] / played.chance[rows]
        clipped = np.clip(ratio, 1 - example.CLIP, 1 + example.CLIP)
        surprise = -(chances * np.log(chances + 1e-12)).sum(axis=1)
        error = (values - gain - played.value[rows]) ** 2
        policy = np.minimum(scaled * ratio, scaled * clipped) + example.ENTROPY * surprise
        return float((example.VALUE * error - policy).mean(dtype=np.float64))

    class Descent:
        def step(self, gradients: list[np.ndarray], rate: float) -> None:
            self.expected = sum(float((one**2).sum()) for one in gradients)
            for part, gradient in zip(vars(network).values(), gradients, strict=True):
                part -= rate * gradient

    descent, before = Descent(), loss()
    example.learn(network, descent, played, 1e-2, rows)
    assert (before - loss()) / 1e-2 == pytest.approx(descent.expected, rel=0.1)
