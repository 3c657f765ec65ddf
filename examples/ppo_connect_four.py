"""Proximal policy optimisation in NumPy alone: a network learns Connect Four from its own games.

    python examples/ppo_connect_four.py                          some minutes on one core: ppo.npz
    export PYTHONPATH=examples GALO_PLUGINS=ppo_connect_four     makes it an agent, `ppo`
    galo match connect_four ppo focused
    galo serve                                                   and there it sits at the site

One network plays both seats at TABLES tables of galo.envs.make, so what is good for the mover of
one ply is bad for that of the next: advantages change their sign from ply to ply.
"""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

import galo
import galo.envs
from galo.players.player import Question

TABLES, STEPS = 256, 32  # a rollout: so many decisions of each table
EPOCHS, BATCH = 3, 1024  # how often a rollout is learnt from, and in parts of what size
HIDDEN = 160  # units of each of the two layers
CLIP, ENTROPY, VALUE = 0.2, 0.02, 0.5  # of the loss: how far a step goes, two weights
EXPLORING = 0.25  # share of decisions at random, so that it sees what it would not play
LAMBDA = 0.9  # how far ahead an advantage looks
RATE, LEAST_RATE = 1e-3, 1e-4  # of learning, from the first update to the last
WEIGHTS = "ppo.npz"  # another file: the variable PPO_WEIGHTS
DECISIONS = 12_000_000
PIECES = 84  # inputs: a 1 for each own piece, then for each of the other side
BARRED = -1e9  # the logit of an illegal action

Array = Any  # of float32


@dataclass
class Network:
    """Two hidden layers, then a logit for each column and the value for the mover."""

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    policy: Array
    policy_bias: Array
    value: Array
    value_bias: Array

    @classmethod
    def random(cls, size: int, actions: int, rng: np.random.Generator) -> "Network":
        """Return a network that knows nothing."""

        def weights(rows: int, columns: int, gain: float) -> Array:
            return (gain * rng.standard_normal((rows, columns)) / rows**0.5).astype(np.float32)

        layers = [
            weights(size, HIDDEN, 1.4),
            weights(HIDDEN, HIDDEN, 1.4),
            weights(HIDDEN, actions, 0.01),
            weights(HIDDEN, 1, 0.1),
        ]
        biased = [part for layer in layers for part in (layer, np.zeros_like(layer[0]))]
        return cls(*biased)

    @classmethod
    def load(cls, file: str) -> "Network":
        """Return the network that `save` wrote to *file*."""
        with np.load(file) as stored:
            return cls(**{field.name: stored[field.name] for field in fields(cls)})

    def save(self, file: Path) -> None:
        """Write the network to *file*."""
        np.savez_compressed(file, **vars(self))

    def forward(self, seen: Array, mask: Array) -> tuple[Array, Array, Array, Array]:
        """Return the chance of each action, the values, and both hidden layers."""
        one = np.maximum(seen @ self.first + self.first_bias, 0)
        two = np.maximum(one @ self.second + self.second_bias, 0)
        logits = np.where(mask, two @ self.policy + self.policy_bias, BARRED)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances, (two @ self.value + self.value_bias)[:, 0], one, two

    def backward(
        self, seen: Array, one: Array, two: Array, logits: Array, values: Array
    ) -> list[Array]:
        """Return the gradient of every part, given those of the *logits* and the *values*."""
        back = (logits @ self.policy.T + values[:, None] @ self.value.T) * (two > 0)
        further = (back @ self.second.T) * (one > 0)
        pairs = ((seen, further), (one, back), (two, logits), (two, values[:, None]))
        return [part for left, right in pairs for part in (left.T @ right, right.sum(axis=0))]


class Adam:
    """Steps down the gradient, each part at a pace of its own."""

    def __init__(self, network: Network) -> None:
        self.parts = list(vars(network).values())
        self.mean = [np.zeros_like(part) for part in self.parts]
        self.square = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def step(self, gradients: Sequence[Array], rate: float) -> None:
        """Move every part by its gradient."""
        self.steps += 1
        rate *= (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for part, gradient, mean, square in zip(
            self.parts, gradients, self.mean, self.square, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            part -= rate * mean / (np.sqrt(square) + 1e-8)


@dataclass
class Rollout:
    """What happened at all tables in STEPS decisions."""

    seen: Array
    mask: Array
    action: Array
    chance: Array
    value: Array
    advantage: Array


def rollout(env: Any, network: Network, rng: np.random.Generator) -> Rollout:
    """Let the network play, and return what it did and how much better that was than expected."""
    shape = (STEPS, env.n)
    seen = np.empty((*shape, PIECES), np.float32)
    mask = np.empty((*shape, env.mask.shape[1]), np.bool_)
    action = np.empty(shape, np.int64)
    chance, value, reward = (np.empty(shape, np.float32) for _ in range(3))
    done, tables = np.empty(shape, np.bool_), np.arange(env.n)
    for step in range(STEPS):
        seen[step], mask[step] = env.observations[:, :PIECES], env.mask
        chances, value[step], _, _ = network.forward(seen[step], mask[step])
        any_legal = mask[step] / mask[step].sum(axis=1, keepdims=True)
        chances += EXPLORING * (any_legal - chances)
        heaped = chances.cumsum(axis=1)
        drawn = rng.random(env.n)[:, None] * heaped[:, -1:]
        action[step] = (heaped > drawn).argmax(axis=1)
        chance[step] = chances[tables, action[step]]
        mover = env.seat.copy()
        env.step(action[step])
        reward[step], done[step] = env.rewards[tables, mover], env.done
    advantage = np.empty(shape, np.float32)
    after, gain = (
        network.forward(env.observations[:, :PIECES], env.mask)[1],
        np.zeros(env.n, np.float32),
    )
    for step in reversed(range(STEPS)):  # the next ply is the other side's
        goes_on = ~done[step]
        gain = reward[step] - goes_on * after - value[step] - LAMBDA * goes_on * gain
        advantage[step], after = gain, value[step]
    parts = (seen, mask, action, chance, value, advantage)
    return Rollout(*(part.reshape(STEPS * env.n, *part.shape[2:]) for part in parts))


def learn(network: Network, adam: Adam, played: Rollout, rate: float, rows: Array) -> None:
    """Take one step of the clipped objective on these *rows* of what was *played*."""
    seen, mask, action = played.seen[rows], played.mask[rows], played.action[rows]
    target = played.advantage[rows] + played.value[rows]
    advantage = played.advantage[rows]
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    chances, values, one, two = network.forward(seen, mask)
    order = np.arange(len(rows))
    ratio = chances[order, action] / played.chance[rows]
    is_clipped = np.where(advantage > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    pull = np.where(is_clipped, 0, advantage * ratio)
    # The gradient of -log(chance) by a logit is the chance, less 1 where it was taken.
    logits = chances * pull[:, None]
    logits[order, action] -= pull
    told = np.log(chances + 1e-12)
    entropy = -(chances * told).sum(axis=1, keepdims=True)
    logits += ENTROPY * chances * (told + entropy)
    gradients = network.backward(
        seen,
        one,
        two,
        (logits / len(rows)).astype(np.float32),
        (2 * VALUE * (values - target) / len(rows)).astype(np.float32),
    )
    adam.step(gradients, rate)


def train(decisions: int, seed: int) -> Network:
    """Return a network that has learnt from so many *decisions*."""
    rng = np.random.default_rng(seed)
    env = galo.envs.make("connect_four", n=TABLES, seed=seed)
    network = Network.random(PIECES, env.mask.shape[1], rng)
    adam, updates = Adam(network), decisions // (TABLES * STEPS)
    for update in track(range(updates), "learning"):
        rate = RATE + (LEAST_RATE - RATE) * update / updates
        played = rollout(env, network, rng)
        for _ in range(EPOCHS):
            for rows in np.split(rng.permutation(STEPS * TABLES), STEPS * TABLES // BATCH):
                learn(network, adam, played, rate, rows)
    return network


class Ppo:
    """Plays the likeliest column of a network; asked about many positions, it answers at once."""

    name = "ppo"

    def __init__(self, network: Network) -> None:
        self.network = network

    def decide(
        self, observation: galo.Observation, limit: galo.Limit, rng: galo.Stream
    ) -> galo.Decision:
        """Return the likeliest column."""
        return self.decide_many([Question(observation, limit, rng)])[0]

    def decide_many(self, questions: Sequence[Question]) -> list[galo.Decision]:
        """Return the likeliest column of each position."""
        seen = [question.observation for question in questions]
        tensors = np.stack([one.tensor().ravel()[:PIECES] for one in seen])
        masks = np.stack([one.mask() for one in seen])
        chances, values, _, _ = self.network.forward(tensors, masks)
        return [
            galo.Decision(one.game.actions.move(int(action), one), float(value))
            for one, action, value in zip(seen, chances.argmax(axis=1), values, strict=True)
        ]


def trained() -> Ppo:
    """Return the player of the weights; no option names their file: visitors of a site would."""
    return Ppo(Network.load(os.environ.get("PPO_WEIGHTS", WEIGHTS)))


AGENTS = {
    "connect_four": (
        galo.Agent("ppo", __name__, "trained", line="a network that learnt from its own games"),
    )
}


def measure(network: Network, opponents: Sequence[str], games: int) -> None:
    """Print what *network* wins against each of *opponents*."""
    for opponent in opponents:
        result = galo.match("connect_four", Ppo(network), opponent, games=games, seed=1)
        low, high = result.interval[:2]
        print(f"{opponent}: {result.score_a:.1%} [{low:.1%}, {high:.1%}] of {result.games} games")


def main() -> None:
    """Train, measure before and after, save."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="against each opponent")
    parser.add_argument("--against", nargs="*", default=["random", "focused", "minimax:depth=2"])
    parser.add_argument("--out", type=Path, default=Path(WEIGHTS))
    options = parser.parse_args()
    print("before:")
    measure(train(0, options.seed), options.against, options.games)
    network = train(options.decisions, options.seed)
    network.save(options.out)
    print("after:")
    measure(network, options.against, options.games)


if __name__ == "__main__":
    main()
