"""How a policy learns: from what options were worth in rollouts, and from what its choices brought.

The second is proximal policy optimisation: choices that turned out better than foreseen become
likelier. What was foreseen comes from a critic that sees all hands, so that less of the luck of the
deal is taken for skill. Advantages are those of GAE, over a round; nothing is discounted but by
its lambda.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import nn

from galo.players.dominoes4.network import GAIN
from galo.training.network import Critic, Policy, autocast
from galo.training.self_play import Decisions
from galo.training.tables import NOBODY_ELSE, Readings

if TYPE_CHECKING:
    from galo.training.settings import TrainingSettings

LARGEST_STEP = 1.0  # norm of the gradient
CRITIC_WIDTH = 512


@dataclass(frozen=True)
class Learned:
    """What one update was like."""

    decisions: int
    entropy: float  # mean, in nats
    moved: float  # mean divergence from the policy that played
    error: float  # share of the variance of what came that was not foreseen


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
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.learning_rate * left
        steps = len(found.choices)
        now = Readings(*(array[:steps].flatten(0, 1) for array in found.readings))
        if found.values is not None:
            return self._follow_rollouts(now, found.values.flatten(0, 1))
        return self._follow_choices(now, found, left)

    def _follow_rollouts(self, now: Readings, rolled: torch.Tensor) -> Learned:
        """Move the values of options towards those that were *rolled* out, whoever was to move."""
        settings, sums = self.settings, torch.zeros(3, device=self.device)
        choices = (now.counts > 1).nonzero()[:, 0]
        order = choices[torch.randperm(len(choices), device=self.device)]
        for rows in order.chunk(settings.minibatches):
            counts = now.counts[rows]
            with autocast(self.device):
                values = self.policy(now.inputs[rows], now.options[rows], counts)
            wanted = centred(GAIN * rolled[rows], counts)
            off = centred(values, counts) - wanted
            error = off.square().sum(1).mean()
            self._step(error / GAIN)
            entropy = entropy_of(torch.log_softmax(values.detach(), 1))
            sums += torch.stack([entropy, error.detach(), wanted.square().sum(1).mean()])
        entropy, error, all_of_it = (sums / settings.minibatches).tolist()
        return Learned(len(choices), entropy, 0.0, error / max(all_of_it, 1e-9))

    def _follow_choices(self, now: Readings, found: Decisions, left: float) -> Learned:
        """Make the choices likelier that turned out better than the critic foresaw."""
        settings, sums = self.settings, torch.zeros(3, device=self.device)
        own = (now.others == NOBODY_ELSE).nonzero()[:, 0]
        advantages, targets = (each.flatten()[own] for each in self._advantages(found))
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        chosen, before = found.choices.flatten()[own], found.likelihoods.flatten()[own]
        for _ in range(settings.epochs):
            order = torch.randperm(len(own), device=self.device)
            for part in order.chunk(settings.minibatches):
                rows, gain = own[part], advantages[part]
                inputs = now.inputs[rows]
                with autocast(self.device):
                    values = self.policy(inputs, now.options[rows], now.counts[rows])
                    foreseen = self.critic(inputs, now.known[rows])
                chances = torch.log_softmax(values, 1)
                change = chances.gather(1, chosen[part, None])[:, 0] - before[part]
                ratio, entropy = change.exp(), entropy_of(chances)
                held = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                better = torch.minimum(ratio * gain, held * gain).mean()
                error = (foreseen - targets[part]).square().mean()
                self._step(error / 2 - better - settings.entropy * left * entropy)
                sums += torch.stack([entropy, (ratio - 1 - change).mean(), error]).detach()
        entropy, moved, error = (sums / (settings.epochs * settings.minibatches)).tolist()
        return Learned(len(own), entropy, moved, error / max(float(targets.var()), 1e-9))

    def _step(self, loss: torch.Tensor) -> None:
        """Move both networks against the gradient of *loss*."""
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        for network in (self.policy, self.critic):
            nn.utils.clip_grad_norm_(network.parameters(), LARGEST_STEP)
        self.optimiser.step()

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


def centred(values: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Return the first *counts* of *values* of each decision less their mean, and 0 elsewhere."""
    is_option = torch.arange(values.shape[1], device=values.device) < counts[:, None]
    some = torch.where(is_option, values, 0.0)
    return torch.where(is_option, some - some.sum(1, keepdim=True) / counts[:, None], 0.0)


def entropy_of(chances: torch.Tensor) -> torch.Tensor:
    """Return the mean entropy of choices with the logarithms *chances*, in nats."""
    return -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
