"""Proximal policy optimisation: choices that turned out better than foreseen become likelier.

What was foreseen comes from a critic that sees all hands, so that less of the luck of the deal is
taken for skill. Advantages are those of GAE, over a round; nothing is discounted but by its lambda.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import nn

from galo.training.network import Critic, Policy, autocast
from galo.training.self_play import Decisions
from galo.training.tables import NOBODY_ELSE

if TYPE_CHECKING:
    from galo.training.settings import TrainingSettings

GAIN = 50.0  # of a chance of 1, in values: a fiftieth makes an option e times as likely
LARGEST_STEP = 1.0  # norm of the gradient
CRITIC_WIDTH = 512


@dataclass(frozen=True)
class Learned:
    """What one update was like."""

    decisions: int
    entropy: float  # mean, in nats
    moved: float  # mean divergence from the policy that played
    error: float  # of the critic: share of the variance that it leaves


class Learner:
    """A policy and its critic, and what moves them."""

    def __init__(self, settings: "TrainingSettings", device: str) -> None:
        self.settings, self.device = settings, device
        self.policy = Policy(settings.widths).to(device)
        self.critic = Critic(CRITIC_WIDTH).to(device)
        self.optimiser = torch.optim.Adam(
            [*self.policy.parameters(), *self.critic.parameters()],
            lr=settings.learning_rate,
            eps=1e-5,
            fused=device == "cuda",
        )

    def learn(self, found: Decisions, left: float) -> Learned:
        """Move the policy by what was *found*, when a share *left* of the training is to come."""
        settings = self.settings
        for group in self.optimiser.param_groups:
            group["lr"] = settings.learning_rate * left
        advantages, targets = self._advantages(found)
        steps = len(found.choices)
        now = [array[:steps].flatten(0, 1) for array in found.readings]
        inputs, options, _, counts, known, others = now
        own = (others == NOBODY_ELSE).nonzero()[:, 0]
        advantages, targets = advantages.flatten()[own], targets.flatten()[own]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        chosen, before = found.choices.flatten()[own], found.likelihoods.flatten()[own]
        rolled = None if found.values is None else found.values.flatten(0, 1)
        epochs = settings.epochs if rolled is None else 1
        sums = torch.zeros(3, device=self.device)
        for _ in range(epochs):
            order = torch.randperm(len(own), device=self.device)
            for part in order.chunk(settings.minibatches):
                rows = own[part]
                seen = inputs[rows]
                with autocast(self.device):
                    values = self.policy(seen, options[rows], counts[rows])
                    foreseen = self.critic(seen, known[rows])
                chances = torch.log_softmax(values, 1)
                entropy = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
                change = chances.gather(1, chosen[part, None])[:, 0] - before[part]
                ratio = change.exp()
                error = (foreseen - targets[part]).square().mean()
                if rolled is not None:
                    loss = rolled_loss(values, rolled[rows], counts[rows])
                else:
                    gain = advantages[part]
                    held = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                    better = torch.minimum(ratio * gain, held * gain).mean()
                    loss = -better - settings.entropy * left * entropy
                self.optimiser.zero_grad(set_to_none=True)
                (loss + error / 2).backward()
                for network in (self.policy, self.critic):
                    nn.utils.clip_grad_norm_(network.parameters(), LARGEST_STEP)
                self.optimiser.step()
                sums += torch.stack([entropy, (ratio - 1 - change).mean(), error]).detach()
        entropy, moved, error = (sums / (epochs * settings.minibatches)).tolist()
        return Learned(len(own), entropy, moved, error / max(float(targets.var()), 1e-9))

    def _advantages(self, found: Decisions) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the advantages [steps, n] of what was *found*, and what the critic is to say."""
        readings, steps = found.readings, len(found.choices)
        with torch.no_grad(), autocast(self.device):
            each = [self.critic(*now) for now in zip(readings.inputs, readings.known, strict=True)]
        values = torch.stack(each) * found.signs  # of pair 0
        advantage = torch.zeros_like(values[0])
        advantages = []
        for step in reversed(range(steps)):
            goes_on = 1.0 - found.over[step].float()
            surprise = found.rewards[step] + goes_on * values[step + 1] - values[step]
            advantage = surprise + self.settings.discount * goes_on * advantage
            advantages.append(advantage)
        gained = torch.stack(advantages[::-1])
        signs = found.signs[:steps]
        return gained * signs, (gained + values[:steps]) * signs


def rolled_loss(values: torch.Tensor, rolled: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Return how far *values* are from what was *rolled* out, both less their means."""
    numbers = torch.arange(values.shape[1], device=values.device)
    is_option = numbers < counts[:, None]
    share = is_option / counts[:, None]
    difference = torch.where(is_option, values, 0.0) - GAIN * rolled
    off = difference - (difference * share).sum(1, keepdim=True)
    return (off.square() * share).sum(1).mean() / GAIN
