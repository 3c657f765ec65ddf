"""PettingZoo: every seat of a game is an agent, one at a time is to move."""

from typing import TYPE_CHECKING, Any

from gymnasium.spaces import Dict, Discrete
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from galo.arena.match import Match
from galo.envs import spaces
from galo.games.game import Game

if TYPE_CHECKING:
    from galo.arrays import Tensor


class AgentsEnv(AECEnv):  # type: ignore[misc] # a library without types
    """A game as PettingZoo plays it; rewards are 1, 0 or -1 at the end, partners get the same."""

    def __init__(self, game: Game, plays_forced: bool) -> None:
        super().__init__()
        self.game = game  #: which game it is
        self.metadata = {"name": game.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = dict.fromkeys(self.agents, spaces.observation_space(game))
        self.action_spaces = dict.fromkeys(self.agents, spaces.action_space(game))
        self.state_space = spaces.tensor_space(game.state_layout)
        self._plays_forced = plays_forced
        self._rng = np_random()[0]

    def observation_space(self, agent: str) -> Dict:
        """Return the space of what *agent* observes: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of the actions of *agent*."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; *seed* also decides the games after it."""
        if seed is not None:
            self._rng = np_random(seed)[0]
        number = int(self._rng.integers(spaces.LARGEST_SEED))
        self.agents = self.possible_agents[:]
        nobody = [None] * self.game.seats
        self._match = Match(self.game, nobody, number, plays_forced=self._plays_forced)
        self._match.run()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what *agent* may know, and which actions are legal for it."""
        return spaces.observed(self._match.position.observe(self.possible_agents.index(agent)))

    def state(self) -> "Tensor":
        """Return the position with all that is hidden, from the first seat: for training only."""
        return self._match.position.state_tensor(0)

    def step(self, action: int | None) -> None:
        """Play *action* for the agent to move; an illegal one is refused."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        position = self._match.position
        move = self.game.actions.move(int(action), position)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._match.play(move)
        self._match.run()
        outcome = self._match.position.outcome
        if outcome is not None:
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = spaces.reward(outcome, self.game.side_of(seat))
                self.terminations[agent] = True
        self._accumulate_rewards()
        self._select()

    def render(self) -> str:
        """Return the table as text."""
        return str(self._match.position)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _select(self) -> None:
        """Make the agent that is to move the selected one; at the end they leave in order."""
        mover = self._match.position.mover
        self.agent_selection = self.agents[0 if mover is None else mover]
