"""Fit the distilled policy of dominó de 4 pontas to decisions that were kept.

    python bench/tuning/dominoes4_decisions.py decisions --seconds 220 --workers 12
    python bench/tuning/dominoes4_policy.py decisions policy.npz

It is shown how likely the player takes each move, by its chances to win the match with them, and
descends the cross-entropy by Adam. The last decisions are held back: on them the result is compared
with s1 at several temperatures, in nats for each decision. Whether champion plays better by it is
for a match to say.
"""

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from galo.games.rules.dominoes4 import Rules, open_round, play
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import Deal
from galo.jit import float_kernel
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes4.evaluation import SCALE, features_of, opening_value, value_of
from galo.players.dominoes4.linear import coefficients, fixed_point
from galo.players.dominoes4.policy import OUTPUT_SCALE, TABLE_SCALE
from galo.players.dominoes4.policy_features import GROUPS, ROWS, option_rows
from galo.players.dominoes4.public_history import update_history
from galo.players.dominoes4.situation import situation_of

STEPS = 65535  # of a chance to win, in the files
SURENESS = 0.01  # how much more a move has to be worth to be taken e times as often
BATCH = 256  # decisions
RATE, PULL = 2e-3, 0.5  # of a step; of the table towards zero
MEMORY, SQUARE_MEMORY = 0.9, 0.999
HELD = 0.05  # share of the decisions that are held back
MOST_OPTIONS = 64
TEMPERATURES = (2, 4, 6, 8, 12)

Array = Any  # of NumPy, single precision but for indices


class Decisions(NamedTuple):
    """Decisions with a choice, one option after another."""

    rows: Array  # [options, GROUPS]: what the network is shown
    s1: Array  # [options]: what s1 thinks of them, in points
    target: Array  # [options]: how likely the player takes each
    chosen: Array  # [options]: 1 for the one with the best chance
    first: Array  # [decisions + 1]: the first option of each
    many: Array  # decisions with a choice


@float_kernel
def describe_options(
    rules: Rules, deals: Array, before: Array, moves: Array, decisions: Array, options: Array
) -> None:
    """Write what the policy and s1 see of all options."""
    rounds, plies, counts = decisions
    codes, rows, weights, s1 = options
    number = option = 0
    for row in range(len(deals)):
        deal = Deal(deals[row, 0], deals[row, 1], deals[row, 2], deals[row, 3], 0, 0)
        state, history, ply = open_round(rules, before[row, 0], deal), empty_history(), 0
        while number < len(rounds) and rounds[number] == row:
            while ply < plies[number]:
                move = int(moves[row, ply])
                history = update_history(rules, history, state, move)
                state = play(rules, state, move)
                ply += 1
            side = state.mover % 2
            situation = situation_of(
                rules, state, history, before[row, 1 + side], before[row, 2 - side]
            )
            for _ in range(counts[number]):
                code = int(codes[option])
                found = option_rows(situation, code)
                for group in range(GROUPS):
                    rows[option, group] = found[group]
                if state.phase < PLAYING:
                    s1[option] = opening_value(weights, 0, state.hand0, code)
                else:
                    features = features_of(weights, 0, state, history)
                    s1[option] = value_of(rules, weights, 0, features, code)
                option += 1
            number += 1


def read(folder: Path) -> Decisions:
    """Return the decisions in the files of *folder*."""
    parts = [describe(dict(np.load(path))) for path in sorted(folder.glob("*.npz"))]
    rows, s1, chances, counts = (np.concatenate(column) for column in zip(*parts, strict=True))
    first = np.concatenate([[0], np.cumsum(counts)])
    each = np.repeat(np.arange(len(counts)), counts)
    best = np.maximum.reduceat(chances, first[:-1])[each]
    target = np.exp((chances - best) / SURENESS)
    chosen = (chances == best).astype(np.float32)
    for likely in (target, chosen):
        likely /= np.add.reduceat(likely, first[:-1])[each]
    return Decisions(rows, s1, target.astype(np.float32), chosen, first, np.nonzero(counts > 1)[0])


def describe(file: dict[str, Array]) -> tuple[Array, Array, Array, Array]:
    """Return rows, values of s1 and chances of all options in a *file*, and how many options."""
    options = len(file["codes"])
    rows, s1 = np.zeros((options, GROUPS), np.int16), np.zeros(options)
    weights = np.array([fixed_point(coefficients("s1", "evolved", "literal"), "literal")], np.int32)
    decisions = (file["rounds"], file["plies"], file["counts"])
    describe_options(
        Rules(),
        file["deals"],
        file["before"].astype(np.int64),
        file["moves"],
        decisions,
        (file["codes"], rows, weights, s1),
    )
    return rows, s1 / SCALE, file["chances"] / STEPS, file["counts"].astype(np.int64)


@float_kernel
def evaluate(rows: Array, numbers: tuple[Array, ...], hidden: Array) -> float:
    """Write the units of an option into *hidden* and return its value."""
    table, bias, output = numbers
    hidden[:] = bias
    for row in rows:
        for unit in range(len(hidden)):
            hidden[unit] += table[row, unit]
    value = np.float32(0)
    for unit in range(len(hidden)):
        hidden[unit] = max(hidden[unit], np.float32(0))
        value += hidden[unit] * output[unit]
    return float(value)


@float_kernel
def to_softmax(values: Array) -> None:
    """Replace *values* by the chances that options of these values have."""
    values[:] = np.exp(values - values.max())
    values /= values.sum()


@float_kernel
def cross_entropy(
    rows: Array, likely: Array, first: Array, some: Array, numbers: tuple[Array, ...]
) -> float:
    """Return the cross-entropy of the network and what is *likely*, over *some* decisions."""
    hidden, taken = np.zeros(len(numbers[1]), np.float32), np.zeros(MOST_OPTIONS)
    loss = 0.0
    for decision in some:
        begin, count = first[decision], first[decision + 1] - first[decision]
        for k in range(count):
            taken[k] = evaluate(rows[begin + k], numbers, hidden)
        to_softmax(taken[:count])
        for k in range(count):
            loss -= likely[begin + k] * np.log(taken[k] + 1e-30)
    return loss


@float_kernel
def add_gradients(
    rows: Array,
    likely: Array,
    first: Array,
    some: Array,
    numbers: tuple[Array, ...],
    gradients: tuple[Array, ...],
) -> None:
    """Add the gradients of `cross_entropy`."""
    output, units = numbers[2], len(numbers[1])
    hidden, taken = np.zeros((MOST_OPTIONS, units), np.float32), np.zeros(MOST_OPTIONS)
    for decision in some:
        begin, count = first[decision], first[decision + 1] - first[decision]
        for k in range(count):
            taken[k] = evaluate(rows[begin + k], numbers, hidden[k])
        to_softmax(taken[:count])
        for k in range(count):
            error = np.float32(taken[k] - likely[begin + k])
            for unit in range(units):
                gradients[2][unit] += error * hidden[k, unit]
                back = error * output[unit] if hidden[k, unit] > 0 else np.float32(0)
                gradients[1][unit] += back
                for row in rows[begin + k]:
                    gradients[0][row, unit] += back


@float_kernel
def step(
    numbers: Array, gradient: Array, mean: Array, square: Array, rate: float, pull: float
) -> None:
    """Move *numbers* a step of Adam, where there is a *gradient*, and forget it."""
    for k in range(len(numbers)):
        if gradient[k] != 0.0:
            mean[k] += (gradient[k] - mean[k]) * (1.0 - MEMORY)
            square[k] += (gradient[k] * gradient[k] - square[k]) * (1.0 - SQUARE_MEMORY)
            numbers[k] -= rate * (mean[k] / (np.sqrt(square[k]) + 1e-8) + pull * numbers[k])
            gradient[k] = 0.0


def fit(found: Decisions, units: int, passes: int, seed: int) -> tuple[Array, ...]:
    """Return table, bias and output after so many *passes* over the decisions *found*."""
    rng = np.random.default_rng(seed)
    train, held = divided(found)
    numbers = (
        (0.1 * rng.standard_normal((ROWS, units))).astype(np.float32),
        np.zeros(units, np.float32),
        (0.3 * rng.standard_normal(units)).astype(np.float32),
    )
    gradients, means, squares = (tuple(map(np.zeros_like, numbers)) for _ in range(3))
    steps = passes * -(-len(train) // BATCH)
    done = 0
    for number in range(passes):
        order = rng.permutation(train)
        for begin in range(0, len(order), BATCH):
            some = order[begin : begin + BATCH]
            add_gradients(found.rows, found.target, found.first, some, numbers, gradients)
            done += 1
            rate = 0.5 * RATE * (1 + np.cos(np.pi * done / steps))
            rate *= np.sqrt(1 - SQUARE_MEMORY**done) / (1 - MEMORY**done)
            for each, pull in enumerate((PULL, 0.0, 0.0)):
                learnt, gradient, mean, square = (
                    arrays[each].reshape(-1) for arrays in (numbers, gradients, means, squares)
                )
                step(learnt, gradient, mean, square, rate, pull)
        loss = cross_entropy(found.rows, found.chosen, found.first, held, numbers)
        print(f"pass {number + 1}: {loss / len(held):.4f} nats a decision that was held back")
    return numbers


def divided(found: Decisions) -> tuple[Array, Array]:
    """Return the decisions to learn from, and those that are held back."""
    kept = len(found.many) - int(HELD * len(found.many))
    return found.many[:kept], found.many[kept:]


def compare(found: Decisions) -> None:
    """Print how likely s1 and chance make the decisions that are held back."""
    _, held = divided(found)
    spans = [slice(found.first[number], found.first[number + 1]) for number in held]
    for name, sharpness in [("chance", 0.0), *((f"s1, {t} points", 1 / t) for t in TEMPERATURES)]:
        loss = 0.0
        for span in spans:
            values = found.s1[span] * sharpness
            values -= values.max()
            loss -= found.chosen[span] @ (values - np.log(np.exp(values).sum()))
        print(f"{name}: {loss / len(spans):.4f} nats")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("result", type=Path)
    parser.add_argument("--units", type=int, default=32)
    parser.add_argument("--passes", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = read(options.folder)
    print(f"{len(found.many)} decisions")
    compare(found)
    table, bias, output = fit(found, options.units, options.passes, options.seed)
    np.savez_compressed(
        options.result,
        table=np.round(table * TABLE_SCALE).astype(np.int16),
        bias=np.round(bias * TABLE_SCALE).astype(np.int32),
        output=np.round(output * OUTPUT_SCALE).astype(np.int32),
    )


if __name__ == "__main__":
    main()
