"""Many tables of a game in arrays: reset, step, and what a network reads, in one call."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from galo.envs.vector.tables import Device, Settings, TableGame, Tables, game_key
from galo.errors import ConfigError, UnknownNameError
from galo.games.game import Game
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.games.tensors.layout import TensorLayout

DEVICES = {"cpu": "galo.envs.vector.cpu", "cuda": "galo.envs.vector.cuda"}


class VectorEnvironment:
    """Many tables of a game, in arrays that every step writes anew; a game that ends makes way.

    What happens at a table follows from the seed, the table's number and its actions alone: it is
    the same for any number of tables and threads, and on every device.
    """

    game: Game  #: which game it is
    n: int  #: how many tables there are
    device: str  #: where the arrays lie: cpu or cuda
    seed: int  #: decides every deal
    seats: int  #: of a table
    actions: int  #: how many actions the game has
    layout: "TensorLayout"  #: of what a seat observes
    state_layout: "TensorLayout"  #: of a row of `state_tensor`
    observations: Any  #: `[n, size]` of float32: what the seat to move observes
    mask: Any  #: `[n, actions]` of bool: the legal actions
    seat: Any  #: `[n]` of int32: the seat to move
    rewards: Any  #: `[n, seats]` of float32: for the last step
    done: Any  #: `[n]` of bool: the episode ended in the last step, and the next has begun
    truncated: Any  #: `[n]` of bool: it ended without a result
    points: Any  #: `[n, 2]` of int32: what each side scored in the last step
    scores: Any  #: `[n, 2]` of int32: what each side has now
    round_over: Any  #: `[n]` of bool: a round ended in the last step, and the next is dealt
    illegal: Any  #: `[n]` of bool: the last action was not legal, and nothing was played
    episodes: Any  #: `[n]` of int64: the number of the game at the table
    states: Any  #: `[n, columns]` of int64: the tables as kernels know them; not to be written
    boards: Any  #: `[n, boards, 3]` of int64: those that can come back, in Lines of Action

    def __init__(
        self, game: TableGame, n: int, device: str, seed: int, threads: int | None
    ) -> None:
        if n < 1:
            raise ConfigError(f"{n} tables: there must be 1 or more")
        if threads is not None and threads < 1:
            raise ConfigError(f"{threads} threads: there must be 1 or more")
        if device not in DEVICES:
            raise UnknownNameError("device", device, DEVICES)
        self.game, self.n, self.device, self.seed = game.game, n, device, seed
        self.seats, self.actions = game.game.seats, len(game.game.actions)
        self.layout, self.state_layout = game.layout, game.state_layout
        self._table_game = game
        self._device: Device = import_module(DEVICES[device]).device_for(game, threads)
        self._tables = self._new_tables()
        vars(self).update(self._tables._asdict())
        self._state_tensor: Any = None
        self.reset()

    def _new_tables(self) -> Tables:
        new, n = self._device.new_array, self.n
        size = int(np.prod(self.layout.shape))
        return Tables(
            states=new((n, self._table_game.columns), np.int64),
            boards=new((n, self._table_game.boards, 3), np.int64),
            episodes=new((n,), np.int64),
            observations=new((n, size), np.float32),
            mask=new((n, self.actions), np.bool_),
            seat=new((n,), np.int32),
            rewards=new((n, self.seats), np.float32),
            done=new((n,), np.bool_),
            truncated=new((n,), np.bool_),
            points=new((n, self.game.sides), np.int32),
            scores=new((n, self.game.sides), np.int32),
            round_over=new((n,), np.bool_),
            illegal=new((n,), np.bool_),
        )

    def reset(self, seed: int | None = None) -> Any:
        """Begin the first game at every table, of *seed* if one is given; return `observations`."""
        if seed is not None:
            self.seed = seed
        nothing = self._device.new_array((self.n,), np.int64)
        self._device.step(self._settings()._replace(begins=1), self._tables, nothing)
        return self.observations

    def step(self, actions: Any) -> Any:
        """Do one of *actions* at every table; return `observations`.

        On the CPU an illegal action is refused before anything is played.
        """
        chosen = self._device.checked_actions(actions, self._tables)
        self._device.step(self._settings(), self._tables, chosen)
        return self.observations

    def state_tensor(self) -> Any:
        """Return an array `[n, size]` of what the seat to move observes and all that is hidden.

        It is for training only. The next call writes the same array anew.
        """
        if self._state_tensor is None:
            size = int(np.prod(self.state_layout.shape))
            self._state_tensor = self._device.new_array((self.n, size), np.float32)
        self._device.write_states(self._tables, self._state_tensor)
        return self._state_tensor

    def game_seed(self, table: int, episode: int) -> int:
        """Return the seed of game number *episode* at *table*: that of `start` and `deal`."""
        return game_key(self._settings(), table, episode)

    def _settings(self) -> Settings:
        return self._table_game.settings._replace(key=Stream.of(self.seed).key)
