"""Train the network of dominó de 4 pontas with settings that `galo train` does not ask for.

    python bench/tuning/training.py DIR --device cuda minutes=1 learning_rate=1e-3 width=768

The settings are those of `TrainingSettings` in `galo.training.settings`; DIR is a directory of
`galo train`, which goes on with it and shows how strong the network is.
"""

import argparse
import time
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galo.training.settings import TrainingSettings

if TYPE_CHECKING:
    from galo.training.run import TrainingProgress

EVERY_SECONDS = 10


def settings_of(words: list[str]) -> TrainingSettings:
    """Return the settings that *words*, each name=value, describe."""
    kinds: dict[str, Any] = {each.name: each.type for each in fields(TrainingSettings)}
    written = dict(word.split("=", 1) for word in words)
    return TrainingSettings(**{name: kinds[name](value) for name, value in written.items()})


def main() -> None:
    """Train and print the curve as it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("settings", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--matches", type=int, default=16384)
    asked = parser.parse_intermixed_args()
    settings, shown, begun = settings_of(asked.settings), 0.0, time.monotonic()
    print(settings, flush=True)
    from galo.training.run import train  # which needs PyTorch

    def show(progress: "TrainingProgress") -> None:
        nonlocal shown
        if time.monotonic() - shown < EVERY_SECONDS:
            return
        shown = time.monotonic()
        learned, last = progress.learned, progress.last
        won = [(each["opponent"], each["share"]) for each in last["measured"]] if last else []
        print(
            f"{shown - begun:4.0f} s {progress.share:6.1%} {progress.decisions:13,}"
            f" {progress.per_second:9,.0f}/s entropy {learned.entropy:.3f}"
            f" moved {learned.moved:.4f} error {learned.error:.3f} {won}",
            flush=True,
        )

    result = train(settings, asked.directory, asked.device, show, asked.matches)
    print(result["measured"], f"{result['decisions']:,} decisions")


if __name__ == "__main__":
    main()
