"""Gymnasium: one seat of a game learns, agents play the others."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium

from galo.arena.match import Match
from galo.envs import spaces
from galo.errors import ConfigError, IllegalMoveError
from galo.games.game import Game
from galo.players.player import Player
from galo.players.registry import make_player

if TYPE_CHECKING:
    from galo.arrays import BoolVector

Told = dict[str, Any]


class SingleEnv(gymnasium.Env[Told, Any]):
    """A game for one who learns; the reward at the end is 1, 0 or -1.

    An illegal action ends the game as lost, with `illegal` in what `step` tells: libraries that
    know no masks draw such actions.
    """

    metadata = {"render_modes": ["ansi"]}  #: what Gymnasium asks of an environment

    def __init__(
        self,
        game: Game,
        opponents: Sequence[str | Player],
        seat: int | None,
        plays_forced: bool,
    ) -> None:
        if len(opponents) != game.seats - 1:
            raise ConfigError(f"{game.name} has {game.seats - 1} other seats, not {len(opponents)}")
        if seat is not None:
            game.check_seat(seat)
        self.game = game  #: which game it is
        self.seat = seat or 0  #: the seat that learns, in this game
        self.render_mode = "ansi"
        self.observation_space = spaces.observation_space(game)
        self.action_space = spaces.action_space(game)
        self._opponents = [
            make_player(game.name, one) if isinstance(one, str) else one for one in opponents
        ]
        self._fixed_seat = seat
        self._plays_forced = plays_forced

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Told, Told]:
        """Begin a game and go on to the first decision; *seed* also decides the games after it."""
        super().reset(seed=seed)
        while True:  # where the game is over before the seat has decided anything, another one
            self._match = self._begin(int(self.np_random.integers(spaces.LARGEST_SEED)))
            self._match.run()
            if not self._match.is_over:
                return self._observed(), {}

    def step(self, action: Any) -> tuple[Told, float, bool, bool, Told]:
        """Play *action* and let the others play until the next decision or the end."""
        try:
            move = self.game.actions.move(int(action), self._match.position)
        except IllegalMoveError:
            return self._observed(), spaces.LOST, True, False, {"illegal": True}
        self._match.play(move)
        self._match.run()
        outcome = self._match.position.outcome
        if outcome is None:
            return self._observed(), 0.0, False, False, {}
        reward = spaces.reward(outcome, self.game.side_of(self.seat))
        return self._observed(), reward, True, False, {}

    def action_masks(self) -> "BoolVector":
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for it."""
        return self._match.position.observe(self.seat).mask()

    def render(self) -> str:
        """Return the table as text."""
        return str(self._match.position)

    def _begin(self, seed: int) -> Match:
        """Return a new game of *seed*, from the next seat if none is fixed."""
        seats = self.game.seats
        if self._fixed_seat is None:
            self.seat = int(self.np_random.integers(seats))
        players: list[Player | None] = [None] * seats
        for away, opponent in enumerate(self._opponents, start=1):
            players[(self.seat + away) % seats] = opponent
        return Match(self.game, players, seed, plays_forced=self._plays_forced)

    def _observed(self) -> Told:
        return spaces.observed(self._match.position.observe(self.seat))
