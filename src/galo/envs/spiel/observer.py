"""What OpenSpiel's algorithms see of a state: the observation of one seat."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from galo.errors import ConfigError
from galo.games.dominoes.observation import DominoObservation
from galo.games.game import Game

if TYPE_CHECKING:
    from galo.envs.spiel.state import GameState


class Observer:
    """Writes observations: their tensor, and a text that tells apart what a seat can tell apart."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        one = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or (kind is not None and not (kind.public_info and kind.private_info == one)):
            raise ConfigError("a state is observed by one seat, which sees all that is public too")
        self._recalls = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(game.tensor_layout.shape, np.float32)  #: the last one written
        self.dict = {"observation": self.tensor}  #: the same, by name

    def set_from(self, state: "GameState", player: int) -> None:
        """Write what *player* sees of *state* into the tensor: nothing before the first deal."""
        if state.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[...] = state.position.observe(player).tensor()

    def string_from(self, state: "GameState", player: int) -> str:
        """Return what *player* sees of *state* in a line, with all rounds before if it recalls."""
        if state.position is None:
            return ""
        seen = state.position.observe(player)
        if not isinstance(seen, DominoObservation):
            return str(state.history_str()) if self._recalls else seen.to_text()
        # Tiles that came in another order are the same hand.
        text = replace(seen, dealt=tuple(sorted(seen.dealt))).to_text()
        return " | ".join((*state.past, text)) if self._recalls else text
