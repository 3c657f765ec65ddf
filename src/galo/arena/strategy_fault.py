"""Where a strategy had no value for an option: the pair is played again, in plain Python."""

from galo.arena.batch import Contest, match_seed, players_of
from galo.arena.match import Match
from galo.errors import AgentError
from galo.games.dominoes4 import Dominoes4
from galo.games.rules.dominoes4 import Rules
from galo.players.dominoes4.evaluation import COLUMNS
from galo.players.dominoes4.linear import Linear
from galo.players.dominoes4.strategy_fault import TranslatedStrategy
from galo.players.dominoes4.strategy_rows import LINEAR, StrategyPlayers
from galo.players.player import Player


def fault_of(players: StrategyPlayers, contest: Contest, pair: int, rules: Rules) -> str:
    """Return what went wrong in *pair* of *contest*, and in which line of which file."""
    for exchanged in range(2):
        seats = [_player(players, row) for row in players_of(contest, exchanged)] * 2
        match = Match(_game(rules), seats, match_seed(contest, pair, exchanged))
        try:
            match.run()
        except AgentError as problem:
            return f"{problem.fault}, in match {2 * pair + exchanged + 1}"
    raise AssertionError(f"pair {pair} of {contest} has no fault in plain Python")


def _player(players: StrategyPlayers, row: int) -> Player:
    kind, *numbers = players.rows[row].tolist()
    if int(kind) == LINEAR:
        return Linear("linear", [int(number) for number in numbers[:COLUMNS]])
    return TranslatedStrategy(players.strategies[int(kind) - 1], numbers)


def _game(rules: Rules) -> Dominoes4:
    """Return the game of *rules*."""
    return Dominoes4(
        pass_points=rules.pass_points,
        galo="added" if rules.galo_added else "instead",
        opener_without_double="penalty" if rules.no_double_penalty else "next",
        target=rules.target,
    )
