"""JogadorTux in its tests again: who it met in 2007, and who it could not meet then.

Tests a to f are those of the report, each opponent from both seats; g to i are players of today.
From the first position a player without chance plays the same game every time: one is enough.
"""

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import galo
from galo.arena.statistics import score_interval
from galo.counter import Stream
from galo.lab import figures
from galo.lab.laboratory import Asked, Bench, Record
from galo.lab.report import Page, Picture, Section, Table

ABOUT = "JogadorTux of Connect Four against everyone, from both seats (report, 2007)"
TUX = "tux"
SEATS = ("first", "second")
GAMES_A_TASK = 4


class Test(NamedTuple):
    """An opponent, which letter its test has, and what the report tells of it."""

    letter: str
    opponent: str
    told: str
    has_chance: bool


TESTS = (
    Test("a, b", "random", "wins", True),
    Test("c, d", "focused", "wins", True),
    Test("e", "tux:database=no", "wins: its older version", False),
    Test("f", "tux", "against itself", False),
    Test("g", "minimax", "–", True),
    Test("h", "mcts", "–", True),
    Test("i", "perfect", "–", False),
)


@dataclass(frozen=True)
class Size:
    """How many games from each seat against a player of chance."""

    games: int


SIZES = {"quick": Size(20), "full": Size(500)}


class Encounter(NamedTuple):
    """One game: who moves first, who second, and its chance."""

    seats: tuple[str, str]
    seed: int


def winner(encounter: Encounter) -> int | None:
    """Return the seat that wins *encounter*, None for a draw."""
    record = galo.play("connect_four", encounter.seats, encounter.seed)
    assert record.result is not None
    return record.result.winner


def run(bench: Bench, size: str, readings: Sequence[str]) -> None:
    """Let tux meet everyone from both seats."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as executor:
        for number, test in enumerate(TESTS):
            for seat in range(len(SEATS)):
                bench.tell(f"against {test.opponent}", number, len(TESTS), 0.0)
                unit = f"{SEATS[seat]} against {test.opponent}"
                count = SIZES[size].games if test.has_chance else 1
                seed = bench.laboratory.asked.seed_of(unit)
                seats = (TUX, test.opponent) if seat == 0 else (test.opponent, TUX)
                games = [Encounter(seats, Stream.of(seed, game).key) for game in range(count)]
                bench.note(unit, partial(_meet, executor, games, test.opponent, seat))


def _meet(
    executor: ProcessPoolExecutor, games: list[Encounter], opponent: str, seat: int
) -> Record:
    """Return how tux, at *seat*, does in *games* against *opponent*."""
    winners = list(executor.map(winner, games, chunksize=GAMES_A_TASK))
    won, drawn = winners.count(seat), winners.count(None)
    counts = {"games": len(games), "wins": won, "draws": drawn}
    return {"meets": opponent, "seat": seat, **counts}


def report(asked: Asked, records: Sequence[Record]) -> Page:
    """Return the table of all tests, with intervals where chance plays a part."""
    found = {(record["meets"], record["seat"]): record for record in records if "meets" in record}
    rows, shares = [], {}
    for test in TESTS:
        for seat, name in enumerate(SEATS):
            if record := found.get((test.opponent, seat)):
                rows.append([test.letter, test.opponent, name, test.told, *_written(test, record)])
                shares[f"{name}, {test.opponent}"] = _share(record)
    head = [
        "test",
        "opponent",
        "tux moves",
        "report",
        "games",
        "won",
        "drawn",
        "lost",
        "score %",
        "95 %",
    ]
    table = Table("All tests", head, rows)
    label = "points won by tux"
    picture = Picture("tux2007", figures.intervals(shares, {}, label), f"{label.capitalize()}.")
    words = [
        "Three stages: fixed moves, the database of eight stones, then seven plies in which each "
        "parent is the sum of its children. The report tells of no lost game but gives no counts. "
        "Players without chance play one game from each seat: every other would be the same.",
    ]
    return Page("tux2007: JogadorTux", words, [Section("Tests", "", [table], [picture])])


def _share(record: Record) -> figures.Point:
    """Return the score of tux, and its interval: none if the games had no chance in them."""
    lost = record["games"] - record["wins"] - record["draws"]
    score = (record["wins"] + record["draws"] / 2) / record["games"]
    if record["games"] == 1:
        return score, score, score
    return (score, *score_interval(record["wins"], record["draws"], lost))


def _written(test: Test, record: Record) -> list[str]:
    lost = record["games"] - record["wins"] - record["draws"]
    score, low, high = (100 * share for share in _share(record))
    counts = [str(n) for n in (record["games"], record["wins"], record["draws"], lost)]
    return [*counts, f"{score:.1f}", f"[{low:.1f}, {high:.1f}]" if test.has_chance else "–"]
