"""How strong the players of dominó de 4 pontas that search are, and by what.

    python bench/strength/dominoes4.py table --games 1000        champion against everybody
    python bench/strength/dominoes4.py partners --games 2000     one rollouts with s1, by its belief
    python bench/strength/dominoes4.py seeing --player rollouts --games 1000    cheating players
    python bench/strength/dominoes4.py seats --games 400       four champions: what opening is worth
    python bench/strength/dominoes4.py threads --games 20        how much faster two threads decide

Matches come in pairs on the same deals with the sides exchanged; the intervals are those of
the pairs. A match is played by one process, so on one core; --workers plays several at a
time, which changes no result.
"""

import argparse
import math
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from cheating_player import CHEATERS, CheatingPlayer

import galo
from galo.arena.match import Match
from galo.arena.statistics import score_interval
from galo.arena.tally import LOST, WON, Tally
from galo.games.dominoes.position import DominoPosition
from galo.games.rules.dominoes4 import is_round_over
from galo.players.player import Decision, Player

EVERYBODY = (
    "random,basic,s3,s4,s2,sbgames2008,s1,expectiminimax,pimc,rollouts;"
    "rollouts:opponents=s1,partner=s1;rollouts:opponents=basic,partner=basic"
)
BELIEFS = (  # of one player whose partner and opponents are s1
    "rollouts",
    "rollouts:partner=s1",
    "rollouts:partner=basic",
    "rollouts:partner=anybody",
    "rollouts:opponents=anybody",
    "rollouts:opponents=anybody,partner=anybody",
)
GAME = galo.game("dominoes4")
THREADED_MOVE, THREADED_DEALS = 6, 5000  # a decision that takes a while
SURE = 1.96  # standard errors to either side of 95 %

Pair = tuple[str, str]  # the two players of a side


class Watched:
    """A player whose decisions are timed."""

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


class TimedPair(NamedTuple):
    """The result of two matches on the same deals for the first pair."""

    tally: Tally
    seconds: float  # that the decisions of its first player took
    moves: int


def play_match(seats: Sequence[Player | CheatingPlayer], seed: int) -> int:
    """Return the side that wins."""
    known = [None if isinstance(player, CheatingPlayer) else player for player in seats]
    match = Match(GAME, known, seed)
    while not match.is_over:
        match.run()
        if match.waits:
            position = match.position
            assert isinstance(position, DominoPosition)
            assert position.mover is not None
            seeing = seats[position.mover]
            assert isinstance(seeing, CheatingPlayer)
            match.play(seeing.choose(position, match.rng(position.mover)))
    outcome = match.position.outcome
    assert outcome is not None
    assert outcome.winner is not None
    return outcome.winner


def play_twice(ours: Pair, theirs: Pair, seed: int) -> TimedPair:
    """Return the result of the deals of *seed*, played from both sides."""
    sides = [[CheatingPlayer(name) if name in CHEATERS else Watched(name) for name in pair]
             for pair in (ours, theirs)]  # fmt: skip
    halves = []
    for exchanged in (0, 1):
        seats = [sides[seat % 2 ^ exchanged][seat // 2] for seat in range(4)]
        halves.append(WON if play_match(seats, seed) == exchanged else LOST)
    first = sides[0][0]
    timed = (first.seconds, first.moves) if isinstance(first, Watched) else (0.0, 0)
    return TimedPair(Tally.of_pair(*halves), *timed)


def contest(ours: Pair, theirs: Pair, options: argparse.Namespace) -> list[float]:
    """Play the matches of two pairs, print the result, and return the share of each two."""
    title = f"{' with '.join(sorted(set(ours)))} against {' with '.join(sorted(set(theirs)))}"
    tally, seconds, moves, shares = Tally(), 0.0, 0, []
    with ProcessPoolExecutor(options.workers) as pool:
        seeds = range(options.seed, options.seed + options.games // 2)
        for played in pool.map(partial(play_twice, ours, theirs), seeds):
            tally += played.tally
            seconds += played.seconds
            moves += played.moves
            shares.append(played.tally.score)
            print(f"\r{title}: {tally.games}", end="", flush=True)
    low, high = (100 * end for end in tally.interval[:2])
    print(
        f"\r{title}: {100 * tally.score:.1f} % [{low:.1f}, {high:.1f}] of {tally.games} matches"
        + (f", {1000 * seconds / moves:.1f} ms a decision" if moves else ""),
        flush=True,
    )
    return shares


def compare(first: list[float], other: list[float], title: str) -> None:
    """Print by how much *first* did better than *other* on the same deals."""
    gains = [mine - theirs for mine, theirs in zip(first, other, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    margin = SURE * math.sqrt(spread / len(gains))
    print(f"    {100 * mean:+.1f} ± {100 * margin:.1f} points: {title}", flush=True)


def table(options: argparse.Namespace) -> None:
    """One player against many."""
    for group in (options.against or EVERYBODY).split(";"):
        # Options of one agent are separated by commas too.
        for opponent in [group] if ":" in group else group.split(","):
            contest((options.player,) * 2, (opponent,) * 2, options)


def partners(options: argparse.Namespace) -> None:
    """One player with s1 against two s1, by its opponent models."""
    shares = {player: contest((player, "s1"), ("s1", "s1"), options) for player in BELIEFS}
    for player in BELIEFS[1:]:
        compare(shares[BELIEFS[0]], shares[player], f"{BELIEFS[0]} rather than {player}")


def seeing(options: argparse.Namespace) -> None:
    """Players that know more than they may, and one that infers nothing, against one player."""
    for cheater in CHEATERS:
        contest((cheater,) * 2, (options.against or options.player,) * 2, options)


def rounds_of(name: str, seed: int) -> tuple[int, int, int]:
    """Return of a match of four alike: the winner, rounds won by a side, and by the opener's."""
    match = Match(GAME, [galo.player("dominoes4", name) for _ in range(4)], seed)
    match.run()
    won = by_opener = 0
    for position in match.positions:
        assert isinstance(position, DominoPosition)
        if position.plays and is_round_over(position.state):
            first, points = position.plays[0].seat % 2, position.game.round_scores(position.state)
            won += points[0] != points[1]
            by_opener += points[first] > points[1 - first]
    outcome = match.position.outcome
    assert outcome is not None
    assert outcome.winner is not None
    return outcome.winner, won, by_opener


def seats(options: argparse.Namespace) -> None:
    """How often the side that opens wins, when all four play alike."""
    with ProcessPoolExecutor(options.workers) as pool:
        seeds = range(options.seed, options.seed + options.games)
        matches = list(pool.map(partial(rounds_of, options.player), seeds))
    winners, won, by_opener = zip(*matches, strict=True)
    for what, wins, of in (
        ("seats 0 and 2, matches", winners.count(0), len(winners)),
        ("openers, rounds", sum(by_opener), sum(won)),
    ):
        low, high = score_interval(wins, 0, of - wins)[:2]
        print(f"{what}: {100 * wins / of:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {of}")


def threads(options: argparse.Namespace) -> None:
    """How much faster a player decides on two threads: the median of ratios, side by side."""
    alone, together = (galo.player("dominoes4", f"{options.player}:threads={n}") for n in (1, 2))
    ratios = []
    for seed in range(options.seed, options.seed + options.games):
        match = Match(GAME, [galo.player("dominoes4", "s1")] * 4, seed)
        while len(match.moves) < THREADED_MOVE:
            match.step()
        position = match.position
        if position.mover is None or len(position.legal_moves) < 2:
            continue
        seen, times = position.observe(position.mover), []
        for player in (alone, together):
            began = time.perf_counter()
            player.decide(seen, galo.Limit(deals=THREADED_DEALS), match.rng(position.mover))
            times.append(time.perf_counter() - began)
        ratios.append(times[0] / times[1])
    print(
        f"{options.player}: {statistics.median(ratios):.2f} times as fast, {len(ratios)} decisions"
    )


def pairs_of_games(text: str) -> int:
    """Return how many games *text* says: two or more, since they come in pairs."""
    if not text.isdecimal() or int(text) < 2:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of games from 2 on")
    return int(text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    for function in (table, partners, seeing, seats, threads):
        command = commands.add_parser(function.__name__, help=function.__doc__)
        command.set_defaults(function=function)
        if function is not partners:
            command.add_argument("--player", default="champion")
        if function in (table, seeing):
            command.add_argument("--against", help="opponent; table: several, with commas or ;")
        command.add_argument("--games", type=pairs_of_games, default=400)
        command.add_argument("--seed", type=int, default=0)
        command.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    main()
