"""The own page of a person: ratings over time, results by opponent, every game; as CSV too."""

import csv
import io
import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from galo.arena.strength import NEWCOMER
from galo.games.options import split_name
from galo.players.registry import HUMAN
from galo.web.people import FinishedGame, OwnGame
from galo.web.person_responses import (
    GameRating,
    Opponent,
    OwnGameInfo,
    OwnStatistics,
    RatingCurve,
    RatingInfo,
    RatingPoint,
)
from galo.web.rated_results import RatedResult
from galo.web.rating_store import RatingChange
from galo.web.results import agent_level, result_list

PROVISIONAL = 10  # rated games, or puzzles, below which a rating is provisional
COLUMNS = ["at", "game", "table", "score", "opponents", "assisted", "elo", "change"]


def own_statistics(
    name: str | None, games: list[OwnGame], results: list[RatedResult]
) -> OwnStatistics:
    """Return what the own page shows of finished *games* and of rated *results*, oldest first."""
    curves = [_curve(list(of_pool)) for of_pool in _by_pool(results)]
    finished = [FinishedGame(game.record, {}, game.is_assisted) for game in games]
    changes = _changes(results)
    return OwnStatistics(
        name=name,
        ratings=sorted(curves, key=lambda curve: (curve.kind, -curve.count, curve.game)),
        groups=result_list(finished).groups,
        games=[_game(game, changes.get(game.table)) for game in reversed(games)],
    )


def game_rating(change: RatingChange | None, is_assisted: bool) -> GameRating:
    """Return what a game did to a rating: *change*, or why nothing."""
    if change is None:
        return GameRating("assisted" if is_assisted else "unrated", None, None, 0, True)
    before, after = (
        RatingInfo(round(one.elo), round(one.margin)) for one in (change.before, change.after)
    )
    return GameRating(None, before, after, change.count, change.count < PROVISIONAL)


def to_csv(statistics: OwnStatistics) -> str:
    """Return the games of *statistics* as CSV, with a line of column names."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore")
    writer.writeheader()
    for game in statistics.games:
        opponents = " + ".join(opponent.name for opponent in game.opponents)
        writer.writerow({**vars(game), "opponents": opponents})
    return text.getvalue()


def _by_pool(results: Iterable[RatedResult]) -> Iterable[Iterable[RatedResult]]:
    def pool(result: RatedResult) -> tuple[str, str]:
        return result.kind, result.pool

    for _, of_pool in groupby(sorted(results, key=pool), pool):  # a stable sort keeps the order
        yield of_pool


def _curve(results: list[RatedResult]) -> RatingCurve:
    game, options = split_name(results[0].pool)
    points = [
        RatingPoint(one.place, one.at, round(one.strength.elo), round(one.strength.margin))
        for one in results
    ]
    return RatingCurve(
        kind=results[0].kind,
        game=game,
        options=options,
        elo=points[-1].elo,
        margin=points[-1].margin,
        count=len(points),
        provisional=len(points) < PROVISIONAL,
        points=points,
    )


def _changes(results: list[RatedResult]) -> dict[str, tuple[int, int]]:
    """Return by table the Elo after its game, and by how much that changed it."""
    found: dict[str, tuple[int, int]] = {}
    before: dict[str, int] = {}
    for one in results:
        if one.kind == "games":
            elo = round(one.strength.elo)
            found[one.place] = elo, elo - before.get(one.pool, round(NEWCOMER.elo))
            before[one.pool] = elo
    return found


def _game(game: OwnGame, rated: tuple[int, int] | None) -> OwnGameInfo:
    record: dict[str, Any] = json.loads(game.record)
    seats, winner = record["seats"], record["result"]["winner"]
    sides = len(record["result"]["scores"])
    own = game.seat % sides
    opponents = [seat for number, seat in enumerate(seats) if number % sides != own]
    return OwnGameInfo(
        table=game.table,
        game=record["game"],
        options=record.get("options", {}),
        at=game.at,
        score=0.5 if winner is None else float(winner == own),
        opponents=[
            Opponent(name, None if name == HUMAN else agent_level(record["game"], name))
            for name in opponents
        ],
        assisted=game.is_assisted,
        elo=rated[0] if rated else None,
        change=rated[1] if rated else None,
    )
