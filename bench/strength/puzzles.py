"""What share of the puzzles each agent solves: the table of docs/puzzles.md.

python bench/strength/puzzles.py --folder src/galo/puzzles/shipped
        every agent of AGENTS on every puzzle of the files GAME.jsonl in the folder, with intervals
"""

import argparse
from pathlib import Path

from galo.arena.play import checked_jobs
from galo.puzzles.puzzle import puzzles_in
from galo.puzzles.solving import solve_rate

AGENTS = {
    "dominoes4": (
        "random", "basic", "s4", "s2", "s1", "pimc", "champion",
    ),
    "dominoes2": (
        "random", "first", "defensive", "offensive", "hoffmann", "costa", "pimc", "champion",
    ),
    "lines_of_action": (
        "random", "fiss:depth=1", "fiss:depth=2", "fiss:depth=3", "fiss:depth=4", "fiss:depth=5",
        "champion",
    ),
    "connect_four": (
        "random", "focused", "minimax:depth=2", "tux", "minimax:depth=4", "minimax:depth=6",
        "minimax:depth=8", "mcts", "perfect",
    ),
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, default=Path("src/galo/puzzles/shipped"))
    parser.add_argument("--game", choices=AGENTS, action="append", help="of all games, this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=None)
    options = parser.parse_args()
    for game in options.game or AGENTS:
        puzzles = puzzles_in(options.folder / f"{game}.jsonl")
        for agent in AGENTS[game]:
            rate = solve_rate(
                puzzles, agent, options.seed, checked_jobs(options.jobs), lambda done, total: None
            )
            low, high = rate.interval
            print(
                f"| `{game}` | `{agent}` | {rate.solved} of {rate.puzzles} "
                f"| {100 * rate.rate:.1f} | [{100 * low:.1f}, {100 * high:.1f}] |",
                flush=True,
            )


if __name__ == "__main__":
    main()
