"""Directories of trainings, for tests that need no PyTorch."""

import json
from pathlib import Path

from galo.training.directory import RESULT, open_directory
from galo.training.settings import TrainingSettings

MEASURED = [
    {"opponent": "s1", "games": 1000, "share": 0.6, "share_interval": [0.5693, 0.6299]},
    {"opponent": "basic", "games": 1000, "share": 0.8, "share_interval": [0.7741, 0.8237]},
]


def training_done(directory: Path) -> Path:
    """Return *directory*, with what a training that is complete has left there."""
    open_directory(directory, TrainingSettings())
    at_first = {"seconds": 15.5, "decisions": 20_000, "measured": MEASURED}
    learned = {"entropy": 0.5, "divergence": 0.001, "unforeseen": 0.8}
    result = {
        "game": "dominoes4", "network": "network.npz", "decisions": 50_000, "seconds": 40.5,
        "per_second": 1235, "network_size": 605_000, "measured": MEASURED,
        "measurements": [at_first | learned, {**at_first, "seconds": 40.5, "decisions": 50_000}],
    }  # fmt: skip
    (directory / RESULT).write_text(json.dumps(result), encoding="utf-8")
    return directory
