"""How far from optimal: what is won against a frozen player of dominó de 4 pontas by who knows it.

    python bench/strength/best_response.py s1 pimc champion --workers 8 --out DIR

Nobody can compute a best response to a player here, so it is searched for: candidates, most of
them searches that take the others for this or that, meet the frozen pair; after each round the
better half goes on with twice as many matches, on other deals. The last one is measured on fresh
deals. What it wins above 50 % is a lower bound of what the frozen player can lose to somebody.
"""

import argparse
import json
import math
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from dominoes4 import pairs_of_games, play_twice

from galo.arena.tally import Tally

FILE = "best_response.json"
AT_ONCE = 10  # pairs of the last one between two looks at the clock
FINAL_SEED = 1_000_000  # no round of the search comes near it
SHARES = ("share_s1=1,share_basic=0,share_anybody=0.05", "share_s1=0.5,share_anybody=0.5")


def candidates(target: str) -> list[str]:
    """Return the players that are tried against *target*."""
    grown = "strategy:file=examples/grown_strategy.py"
    if target == "s1":  # champion has a model of it
        knowing = [
            f"champion:opponents=s1,partner=s1,temperature={warmth},deals={deals}"
            for warmth, deals in product((0.5, 1, 2), (1000, 3000))
        ]
        return ["champion", grown, *knowing]
    warm = [f"champion:deals=2000,temperature={warmth}" for warmth in (2, 4, 8)]
    mixed = [f"champion:deals=2000,{shares}" for shares in SHARES]
    others = ["champion:opponents=anybody,deals=2000", "champion:opponents=s1,deals=2000"]
    return [*warm, *mixed, *others, "pimc:deals=300"]


def tally_of(pool: Executor, player: str, target: str, seeds: Sequence[int]) -> Tally:
    """Return the result of a pair of *player* against a pair of *target*."""
    play = partial(play_twice, (player,) * 2, (target,) * 2)
    return sum((each.tally for each in pool.map(play, seeds)), Tally())


def search(pool: Executor, target: str, options: argparse.Namespace) -> dict[str, Any]:
    """Return the best response to *target* that was found, and what was tried."""
    end = time.monotonic() + 60 * options.minutes
    left, games, seed, rounds = candidates(target), options.first, 0, []
    while len(left) > 1:
        seeds = range(seed, seed + games // 2)
        found = {player: tally_of(pool, player, target, seeds) for player in left}
        seed += games // 2
        left = sorted(left, key=lambda player: -found[player].score)
        rounds.append({player: stated(found[player]) for player in left})
        for player in left:
            show(player, target, found[player])
        left, games = left[: (len(left) + 1) // 2], 2 * games
    final, first = Tally(), FINAL_SEED
    while final.games < options.games and (not final.games or time.monotonic() < end):
        final += tally_of(pool, left[0], target, range(first, first + AT_ONCE))
        first += AT_ONCE
    print("on fresh deals:")
    show(left[0], target, final)
    return {"target": target, "response": left[0], "won": stated(final), "rounds": rounds}


def stated(tally: Tally) -> dict[str, Any]:
    """Return *tally* as JSON."""
    return {"games": tally.games, "score": tally.score, "interval": list(tally.interval[:2])}


def show(player: str, target: str, tally: Tally) -> None:
    low, high = (100 * end for end in tally.interval[:2])
    score = f"{100 * tally.score:.1f} % [{low:.1f}, {high:.1f}] of {tally.games}"
    print(f"{player} against {target}: {score}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="+", help="the frozen players")
    parser.add_argument(
        "--first", type=pairs_of_games, default=20, help="matches of each, at first"
    )
    parser.add_argument("--games", type=pairs_of_games, default=600, help="of the last one left")
    parser.add_argument("--minutes", type=float, default=math.inf, help="a target, or fewer games")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("best_response"))
    options = parser.parse_args()
    for target in options.targets:
        play_twice(("champion",) * 2, (target,) * 2, 0)  # compiles: workers find it on disk
    with ProcessPoolExecutor(options.workers) as pool:
        results = [search(pool, target, options) for target in options.targets]
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / FILE).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
