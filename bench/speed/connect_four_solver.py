"""The exact solver beside BitBully's on the usual test sets, on one core, position by position.

    python bench/speed/connect_four_solver.py [DIRECTORY] [--sets L2_R2,L1_R1] [--most N] [--alone]

DIRECTORY holds the files Test_L*_R* ("moves score" on each line). Both solve every position
without a book and with an empty table, in turns, because a shared machine changes speed within
seconds: what counts is the ratio of the sums and the median of the ratios. The time BitBully
takes to clear its table is not counted against it. Nodes of Pons's solver are those it prints.
"""

import argparse
import statistics
import time
from pathlib import Path

from galo.games.connect_four import ConnectFour
from galo.players.connect_four.solver import Solver

DATA = Path(__file__).parent.parent.parent / "tests" / "data" / "connect_four"
SETS = {  # positions to take, mean nodes of Pons's solver
    "L3_R1": (1000, 51.3),
    "L2_R1": (1000, 449.6),
    "L2_R2": (1000, 39_900),
    "L1_R1": (1000, 3_298),
    "L1_R2": (1000, 1_200_000),
    "L1_R3": (100, 65_900_000),
}


class Peer:
    """BitBully without its books."""

    def __init__(self) -> None:
        from bitbully import bitbully_core

        self.core, self.board = bitbully_core.BitBullyCore(), bitbully_core.BoardCore

    def solve(self, moves: str) -> tuple[int, float, int]:
        """Return the score after *moves*, the seconds and the nodes it took."""
        board = self.board()
        for column in moves:
            board.play(int(column) - 1)
        self.core.resetTranspositionTable()
        self.core.resetNodeCounter()
        begin = time.perf_counter()
        score = self.core.mtdf(board, 0)
        return score, time.perf_counter() - begin, self.core.getNodeCounter()


class Ours:
    """galo's solver without its book."""

    def __init__(self) -> None:
        self.solver, self.game = Solver(), ConnectFour()
        self.solve("44444")  # compiles

    def solve(self, moves: str) -> tuple[int, float, int]:
        """Return the score after *moves*, the seconds and the nodes it took."""
        state = self.game.from_text(moves).state
        before = self.solver.nodes
        begin = time.perf_counter()
        self.solver.clear()
        score = self.solver.score(state)
        return score, time.perf_counter() - begin, self.solver.nodes - before


def compare(name: str, lines: list[str], ours: Ours, peer: Peer | None) -> None:
    """Solve the positions of *lines* and print what came of it."""
    wrong, taken = 0, []
    for line in lines:
        moves, score = line.split()
        found = [solver.solve(moves) for solver in (ours, peer) if solver is not None]
        wrong += any(result[0] != int(score) for result in found)
        taken.append(found)
    count = len(taken)
    for solver, column in zip(("galo", "BitBully"), zip(*taken, strict=True), strict=False):
        nodes = sum(result[2] for result in column) / count
        seconds = sum(result[1] for result in column) / count
        print(
            f"{name} {solver:8} {count:5} positions {nodes:14,.1f} nodes {1e3 * seconds:10.4f} ms"
        )
    print(f"{name} {wrong} wrong; Pons: {SETS[name][1]:,} nodes", end="")
    if peer is not None:
        sums = [sum(result[1] for result in column) for column in zip(*taken, strict=True)]
        median = statistics.median(found[1][1] / found[0][1] for found in taken)
        print(f"; BitBully takes {sums[1] / sums[0]:.2f} x our time, median {median:.2f}", end="")
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", nargs="?", type=Path, default=DATA)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--alone", action="store_true", help="without BitBully")
    arguments = parser.parse_args()
    if not arguments.directory.is_dir():
        print(f"no test sets in {arguments.directory}: give the folder of the files Test_L*_R*")
        return
    ours, peer = Ours(), None if arguments.alone else Peer()
    for name in arguments.sets.split(","):
        lines = (arguments.directory / f"Test_{name}").read_text().splitlines()
        compare(name, lines[: min(arguments.most, SETS[name][0])], ours, peer)


if __name__ == "__main__":
    main()
