"""A training from its beginning, or from its checkpoint, to its result."""

import io
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from galo.arena.atomic_write import atomic_write
from galo.errors import ConfigError
from galo.lab.checkpoints import write_json
from galo.stream import Stream
from galo.training.curve import write_curve
from galo.training.directory import (
    CHECKPOINT,
    CURVE,
    NETWORK,
    RESULT,
    open_directory,
    read_result,
)
from galo.training.export import export
from galo.training.learner import Learned, Learner
from galo.training.measuring import Measurement
from galo.training.self_play import SelfPlay
from galo.training.settings import TrainingSettings

MEASURED_AGAINST = ("s1", "basic")
WEIGHTS, TABLES, MATCHES = 1, 2, 3  # below the seed: streams
CHECKPOINT_SECONDS = 60.0
FIRST_MEASURED, APART = 15.0, 1.4  # seconds to the first measurement, and each later by so much
Point = dict[str, Any]


@dataclass(frozen=True)
class TrainingProgress:
    """How far a training is."""

    share: float  # of it that is done
    decisions: int
    per_second: float
    learned: Learned
    last: Point | None  # of the curve


@dataclass
class Training:
    """A training under way."""

    settings: TrainingSettings
    directory: Path
    learner: Learner
    matches: int  # of a measurement
    device: str
    seconds: float = 0.0  # of training so far
    decisions: int = 0
    starts: int = 0  # times that it was begun or resumed
    curve: list[Point] = field(default_factory=list)

    @property
    def done(self) -> float:
        """The share of the training that is done."""
        settings = self.settings
        if settings.decisions:
            return min(1.0, self.decisions / settings.decisions)
        return min(1.0, self.seconds / (60 * settings.minutes))

    def run(self, progress: Callable[[TrainingProgress], None]) -> dict[str, Any]:
        """Train to the end and return the result, told of the *progress*."""
        seed = self.settings.seed
        torch.manual_seed(Stream.of(seed, WEIGHTS, self.starts).integer)
        tables = Stream.of(seed, TABLES, self.starts).integer
        self.starts += 1
        play = SelfPlay(self.settings, self.device, tables)
        measurements = self._measurements()
        saved = self.seconds
        next_measured = max([FIRST_MEASURED, *(APART * each["seconds"] for each in self.curve)])
        with self._kept():
            while self.done < 1:
                begun, before = time.perf_counter(), self.decisions
                learned = self._learn(play)
                self.decisions += learned.decisions
                took = time.perf_counter() - begun
                self.seconds += took
                if self.seconds >= next_measured and self.done < 1:
                    self._measure(measurements, learned)
                    next_measured = APART * self.seconds
                if self.seconds - saved >= CHECKPOINT_SECONDS:
                    self.save()
                    saved = self.seconds
                last = self.curve[-1] if self.curve else None
                speed = (self.decisions - before) / took
                progress(TrainingProgress(self.done, self.decisions, speed, learned, last))
            if not self.curve or self.curve[-1]["seconds"] < self.seconds:
                self._measure(measurements, None)
        result = self._result()
        write_json(self.directory / RESULT, result)
        return result

    def _learn(self, play: SelfPlay) -> Learned:
        """Play on and learn from it."""
        rolls_out = self.done < self.settings.rollouts
        found = play.collect(self.learner.policy, rolls_out)
        return self.learner.learn(found, 1 - self.done)

    def _measurements(self) -> list[Measurement]:
        """Return the matches that measure the policy."""
        game, seed = self.settings.game, Stream.of(self.settings.seed, MATCHES).integer
        return [
            Measurement(game, against, self.matches, self.device, seed)
            for against in MEASURED_AGAINST
        ]

    def _measure(self, measurements: list[Measurement], learned: Learned | None) -> None:
        """Add a point to the curve."""
        found = [each.measure(self.learner.policy) for each in measurements]
        point: Point = {"seconds": round(self.seconds, 1), "decisions": self.decisions}
        if learned is not None:
            point |= {
                "entropy": learned.entropy,
                "divergence": learned.moved,
                "unforeseen": learned.error,
            }
        self.curve.append(point | {"measured": [each.to_json() for each in found]})
        write_curve(self.directory / CURVE, self.curve)

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Save what was learned, also where the block ends by Ctrl-C."""
        try:
            yield
        finally:
            self.save()

    def save(self) -> None:
        """Write the checkpoint and the network."""
        learner, content = self.learner, io.BytesIO()
        state = {
            "policy": learner.policy.state_dict(),
            "critic": learner.critic.state_dict(),
            "optimiser": learner.optimiser.state_dict(),
            "seconds": self.seconds,
            "decisions": self.decisions,
            "starts": self.starts,
            "curve": json.dumps(self.curve),
        }
        torch.save(state, content)
        with atomic_write(self.directory / CHECKPOINT) as stream:
            stream.write(content.getvalue())
        about = {"decisions": self.decisions, "settings": asdict(self.settings)}
        export(self.directory / NETWORK, learner.policy, about)

    def load(self) -> None:
        """Go on from the checkpoint in the directory, if there is one."""
        path = self.directory / CHECKPOINT
        if not path.exists():
            return
        try:
            state = torch.load(path, map_location=self.device, weights_only=True)
        except Exception as problem:  # PyTorch raises what its readers raise
            raise ConfigError(f"cannot read the checkpoint {str(path)!r}: {problem}") from None
        self.learner.policy.load_state_dict(state["policy"])
        self.learner.critic.load_state_dict(state["critic"])
        self.learner.optimiser.load_state_dict(state["optimiser"])
        self.seconds, self.decisions = state["seconds"], state["decisions"]
        self.starts, self.curve = state["starts"], json.loads(state["curve"])

    def _result(self) -> dict[str, Any]:
        """Return the result of a training that is complete."""
        return {
            "game": self.settings.game,
            "network": NETWORK,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 1),
            "per_second": round(self.decisions / self.seconds),
            "network_size": sum(each.numel() for each in self.learner.policy.parameters()),
            "measured": self.curve[-1]["measured"],
            "measurements": self.curve,
        }


def train(
    settings: TrainingSettings,
    directory: Path,
    device: str,
    progress: Callable[[TrainingProgress], None],
    matches: int,
) -> dict[str, Any]:
    """Train as *settings* say, in *directory*, and return the result; go on if it holds a part."""
    check_device(device)
    open_directory(directory, settings)
    found = read_result(directory)
    if found is not None:
        return found
    torch.manual_seed(Stream.of(settings.seed, WEIGHTS).integer)
    training = Training(settings, directory, Learner(settings, device), matches, device)
    training.load()
    return training.run(progress)


def check_device(device: str) -> None:
    """Raise unless there is a *device* of that name here."""
    if device not in ("cpu", "cuda"):
        raise ConfigError(f"device {device!r} is neither cpu nor cuda")
    if device == "cuda" and not torch.cuda.is_available():
        raise ConfigError("no NVIDIA GPU that PyTorch can use was found; use --device cpu")
