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
    """Writes observations: their tensor, and a text that tells apart what a seat can tell apart.

    Of what is public alone, or private alone, there is the text and no tensor.
    """

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise ConfigError(f"observations have no parameters, but {params!r} were given")
        private = pyspiel.PrivateInfoType
        if kind is not None and kind.private_info == private.ALL_PLAYERS:
            raise ConfigError("a state is observed by one seat")
        self._recalls = kind is not None and kind.perfect_recall
        self._is_public = kind is None or kind.public_info
        self._is_private = kind is None or kind.private_info == private.SINGLE_PLAYER
        is_whole = self._is_public and self._is_private
        #: The last one written.
        self.tensor = np.zeros(game.tensor_layout.shape, np.float32) if is_whole else None
        self.dict = {} if self.tensor is None else {"observation": self.tensor}  #: by name

    def set_from(self, state: "GameState", player: int) -> None:
        """Write what *player* sees of *state* into the tensor: nothing before the first deal."""
        if self.tensor is None:
            return
        if state.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[...] = state.position.observe(player).tensor()

    def string_from(self, state: "GameState", player: int) -> str:
        """Return what *player* sees of *state* in a line, with all rounds before if it recalls."""
        if state.position is None:
            return ""
        seen = state.position.observe(player if self._is_private else 0)
        if not isinstance(seen, DominoObservation):
            text = str(state.history_str()) if self._recalls else seen.to_text()
            return text if self._is_public else ""
        if not self._is_public:
            return " ".join(sorted(seen.hand)) if self._is_private else ""
        # Tiles that came in another order are the same hand.
        shown = replace(seen, dealt=tuple(sorted(seen.dealt)))
        text = (shown if self._is_private else replace(seen, dealt=(), drawn=())).to_text()
        return " | ".join((*state.past, text)) if self._recalls else text
