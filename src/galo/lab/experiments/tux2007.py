"""JogadorTux in its tests again: who it met in 2007, and who it could not meet then.

Every opponent from both seats; tests e and f of the report were played by people. From the
first position a player without chance plays the same game every time: one is enough.
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
from galo.lab import figures
from galo.lab.laboratory import Asked, Bench, Record
from galo.lab.report import Page, Picture, Section, Table
from galo.rng import Stream

ABOUT = "JogadorTux of Connect Four against everyone, from both seats (report, 2007)"
TUX = "tux"
SEATS = ("first", "second")
GAMES_A_TASK = 4
COUNTS = ("games", "won", "drawn", "lost")
HEAD = ("test", "opponent", "tux moves", "report", *COUNTS, "score %", "95 %")


class Opponent(NamedTuple):
    """Who tux meets, and which of the report's tests that is, from each seat."""

    name: str
    letters: tuple[str, str]
    has_chance: bool = True


OPPONENTS = (
    Opponent("random", ("a", "b")),
    Opponent("focused", ("c", "d")),
    Opponent("tux:database=no", ("g", "h"), has_chance=False),  # its older version
    Opponent("tux", ("i", "i"), has_chance=False),
    Opponent("minimax", ("", "")),
    Opponent("mcts", ("", "")),
    Opponent("perfect", ("", ""), has_chance=False),
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
        for number, opponent in enumerate(OPPONENTS):
            for seat, name in enumerate(SEATS):
                bench.tell(f"against {opponent.name}", number, len(OPPONENTS), 0.0)
                unit = f"{name} against {opponent.name}"
                count = SIZES[size].games if opponent.has_chance else 1
                seed = bench.laboratory.asked.seed_of(unit)
                seats = (TUX, opponent.name) if seat == 0 else (opponent.name, TUX)
                games = [Encounter(seats, Stream.of(seed, game).key) for game in range(count)]
                bench.note(unit, partial(_meet, executor, games, opponent.name, seat))


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
    for opponent in OPPONENTS:
        for seat, name in enumerate(SEATS):
            if record := found.get((opponent.name, seat)):
                letter = opponent.letters[seat]
                told = "passed" if letter else "–"
                rows.append([letter or "–", opponent.name, name, told, *_written(record)])
                shares[f"{name}, {opponent.name}"] = _share(record)
    label = "points won by tux"
    picture = Picture("tux2007", figures.intervals(shares, {}, label), f"{label.capitalize()}.")
    words = [
        "Three stages: fixed moves, the database of eight stones, then seven plies in which each "
        "parent is the sum of its children. The report says that it passed its tests and gives "
        "no counts; letters follow the order in which it describes them, and e and f were played "
        "by people. A player without chance plays one game from each seat: every other would be "
        "the same.",
    ]
    section = Section("Tests", "", [Table("All tests", HEAD, rows)], [picture])
    return Page("tux2007: JogadorTux", words, [section])


def _share(record: Record) -> figures.Point:
    """Return the score of tux, and its interval: none if the games had no chance in them."""
    lost = record["games"] - record["wins"] - record["draws"]
    score = (record["wins"] + record["draws"] / 2) / record["games"]
    if record["games"] == 1:
        return score, score, score
    return (score, *score_interval(record["wins"], record["draws"], lost))


def _written(record: Record) -> list[str]:
    lost = record["games"] - record["wins"] - record["draws"]
    score, low, high = (100 * share for share in _share(record))
    counts = [str(n) for n in (record["games"], record["wins"], record["draws"], lost)]
    return [*counts, f"{score:.1f}", f"[{low:.1f}, {high:.1f}]" if record["games"] > 1 else "–"]
