"""The network in whole numbers: its arithmetic, its file, and the agent that plays by it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galo
from galo.errors import ConfigError, GaloError
from galo.players.dominoes4.network import (
    MOST_ACTIVE,
    ONE,
    SHIFT,
    Layer,
    Network,
    new_workspace,
    value_options,
)
from galo.players.dominoes4.network_file import (
    ABOUT,
    VERSION,
    read_network,
    write_network,
)
from galo.players.dominoes4.network_inputs import OPTION_INPUTS, SITUATION_INPUTS
from galo.players.dominoes4.neural import Neural
from galo.stream import Stream
from support.domino_rounds import positions
from support.networks import floats, network_of

Array = Any


def whole(layer: Layer, inputs: Array) -> Array:
    """Return the outputs of *layer* in whole numbers of any size."""
    sums = inputs.astype(object) @ layer.weights.astype(object)
    return (sums * layer.factors.astype(object) + layer.biases.astype(object)) >> SHIFT


def clipped(values: Array) -> Array:
    return np.clip(values.astype(np.int64), 0, MOST_ACTIVE)


def values_by_hand(network: Network, inputs: Array, options: Array) -> list[int]:
    seen = clipped(whole(network.situation, inputs))
    shared = whole(network.shared, clipped(whole(network.hidden, seen)))
    found = []
    for option in options:
        joined = clipped(whole(network.joined, clipped(shared + whole(network.option, option))))
        found.append(int(whole(network.value, joined)[0]))
    return found


def values_of_floats(layers: list[tuple[Array, Array]], inputs: Array, options: Array) -> Array:
    def out(number: int, values: Array) -> Array:
        weights, biases = layers[number]
        return values @ weights + biases

    top = MOST_ACTIVE / ONE
    shared = out(2, np.clip(out(1, np.clip(out(0, inputs), 0, top)), 0, top))
    joined = np.clip(out(4, np.clip(shared + out(3, options), 0, top)), 0, top)
    return out(5, joined)[:, 0]


def test_values_are_exact_and_near_those_of_real_numbers() -> None:
    rng, layers = Stream.of(3).generator(), floats(2)
    network, off, most = network_of(layers), 0.0, 0.0
    workspace = new_workspace(network)
    for count in (1, 3, 7):
        inputs = (rng.random(SITUATION_INPUTS) < 0.2) * rng.integers(1, 8, SITUATION_INPUTS)
        options = rng.integers(-2, 9, (count, OPTION_INPUTS))
        workspace.inputs[:], workspace.options[:count] = inputs, options
        best = value_options(network, workspace, count)
        found = workspace.values[:count].tolist()
        assert found == values_by_hand(network, inputs, options)
        assert found[best] == max(found)
        assert best == found.index(max(found))
        real = values_of_floats(layers, inputs, options)
        off = max(off, np.abs(np.array(found) / ONE - real).max())
        most = max(most, np.abs(real).max())
    assert 0 < off < most / 40  # eight bits are nearly the real number


def test_file_is_read_as_it_was_written_and_refused_if_it_is_damaged(tmp_path: Path) -> None:
    path, network = tmp_path / "network.npz", network_of(floats(4))
    with path.open("wb") as file:
        write_network(file, network, {"decisions": 5})
    for ours, theirs in zip(network, read_network(path), strict=True):
        assert ours.weights.tolist() == theirs.weights.tolist()
        assert ours.factors.tolist() == theirs.factors.tolist()
        assert ours.biases.tolist() == theirs.biases.tolist()

    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files}
    about = json.loads(arrays[ABOUT].tobytes())
    assert about["decisions"] == 5

    def refused(name: str, **changes: Array) -> str:
        other = tmp_path / name
        np.savez(other, **{**arrays, **changes})
        with pytest.raises(ConfigError) as problem:
            read_network(other)
        return str(problem.value)

    altered = arrays["hidden_weights"].copy()
    altered[0, 0] ^= 1
    assert "is damaged" in refused("altered.npz", hidden_weights=altered)
    assert "is damaged" in refused("narrow.npz", value_weights=arrays["value_weights"][:2])
    later = np.frombuffer(json.dumps({**about, "version": VERSION + 1}).encode(), np.uint8)
    assert f"is of version {VERSION + 1}, not {VERSION}" in refused("later.npz", about=later)
    (tmp_path / "text.npz").write_text("a text")
    with pytest.raises(ConfigError, match="cannot read a network from"):
        read_network(tmp_path / "text.npz")
    with pytest.raises(ConfigError, match="cannot read a network from"):
        read_network(tmp_path / "missing.npz")


def test_agent_takes_the_best_of_its_network_and_of_as_many_deals_as_it_may() -> None:
    alone, together = (galo.player("dominoes4", f"neural:deals={deals}") for deals in (0, 300))
    assert isinstance(alone, Neural)
    chosen, changed = 0, 0
    for seed in range(6):
        for position in positions("dominoes4", seed):
            if len(position.legal_moves) < 2:
                continue
            seen = position.observe()
            decision = alone.decide(seen, galo.Limit(), Stream.of(seed))
            workspace = alone.workspace
            count = len(seen.legal_moves)
            best = int(workspace.moves[:count][workspace.values[:count].argmax()])
            assert decision.move.code == best
            assert decision.nodes is None
            second = together.decide(seen, galo.Limit(deals=200), Stream.of(seed))
            assert second.nodes == 200
            assert second == together.decide(seen, galo.Limit(deals=200), Stream.of(seed))
            chosen, changed = chosen + 1, changed + (second.move != decision.move)
    assert chosen > 30
    assert 0 < changed < chosen / 2  # deals have a say, and the network has one


def test_weights_are_those_that_come_with_galo_or_a_file(tmp_path: Path) -> None:
    with pytest.raises(GaloError, match="unknown weights of neural 'best'; known: trained, or a"):
        galo.player("dominoes4", "neural:weights=best")
    path = tmp_path / "own.npz"
    with path.open("wb") as file:
        write_network(file, network_of(floats(6)), {})
    own = galo.player("dominoes4", f"neural:weights={path},deals=0")
    seen = galo.game("dominoes4").start(seed=3).observe()
    assert own.decide(seen, galo.Limit(), Stream.of(1)).move in seen.legal_moves
