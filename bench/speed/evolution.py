"""The same evolutions on two devices: the results, bit for bit, and matches a second.

    python bench/speed/evolution.py [--device cuda] [--matches N]

Every method evolves what it can: weights, a strategy of one's own, formulas. A row is one
evolution on the CPU and on the other device, each the second time, with everything compiled.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import galo

STRATEGY = f"strategy:file={Path(__file__).parents[2] / 'examples' / 'my_strategy.py'}"
EVOLUTIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("ga", "s1", {}),
    ("ga", "s1", {"against": ["basic", "self"]}),
    ("ga", "s2", {"deals": "independent"}),
    ("ga", STRATEGY, {}),
    ("cma", "s1", {}),
    ("cma", STRATEGY, {"against": ["s1", "self"]}),
    ("gp", "formula", {"against": ["s1", "basic"]}),
    ("nsga2", "s1", {"goals": ("won", "points", "blocks")}),
    ("nsga2", "formula", {"goals": ("won", "small")}),
    ("map", "s1", {"styles": ("blocks", "pips")}),
    ("map", "formula", {"styles": ("passes", "table")}),
]
MEASURED = ("device", "seconds", "matches_per_second")  # may differ between two runs


def without_measures(value: Any) -> Any:
    """Return a part of a result without what is measured by the clock."""
    if isinstance(value, dict):
        return {k: without_measures(v) for k, v in value.items() if k not in MEASURED}
    return [without_measures(one) for one in value] if isinstance(value, list) else value


def evolved(device: str, agent: str, settings: dict[str, Any]) -> tuple[Any, float]:
    """Return the result of an evolution on *device*, and its seconds."""
    begin = time.perf_counter()
    result = galo.evolve("dominoes4", agent, device=device, seed=1, **settings)
    return result, time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--matches", type=int, default=2000)
    options = parser.parse_args()
    size = {"population": 40, "generations": 6, "matches": options.matches, "retest": 100_000}
    print(f"method agent                 bits    cpu matches/s  {options.device} matches/s")
    for method, agent, changes in EVOLUTIONS:
        settings = {"method": method, **size, **changes}
        for _ in range(2):  # the first time kernels are compiled
            one, seconds = evolved("cpu", agent, settings)
            other, theirs = evolved(options.device, agent, settings)
        is_same = without_measures(one) == without_measures(other)
        played = one["matches"] + size["retest"]
        print(
            f"{method:6} {agent.split('/')[-1]:21} {'same' if is_same else 'DIFFER':6} "
            f"{played / seconds:13,.0f} {played / theirs:13,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
