"""The studies that can be reproduced, a file each.

Every file has `ABOUT`, a line for people; `run(experiment, size, readings)`, which makes the
records that are missing; and `report(settings, records)`, which returns the page that compares
them with the published numbers.
"""

from importlib import import_module
from typing import Any

from galo.errors import UnknownNameError

NAMES = (
    "sbgames2008",
    "cig2011",
    "antonio2011",
    "hoffmann2020",
    "fiss2010",
    "tux2007",
    "optimisers",
    "ladder",
    "reconstruction",
)


def experiment(name: str) -> Any:
    """Return the module of the experiment *name*."""
    if name not in NAMES:
        raise UnknownNameError("experiment", name, NAMES)
    return import_module(f"galo.lab.experiments.{name}")
