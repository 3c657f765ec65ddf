"""Formulas in the simulator beside linear s1: matches a second against basic, by size.

    python bench/speed/formulas.py [--device cuda] [--matches N]

A formula of n nodes is the beginning of s1's own sum, so all play about the same games. They take
turns with linear s1, by processor time on this machine and by the clock on a GPU; what counts is
the median of the ratios.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

from galo.arena.batch import Contest, Job
from galo.arena.devices import simulator_on
from galo.lab.evolvable import linear_players
from galo.lab.evolvable_formulas import formula_players
from galo.lab.fitness import joined, opponent_weights
from galo.lab.formula_text import text_of
from galo.lab.formulas import Formula, apply, constant, feature, to_rows
from galo.players.dominoes4.formula_value import ADD, MULTIPLY

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


def rates(device: str, matches: int, formula: Formula) -> Sequence[tuple[float, float]]:
    """Return matches a second of linear s1 and of *formula*, both against basic, turn by turn."""
    simulate, clock = simulator_on(device), time.perf_counter
    if device == "cpu":
        clock = time.process_time
    basic = opponent_weights(["basic"])
    strategies = joined([formula_players(to_rows([formula])), linear_players(basic)])
    linear, job = opponent_weights(["s1", "basic"]), Job(0, matches // 2)
    for players in (linear, strategies):
        simulate(players, [Contest.paired(0)], Job(0, 64))
    found = []
    for turn in range(1, TURNS + 1):
        contests = [Contest.paired(turn)]
        theirs = seconds(partial(simulate, linear, contests, job), clock)
        ours = seconds(partial(simulate, strategies, contests, job), clock)
        found.append((matches / theirs, matches / ours))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--matches", type=int, default=20_000)
    options = parser.parse_args()
    print("nodes  linear/s  formula/s  ratio  formula")
    for formula in formulas():
        found = rates(options.device, options.matches, formula)
        linear, ours = (statistics.median(column) for column in zip(*found, strict=True))
        ratio = statistics.median(one / other for one, other in found)
        print(f"{len(formula):5} {linear:9,.0f} {ours:10,.0f} {ratio:6.2f}  {text_of(formula)}")


if __name__ == "__main__":
    main()
