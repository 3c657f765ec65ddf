"""The batch simulator compared with another one, and the GPU with the CPU.

    python bench/speed/simulator.py --yardstick FILE [--cuda]  median ratio to the simulator in FILE
    python bench/speed/simulator.py --equal MATCHES          counts of GPU and CPU to the last match

FILE is a script with `on_cpu(n)` and `on_gpu(n)`, each returning a function of a seed that plays
n matches of s1 against basic. The two take turns; what counts is the median of the ratios.
"""

import argparse
import importlib.util
import statistics
import time
from collections.abc import Callable
from functools import partial

from galo.arena.batch import Contest, Job
from galo.arena.devices import simulator_on
from galo.players.dominoes4.linear import basic, fixed_point

S1 = fixed_point([2.97, 2.25, 3.41, 1.07, 4.58, 2.82, 0.76], "literal")
BASIC = basic().weights[0].tolist()
TURNS = 9


def seconds(play: Callable[[], object]) -> float:
    begin = time.perf_counter()
    play()
    return time.perf_counter() - begin


def compare(path: str, device: str, matches: int) -> None:
    """Print matches per second of both, and the median ratio."""
    specification = importlib.util.spec_from_file_location("yardstick", path)
    assert specification is not None
    assert specification.loader is not None
    yardstick = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(yardstick)
    theirs = (yardstick.on_gpu if device == "cuda" else yardstick.on_cpu)(matches)
    simulate = simulator_on(device)
    job = Job(0, matches // 2)
    simulate([S1, BASIC], [Contest.paired(0)], job)
    times = []
    for turn in range(TURNS):
        contests = [Contest.paired(turn)]
        ours = seconds(partial(simulate, [S1, BASIC], contests, job))
        times.append((ours, seconds(partial(theirs, 1 + turn * matches))))
    rates = [statistics.median(matches / t for t in column) for column in zip(*times, strict=True)]
    ratio = statistics.median(other / ours for ours, other in times)
    print(f"{device}: galo {rates[0]:,.0f}/s  yardstick {rates[1]:,.0f}/s  ratio {ratio:.2f}")


def equal(matches: int) -> None:
    """Play the same matches on both devices and print whether all counts are equal."""
    published = fixed_point([-2.802, -3.196, -4.199, -6.34, 1.093, 6.58, 1.341], "published")
    rows, first = [S1, BASIC, published], Contest.paired(2026)
    contests = [first, first._replace(one=2, exchanged_deals=7)]
    job = Job(0, matches // 4)  # two contests, two matches a pair
    found = [simulator_on(device)(rows, contests, job) for device in ("cuda", "cpu")]
    print(f"{matches:,} matches, GPU and CPU the same: {found[0] == found[1]}")
    for counts in found[0]:
        print(f"  won {counts.wins / (2 * job.pairs):.4%}  {counts}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--yardstick")
    parser.add_argument("--cuda", action="store_true")
    parser.add_argument("--equal", type=int)
    options = parser.parse_args()
    if options.yardstick:
        device, matches = ("cuda", 20_000_000) if options.cuda else ("cpu", 100_000)
        compare(options.yardstick, device, matches)
    if options.equal:
        equal(options.equal)


if __name__ == "__main__":
    main()
