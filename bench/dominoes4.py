"""What the thinking players of dominó de 4 pontas must show: strength, partners, seats, secrets.

    python bench/dominoes4.py table --games 1000        champion against everybody
    python bench/dominoes4.py partners --games 400      one champion with a partner s1
    python bench/dominoes4.py seats --games 400         four champions: what opening is worth
    python bench/dominoes4.py seeing --games 200        against two who see all tiles
    python bench/dominoes4.py peeking --positions 1000  decisions when hidden hands change
    python bench/dominoes4.py sampler --seconds 3       deals a second

Matches come in pairs on the same deals with the sides exchanged; the intervals are those of
the pairs. Everything runs in one process, so one core.
"""

import argparse
import time
from typing import Any

import numpy as np

import galo
from galo.arena.match import Match
from galo.arena.statistics import score_interval
from galo.arena.tally import LOST, WON, Tally
from galo.counter import Stream, fold
from galo.games.dominoes import DominoPosition
from galo.games.rules.dominoes4 import Rules, is_round_over
from galo.jit import long_kernel
from galo.players.belief import Belief
from galo.players.dominoes4.search import STACK_SHAPE, lead, search
from galo.players.hands import Hidden, sample_deal
from galo.players.player import Decision, Player

EVERYBODY = (
    "random,basic,s3,s4,s2,sbgames2008,s1,expectiminimax,pimc,champion:belief=s1,"
    "champion:belief=basic"
)
SEEING_DEPTH = 8
GAME = galo.game("dominoes4")


class Watched:
    """A player whose thinking is timed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.player = galo.player("dominoes4", name)
        self.seconds = 0.0
        self.moves = 0

    def decide(self, *question: Any) -> Decision:
        """Return the player's decision."""
        began = time.process_time()
        decision = self.player.decide(*question)
        if len(question[0].legal_moves) > 1:
            self.seconds += time.process_time() - began
            self.moves += 1
        return decision


def contest(ours: list[Player], theirs: list[Player], games: int, title: str) -> None:
    """Play *games* matches of two pairs and print what they come to."""
    tally = Tally()
    for pair in range(games // 2):
        halves = []
        for exchanged in (0, 1):
            sides = [ours, theirs] if not exchanged else [theirs, ours]
            seats = [sides[seat % 2][seat // 2] for seat in range(4)]
            match = Match(GAME, seats, seed=pair)
            while not match.is_over:
                match.step()
            outcome = match.position.outcome
            assert outcome is not None
            halves.append(WON if outcome.winner == exchanged else LOST)
        tally += Tally.of_pair(*halves)
        print(f"\r{title}: {tally.games}", end="", flush=True)
    low, high = (100 * end for end in tally.interval[:2])
    timed = [player for player in ours if isinstance(player, Watched) and player.moves]
    cost = 1000 * sum(p.seconds for p in timed) / max(1, sum(p.moves for p in timed))
    print(
        f"\r{title}: {100 * tally.score:.1f} % [{low:.1f}, {high:.1f}] of {tally.games} matches,"
        f" {cost:.1f} ms a decision"
    )


def table(arguments: argparse.Namespace) -> None:
    """One player against many."""
    for opponent in arguments.against.split(","):
        ours: list[Player] = [Watched(arguments.player), Watched(arguments.player)]
        theirs: list[Player] = [Watched(opponent), Watched(opponent)]
        contest(ours, theirs, arguments.games, f"{arguments.player} against {opponent}")


def partners(arguments: argparse.Namespace) -> None:
    """Who gains by which partner."""
    for belief in ("mixture", "s1", "basic"):
        champion = f"champion:belief={belief}"
        pair: list[Player] = [Watched(champion), galo.player("dominoes4", "s1")]
        opponents = [galo.player("dominoes4", "s1") for _ in range(2)]
        contest(pair, opponents, arguments.games, f"{champion} with s1 against s1 with s1")


def seats(arguments: argparse.Namespace) -> None:
    """What it is worth to open, when all four play alike."""
    opened = won = wins0 = rounds = 0
    for seed in range(arguments.games):
        match = Match(GAME, [galo.player("dominoes4", arguments.player) for _ in range(4)], seed)
        while not match.is_over:
            position = match.position
            assert isinstance(position, DominoPosition)
            match.step()
            after = match.position
            assert isinstance(after, DominoPosition)
            if is_round_over(after.state) and not is_round_over(position.state):
                first, points = after.plays[0].seat % 2, GAME.round_scores(after.state)
                rounds += points[0] != points[1]
                opened += points[first] > points[1 - first]
        outcome = match.position.outcome
        assert outcome is not None
        wins0 += outcome.winner == 0
        won += 1
        print(f"\r{won} matches", end="", flush=True)
    for what, wins, of in (("seats 0 and 2, matches", wins0, won), ("openers", opened, rounds)):
        low, high = score_interval(wins, 0, of - wins)[:2]
        print(f"\r{what}: {100 * wins / of:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {of}")


def seeing(arguments: argparse.Namespace) -> None:
    """How far the ceiling is: players that search the true deal."""
    stack = np.zeros(STACK_SHAPE, np.int64)
    for opponent in arguments.against.split(","):
        tally = Tally()
        for pair in range(arguments.games // 2):
            halves = []
            for side in (0, 1):
                players = [galo.player("dominoes4", opponent) for _ in range(4)]
                match = Match(GAME, players, seed=pair)
                while not match.is_over:
                    position = match.position
                    assert isinstance(position, DominoPosition)
                    if position.mover is not None and position.mover % 2 == side:
                        values = {}
                        for move in position.legal_moves:
                            after = position.game.after(position.state, move.code)
                            found = search(Rules(), after, SEEING_DEPTH, stack)
                            values[move] = lead(after) if is_round_over(after) else -found
                        match.play(max(values, key=lambda move: values[move]))
                    else:
                        match.step()
                outcome = match.position.outcome
                assert outcome is not None
                halves.append(WON if outcome.winner == side else LOST)
            tally += Tally.of_pair(*halves)
            print(f"\r{tally.games}", end="", flush=True)
        low, high = (100 * end for end in tally.interval[:2])
        print(
            f"\rsees all, {SEEING_DEPTH} plies, against {opponent}: {100 * tally.score:.1f} %"
            f" [{low:.1f}, {high:.1f}] of {tally.games} matches"
        )


def peeking(arguments: argparse.Namespace) -> None:
    """Whether a decision changes with what the player cannot see."""
    player = galo.player("dominoes4", arguments.player)
    compared = changed = 0
    seed = 0
    while compared < arguments.positions:
        position = GAME.start(seed=seed)
        seed += 1
        for ply in range(80):
            assert isinstance(position, DominoPosition)
            if position.mover is None or compared == arguments.positions:
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
            position = position.play(moves[Stream.of(seed, 1).below(ply, len(moves))])
    print(f"{arguments.player}: {changed} of {compared} decisions changed with the hidden hands")


@long_kernel
def sample_many(hidden: Hidden, tiles: Any, ways: Any, key: int, count: int) -> int:
    """Return something that hangs on *count* deals."""
    mixed = 0
    for number in range(count):
        hands = sample_deal(hidden, tiles, ways, fold(key, number))
        mixed ^= hands[0] ^ hands[1] ^ hands[2]
    return mixed


def sampler(arguments: argparse.Namespace) -> None:
    """How many deals one core samples."""
    position = GAME.start(seed=1)
    for passed in range(14):
        assert isinstance(position, DominoPosition)
        assert position.mover is not None
        belief = Belief(position.observe(position.mover))
        parts = belief.hidden, belief.tiles, belief.ways
        sample_many(*parts, 0, 1)
        began, count = time.process_time(), 0
        while time.process_time() - began < arguments.seconds / 3:
            sample_many(*parts, count, 10_000)
            count += 10_000
        rate = count / (time.process_time() - began)
        if passed in (0, 6, 13):
            print(f"after {passed} moves, {belief.count:,} deals: {rate:,.0f} sampled a second")
        position = position.play(position.legal_moves[0])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    for function in (table, partners, seats, seeing, peeking, sampler):
        command = commands.add_parser(function.__name__, help=function.__doc__)
        command.set_defaults(function=function)
        command.add_argument("--player", default="champion")
        command.add_argument("--against", default="s1" if function is seeing else EVERYBODY)
        command.add_argument("--games", type=int, default=400)
        command.add_argument("--positions", type=int, default=1000)
        command.add_argument("--seconds", type=float, default=3)
    arguments = parser.parse_args()
    arguments.function(arguments)


if __name__ == "__main__":
    main()
