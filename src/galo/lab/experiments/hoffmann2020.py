"""The players of two-sided dominoes against each other, which the report of 2020 left open.

Everybody meets everybody on the same deals with the seats exchanged: one hand and matches to
100, in the draw game for two and in the block game in pairs.
"""

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

import galo
from galo.arena.ratings import bradley_terry
from galo.arena.statistics import CONFIDENCE, paired_interval, paired_score
from galo.arena.tally import DRAWN, LOST, WON, Tally
from galo.lab import figures
from galo.lab.laboratory import Asked, Bench, Record
from galo.lab.report import Page, Picture, Section, Table
from galo.players.dominoes2 import AGENTS
from galo.rng import Stream

ABOUT = "two-sided dominoes: all players against each other, hands and matches (report, 2020)"
PAIRS_A_TASK = 2
PLAYERS = tuple(agent.name for agent in AGENTS.agents)
HEAD = ("player", "against", "games", "won", "drawn", "lost", "score %", "95 %", "points", "95 %")


class Variant(NamedTuple):
    """A game that everybody plays, and what it is called."""

    game: str
    title: str
    seats: int
    is_match: bool


VARIANTS = (
    Variant("dominoes2", "Draw game, one hand", 2, False),
    Variant("dominoes2:target=100", "Draw game, matches to 100", 2, True),
    Variant("dominoes2:players=4", "Block game in pairs, one hand", 4, False),
    Variant("dominoes2:players=4,target=100", "Block game in pairs, matches to 100", 4, True),
)


@dataclass(frozen=True)
class Size:
    """How many hands, and how many matches, each two play: even numbers."""

    hands: int
    matches: int


SIZES = {"quick": Size(40, 6), "full": Size(2000, 400)}


class Encounter(NamedTuple):
    """Two games on the same deals, the sides exchanged."""

    game: str
    seats: int
    players: tuple[str, str]
    seed: int


class Pair(NamedTuple):
    """What the first player made of an encounter: half points in each game, points in both."""

    first: int
    second: int
    points: int


def play_pair(encounter: Encounter) -> Pair:
    """Return what comes of *encounter*."""
    results, points = [], 0
    for side in (0, 1):
        names = encounter.players[:: 1 - 2 * side] * (encounter.seats // 2)
        result = galo.play(encounter.game, names, encounter.seed).result
        assert result is not None
        results.append(DRAWN if result.winner is None else WON if result.winner == side else LOST)
        points += int(result.scores[side] - result.scores[1 - side])
    return Pair(results[0], results[1], points)


def run(bench: Bench, size: str, readings: Sequence[str]) -> None:
    """Let everybody meet everybody in every variant."""
    meetings = [(variant, pair) for variant in VARIANTS for pair in combinations(PLAYERS, 2)]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as executor:
        for number, (variant, (one, other)) in enumerate(meetings):
            bench.tell(f"{variant.title}: {one} and {other}", number, len(meetings), 0.0)
            count = SIZES[size].matches if variant.is_match else SIZES[size].hands
            seed = bench.laboratory.asked.seed_of(variant.game)  # the same deals for everybody
            encounters = [
                Encounter(variant.game, variant.seats, (one, other), Stream.of(seed, pair).key)
                for pair in range(count // 2)
            ]
            unit = f"{one} and {other} in {variant.game}"
            told = {"variant": variant.game, "one": one, "other": other}
            bench.note(unit, partial(_meet, executor, encounters, told))


def _meet(executor: ProcessPoolExecutor, encounters: list[Encounter], told: Record) -> Record:
    """Return how the first of two does in *encounters*, with what is *told* about them."""
    pairs = list(executor.map(play_pair, encounters, chunksize=PAIRS_A_TASK))
    tally = sum((Tally.of_pair(pair.first, pair.second) for pair in pairs), Tally())
    points = [pair.points / 2 for pair in pairs]
    error = stdev(points) / len(points) ** 0.5 if len(points) > 1 else 0.0
    counts = {"games": tally.games, "wins": tally.wins, "draws": tally.draws}
    return {**told, **counts, "pairs": list(tally.pairs), "points": fmean(points), "error": error}


def report(asked: Asked, records: Sequence[Record]) -> Page:
    """Return a cross table, a ladder and every meeting of each variant."""
    sections = [
        _section(variant, found)
        for variant in VARIANTS
        if (found := [record for record in records if record.get("variant") == variant.game])
    ]
    words = [
        "The report describes a computer player that leaves the ends which the fewest unseen "
        "tiles fit, names others for comparison, and compares none. Here each meets each on the "
        "same deals with the seats exchanged. Scores are shares of games won, draws half, with "
        "95 % intervals from pairs; points are the mean difference of a game.",
    ]
    return Page("hoffmann2020: two-sided dominoes", words, sections)


def _section(variant: Variant, records: Sequence[Record]) -> Section:
    """Return all there is to say about one *variant*."""
    present = [name for name in PLAYERS if any(name in (it["one"], it["other"]) for it in records)]
    won = [[0.0] * len(present) for _ in present]
    games = [[0.0] * len(present) for _ in present]
    for record in records:
        one, other = present.index(record["one"]), present.index(record["other"])
        points = record["wins"] + record["draws"] / 2
        won[one][other], won[other][one] = points, record["games"] - points
        games[one][other] = games[other][one] = record["games"]
    ratings = bradley_terry(won)
    order = sorted(range(len(present)), key=lambda player: -ratings[player].elo)
    rows = [
        [
            present[a],
            f"{ratings[a].elo:+.0f}",
            *(f"{100 * won[a][b] / games[a][b]:.1f}" if games[a][b] else "–" for b in order),
        ]
        for a in order
    ]
    head = ("player", "Elo", *(present[b] for b in order))
    tables = [
        Table("Everybody against everybody", head, rows, "Score % of the row; Elo from all games."),
        Table("Every meeting", HEAD, [_written(record) for record in records]),
    ]
    return Section(variant.title, "", tables, [_picture(variant, records)])


def _picture(variant: Variant, records: Sequence[Record]) -> Picture:
    """Return the last player's scores against the others, with their intervals."""
    shares = {
        record["one"]: (1 - paired_score(record["pairs"]), 1 - high, 1 - low)
        for record in records
        if record["other"] == PLAYERS[-1]
        for low, high in [paired_interval(record["pairs"])]
    }
    label = f"score of {PLAYERS[-1]}"
    name = variant.title.lower().replace(",", "").replace(" ", "-")
    return Picture(name, figures.intervals(shares, {}, label), f"{variant.title}: {label}.")


def _written(record: Record) -> list[str]:
    lost = record["games"] - record["wins"] - record["draws"]
    counts = [str(n) for n in (record["games"], record["wins"], record["draws"], lost)]
    low, high = paired_interval(record["pairs"])
    score, points = 100 * paired_score(record["pairs"]), record["points"]
    wide = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * record["error"]
    return [
        record["one"],
        record["other"],
        *counts,
        f"{score:.1f}",
        f"[{100 * low:.1f}, {100 * high:.1f}]",
        f"{points:+.1f}",
        f"[{points - wide:+.1f}, {points + wide:+.1f}]",
    ]
