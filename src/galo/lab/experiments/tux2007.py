"""The tests of JogadorTux of 2007, reproduced, and tests against opponents of today.

Tux meets every opponent from both seats; tests e and f of the report were played by people. A
deterministic opponent plays the same game every time: one is enough.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import galo
from galo.lab import figures
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import ExperimentRun
from galo.lab.game_pool import MeetingResult, game_pool
from galo.lab.report import ReportFigure, ReportPage, ReportSection, ReportTable
from galo.stream import Stream

ABOUT = "JogadorTux of Connect Four against everyone, from both seats (report, 2007)"
TUX = "tux"
SEATS = ("first", "second")
COUNTS = ("games", "won", "drawn", "lost")
HEAD = ("test", "opponent", "tux moves", "report", *COUNTS, "score %", "95 %")


class TuxOpponent(NamedTuple):
    """An opponent of tux, and the letters of the report's tests against it from each seat."""

    name: str
    letters: tuple[str, str]
    is_random: bool = True


OPPONENTS = (
    TuxOpponent("random", ("a", "b")),
    TuxOpponent("focused", ("c", "d")),
    TuxOpponent("tux:database=no", ("g", "h"), is_random=False),  # its older version
    TuxOpponent("tux", ("i", "i"), is_random=False),
    TuxOpponent("minimax", ("", "")),
    TuxOpponent("mcts", ("", "")),
    TuxOpponent("perfect", ("", ""), is_random=False),
)


@dataclass(frozen=True)
class Tux2007Size:
    """The number of games from each seat against a player that uses random numbers."""

    games: int


SIZES = {"quick": Tux2007Size(20), "full": Tux2007Size(500)}


class TuxGame(NamedTuple):
    """One game: the agents of the first and second seat, and the seed."""

    seats: tuple[str, str]
    seed: int


def winner(game: TuxGame) -> int | None:
    """Return the seat that wins *game*, None for a draw."""
    record = galo.play("connect_four", game.seats, game.seed)
    assert record.result is not None
    return record.result.winner


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Play the games of tux against every opponent from both seats."""
    with game_pool() as pool:
        for number, opponent in enumerate(OPPONENTS):
            for seat, name in enumerate(SEATS):
                done = len(SEATS) * number + seat
                experiment.report(f"against {opponent.name}", done, len(SEATS) * len(OPPONENTS))
                unit = f"{name} against {opponent.name}"
                count = SIZES[size].games if opponent.is_random else 1
                seed = experiment.seed_of(unit)
                seats = (TUX, opponent.name) if seat == 0 else (opponent.name, TUX)
                games = [TuxGame(seats, Stream.of(seed, game).key) for game in range(count)]
                play = partial(experiment.play_games, pool, unit, winner, games)
                experiment.record(unit, partial(_meet, play, opponent.name, seat))


def _meet(play: Callable[[], list[int | None]], opponent: str, seat: int) -> Record:
    """Return the record of the games of tux, at *seat*, against *opponent*, that *play* plays."""
    winners = play()
    result = MeetingResult.of_winners(winners, [seat] * len(winners))
    return {"meets": opponent, "seat": seat, **result.to_record()}


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with the table of all tests."""
    found = {(record["meets"], record["seat"]): record for record in records if "meets" in record}
    rows, shares = [], {}
    for opponent in OPPONENTS:
        for seat, name in enumerate(SEATS):
            if record := found.get((opponent.name, seat)):
                letter = opponent.letters[seat]
                printed = "passed" if letter else "–"
                result = MeetingResult.of(record)
                cells = [*result.written_counts(), *result.written_share()]
                rows.append([letter or "–", opponent.name, name, printed, *cells])
                shares[f"{name}, {opponent.name}"] = result.share
    label = "points won by tux"
    picture = ReportFigure(
        "tux2007", figures.intervals(shares, {}, label), f"{label.capitalize()}."
    )
    words = [
        "Three stages: fixed moves, the database of eight stones, then seven plies in which each "
        "parent is the sum of its children. The report says that it passed its tests and gives "
        "no counts; letters follow the order in which it describes them, and e and f were played "
        "by people. A player without chance plays one game from each seat: every other would be "
        "the same.",
    ]
    section = ReportSection("Tests", "", [ReportTable("All tests", HEAD, rows)], [picture])
    return ReportPage("tux2007: JogadorTux", words, [section])
