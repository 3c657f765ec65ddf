"""What share of the puzzles each agent solves: the table of docs/puzzles.md.

python bench/strength/puzzles.py --folder src/galo/puzzles/shipped
        every agent of AGENTS on every puzzle of the files GAME.jsonl in the folder, with intervals
"""

import argparse
import json
from functools import partial
from pathlib import Path

from galo.arena.game_pool import game_pool
from galo.arena.play import checked_jobs
from galo.puzzles.puzzle import Puzzle, puzzles_in
from galo.puzzles.solving import SolveRate, is_solved

AGENTS = {
    "dominoes4": (
        "random", "basic", "s4", "s2", "s1", "expectiminimax", "pimc", "champion",
    ),
    "dominoes2": (
        "random", "first", "defensive", "offensive", "hoffmann", "costa", "expectiminimax", "pimc",
        "champion",
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
Task = tuple[str, str, int, Puzzle]


def attempt(seed: int, task: Task) -> bool:
    """Return whether the agent of *task* solves its puzzle."""
    game, agent, number, puzzle = task
    return is_solved(game, agent, seed, (number, puzzle))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, default=Path("src/galo/puzzles/shipped"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--out", type=Path, default=None, help="JSON lines, too")
    options = parser.parse_args()
    with game_pool(checked_jobs(options.jobs)) as pool:
        for game, agents in AGENTS.items():
            puzzles = puzzles_in(options.folder / f"{game}.jsonl")
            for agent in agents:
                tasks = [(game, agent, number, one) for number, one in enumerate(puzzles)]
                found = list(pool.results(partial(attempt, options.seed), tasks))
                rate = SolveRate(game, agent, len(puzzles), sum(found))
                low, high = rate.interval
                print(
                    f"| `{game}` | `{agent}` | {rate.solved} of {rate.puzzles} "
                    f"| {100 * rate.rate:.1f} | [{100 * low:.1f}, {100 * high:.1f}] |",
                    flush=True,
                )
                if options.out is not None:
                    with options.out.open("a") as file:
                        file.write(json.dumps(rate.to_json()) + "\n")


if __name__ == "__main__":
    main()
