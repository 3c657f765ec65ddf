"""A training on PyTorch: it learns, can be stopped, and what it writes plays as it does.

PyTorch takes gigabytes, so these run where it is installed: with make test-train, in a job of the
workflow of their own.
"""

from pathlib import Path

import numpy as np
import pytest
import torch

from galo.players.dominoes4.network import new_workspace, value_options
from galo.players.dominoes4.network_file import read_network
from galo.training.directory import CHECKPOINT, NETWORK, RESULT
from galo.training.learner import Learner
from galo.training.measuring import Measurement
from galo.training.network import Policy
from galo.training.run import Training, TrainingProgress, train
from galo.training.self_play import SCALE, SelfPlay
from galo.training.settings import TrainingSettings
from galo.training.tables import NOBODY_ELSE

SMALL = TrainingSettings(
    decisions=20_000, tables=128, steps=16, minibatches=4, width=64, learning_rate=2e-3
)


def ignore(progress: TrainingProgress) -> None:
    """Do nothing with *progress*."""


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def test_training_learns_stops_and_goes_on(tmp_path: Path) -> None:
    def stop(progress: TrainingProgress) -> None:
        if progress.share >= 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(SMALL, tmp_path, "cpu", stop, 64)
    assert (tmp_path / NETWORK).exists()
    assert not (tmp_path / RESULT).exists()
    halted = torch.load(tmp_path / CHECKPOINT, weights_only=True)
    assert 0.3 * SMALL.decisions <= halted["decisions"] < SMALL.decisions

    first = Training(SMALL, tmp_path, Learner(SMALL, "cpu"), 64, "cpu")
    first.load()
    assert (first.decisions, first.starts) == (halted["decisions"], 1)
    result = train(SMALL, tmp_path, "cpu", ignore, 400)
    assert result["decisions"] >= SMALL.decisions
    assert train(SMALL, tmp_path, "cpu", ignore, 400) == result  # it is complete
    [against_s1, against_basic] = result["measured"]
    torch.manual_seed(4)
    before = Measurement("dominoes4", "basic", 400, "cpu", 5).measure(Policy(SMALL.widths))
    assert against_basic["share"] > max(0.5, before.share + 0.1)
    assert against_s1["share"] > 0.2


def test_written_network_values_options_as_the_policy_does(tmp_path: Path) -> None:
    training = Training(SMALL, tmp_path, Learner(SMALL, "cpu"), 16, "cpu")
    policy = training.learner.policy
    torch.nn.init.normal_(policy.value.weight)
    training.save()
    network = read_network(tmp_path / NETWORK)
    play = SelfPlay(SMALL, "cpu", 3)
    found = play.collect(policy, True)
    now = type(found.readings)(*(array[5] for array in found.readings))
    values = policy(now.inputs, now.options, now.counts).detach().numpy()
    workspace, alike, several = new_workspace(network), 0, 0
    for table in range(SMALL.tables):
        count = int(now.counts[table])
        workspace.inputs[:] = now.inputs[table].numpy()
        workspace.options[: len(now.options[table])] = now.options[table].numpy()
        best = value_options(network, workspace, count)
        real = values[table, :count]
        assert real[best] > real.max() - 0.05 * np.abs(real).max() - 0.01
        several += count > 1
        alike += count > 1 and best == real.argmax()
    assert several > 60
    assert alike > 0.9 * several


def test_rewards_of_a_round_are_what_it_changed() -> None:
    settings = TrainingSettings(
        decisions=1, tables=64, steps=64, minibatches=4, width=32, against="basic", share=0.5
    )
    play = SelfPlay(settings, "cpu", 9)
    torch.manual_seed(1)
    found = play.collect(Policy(settings.widths), True)
    assert found.over.sum() > settings.tables
    total = (found.rewards / SCALE).cumsum(0)
    assert total.abs().max() < 3  # chances, not points
    assert found.rewards[~found.over].abs().max() > 0  # points of a round count at once
    others = found.readings.others[: settings.steps]
    assert (others[:, 32:] == NOBODY_ELSE).all()
    met = (others[:, :32] != NOBODY_ELSE).float().mean()
    assert 0.4 < met < 0.6  # the other pair has every second decision
    known = found.readings.known
    assert (known[:, 32:, -2:] == 0).all()
    assert (known[:, :32, -2:].sum(-1) == 1).all()
