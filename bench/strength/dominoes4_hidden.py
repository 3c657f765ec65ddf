"""Hidden tiles in dominó de 4 pontas: whether players peek, and how fast deals are sampled.

python bench/strength/dominoes4_hidden.py peeking --positions 1000  decisions if hidden hands change
python bench/strength/dominoes4_hidden.py sampler --seconds 3       deals a second
"""

import argparse
import time

import galo
from galo.games.dominoes.position import DominoPosition
from galo.jit import no_gil_kernel
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.determinization import CountedDeals, sample_hands
from galo.rng import fold_in
from galo.stream import Stream

GAME = galo.game("dominoes4")


def peeking(options: argparse.Namespace) -> None:
    """Whether a decision changes with what the player cannot see."""
    player = galo.player("dominoes4", options.player)
    compared = changed = 0
    seed = 0
    while compared < options.positions:
        position = GAME.start(seed=seed)
        seed += 1
        for ply in range(80):
            assert isinstance(position, DominoPosition)
            if position.mover is None or compared == options.positions:
                break
            moves = position.legal_moves
            if len(moves) > 1:
                seen = position.observe(position.mover)
                other = seen.complete(Belief(seen).deal(Stream.of(seed, ply)))
                if other.hands != position.hands:
                    again = other.observe(position.mover)
                    limit = galo.Limit(deals=100)
                    decisions = [
                        player.decide(each, limit, Stream.of(seed, ply)) for each in (seen, again)
                    ]
                    compared += 1
                    changed += decisions[0] != decisions[1]
            position = position.play(moves[Stream.of(seed, 1).randint(ply, len(moves))])
    print(f"{options.player}: {changed} of {compared} decisions changed with the hidden hands")


@no_gil_kernel
def sample_many(deals: CountedDeals, key: int, count: int) -> int:
    """Return a number that depends on *count* deals."""
    mixed = 0
    for number in range(count):
        hands = sample_hands(deals, fold_in(key, number))
        mixed ^= hands[0] ^ hands[1] ^ hands[2]
    return mixed


def sampler(options: argparse.Namespace) -> None:
    """How many deals one core samples."""
    position = GAME.start(seed=1)
    for passed in range(14):
        assert isinstance(position, DominoPosition)
        assert position.mover is not None
        if passed in (0, 6, 13):
            belief = Belief(position.observe(position.mover))
            sample_many(belief.deals, 0, 1)
            began, count = time.process_time(), 0
            while time.process_time() - began < options.seconds / 3:
                sample_many(belief.deals, count, 10_000)
                count += 10_000
            rate = count / (time.process_time() - began)
            print(f"after {passed} moves, {belief.count:,} deals: {rate:,.0f} sampled a second")
        position = position.play(position.legal_moves[0])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("peeking", help=peeking.__doc__)
    command.set_defaults(function=peeking)
    command.add_argument("--player", default="champion")
    command.add_argument("--positions", type=int, default=1000)
    command = commands.add_parser("sampler", help=sampler.__doc__)
    command.set_defaults(function=sampler)
    command.add_argument("--seconds", type=float, default=3)
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    main()
