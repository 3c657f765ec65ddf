"""One game as a task for worker processes: two contestants, and the seed that decides the rest."""

from typing import NamedTuple

from galo.arena.match import Match
from galo.games.options import split_name
from galo.games.registry import make_game
from galo.players.player import NamedPlayer
from galo.players.registry import make_player, make_player_with


class Contestant(NamedTuple):
    """An agent with its options, and values of its parameters if they are not the usual ones."""

    agent: str
    values: tuple[float, ...] | None = None

    def player(self, game: str) -> NamedPlayer:
        """Return a new player of *game*."""
        name = split_name(game)[0]
        if self.values is None:
            return make_player(name, self.agent)
        return make_player_with(name, self.agent, self.values)


class GameTask(NamedTuple):
    """A game for two, the contestants of its first and second seat, and its seed."""

    game: str
    seats: tuple[Contestant, Contestant]
    seed: int


def winner(task: GameTask) -> int | None:
    """Return the seat that wins the game *task*, None for a draw."""
    players = [contestant.player(task.game) for contestant in task.seats]
    match = Match(make_game(task.game), players, task.seed)
    match.run()
    assert match.position.outcome is not None
    return match.position.outcome.winner
