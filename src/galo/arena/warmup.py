"""Compile every kernel once, so that later commands start at once."""

from collections.abc import Callable, Iterator
from functools import partial

from galo.arena.match import Match
from galo.arena.simulated import is_simulated
from galo.arena.speed import simulator_rate
from galo.games.game import Game
from galo.games.registry import game_names, make_game
from galo.players.player import Limit
from galo.players.registry import agent_names, make_player

WarmupStep = tuple[str, Callable[[], object]]


def steps() -> Iterator[WarmupStep]:
    """Yield the parts to compile: a name for people, and a call that compiles it."""
    for name in game_names():
        game = make_game(name)
        yield f"{name}: rules", partial(_rules, game)
        for agent in agent_names(name):
            yield f"{name}: {agent}", partial(decide_once, game, agent)
        if is_simulated(game):
            yield f"{name}: simulator", partial(simulator_rate, "cpu", seconds=1e-9, seed=0)


def _rules(game: Game) -> None:
    game.random_games(1, 0)
    game.start(seed=0).perft(1)


def decide_once(game: Game, agent: str) -> None:
    """Let *agent* decide where it has a choice, so that all it needs is compiled."""
    players = [make_player(game.name, agent) for _ in range(game.seats)]
    match = Match(game, players, seed=0, limit=Limit(nodes=1, deals=1))
    while len(match.position.legal_moves) == 1:
        match.step()
    match.step()
