"""Formulas in the simulator beside linear s1: matches a second against basic, by size.

    python bench/speed/formulas.py [--device cuda] [--matches N]

A formula of n nodes is the beginning of s1's own sum, so all play about the same games; the last
one has the features of s1. The simulator plays it as evolution does, on its stack machine, and as
a strategy, compiled. They take turns with linear s1, by processor time on this machine and by the
clock on a GPU; what counts is the median of the ratios: how many times as long a match takes.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from galo.arena.batch import Contest, Job
from galo.arena.devices import simulator_on
from galo.lab.evolvable import linear_players
from galo.lab.evolvable_formulas import formula_players
from galo.lab.fitness import joined, opponent_weights
from galo.lab.formula_text import strategy_source, text_of
from galo.lab.formulas import Formula, apply, constant, feature, to_rows
from galo.players.dominoes4.formula_value import ADD, MULTIPLY
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_rows import LINEAR, StrategyPlayers, player_row
from galo.players.registry import make_player

S1 = {
    "hand_far": 4.58,
    "table_near": -2.97,
    "ends_near": -3.41,
    "ends_far": 2.82,
    "hand_near": -2.25,
    "table_far": 1.07,
    "partner_far": 0.76,
}
TURNS = 7


def formulas() -> list[Formula]:
    """Return the beginnings of s1's sum: of 1, 5, 9, … nodes."""
    found = [feature("points")]
    for name, weight in S1.items():
        term = apply(MULTIPLY, constant(weight), feature(name))
        found.append(apply(ADD, found[-1], term))
    return found


def seconds(play: Callable[[], object], clock: Callable[[], float]) -> float:
    begin = clock()
    play()
    return clock() - begin


def compiled_and_basic(formula: Formula) -> StrategyPlayers:
    """Return *formula* as a compiled strategy, and basic."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "formula.py"
        file.write_text(strategy_source({"best": formula}), encoding="utf-8")
        strategy = make_player("dominoes4", f"strategy:file={file}", is_simulated=True)
    assert isinstance(strategy, Strategy)
    rows = [player_row(1, strategy.values), player_row(LINEAR, opponent_weights(["basic"])[0])]
    return StrategyPlayers(np.array(rows), (strategy.translation,))


def rates(device: str, matches: int, formula: Formula) -> Sequence[tuple[float, float, float]]:
    """Return matches a second against basic, turn by turn: linear s1, *formula*, it compiled."""
    simulate, clock = simulator_on(device), time.perf_counter
    if device == "cpu":
        clock = time.process_time
    interpreted = joined(
        [formula_players(to_rows([formula])), linear_players(opponent_weights(["basic"]))]
    )
    kinds = [opponent_weights(["s1", "basic"]), interpreted, compiled_and_basic(formula)]
    job = Job(0, matches // 2)
    for players in kinds:
        simulate(players, [Contest.paired(0)], Job(0, 64))
    found = []
    for turn in range(1, TURNS + 1):
        contests = [Contest.paired(turn)]
        one, other, third = (
            matches / seconds(partial(simulate, players, contests, job), clock) for players in kinds
        )
        found.append((one, other, third))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--matches", type=int, default=20_000)
    options = parser.parse_args()
    print("nodes  linear/s  formula/s  ratio  compiled/s  ratio  formula")
    for formula in formulas():
        found = rates(options.device, options.matches, formula)
        linear, ours, compiled = (statistics.median(column) for column in zip(*found, strict=True))
        ratio = statistics.median(one / other for one, other, _ in found)
        least = statistics.median(one / other for one, _, other in found)
        print(
            f"{len(formula):5} {linear:9,.0f} {ours:10,.0f} {ratio:6.2f} "
            f"{compiled:11,.0f} {least:6.2f}  {text_of(formula)}"
        )


if __name__ == "__main__":
    main()
