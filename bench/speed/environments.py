"""Steps a second at many tables, by random actions or by a network, and whether all bits are equal.

    python bench/speed/environments.py                           random actions on 1 and 2 threads
    python bench/speed/environments.py random network --device cuda    on a GPU; PyTorch's network
    python bench/speed/environments.py equal --steps 200         the same bits on CPU and GPU?

A step is one action at one table: with the observation, the mask and the rewards after it, and with
the next game where one ended. Random actions are drawn where the tables are.
"""

import argparse
import hashlib
import importlib
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import galo
from galo.envs.vector.environment import VectorEnvironment
from galo.jit import no_gil_kernel, thread_count
from galo.rng import randint

GAMES: dict[str, dict[str, Any]] = {
    "dominoes4": {},
    "dominoes4, no history": {"history": False},
    "dominoes2": {},
    "dominoes2, no history": {"history": False},
    "lines_of_action": {},
    "connect_four": {},
}
NETWORK_GAMES = ("dominoes4", "dominoes4, no history", "connect_four")
TABLES = {"cpu": 8192, "cuda": 65536}
PARTS = ("random", "network", "equal")
EQUAL_TABLES = 512
TURNS = 5
HIDDEN = 1024  # units of each of the two layers of the network
ROLLOUT = 16  # steps that are learned from together
ARRAYS = (
    "observations", "mask", "seat", "rewards", "done", "truncated", "points", "scores",
    "round_over", "illegal", "episodes", "states",
)  # fmt: skip


@no_gil_kernel
def draw(mask: Any, key: int, actions: Any) -> None:
    """Write a random legal action of every table into *actions*."""
    for table in range(len(mask)):
        legal = 0
        for action in range(mask.shape[1]):
            legal += int(mask[table, action])
        left = randint(key, table, legal)
        for action in range(mask.shape[1]):
            if mask[table, action]:
                if left == 0:
                    actions[table] = action
                left -= 1


def environment(name: str, device: str, n: int, **more: Any) -> VectorEnvironment:
    """Return *n* tables of the game that a table of figures calls *name*."""
    options: dict[str, Any] = {**GAMES[name], **more}
    env: VectorEnvironment = galo.envs.make(name.partition(",")[0], n=n, device=device, **options)
    return env


def random_step(env: VectorEnvironment) -> Callable[[int], None]:
    """Return a function of its number that does a random step of *env*."""
    if env.device == "cpu":
        actions = np.zeros(env.n, np.int64)

        def step(number: int) -> None:
            draw(env.mask, number, actions)
            env.step(actions)
    else:
        torch = importlib.import_module("torch")
        mask = torch.as_tensor(env.mask, device="cuda")

        def step(number: int) -> None:
            env.step(torch.where(mask, torch.rand(mask.shape, device="cuda"), -1.0).argmax(dim=1))

    return step


def rate(env: VectorEnvironment, step: Callable[[int], None], seconds: float) -> float:
    """Return how many actions a second *step* does: the median of TURNS."""
    step(0)
    finish(env)
    rates = []
    for turn in range(TURNS):
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds / TURNS:
            for _ in range(8):
                step(turn << 20 | steps)
                steps += 1
            finish(env)
        rates.append(steps * env.n / (time.perf_counter() - begin))
    return statistics.median(rates)


def finish(env: VectorEnvironment) -> None:
    """Wait until the GPU has done all that it was given."""
    if env.device == "cuda":
        importlib.import_module("torch").cuda.synchronize()


def report_random(device: str, n: int, seconds: float) -> None:
    """Print the speed of random actions in every game."""
    print(f"{n:,} tables")
    for name in GAMES:
        for threads in sorted({1, thread_count()}) if device == "cpu" else (None,):
            env = environment(name, device, n, threads=threads)
            where = f"{threads} threads" if threads else "GPU"
            found = rate(env, random_step(env), seconds)
            size = env.observations.shape[1]
            print(f"{name:24} {where:10} {size:5} numbers  {found:14,.0f} steps/s", flush=True)


class Learner:
    """A network of PyTorch with a policy and a value, for all seats alike."""

    def __init__(self, env: VectorEnvironment) -> None:
        self.torch = torch = importlib.import_module("torch")
        nn = torch.nn
        device = torch.device(env.device)
        self.arrays = {
            name: torch.as_tensor(getattr(env, name), device=device)
            for name in ("observations", "mask", "rewards", "done", "seat")
        }
        self.env = env
        size = env.observations.shape[1]
        self.network = nn.Sequential(
            nn.Linear(size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(),
            nn.Linear(HIDDEN, env.actions + 1),
        ).to(device)  # fmt: skip
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=3e-4)
        self.parameters = sum(weights.numel() for weights in self.network.parameters())
        self.rows: list[tuple[Any, Any, Any]] = []

    def forward(self, observations: Any, mask: Any) -> tuple[Any, Any]:
        """Return the logarithm of the chance of every action, and the value."""
        kind = self.env.device
        with self.torch.autocast(kind, self.torch.bfloat16):
            found = self.network(observations)
        logits = found[:, :-1].float().masked_fill(~mask, -1e9)
        return logits.log_softmax(dim=1), found[:, -1].float()

    def act(self, number: int) -> None:
        """Do a step by the network's policy."""
        with self.torch.no_grad():
            policy, _ = self.forward(self.arrays["observations"], self.arrays["mask"])
            noise = -self.torch.empty_like(policy).exponential_().log()
            self.actions = (policy + noise).argmax(dim=1)
        self.env.step(self.actions)

    def learn(self, number: int) -> None:
        """Do a step, keep it, and after ROLLOUT of them descend once by all their gradients."""
        kept = [self.arrays[name].clone() for name in ("observations", "mask", "seat")]
        self.act(number)
        reward = self.arrays["rewards"].gather(1, kept[2].long()[:, None])[:, 0]
        self.rows.append((kept, self.actions, reward.clone()))
        if len(self.rows) == ROLLOUT:
            self.descend()
            self.rows.clear()

    def descend(self) -> None:
        """Take one step of Adam for every step that was kept."""
        for (observations, mask, _), actions, reward in self.rows:
            policy, value = self.forward(observations, mask)
            advantage = reward - value
            chosen = policy.gather(1, actions[:, None])[:, 0]
            loss = (advantage**2 - chosen * advantage.detach()).mean()
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()


def report_network(device: str, n: int, seconds: float) -> None:
    """Print the speed with a network in the loop: choosing alone, and learning from every step."""
    print(f"{n:,} tables")
    for name in NETWORK_GAMES:
        learner = Learner(environment(name, device, n))
        for what, step in (("chooses", learner.act), ("learns", learner.learn)):
            found = rate(learner.env, step, seconds)
            size = f"{learner.parameters / 1e6:.1f} M parameters"
            print(f"{name:24} {size}  {what:8} {found:14,.0f} steps/s", flush=True)


def digests(name: str, device: str, n: int, steps: int) -> list[str]:
    """Return a digest of every array over so many *steps* on *device*, by name."""
    env, found = environment(name, device, n), {one: hashlib.sha256() for one in ARRAYS}
    found["state_tensor"] = hashlib.sha256()
    actions = np.zeros(n, np.int64)
    for step in range(steps):
        arrays = {one: here(getattr(env, one)) for one in ARRAYS}
        arrays["state_tensor"] = here(env.state_tensor())
        for one, array in arrays.items():
            found[one].update(array.tobytes())
        draw(arrays["mask"], step, actions)
        env.step(actions)
    return [f"{one} {digest.hexdigest()[:16]}" for one, digest in found.items()]


def here(array: Any) -> Any:
    """Return *array* as one of NumPy."""
    return array if isinstance(array, np.ndarray) else array.copy_to_host()


def report_equal(n: int, steps: int) -> None:
    """Print whether all arrays are the same on both devices, or which of them are not."""
    for name in GAMES:
        on_cpu, on_gpu = (digests(name, device, n, steps) for device in ("cpu", "cuda"))
        pairs = zip(on_cpu, on_gpu, strict=True)
        differ = [one.split()[0] for one, other in pairs if one != other]
        verdict = f"different: {', '.join(differ)}" if differ else "the same to the last bit"
        print(f"{name:24} {n} tables, {steps} steps, CPU and GPU {verdict}", flush=True)


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--device", choices=TABLES, default="cpu")
    parser.add_argument("--tables", type=int, nargs="+", help="how many: 8,192, or 65,536 on a GPU")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--steps", type=int, default=200, help="that have to be equal")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"no part {min(unknown)!r}; parts: {', '.join(PARTS)}")
    for part in arguments.parts or PARTS[:1]:
        if part == "equal":
            report_equal(EQUAL_TABLES, arguments.steps)
            continue
        report = report_random if part == "random" else report_network
        for n in arguments.tables or [TABLES[arguments.device]]:
            report(arguments.device, n, arguments.seconds)


if __name__ == "__main__":
    main()
