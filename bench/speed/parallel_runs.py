"""Matches per second of many runs side by side, and the time of the host in each generation.

    python bench/speed/parallel_runs.py --device cpu|cuda [--runs 40] [--generations 3]

Runs of stage 1 at the dissertation's size, 100 individuals of 5,000 matches each.
"""

import argparse
import time
from typing import Any

from galo.arena.batch import Counts
from galo.arena.devices import simulator_on
from galo.lab.evolution_run import new_run, play_generation
from galo.lab.fitness import opponent_weights
from galo.lab.settings import EvolutionSettings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--generations", type=int, default=3)
    options = parser.parse_args()
    simulate, spent = simulator_on(options.device), [0.0]

    def timed(*work: Any) -> list[Counts]:
        begin = time.perf_counter()
        found = simulate(*work)
        spent[0] += time.perf_counter() - begin
        return found

    settings = EvolutionSettings(deals="independent")
    runs = [
        new_run(settings, number, opponent_weights(["basic"])) for number in range(options.runs)
    ]
    play_generation(runs, timed)  # compiles, and moves away from the first random vectors
    spent[0], begin = 0.0, time.perf_counter()
    for _ in range(options.generations):
        play_generation(runs, timed)
    seconds = time.perf_counter() - begin
    matches = options.generations * options.runs * settings.population * settings.matches
    host = (seconds - spent[0]) / options.generations / options.runs
    print(
        f"{options.runs} runs on {options.device}: {matches / spent[0]:,.0f} matches/s in the "
        f"simulator, {matches / seconds:,.0f} in all, {1e3 * host:.2f} ms of host work for a "
        "generation of a run"
    )


if __name__ == "__main__":
    main()
