"""Fitness evaluation by ordinary games: for agents that search, and for every game.

An individual is values for the parameters of an agent. It meets every opponent, another agent or
other values of the same one, in pairs of games: the same deal or opening from both sides, as in
`arena.pairing`. A task is one pair, or a block of them where both play at once by kernels
(`arena.linear_pairs`): a pure function of its plan and numbers, so counts have the same bits for
any number of processes, in any order, on this machine and on a cluster.

What is known already is not played: two that met on these deals, from whichever side, and a
player that meets itself, which wins as much as it loses.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from galo.arena.game_pool import GamePool
from galo.arena.linear_pairs import is_linear, play_linear_pairs
from galo.arena.pairing import PairsResult, Plan, play_pair
from galo.arena.tally import NO_PAIRS
from galo.arrays import IntCube, IntMatrix, RealMatrix
from galo.errors import ConfigError, GaloError
from galo.games.options import split_name
from galo.games.registry import is_registered_game
from galo.lab.games import Contestant
from galo.players.player import Limit, NamedPlayer
from galo.players.registry import is_registered
from galo.rng import fold_in

LINEAR_BLOCK = 20_000  # pairs: a tenth of a second
INDIVIDUAL, OPPONENT = "individual", "opponent"

#: Called with the share of the pairs that is played.
OnShare = Callable[[float], None]


@dataclass(frozen=True)
class ContestantsPlan(Plan):
    """A plan whose players stand for *contestants*."""

    contestants: Mapping[str, Contestant] = field(default_factory=dict)

    def player(self, name: str) -> NamedPlayer:
        """Return a new player for the contestant *name*."""
        return self.contestants[name].player(self.game)

    @property
    def meeting(self) -> "Meeting":
        """Who meets on which deals: what a result depends on."""
        where = (self.game, self.seed, self.openings, self.limit)
        return Meeting(self.contestants[INDIVIDUAL], self.contestants[OPPONENT], where)


class Meeting(NamedTuple):
    """Two contestants, and where they meet: game, seed, openings and limit."""

    one: Contestant
    other: Contestant
    where: tuple[str, int, int | None, Limit]

    @property
    def mirrored(self) -> "Meeting":
        """The same games, seen from the other side."""
        return Meeting(self.other, self.one, self.where)

    @property
    def is_with_itself(self) -> bool:
        """Whether both are the same player."""
        return self.one == self.other


class PairsTask(NamedTuple):
    """Some *pairs* of games of a plan, from number *first* on."""

    plan: ContestantsPlan
    first: int
    pairs: int
    is_linear: bool  # played by kernels


class GameEvaluation(NamedTuple):
    """Individuals, rows of *values* for the parameters of *agent*, and whom each of them meets.

    The opponents are agents by name, then rows of *opponents_values* for the same agent.
    """

    game: str  # with its options
    agent: str  # with the options that stay as they are
    values: RealMatrix
    opponents: tuple[str, ...]
    opponents_values: RealMatrix | None
    key: int
    is_common: bool  # the same deals for all, or deals of their own for every two that meet
    limit: Limit
    openings: int | None  # random plies first; None: as many as the game asks for

    @property
    def shape(self) -> tuple[int, int]:
        """The number of opponents, and of individuals."""
        rivals = 0 if self.opponents_values is None else len(self.opponents_values)
        return len(self.opponents) + rivals, len(self.values)

    def plans(self, pairs: int) -> "list[ContestantsPlan]":
        """Return the plan of *pairs* of every opponent and individual, the latter's place last."""
        rivals = self.opponents_values
        others = [
            *map(Contestant, self.opponents),
            *([] if rivals is None else _contestants(self.agent, rivals)),
        ]
        meetings = [(one, other) for other in others for one in self._individuals]
        return [self._plan(*two, number, pairs) for number, two in enumerate(meetings)]

    @property
    def _individuals(self) -> list[Contestant]:
        return _contestants(self.agent, self.values)

    def _plan(self, one: Contestant, other: Contestant, number: int, pairs: int) -> ContestantsPlan:
        """Return the plan of *pairs* between two contestants whose meeting has that *number*."""
        return ContestantsPlan(
            self.game,
            (INDIVIDUAL, OPPONENT),
            2 * pairs,
            self.key if self.is_common else fold_in(self.key, number),
            self.openings,
            self.limit,
            contestants={INDIVIDUAL: one, OPPONENT: other},
        )


def play_evaluations(
    evaluations: Sequence[GameEvaluation],
    pairs: int,
    pool: GamePool,
    moved: OnShare = lambda share: None,
) -> list[IntCube]:
    """Return the counts of each evaluation, indexed by opponent, individual, half points of a pair.

    Counts are of *pairs* that gave the individual 0, ½, 1, 1½ and 2 points. They do not depend
    on the other evaluations in the same call.
    """
    plans: list[ContestantsPlan] = []
    for evaluation in evaluations:
        _check_can_travel(evaluation)
        plans += evaluation.plans(pairs)
    meetings = [plan.meeting for plan in plans]
    new: dict[Meeting, ContestantsPlan] = {}
    for plan, meeting in zip(plans, meetings, strict=True):
        if not meeting.is_with_itself and meeting.mirrored not in new:
            new.setdefault(meeting, plan)
    played = _play(list(new.values()), pairs, pool, moved)
    counts = dict(zip(new, played, strict=True))
    counts |= {meeting.mirrored: row[::-1] for meeting, row in counts.items()}
    even = np.array([0, 0, pairs, 0, 0])
    rows = np.array([counts.get(meeting, even) for meeting in meetings])
    ends = np.cumsum([np.prod(evaluation.shape) for evaluation in evaluations])
    return [
        part.reshape(*evaluation.shape, len(NO_PAIRS))
        for evaluation, part in zip(evaluations, np.split(rows, ends[:-1]), strict=True)
    ]


def _contestants(agent: str, values: RealMatrix) -> list[Contestant]:
    return [Contestant(agent, tuple(row)) for row in values.tolist()]


def _check_can_travel(evaluation: GameEvaluation) -> None:
    """Raise if another process could not make the game or the players of *evaluation*."""
    game = split_name(evaluation.game)[0]
    names = [
        name for name in (evaluation.agent, *evaluation.opponents) if is_registered(game, name)
    ]
    if is_registered_game(game):
        names.append(game)
    if names:
        raise ConfigError(
            f"{names[0]!r} is registered in this process alone, and its games are played by "
            "others: name its module in GALO_PLUGINS"
        )


def _play(
    plans: Sequence[ContestantsPlan], pairs: int, pool: GamePool, moved: OnShare
) -> IntMatrix:
    """Return the counts of all *pairs* of each plan, a row each."""
    tasks, rows = list[PairsTask](), list[int]()
    for row, plan in enumerate(plans):
        are_linear = is_linear(plan)
        block = LINEAR_BLOCK if are_linear else 1
        for first in range(0, pairs, block):
            tasks.append(PairsTask(plan, first, min(block, pairs - first), are_linear))
            rows.append(row)
    counts = np.zeros((len(plans), len(NO_PAIRS)), np.int64)
    done = 0
    for row, task, result in zip(rows, tasks, pool.results(play_task, tasks), strict=True):
        _check_opponent(task.plan, result)
        counts[row] += result.tally.pairs
        done += task.pairs
        moved(done / (len(plans) * pairs))
    return counts


def play_task(task: PairsTask) -> PairsResult:
    """Return the result of *task*."""
    if task.is_linear:
        return play_linear_pairs(task.plan, task.first, task.pairs)
    assert task.pairs == 1
    return play_pair(task.plan, task.first)


def _check_opponent(plan: ContestantsPlan, result: PairsResult) -> None:
    """Raise if an agent that does not evolve failed: a game lost by a fault says nothing."""
    opponent = plan.contestants[OPPONENT]
    for fault in result.faults:
        if fault.player == OPPONENT and opponent.values is None:
            raise GaloError(f"opponent {opponent.agent!r}: {fault.message}")
