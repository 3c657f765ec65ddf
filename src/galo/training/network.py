"""The network that learns: a policy over the options, and a critic that sees all hands."""

from typing import Any

import torch
from torch import nn

from galo.games.rules.tiles import TILES
from galo.players.dominoes4.feature_table import FEATURES
from galo.players.dominoes4.network import MOST_ACTIVE, ONE
from galo.players.dominoes4.network_inputs import OPTION_INPUTS, OTHERS, SITUATION_INPUTS

MOST = MOST_ACTIVE / ONE  # what an activation can be
KNOWN_TO_CRITIC = OTHERS * TILES + 2  # the hidden hands, and which pair is another player
LARGE_FEATURES = {  # those that go far beyond ten: what they are divided by
    "points": 8, "table_points": 8, "pips": 4, "next_replies": 4, "partner_replies": 4,
    "previous_replies": 4, "threats": 4, "threat_points": 32, "follow_points": 8,
    "hand_pips": 16, "ends_sum": 16, "our_score": 64, "their_score": 64,
}  # fmt: skip


def option_scales() -> torch.Tensor:
    """Return what each input of an option is multiplied by before it is weighted."""
    scales = torch.ones(OPTION_INPUTS)
    for name, divisor in LARGE_FEATURES.items():
        scales[FEATURES.index(name)] = 1 / divisor
    return scales


def active(values: torch.Tensor) -> torch.Tensor:
    """Return *values* as activations: the rectifier that whole numbers can do."""
    return torch.clamp(values, 0, MOST)


class Policy(nn.Module):  # type: ignore[misc] # a library without types where it is missing
    """Values the options, as `galo.players.dominoes4.network` draws it."""

    def __init__(self, widths: tuple[int, int, int, int]) -> None:
        super().__init__()
        first, second, shared, joined = widths
        self.situation = nn.Linear(SITUATION_INPUTS, first)
        self.hidden = nn.Linear(first, second)
        self.shared = nn.Linear(second, shared)
        self.option = nn.Linear(OPTION_INPUTS, shared)
        self.joined = nn.Linear(shared, joined)
        self.value = nn.Linear(joined, 1)
        self.register_buffer("scales", option_scales(), persistent=False)
        nn.init.normal_(self.value.weight, std=0.01)

    def forward(
        self, inputs: torch.Tensor, options: torch.Tensor, counts: torch.Tensor
    ) -> torch.Tensor:
        """Return the values [decisions, options] of the first *counts* options of each decision."""
        dtype = torch.bfloat16 if torch.is_autocast_enabled(inputs.device.type) else torch.float32
        seen = active(self.situation(inputs.to(dtype)))
        seen = self.shared(active(self.hidden(seen)))
        each = self.option(options.to(dtype) * self.scales.to(dtype))
        each = active(self.joined(active(seen[:, None] + each)))
        # Options differ by less than half of the bits can tell.
        with torch.autocast(inputs.device.type, enabled=False):
            values = self.value(each.float())[..., 0]
        numbers = torch.arange(options.shape[1], device=options.device)
        return values.masked_fill(numbers >= counts[:, None], -torch.inf)


class Critic(nn.Module):  # type: ignore[misc] # likewise
    """Foresees what the pair of the mover still gains in the round, from all hands."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(SITUATION_INPUTS + KNOWN_TO_CRITIC, width), nn.ReLU(),
            nn.Linear(width, width // 2), nn.ReLU(),
            nn.Linear(width // 2, 1),
        )  # fmt: skip
        nn.init.zeros_(self.layers[-1].weight)

    def forward(self, inputs: torch.Tensor, known: torch.Tensor) -> Any:
        """Return the values [decisions]."""
        dtype = torch.bfloat16 if torch.is_autocast_enabled(inputs.device.type) else torch.float32
        return self.layers(torch.cat([inputs, known], 1).to(dtype))[:, 0].float()


def autocast(device: str) -> torch.autocast:
    """Return the block in which products are made in half the bits, on a GPU."""
    return torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda")
