"""Faults of people's own agents, each in one sentence."""

import traceback
from pathlib import Path

LONGEST_MESSAGE = 200


def describe(problem: BaseException) -> str:
    """Return *problem* in one line, with the place in the sources where it arose."""
    text = shortened(" ".join(str(problem).split()))
    frames = traceback.extract_tb(problem.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(problem).__name__}{': ' if text else ''}{text}{where}"


def shortened(text: str) -> str:
    """Return *text*, cut where it is too long for a message."""
    return text if len(text) <= LONGEST_MESSAGE else f"{text[:LONGEST_MESSAGE]}…"
