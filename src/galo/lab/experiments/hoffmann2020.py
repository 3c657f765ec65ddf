"""All players of two-sided dominoes against each other, a comparison that the report lacks.

Every two players meet on the same deals with the seats exchanged: one hand and matches to
100, in the draw game for two and in the block game in pairs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

import galo
from galo.arena.game_pool import game_pool
from galo.arena.ratings import bradley_terry
from galo.arena.statistics import CONFIDENCE, paired_interval, paired_score
from galo.arena.tally import DRAWN, LOST, WON, Tally
from galo.lab import figures
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import ExperimentRun
from galo.lab.meeting import MeetingResult
from galo.lab.report import ReportFigure, ReportPage, ReportSection, ReportTable
from galo.players.dominoes2 import AGENTS
from galo.stream import Stream

ABOUT = "two-sided dominoes: all players against each other, hands and matches (report, 2020)"
PLAYERS = tuple(agent.name for agent in AGENTS.agents)
HEAD = ("player", "against", "games", "won", "drawn", "lost", "score %", "95 %", "points", "95 %")


class DominoVariant(NamedTuple):
    """A game with options, its title in the report, and its seats."""

    game: str
    title: str
    seats: int
    is_match: bool


VARIANTS = (
    DominoVariant("dominoes2", "Draw game, one hand", 2, False),
    DominoVariant("dominoes2:target=100", "Draw game, matches to 100", 2, True),
    DominoVariant("dominoes2:players=4", "Block game in pairs, one hand", 4, False),
    DominoVariant("dominoes2:players=4,target=100", "Block game in pairs, matches to 100", 4, True),
)


@dataclass(frozen=True)
class Hoffmann2020Size:
    """The numbers of hands and of matches that every two players play: even numbers."""

    hands: int
    matches: int


SIZES = {"quick": Hoffmann2020Size(40, 6), "full": Hoffmann2020Size(2000, 400)}


class GamePair(NamedTuple):
    """Two games on the same deals, the sides exchanged."""

    game: str
    seats: int
    players: tuple[str, str]
    seed: int


class PairPoints(NamedTuple):
    """The first player's half points in each game of a pair, and its points in both."""

    first: int
    second: int
    points: int


def play_pair(pair: GamePair) -> PairPoints:
    """Return the result of *pair* for its first player."""
    results, points = [], 0
    for side in (0, 1):
        names = pair.players[:: 1 - 2 * side] * (pair.seats // 2)
        result = galo.play(pair.game, names, pair.seed).result
        assert result is not None
        results.append(DRAWN if result.winner is None else WON if result.winner == side else LOST)
        points += int(result.scores[side] - result.scores[1 - side])
    return PairPoints(results[0], results[1], points)


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Play the games of every two players in every variant."""
    meetings = [(variant, pair) for variant in VARIANTS for pair in combinations(PLAYERS, 2)]
    with game_pool() as pool:
        for done, (variant, (one, other)) in enumerate(meetings):
            experiment.report(f"{variant.title}: {one} and {other}", done, len(meetings))
            count = SIZES[size].matches if variant.is_match else SIZES[size].hands
            seed = experiment.seed_of(variant.game)  # the same deals for all
            pairs = [
                GamePair(variant.game, variant.seats, (one, other), Stream.of(seed, number).key)
                for number in range(count // 2)
            ]
            unit = f"{one} and {other} in {variant.game}"
            labels = {"variant": variant.game, "one": one, "other": other}
            play = partial(experiment.play_games, pool, unit, play_pair, pairs)
            experiment.record(unit, partial(_meet, play, labels))


def _meet(play: Callable[[], list[PairPoints]], labels: Record) -> Record:
    """Return the record of the pairs that *play* plays, with the fields *labels*."""
    results = play()
    tally = sum((Tally.of_pair(result.first, result.second) for result in results), Tally())
    points = [result.points / 2 for result in results]
    error = stdev(points) / len(points) ** 0.5 if len(points) > 1 else 0.0
    counts = MeetingResult(tally.games, tally.wins, tally.draws).to_record()
    return {**labels, **counts, "pairs": list(tally.pairs), "points": fmean(points), "error": error}


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with a cross table, ratings and every meeting of each variant."""
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
    return ReportPage("hoffmann2020: two-sided dominoes", words, sections)


def _section(variant: DominoVariant, records: Sequence[Record]) -> ReportSection:
    """Return the tables and the figure of one *variant*."""
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
        ReportTable(
            "Everybody against everybody", head, rows, "Score % of the row; Elo from all games."
        ),
        ReportTable("Every meeting", HEAD, [_cells(record) for record in records]),
    ]
    return ReportSection(variant.title, "", tables, [_picture(variant, records)])


def _picture(variant: DominoVariant, records: Sequence[Record]) -> ReportFigure:
    """Return the last player's scores against the others, with their intervals."""
    shares = {
        record["one"]: (1 - paired_score(record["pairs"]), 1 - high, 1 - low)
        for record in records
        if record["other"] == PLAYERS[-1]
        for low, high in [paired_interval(record["pairs"])]
    }
    label = f"score of {PLAYERS[-1]}"
    name = variant.title.lower().replace(",", "").replace(" ", "-")
    return ReportFigure(name, figures.intervals(shares, {}, label), f"{variant.title}: {label}.")


def _cells(record: Record) -> list[str]:
    low, high = paired_interval(record["pairs"])
    score, points = 100 * paired_score(record["pairs"]), record["points"]
    wide = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * record["error"]
    return [
        record["one"],
        record["other"],
        *MeetingResult.of(record).written_counts(),
        f"{score:.1f}",
        f"[{100 * low:.1f}, {100 * high:.1f}]",
        f"{points:+.1f}",
        f"[{points - wide:+.1f}, {points + wide:+.1f}]",
    ]
