"""Decisions at many tables, and what came of each: the chance to win the match, gained or lost.

After every decision its table has a chance for each pair, by match equity of the score so far,
this round's points included. What a step changes in it is the reward, so the rewards of a round
add up to what the round was worth; a match that ends is worth 1 or 0.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from galo.envs import make
from galo.errors import ConfigError
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Game
from galo.games.registry import make_game
from galo.games.rules.dominoes4 import Rules
from galo.games.rules.dominoes4_points import FIVE
from galo.games.tensors.domino_record import OPENER, SCORE
from galo.players.dominoes.match_equity import EITHER
from galo.players.dominoes4.linear import coefficients, fixed_point
from galo.players.dominoes4.match_equity import equity_of
from galo.players.dominoes4.network_inputs import OPTION_INPUTS, SITUATION_INPUTS
from galo.stream import Stream
from galo.training.network import autocast
from galo.training.tables import KNOWN, NOBODY_ELSE, OtherPlayer, Readings

if TYPE_CHECKING:
    from galo.training.network import Policy
    from galo.training.settings import TrainingSettings

MOST_OPTIONS = 10  # of a decision in training; more are about one in two thousand
ROLLED_BY = "s1"  # the player that goes on in rollouts
SCALE = 5.0  # what a match won is worth to the critic, in numbers that suit it


@dataclass
class Decisions:
    """What was decided at n tables in a row of steps, and what came of it."""

    readings: Readings  # [steps + 1, n, …]
    choices: torch.Tensor  # [steps, n]: the option taken
    likelihoods: torch.Tensor  # [steps, n]: the logarithm of how likely it was
    rewards: torch.Tensor  # [steps, n]: for pair 0
    over: torch.Tensor  # [steps, n]: whether the round ended
    signs: torch.Tensor  # [steps + 1, n]: 1 where pair 0 is to move, -1 where pair 1 is
    values: torch.Tensor | None  # [steps, n, options]: of rollouts, if they were asked for


class TableReader:
    """Tables of an environment, read as tensors on its device."""

    def __init__(self, name: str, tables: int, device: str, seed: int) -> None:
        self.game = dominoes4(name)
        self.rules: Rules = self.game.rules
        self.device, self.ties, self.reads = device, Stream.of(seed), 0
        self.env = make(self.game, tables, device=device, seed=seed, history=False)
        self.states = torch.as_tensor(self.env.states, device=device)
        if device == "cuda":
            from galo.training.cuda_tables import read_tables, value_tables
        else:
            from galo.training.rollouts import value_tables
            from galo.training.tables import read_tables
        self._read: Any = read_tables
        self._value: Any = value_tables

    def new_readings(self, *steps: int) -> Readings:
        """Return empty readings of all tables, of several *steps* if a number is given."""

        def zeros(*shape: int, dtype: torch.dtype = torch.int64) -> torch.Tensor:
            return torch.zeros(*steps, self.env.n, *shape, dtype=dtype, device=self.device)

        return Readings(
            zeros(SITUATION_INPUTS, dtype=torch.int8),
            zeros(MOST_OPTIONS, OPTION_INPUTS, dtype=torch.int8),
            zeros(MOST_OPTIONS),
            zeros(),
            zeros(KNOWN, dtype=torch.int8),
            zeros(),
        )

    def read(self, readings: Readings, other: OtherPlayer) -> None:
        """Write the *readings* of all tables, with the choices of the *other* player."""
        for array in (readings.inputs, readings.options, readings.known):
            array.zero_()
        self.reads += 1
        key = self.ties.block(self.reads).integer
        if self.device == "cuda":
            self._read(self.rules, self.env.states, other, key, readings)
        else:
            arrays = Readings(*(array.numpy() for array in readings))
            others = OtherPlayer(*(array.numpy() for array in other))
            self._read(self.rules, self.env.states, others, key, arrays)

    def value(self, readings: Readings, player: OtherPlayer, equity: torch.Tensor) -> torch.Tensor:
        """Return what each option is worth [n, options] if all go on by *player*."""
        values = torch.zeros(readings.actions.shape, device=self.device)
        arrays = player.weights, equity
        found = readings.actions, readings.counts, values
        key = self.ties.block(self.reads).integer
        if self.device == "cuda":
            self._value(self.rules, self.env.states, *arrays, key, *found)
        else:
            weights, table, *rest = (array.numpy() for array in (*arrays, *found))
            self._value(self.rules, self.env.states, weights, table, key, *rest)
        return values

    def step(self, actions: torch.Tensor) -> None:
        """Do *actions*."""
        self.env.step(actions if self.device == "cuda" else actions.numpy())


def dominoes4(name: str) -> Dominoes4:
    """Return the game *name*, which is dominó de 4 pontas."""
    game: Game = make_game(name)
    if not isinstance(game, Dominoes4):
        raise ConfigError(f"{game.name} cannot be trained")
    return game


def linear_player(name: str, sides: "np.ndarray[Any, Any]", device: str) -> OtherPlayer:
    """Return the player *name* on those *sides*; basic where there is no name."""
    values = coefficients(name, "evolved") if name not in ("", "basic") else [0.0] * 7
    row = np.array([fixed_point(values, "literal")], np.int32)
    return OtherPlayer(
        torch.as_tensor(row, device=device),
        torch.as_tensor(sides.astype(np.int64), device=device),
    )


class SelfPlay:
    """Tables at which a policy plays itself, and at a share of them another player."""

    def __init__(self, settings: "TrainingSettings", device: str, seed: int) -> None:
        self.steps = settings.steps
        self.reader = TableReader(settings.game, settings.tables, device, seed)
        numbers = np.arange(settings.tables)
        met = round(settings.share * settings.tables) if settings.against else 0
        sides = np.where(numbers < met, numbers % 2, NOBODY_ELSE)
        self.other = linear_player(settings.against, sides, device)
        self.readings = self.reader.new_readings(self.steps + 1)
        self.equity = torch.as_tensor(equity_beyond(self.reader.rules), device=device)
        self.rolled_by = linear_player(ROLLED_BY, sides, device)
        self.between = torch.as_tensor(equity_of(self.reader.rules), device=device)

    def collect(self, policy: "Policy", rolls_out: bool) -> Decisions:
        """Return the next decisions of *policy*; their options are valued if it *rolls_out*."""
        with torch.no_grad():
            return self._collect(policy, rolls_out)

    def _collect(self, policy: "Policy", rolls_out: bool) -> Decisions:
        env, device = self.reader.env, self.reader.device
        seat, scores = (torch.as_tensor(each, device=device) for each in (env.seat, env.scores))
        choices, likelihoods, rewards, over, signs = [], [], [], [], []
        values = []
        before = self._equity_of(scores, EITHER)
        for step in range(self.steps + 1):
            now = Readings(*(array[step] for array in self.readings))
            self.reader.read(now, self.other)
            signs.append(1.0 - 2.0 * (seat % 2))
            if step == self.steps:
                break
            if rolls_out:
                values.append(self.reader.value(now, self.rolled_by, self.between))
            choice, likelihood = sampled(policy, now)
            own = now.actions.gather(1, choice[:, None])[:, 0]
            self.reader.step(torch.where(now.others == NOBODY_ELSE, own, now.others))
            after, ended = self._outcome(env, scores, device)
            choices.append(choice)
            likelihoods.append(likelihood)
            rewards.append((after - before) * SCALE)
            over.append(ended)
            before = self._equity_of(scores, EITHER)
        return Decisions(
            self.readings,
            torch.stack(choices),
            torch.stack(likelihoods),
            torch.stack(rewards),
            torch.stack(over),
            torch.stack(signs),
            torch.stack(values) if rolls_out else None,
        )

    def _outcome(
        self, env: Any, scores: torch.Tensor, device: str
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the chance of pair 0 after a step, and whether it ended the round."""
        done, ended, won = (
            torch.as_tensor(each, device=device) for each in (env.done, env.round_over, env.rewards)
        )
        opener = self.reader.states[:, OPENER]
        opens = torch.where(opener < 0, EITHER, opener % 2)
        between = self._equity_of(self.reader.states[:, SCORE : SCORE + 2], opens)
        during = self._equity_of(scores, EITHER)
        after = torch.where(ended, between, during)
        return torch.where(done, (won[:, 0] + 1) / 2, after), ended | done

    def _equity_of(self, scores: torch.Tensor, opens: Any) -> torch.Tensor:
        """Return the chance of pair 0 at *scores* when the side *opens* opens the next round."""
        fives = (scores // FIVE).clamp(max=len(self.equity) - 1).long()
        return self.equity[fives[:, 0], fives[:, 1], opens]


def sampled(policy: "Policy", readings: Readings) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the option that *policy* draws at each table, and the logarithm of its chance."""
    with autocast(readings.inputs.device.type):
        values = policy(readings.inputs, readings.options, readings.counts)
    chances = torch.log_softmax(values, 1)
    noise = -torch.log(-torch.log(torch.rand_like(chances).clamp(1e-9, 1 - 1e-7)))
    choice = (chances + noise).argmax(1)
    return choice, chances.gather(1, choice[:, None])[:, 0]


def equity_beyond(rules: Rules) -> "np.ndarray[Any, np.dtype[np.float32]]":
    """Return the match equity of *rules*, also of scores beyond the target."""
    equity = equity_of(rules)
    size = 2 * len(equity) + 1
    ahead = np.sign(np.subtract.outer(np.arange(size), np.arange(size)))
    table = np.repeat(((ahead + 1) / 2)[:, :, None], equity.shape[2], axis=2)
    table[: len(equity), : len(equity)] = equity
    return table.astype(np.float32)
