"""A plan played and added up, pair by pair in their order: a match is a tournament of two.

Results are added in the order of the pairs, whichever process was faster, so they do not
depend on how many there are; what was played beyond the end of a sequential test is dropped.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from galo.arena.pairing import Fault, Plan, Step
from galo.arena.ratings import Rating, bradley_terry
from galo.arena.sprt import Sprt, Verdict
from galo.arena.tally import Tally
from galo.arena.worker import Orders
from galo.arena.worker_pool import Crew
from galo.errors import ConfigError

Keep = Callable[[str], object]  # takes a record, one line


class Tournament:
    """What the games of a plan have come to so far."""

    def __init__(self, plan: Plan, sprt: Sprt | None = None) -> None:
        if sprt is not None and len(plan.players) != 2:
            raise ConfigError("a sequential test is for a match of two")
        self.plan = plan
        self.sprt = sprt
        self.tallies = [Tally() for _ in plan.pairings]
        self.faults: Counter[Fault] = Counter()
        self.seconds = 0.0
        self.is_interrupted = False
        self.workers_died = 0
        self.games_repeated = 0

    def play(
        self,
        jobs: int,
        stopped: Callable[[], bool] = lambda: False,
        keep: Keep | None = None,
        device: str | None = None,
    ) -> Iterator[None]:
        """Play everything, on the batch simulator if *device* names one; yield at each progress."""
        crew = Crew(Orders(self.plan, device, keep is not None, self.sprt is not None), jobs)
        steps = crew.steps(stopped)
        try:
            for found in steps:
                self._add(found, keep)
                self._look_at(crew)
                yield
                if self.is_decided:
                    return
            self.is_interrupted = self.games < 2 * self.plan.units
        finally:
            self._look_at(crew)
            steps.close()  # type: ignore[attr-defined]

    def _add(self, steps: list[Step], keep: Keep | None) -> None:
        for step in steps:
            self.tallies[step.pairing] += step.tally
            self.faults.update(step.faults)
            if keep is not None:
                for record in step.records:
                    keep(record)
            if self.is_decided:
                return

    def _look_at(self, crew: Crew) -> None:
        if crew.began is not None:
            self.seconds = time.perf_counter() - crew.began
        self.workers_died, self.games_repeated = crew.died, crew.repeated

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(tally.games for tally in self.tallies)

    @property
    def games_per_second(self) -> float:
        """How fast, all processes together."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def verdict(self) -> Verdict | None:
        """What the sequential test says, if there is one."""
        return self.sprt.judge_pairs(self.tallies[0].pairs) if self.sprt else None

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has ended."""
        verdict = self.verdict
        return verdict is not None and verdict.decision != "continue"

    @property
    def points(self) -> list[list[float]]:
        """The points of each player against each other."""
        count = len(self.plan.players)
        table = [[0.0] * count for _ in range(count)]
        indices = [(a, b) for a in range(count) for b in range(a + 1, count)]
        for (a, b), tally in zip(indices, self.tallies, strict=True):
            table[a][b] = tally.points
            table[b][a] = tally.games - tally.points
        return table

    @property
    def ratings(self) -> list[Rating]:
        """The rating of each player."""
        return bradley_terry(self.points)


def match_result(match: Tournament) -> dict[str, Any]:
    """Return a match of two as scripts read it."""
    plan, tally = match.plan, match.tallies[0]
    a, b = plan.players
    return {
        "game": plan.game,
        "a": a,
        "b": b,
        **_tally_result(tally),
        "seconds": match.seconds,
        "games_per_second": match.games_per_second,
        **({"sprt": _sprt_result(match)} if match.sprt else {}),
        **_run_result(match),
    }


def tournament_result(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament as scripts read it; players best first, the table in their order."""
    plan, points, ratings = tournament.plan, tournament.points, tournament.ratings
    order = sorted(range(len(plan.players)), key=lambda player: -ratings[player].elo)
    games = [[points[a][b] + points[b][a] for b in order] for a in order]
    table = [
        [points[a][b] / games[i][j] if games[i][j] else None for j, b in enumerate(order)]
        for i, a in enumerate(order)
    ]
    return {
        "game": plan.game,
        "games": tournament.games,
        "players": [
            {
                "name": plan.players[player],
                "games": int(sum(games[i])),
                "points": sum(points[player]),
                "score": sum(points[player]) / sum(games[i]) if sum(games[i]) else 0.5,
                "elo": ratings[player].elo,
                "interval": list(ratings[player].interval),  # of the Elo
            }
            for i, player in enumerate(order)
        ],
        "table": table,  # the score of the row against the column
        "pairings": [
            {"a": a, "b": b, **_tally_result(tally)}
            for (a, b), tally in zip(plan.pairings, tournament.tallies, strict=True)
        ],
        "seconds": tournament.seconds,
        "games_per_second": tournament.games_per_second,
        **_run_result(tournament),
    }


def _tally_result(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins_a": tally.wins,
        "wins_b": tally.losses,
        "draws": tally.draws,
        "score_a": tally.score,
        "interval": list(tally.interval),
        "elo": tally.elo,
        "elo_interval": list(tally.elo_interval),
        "superiority": tally.superiority,
        "pairs": list(tally.pairs),
    }


def _sprt_result(match: Tournament) -> dict[str, Any]:
    assert match.sprt is not None
    assert match.verdict is not None
    return {
        "elo0": match.sprt.elo0,
        "elo1": match.sprt.elo1,
        "llr": match.verdict.llr,
        "bounds": list(match.sprt.bounds),
        "decision": match.verdict.decision,
    }


def _run_result(run: Tournament) -> dict[str, Any]:
    plan = run.plan
    return {
        "seed": plan.seed,
        "openings": plan.opening_plies,
        "limit": {"seconds": plan.limit.seconds, "nodes": plan.limit.nodes},
        "errors": [{**fault._asdict(), "games": games} for fault, games in run.faults.items()],
        "workers_died": run.workers_died,
        "games_repeated": run.games_repeated,
        "interrupted": run.is_interrupted,
    }
