"""How strong a policy is against a known player: matches at many tables, greedy, side by side."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from galo.arena.statistics import wilson
from galo.stream import Stream
from galo.training.network import autocast
from galo.training.self_play import TableReader, linear_player
from galo.training.tables import NOBODY_ELSE

if TYPE_CHECKING:
    from galo.training.network import Policy

LONGEST = 2000  # decisions of a match, more than any has
LOOK = 16  # steps before it is asked whether all are over


@dataclass(frozen=True)
class Measured:
    """Matches of a policy against a player."""

    against: str
    matches: int
    won: int

    @property
    def share(self) -> float:
        """The share that the policy won."""
        return self.won / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.won, self.matches)

    def to_json(self) -> dict[str, Any]:
        """Return it as results have it."""
        return {
            "opponent": self.against,
            "games": self.matches,
            "share": self.share,
            "share_interval": [round(end, 6) for end in self.interval],
        }


class Measurement:
    """Tables at which a policy meets the player *against*, the same deals every time."""

    def __init__(self, game: str, against: str, matches: int, device: str, seed: int) -> None:
        self.against, self.device, self.seed = against, device, Stream.of(seed).integer
        self.reader = TableReader(game, matches, device, self.seed)
        self.readings = self.reader.new_readings()
        sides = np.arange(matches) % 2
        self.other = linear_player(against, sides, device)
        self.policy_side = torch.as_tensor(1 - sides, device=device)

    def measure(self, policy: "Policy") -> Measured:
        """Return how many of the first matches of all tables *policy* wins."""
        with torch.no_grad():
            return self._measure(policy)

    def _measure(self, policy: "Policy") -> Measured:
        env, now, device = self.reader.env, self.readings, self.device
        env.reset()
        done, rewards = (torch.as_tensor(each, device=device) for each in (env.done, env.rewards))
        is_over = torch.zeros(env.n, dtype=torch.bool, device=device)
        won = torch.zeros(env.n, dtype=torch.bool, device=device)
        for step in range(LONGEST):
            self.reader.read(now, self.other)
            with autocast(device):
                choice = policy(now.inputs, now.options, now.counts).argmax(1)
            own = now.actions.gather(1, choice[:, None])[:, 0]
            self.reader.step(torch.where(now.others == NOBODY_ELSE, own, now.others))
            ours = rewards.gather(1, self.policy_side[:, None])[:, 0] > 0
            won |= done & ~is_over & ours
            is_over |= done
            if step % LOOK == 0 and bool(is_over.all()):
                break
        return Measured(self.against, int(is_over.sum()), int(won.sum()))
