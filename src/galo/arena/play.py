"""Games and matches from a program; a player is an agent's name or an object that decides."""

import logging
import os
from collections.abc import Callable, Sequence

from galo.arena.match import Match
from galo.arena.match_result import MatchResult, match_result
from galo.arena.pairing import Plan
from galo.arena.records import GameRecord
from galo.arena.simulated import can_simulate
from galo.arena.tournament import Tournament
from galo.errors import ConfigError
from galo.games.game import Game
from galo.games.options import join_name, split_name
from galo.games.registry import make_game
from galo.players.checked_player import AdaptedPlayer, name_of
from galo.players.player import Limit, NamedPlayer, Player
from galo.players.registry import HUMAN, make_player

GAMES = 100  # of a match, unless another number is given
MOST_JOBS = 512
LOGGER = logging.getLogger("galo")

#: Called with the result so far.
OnProgress = Callable[[MatchResult], object]


def play(
    game: str | Game, seats: Sequence[str | Player], seed: int = 0, limit: Limit | None = None
) -> GameRecord:
    """Return the record of one game of *game* between the players at *seats*.

    A player that fails, or takes too long for the third time, ends the game with an AgentError.
    """
    rules = make_game(game) if isinstance(game, str) else game
    players = [_player(rules.name, seat) for seat in seats]
    match = Match(rules, players, seed, limit)
    match.run()
    for player, overruns in zip(players, match.overruns, strict=True):
        _note_overruns(player.name, overruns)
    return GameRecord.of(match, outside=HUMAN)


def match(  # noqa: PLR0913 (the options of the command, all but three by name)
    game: str | Game,
    a: str | Player,
    b: str | Player,
    *,
    games: int = GAMES,
    seed: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    openings: int | None = None,
    jobs: int | None = None,
    progress: OnProgress | None = None,
) -> MatchResult:
    """Return the result of *a* against *b* in pairs of games from both sides.

    *seconds* or *nodes* limit each move; *openings* are random plies first. Agents are played
    by *jobs* processes, by default one for each core; objects in this process. *progress* is
    called with the result so far.
    """
    names, objects = _contestants(split_name(str(game))[0], a, b)
    if seconds is not None and nodes is not None:
        raise ConfigError("seconds and nodes contradict each other; give one of them")
    limit = Limit(seconds=seconds, nodes=nodes)
    plan = Plan(str(game), names, games, seed, openings, limit, objects)
    played = Tournament(plan)
    for _ in played.play(checked_jobs(jobs), device="cpu" if can_simulate(plan) else None):
        if progress is not None:
            progress(match_result(played))
    for name, overruns in played.overruns.items():
        _note_overruns(name, overruns)
    return match_result(played)


def spelled(player: str) -> str:
    """Return the agent *player* in its one spelling."""
    return join_name(*split_name(player))


def checked_jobs(jobs: int | None) -> int:
    """Return how many processes are to play: *jobs*, or one for each core."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if not 1 <= jobs <= MOST_JOBS:
        raise ConfigError(f"jobs {jobs} is not a number of processes from 1 to {MOST_JOBS}")
    return jobs


def overrun_sentence(player: str, overruns: int) -> str:
    """Return the note about a *player* that took too long for some moves."""
    moves = "1 move" if overruns == 1 else f"{overruns:,} moves"
    return f"{player} took longer than the limit and its grace for {moves}."


def _player(game: str, player: str | Player) -> NamedPlayer:
    return make_player(game, player) if isinstance(player, str) else AdaptedPlayer(player, game)


def _contestants(game: str, *players: str | Player) -> tuple[tuple[str, ...], dict[str, Player]]:
    """Return the names of *players*, each one once, and those that are objects by their names."""
    names: list[str] = []
    objects: dict[str, Player] = {}
    for player in players:
        if isinstance(player, str):
            names.append(spelled(player))
            continue
        name = name_of(player)
        while name in names or name in objects:
            name += "'"
        names.append(name)
        objects[name] = AdaptedPlayer(player, game, name)
    return tuple(names), objects


def _note_overruns(player: str, overruns: int) -> None:
    if overruns:
        LOGGER.warning("galo: %s", overrun_sentence(player, overruns))
