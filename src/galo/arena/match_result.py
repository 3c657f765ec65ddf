"""The results of matches and tournaments as scripts read them: what `--json` prints."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from galo.arena.statistics import EloInterval, Interval
from galo.arena.tally import Tally
from galo.arena.tournament import Tournament


@dataclass(frozen=True)
class MatchResult:
    """The result of A against B; its fields are those that `galo match --json` prints."""

    game: str  #: with its options
    a: str  #: the first player
    b: str  #: the second player
    games: int  #: played, two for each pair
    wins_a: int  #: games that A won
    wins_b: int  #: games that B won
    draws: int  #: games that nobody won
    score_a: float  #: 0 to 1, a draw is half a win
    interval: Interval  #: of score_a, 95 %, from pairs
    elo: float | None  #: of A above B; None at a score of 0 or 1
    elo_interval: EloInterval  #: of elo, 95 %
    superiority: float  #: likelihood that A is the better player
    pairs: tuple[int, ...]  #: that gave A 0, ½, 1, 1½ and 2 points
    seconds: float  #: that the match took
    games_per_second: float  #: of all processes together
    sprt: Mapping[str, Any] | None  #: of a sequential test; only there in JSON if there was one
    seed: int  #: of the deals, openings and players' choices
    openings: int  #: random plies first
    limit: Mapping[str, float | None]  #: of each move: seconds and nodes
    errors: tuple[Mapping[str, Any], ...]  #: player, message, games
    workers_died: int  #: processes that were killed
    games_repeated: int  #: because their process was killed
    interrupted: bool  #: whether it was ended before its last game

    def to_json(self) -> dict[str, Any]:
        """Return the object that `galo match --json` prints."""
        content = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        if self.sprt is None:
            del content["sprt"]
        return content


def match_result(match: Tournament) -> MatchResult:
    """Return the result of a match of two."""
    plan = match.plan
    a, b = plan.players
    return MatchResult(
        game=plan.game,
        a=a,
        b=b,
        **_tally_result(match.tallies[0]),
        seconds=match.seconds,
        games_per_second=match.games_per_second,
        sprt=_sprt_result(match) if match.sprt else None,
        **_run_result(match),
    )


def tournament_result(tournament: Tournament) -> dict[str, Any]:
    """Return the object that `galo tournament --json` prints: players and table best first."""
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
                "elo_interval": list(ratings[player].interval),
            }
            for i, player in enumerate(order)
        ],
        "table": table,  # the score of the row against the column
        "pairings": [
            {"a": a, "b": b, **{key: _plain(value) for key, value in _tally_result(tally).items()}}
            for (a, b), tally in zip(plan.pairings, tournament.tallies, strict=True)
        ],
        "seconds": tournament.seconds,
        "games_per_second": tournament.games_per_second,
        **{key: _plain(value) for key, value in _run_result(tournament).items()},
    }


def _tally_result(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins_a": tally.wins,
        "wins_b": tally.losses,
        "draws": tally.draws,
        "score_a": tally.score,
        "interval": tally.interval,
        "elo": tally.elo,
        "elo_interval": tally.elo_interval,
        "superiority": tally.superiority,
        "pairs": tally.pairs,
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
        "errors": tuple({**fault._asdict(), "games": count} for fault, count in run.faults.items()),
        "workers_died": run.workers_died,
        "games_repeated": run.games_repeated,
        "interrupted": run.is_interrupted,
    }


def _plain(value: Any) -> Any:
    """Return *value* as JSON has it: tuples become lists."""
    return list(value) if isinstance(value, tuple) else value
