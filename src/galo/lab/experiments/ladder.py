"""The levels that the screens offer, rated: every two of a game, and random, against each other.

All meet on the same deals or openings with the sides exchanged, and think without a clock, so
the same seed gives the same ratings. A meeting is a unit; where the simulator knows both players
it plays many more games in the same time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations
from typing import NamedTuple

from galo.arena.game_pool import GamePool, game_pool
from galo.arena.pairing import PairsResult, Plan, play_pair
from galo.arena.ratings import bradley_terry
from galo.arena.simulated import can_simulate, simulate_pairs
from galo.arena.tally import Tally
from galo.errors import GaloError
from galo.games.registry import game_names
from galo.lab import figures
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import ExperimentRun
from galo.lab.report import ReportFigure, ReportPage, ReportSection, ReportTable
from galo.players.registry import game_agents, levels_of

ABOUT = "the levels of every game on a ladder: beginner, medium, strong, champion and random"
RANDOM = "random"
BEGINNER_ELO = 1000
PAIRS_A_CALL = 20_000  # of the simulator, between two looks at whether Ctrl-C was pressed
RATED = ("level", "agent", "Elo", "95 %", "games", "score % against the level below", "95 %")


@dataclass(frozen=True)
class LadderSize:
    """The number of games of every two players: a multiple of the game's `rating_games`."""

    multiple: int
    simulated: int  # games where the simulator knows both players

    def games(self, game: str) -> int:
        """Return the number of games of every two players of *game*."""
        return self.multiple * game_agents(game).rating_games


SIZES = {"quick": LadderSize(1, 20_000), "full": LadderSize(20, 1_000_000)}


class LevelRating(NamedTuple):
    """A level, its agent, its Elo with an interval, and the number of its games."""

    level: str
    agent: str
    elo: figures.Point
    games: int


def rated_games() -> tuple[str, ...]:
    """Return the games with at least two levels to compare, plug-ins included."""
    return tuple(name for name in game_names() if len(set(levels_of(name).values())) > 1)


def players_of(game: str) -> dict[str, str]:
    """Return the rated agents of *game* by level, the weakest first, each agent once."""
    levels = levels_of(game)
    lowest = {agent: level for level, agent in reversed(list(levels.items()))}
    first = {} if RANDOM in lowest else {RANDOM: RANDOM}
    return first | {level: agent for level, agent in levels.items() if lowest[agent] == level}


def anchor_of(game: str) -> str:
    """Return the agent of the lowest level of *game*, whose rating is fixed."""
    return next(iter(levels_of(game).values()))


def unit_of(game: str, one: str, other: str) -> str:
    """Return the name of a meeting."""
    return f"{game}: {one} and {other}"


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Play the games of every two players of every game."""
    meetings = [
        (game, SIZES[size].games(game), pair)
        for game in rated_games()
        for pair in combinations(players_of(game).values(), 2)
    ]
    with game_pool() as pool:
        for number, (game, games, pair) in enumerate(meetings):
            unit = unit_of(game, *pair)
            experiment.report(unit, number, len(meetings))
            plan = Plan(game, pair, games, experiment.seed_of(game))
            experiment.record(unit, partial(_meet, experiment, pool, plan, SIZES[size].simulated))


def _meet(experiment: ExperimentRun, pool: GamePool, plan: Plan, simulated: int) -> Record:
    """Return the record of *plan*, of *simulated* games if the simulator knows both players."""
    results: list[PairsResult] = []
    if can_simulate(plan):
        plan = Plan(plan.game, plan.players, simulated, plan.seed)
        for first in range(0, plan.total_pairs, PAIRS_A_CALL):
            count = min(PAIRS_A_CALL, plan.total_pairs - first)
            results += simulate_pairs(plan, first, count, "cpu")
    else:
        unit, pairs = unit_of(plan.game, *plan.players), range(plan.total_pairs)
        results += experiment.play_games(pool, unit, partial(play_pair, plan), pairs)
    for fault in chain.from_iterable(result.faults for result in results):
        raise GaloError(f"{fault.player} cannot be rated in {plan.game}: {fault.message}")
    tally = sum((result.tally for result in results), Tally())
    return {"game": plan.game, "players": list(plan.players), **vars(tally)}


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with the ratings of each game, all in one figure, and every meeting."""
    found = {record["unit"]: record for record in records}
    ladders = {
        game: tallies for game in rated_games() if (tallies := _tallies(game, found)) is not None
    }
    rated = {game: rate(game, tallies) for game, tallies in ladders.items()}
    points = {game: {one.level: one.elo for one in levels} for game, levels in rated.items()}
    sections = [ReportSection("All ladders", "", (), [_picture(points)])] if points else []
    sections += [_section(game, rated[game], tallies) for game, tallies in ladders.items()]
    words = [
        "Beginner, medium, strong and champion are how the screens offer the agents. In each game "
        "every two of them, and random, meet on the same deals, or from the same random openings, "
        "with the sides exchanged, and with their usual thinking: no clock.",
        f"Elo by the model of Bradley and Terry from all games of a game, the beginner at "
        f"{BEGINNER_ELO}: a player 400 points above another wins ten games for each that it "
        "loses. Intervals, 95 %, are of the distance to the beginner. A player that loses every "
        "game is far below by an unknown distance, and the intervals are wide. The score of a "
        "level against the one below is counted in pairs of games.",
    ]
    return ReportPage("ladder: the levels of every game", words, sections)


def _tallies(game: str, found: Mapping[str, Record]) -> dict[tuple[str, str], Tally] | None:
    """Return the tallies of *game* by pair of agents, None while some are missing."""
    tallies = {}
    for pair in combinations(players_of(game).values(), 2):
        record = found.get(unit_of(game, *pair))
        if record is None:
            return None
        wins, draws, losses = (record[name] for name in ("wins", "draws", "losses"))
        tallies[pair] = Tally(wins, draws, losses, tuple(record["pairs"]))
    return tallies


def rate(game: str, tallies: Mapping[tuple[str, str], Tally]) -> list[LevelRating]:
    """Return the ratings of the levels of *game*, the weakest first."""
    players = players_of(game)
    agents = list(players.values())
    points = [[0.0] * len(agents) for _ in agents]
    games = [0] * len(agents)
    for (one, other), tally in tallies.items():
        a, b = agents.index(one), agents.index(other)
        points[a][b], points[b][a] = tally.points, tally.games - tally.points
        games[a], games[b] = games[a] + tally.games, games[b] + tally.games
    ratings = bradley_terry(points, origin=agents.index(anchor_of(game)))
    rated = []
    for level, agent, rating, played in zip(players, agents, ratings, games, strict=True):
        low, high = rating.interval
        assert low is not None
        assert high is not None
        elo = (BEGINNER_ELO + rating.elo, BEGINNER_ELO + low, BEGINNER_ELO + high)
        rated.append(LevelRating(level, agent, elo, played))
    return rated


def _section(
    game: str, rated: Sequence[LevelRating], tallies: Mapping[tuple[str, str], Tally]
) -> ReportSection:
    rows = []
    for place, one in reversed(list(enumerate(rated))):
        elo, low, high = one.elo
        is_anchor = one.agent == anchor_of(game)
        interval = "–" if is_anchor else f"[{low:.0f}, {high:.0f}]"
        step = _step(tallies[rated[place - 1].agent, one.agent]) if place else ["–", "–"]
        rows.append([one.level, one.agent, f"{elo:.0f}", interval, f"{one.games:,}", *step])
    met = [
        [one, other, f"{tally.games:,}", *_share(tally.score, *tally.interval)]
        for (one, other), tally in tallies.items()
    ]
    head = ("player", "against", "games", "score %", "95 %")
    return ReportSection(
        game, "", [ReportTable("Ladder", RATED, rows), ReportTable("Every meeting", head, met)]
    )


def _step(tally: Tally) -> list[str]:
    """Return the score of the second player of *tally* and its interval."""
    low, high = tally.interval
    return _share(1.0 - tally.score, 1.0 - high, 1.0 - low)


def _share(score: float, low: float, high: float) -> list[str]:
    return [f"{100 * score:.1f}", f"[{100 * low:.1f}, {100 * high:.1f}]"]


def _picture(points: Mapping[str, Mapping[str, figures.Point]]) -> ReportFigure:
    label = f"Elo, the beginner at {BEGINNER_ELO}"
    return ReportFigure("ladder", figures.ratings(points, label), f"{label}, with 95 % intervals.")
