"""What the environments of all libraries share: spaces, observations, rewards, seeds."""

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from galo.games.game import Game, Observation, Outcome

if TYPE_CHECKING:
    from gymnasium.spaces import Space

    from galo.games.tensors.layout import TensorLayout

WON, DRAWN, LOST = 1.0, 0.0, -1.0
LARGEST_SEED = (1 << 31) - 1


def observation_space(game: Game) -> Dict:
    """Return the space of what `observed` returns."""
    spaces: dict[str, Space[Any]] = {
        "observation": tensor_space(game.tensor_layout),
        "action_mask": Box(0, 1, (len(game.actions),), np.int8),
    }
    return Dict(spaces)


def tensor_space(layout: "TensorLayout") -> Box:
    """Return the space of the tensors of *layout*."""
    return Box(0.0, np.finfo(np.float32).max, layout.shape, np.float32)


def action_space(game: Game) -> Discrete:
    """Return the space of the actions of *game*."""
    return Discrete(len(game.actions))


def observed(seen: Observation) -> dict[str, Any]:
    """Return the tensor and the mask of *seen*."""
    return {"observation": seen.tensor(), "action_mask": seen.mask().astype(np.int8)}


def reward(outcome: Outcome, side: int) -> float:
    """Return 1 for a win of *side*, -1 for a loss, 0 for a draw."""
    if outcome.winner is None:
        return DRAWN
    return WON if outcome.winner == side else LOST
