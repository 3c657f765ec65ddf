"""Many games side by side, for players that decide about many positions in one call.

Such a player has a `decide_many`, and one of it sits at all tables. Every game is the game that
it would be alone: the decisions of a position follow from it and its own random numbers.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from galo.arena.paired_game import PairedGame
from galo.arena.pairing import Forfeit, PairsResult, Plan, games_of_pair, player_for, result_of_pair
from galo.players.checked_player import ask_many
from galo.players.player import BatchPlayer, Question, decides_many


class Turn(NamedTuple):
    """A game in which *player* is to decide, at seat *mover*."""

    game: PairedGame
    mover: int
    player: BatchPlayer


def batch_players(plan: Plan) -> dict[str, BatchPlayer]:
    """Return the players of *plan* that decide about many positions at once, by name.

    None does under a clock, which is for one decision.
    """
    if plan.limit.seconds is not None:
        return {}
    players = {name: player_for(plan, name, None) for name in plan.players}
    return {name: player for name, player in players.items() if decides_many(player)}


def play_side_by_side(
    plan: Plan,
    pairs: Sequence[int],
    players: dict[str, BatchPlayer],
    keeps_records: bool,
    forfeits: Sequence[Forfeit],
) -> list[PairsResult]:
    """Return the result of each of *pairs* of *plan*, played with these batch *players*."""
    games = {pair: games_of_pair(plan, pair, forfeits, players) for pair in pairs}
    going_on = [game for both in games.values() for game in both]
    while going_on:
        going_on = _next_decisions(going_on)
    return [result_of_pair(plan, pair, both, keeps_records) for pair, both in games.items()]


def _next_decisions(games: Sequence[PairedGame]) -> list[PairedGame]:
    """Make one decision in each of *games* that is not over; return those that were not."""
    going_on = []
    together: dict[int, list[Turn]] = defaultdict(list)  # by the player's identity
    for game in games:
        mover = game.advance()
        if mover is None:
            continue
        going_on.append(game)
        player = game.match.players[mover]
        if decides_many(player):
            together[id(player)].append(Turn(game, mover, player))
        else:
            game.decide(mover)
    for waiting in together.values():
        _decide_together(waiting)
    return going_on


def _decide_together(turns: Sequence[Turn]) -> None:
    """Let the player whose *turns* these are decide all of them, one by one if it fails."""
    player = turns[0].player
    questions = [
        Question(match.position.observe(mover), match.limit, match.rng(mover))
        for match, mover in ((turn.game.match, turn.mover) for turn in turns)
    ]
    for turn, decision in zip(turns, ask_many(player, questions), strict=True):
        if decision is None:
            turn.game.decide(turn.mover)
        else:
            turn.game.match.play(decision.move)
