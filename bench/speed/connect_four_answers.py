"""How long `perfect` takes to answer, with the book, by the number of stones on the board.

python bench/speed/connect_four_answers.py [--positions 200] [--plies 16]
"""

import argparse
import random
import statistics
import time

import galo
from galo.games.game import Position
from galo.stream import Stream


def random_position(plies: int, rng: random.Random) -> Position:
    """Return a position of *plies* random stones in which the game goes on."""
    while True:
        position = galo.game("connect_four").start()
        for _ in range(plies):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--plies", type=int, default=16)
    arguments = parser.parse_args()
    player, rng = galo.player("connect_four", "perfect"), random.Random(1)
    for plies in [20, *range(arguments.plies + 1)]:  # the first loads what is compiled
        times = []
        for _ in range(arguments.positions):
            position = random_position(plies, rng)
            assert position.mover is not None
            begin = time.perf_counter()
            player.decide(position.observe(position.mover), galo.Limit(), Stream.of(0))
            times.append(1e3 * (time.perf_counter() - begin))
        median, worst = statistics.median(times), max(times)
        print(f"{plies:3} stones: median {median:9.2f} ms, worst {worst:9.2f} ms", flush=True)


if __name__ == "__main__":
    main()
