"""The tests of JogadorTux of 2007, reproduced, and tests against opponents of today.

Tux meets every opponent from both seats; tests e and f of the report were played by people. A
deterministic opponent plays the same game every time: one is enough. The tests are played once
more for each weight of near ends, which the report does not give, and of double threats, which
its authors wished for.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from galo.arena.game_pool import game_pool
from galo.lab import figures
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import ExperimentRun
from galo.lab.games import Contestant, GameTask, winner
from galo.lab.meeting import MeetingResult
from galo.lab.report import ReportFigure, ReportPage, ReportSection, ReportTable, open_choices
from galo.stream import Stream

ABOUT = "JogadorTux of Connect Four against everyone, from both seats (report, 2007)"
SEATS = ("first", "second")
COUNTS = ("games", "won", "drawn", "lost")
HEAD = ("test", "opponent", "tux moves", "asked", *COUNTS, "score %", "95 %", "verdict")
WON, DRAWN, LOST = "won", "drawn", "lost"
PASSED, NOT_PASSED = "passed", "not passed"
NO_TEST = "–"  # instead of a letter, a result asked for and a verdict
DEFAULTS = ""  # the settings of plain `tux`
SETTINGS = (
    *(f"near={weight}" for weight in (1, 2, 3, 5, 10, 100, 200, 1000, 10_000)),
    *(f"double={weight}" for weight in (1, 10, 100)),
)


class TuxOpponent(NamedTuple):
    """An opponent of tux, the report's tests against it by seat, and the result they ask for."""

    name: str
    letters: tuple[str, str] = (NO_TEST, NO_TEST)
    asked: str = NO_TEST
    is_random: bool = True


PEERS = (
    TuxOpponent("minimax"),
    TuxOpponent("mcts"),
    TuxOpponent("perfect", is_random=False),
)


@dataclass(frozen=True)
class Tux2007Size:
    """The number of games from each seat against a player that uses random numbers."""

    games: int


SIZES = {"quick": Tux2007Size(20), "full": Tux2007Size(500)}


class TuxMeeting(NamedTuple):
    """Games of a tux with some settings, from one seat, against one opponent."""

    settings: str
    opponent: TuxOpponent
    seat: int

    @property
    def unit(self) -> str:
        """The name of its record."""
        return f"{tux(self.settings)}, {SEATS[self.seat]}, against {self.opponent.name}"

    def games(self, count: int, seed: int) -> list[GameTask]:
        """Return *count* games, each with a seed of its own."""
        agents = Contestant(tux(self.settings)), Contestant(self.opponent.name)
        seats = agents if self.seat == 0 else agents[::-1]
        seeds = (Stream.of(seed, game).key for game in range(count))
        return [GameTask("connect_four", seats, one) for one in seeds]


def tux(*settings: str) -> str:
    """Return the agent tux with all *settings*, each like `near=2` or empty."""
    written = ",".join(filter(None, settings))
    return f"tux:{written}" if written else "tux"


def tests_of(settings: str) -> tuple[TuxOpponent, ...]:
    """Return the opponents of the report's tests of a tux with *settings*."""
    older = partial(TuxOpponent, letters=("g", "h"), asked=WON, is_random=False)
    return (
        TuxOpponent("random", ("a", "b"), WON),
        TuxOpponent("focused", ("c", "d"), WON),
        # The report does not say what its older version was: three candidates.
        older(tux(settings, "database=no")),
        older(tux("near=1")),
        older(tux("search=rows", "near=1")),
        TuxOpponent(tux(settings), ("i", "i"), DRAWN, is_random=False),
    )


def meetings() -> Iterator[TuxMeeting]:
    """Yield all meetings of the experiment."""
    for settings in (DEFAULTS, *SETTINGS):
        opponents = tests_of(settings) if settings else (*tests_of(settings), *PEERS)
        for opponent in opponents:
            for seat in range(len(SEATS)):
                yield TuxMeeting(settings, opponent, seat)


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Play the games of tux against every opponent from both seats, then by settings."""
    all_meetings = list(meetings())
    with game_pool() as pool:
        for number, meeting in enumerate(all_meetings):
            stage = f"{tux(meeting.settings)} against {meeting.opponent.name}"
            experiment.report(stage, number, len(all_meetings))
            count = SIZES[size].games if meeting.opponent.is_random else 1
            games = meeting.games(count, experiment.seed_of(meeting.unit))
            play = partial(experiment.play_games, pool, meeting.unit, winner, games)
            experiment.record(meeting.unit, partial(_meet, play, meeting.seat))


def _meet(play: Callable[[], list[int | None]], seat: int) -> Record:
    """Return the record of the games of tux, at *seat*, that *play* plays."""
    winners = play()
    return MeetingResult.of_winners(winners, [seat] * len(winners)).to_record()


def outcome(result: MeetingResult) -> str:
    """Return whether tux won more games of *result* than it lost, lost more, or neither."""
    if result.wins == result.losses:
        return DRAWN
    return WON if result.wins > result.losses else LOST


def verdict(asked: str, result: MeetingResult) -> str:
    """Return whether *result* is what the report asked for: PASSED, LOST or NOT_PASSED."""
    if asked == NO_TEST:
        return NO_TEST
    if outcome(result) == asked:
        return PASSED
    return LOST if outcome(result) == LOST else NOT_PASSED


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with the table of all tests and that of the settings."""
    results = {record["unit"]: MeetingResult.of(record) for record in records}
    rows, shares = [], {}
    for meeting in meetings():
        if meeting.settings == DEFAULTS and (result := results.get(meeting.unit)):
            rows.append(_test_row(meeting, result))
            shares[f"{SEATS[meeting.seat]}, {meeting.opponent.name}"] = result.share
    label = "points won by tux"
    picture = ReportFigure(
        "tux2007", figures.intervals(shares, {}, label), f"{label.capitalize()}."
    )
    words = [
        "Three stages: fixed moves, the database of eight stones, then seven plies in which each "
        "parent is the sum of its children. The report says that tux must win tests a to d, g "
        "and h and draw i, and that it passed all its tests; it gives no counts. The verdict is by "
        "our games: a test of many games is won where more are won than lost. A player without "
        "chance plays one game from each seat: every other would be the same.",
    ]
    sections = [
        ReportSection("Tests", "", [ReportTable("All tests", HEAD, rows)], [picture]),
        ReportSection("Settings", "", [_settings_table(results)]),
        open_choices(CHOICES),
    ]
    return ReportPage("tux2007: JogadorTux", words, sections)


def _test_row(meeting: TuxMeeting, result: MeetingResult) -> list[str]:
    """Return the row of *meeting* in the table of all tests."""
    opponent, seat = meeting.opponent, meeting.seat
    cells = [*result.written_counts(), *result.written_share()]
    test = [opponent.letters[seat], opponent.name, SEATS[seat], opponent.asked]
    return [*test, *cells, verdict(opponent.asked, result)]


def _settings_table(results: dict[str, MeetingResult]) -> ReportTable:
    """Return the table of the tests by settings, a row for each."""
    heads = ("a", "b", "c", "d", "g 1", "h 1", "g 2", "h 2", "g 3", "h 3", "i")
    rows = []
    for settings in SETTINGS:
        played = [meeting for meeting in meetings() if meeting.settings == settings]
        found = [results[meeting.unit] for meeting in played if meeting.unit in results]
        if len(found) == len(played):
            asked = [meeting.opponent.asked for meeting in played]
            passed = [verdict(*test) == PASSED for test in zip(asked, found, strict=True)]
            # The game against itself is the same from both seats.
            cells = [_counts(result) for result in found[:-1]]
            rows.append([settings, *cells, f"{sum(passed[:-1])} of {len(heads)}"])
    note = (
        "Won, drawn and lost games of tux, or the result of the one game; in test i that of the "
        "first player. Older versions: 1 is the same tux without its database, 2 is near=1, 3 is "
        "search=rows,near=1."
    )
    return ReportTable("Tests by settings", ("settings", *heads, "passed"), rows, note)


def _counts(result: MeetingResult) -> str:
    """Return the counts of *result* in one cell, the word for a single game."""
    if result.games == 1:
        return outcome(result)
    return f"{result.wins}-{result.draws}-{result.losses}"


CHOICES = (
    "Near ends: “foi dado um peso maior” to ends of the game “até o terceiro nível de "
    "profundidade”, without a figure. Here `near` times the weight of other ends, for those within "
    "three plies, tux's own move being the first. The default, 200, passes as many tests as any of "
    "these weights, and of those that do it scores most against focused.",
    "The “versão anterior” of tests g and h is not described. Three candidates play: tux without "
    "its database; tux before near ends had more weight, near=1; and search=rows,near=1, our "
    "guess at the first idea, “se tivessem 2 juntas seria um peso, com 3 seria outro”: 1 for two "
    "in a row, 10 for three, 100 for four, summed over the positions seven plies ahead.",
    "Double threats, “um peso maior deveria ser atribuído a este estado”, were a wish: `double` "
    "is the weight of a position in which the side that moved can win in two columns and the "
    "other side in none; 0, the default, is the report's player.",
    "AleatórioFocado is only named. Here `focused`: at random, but it wins if it can and blocks if "
    "it must.",
    "The report's drawings have seven rows, its database six. Here the board has six.",
    "How often a test was played is not said (“N vezes”). Tests e and f were played by people.",
    "Whether tux wins at once and blocks before its fixed moves is not said. Here it does.",
    "What it does as second player after an opening elsewhere than in the middle is not said. "
    "Here it plays the middle.",
    "The public database leaves out positions with a forced move. Here the database is the book, "
    "which has them.",
    "Of equal columns the most central is played; the report does not say which.",
)
