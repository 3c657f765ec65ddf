"""Inference: hidden deals that fit the observation, the likelier ones more often.

What a seat played, and what it did not play although it might have held it, says something
about its hand. A deal is as likely as the choices that everybody would have made in it:

    1. sample      deals that contradict nothing, all equally likely: `belief`
    2. weigh       replay the round in each: how likely does an opponent model make every choice?
    3. resample    rows of these deals, in proportion to their weights
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.players.dominoes.resampling import resample

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector, RealVector


class InferenceWorkspace(NamedTuple):
    """The arrays of one inference."""

    deals: "IntMatrix"  # [samples, 6]: a sampled deal in each row, as `deal_at` reads it
    weights: "RealVector"  # [samples]: the likelihood of all choices seen, in each deal
    kept: "IntVector"  # [kept]: the rows of *deals* drawn by weight, in order


def infer(
    deals: "IntMatrix", kept: int, key: int, weigh: Callable[[InferenceWorkspace], float]
) -> InferenceWorkspace:
    """Return *kept* of *deals*, drawn with *key*; *weigh* fills weights and returns their sum."""
    workspace = InferenceWorkspace(deals, np.zeros(len(deals)), np.zeros(kept, np.int64))
    total = weigh(workspace)
    resample(workspace.weights, total, key, workspace.kept)
    return workspace
