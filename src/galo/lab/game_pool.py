"""Games between agents in worker processes, and the result of a meeting between two of them."""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from galo.arena.interrupts import blocked_interrupts
from galo.arena.statistics import score_interval
from galo.lab.figures import Point

TASKS_A_CHUNK = 2  # that a worker plays before it reports

Task = TypeVar("Task")
Played = TypeVar("Played")


@dataclass(frozen=True)
class GamePool:
    """Worker processes that play the games of an experiment."""

    executor: Executor

    def results(self, play: Callable[[Task], Played], tasks: Sequence[Task]) -> Iterator[Played]:
        """Yield *play* of each of *tasks*, in their order; *play* must be picklable."""
        firsts = range(0, len(tasks), TASKS_A_CHUNK)
        with blocked_interrupts():
            # Its `map`, when interrupted, cancels those that wait; when the workers are then killed
            # the pool's own thread fails, with a traceback, at marking these as lost.
            chunks = [
                self.executor.submit(_play_all, play, tasks[first : first + TASKS_A_CHUNK])
                for first in firsts
            ]
        for chunk in chunks:
            yield from chunk.result()


def _play_all(play: Callable[[Task], Played], tasks: Sequence[Task]) -> list[Played]:
    return [play(task) for task in tasks]


@contextmanager
def game_pool() -> Iterator[GamePool]:
    """Yield a pool of one worker process for each core; an exception ends what they play."""
    context = multiprocessing.get_context("spawn")
    others = multiprocessing.active_children()
    with blocked_interrupts():  # making its semaphores starts a process
        executor = ProcessPoolExecutor(os.cpu_count(), mp_context=context)
    with executor:
        try:
            yield GamePool(executor)
        except BaseException:
            for process in multiprocessing.active_children():
                if process not in others:
                    process.kill()
            raise


class MeetingResult(NamedTuple):
    """Games between two players, counted for the first."""

    games: int
    wins: int
    draws: int

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "MeetingResult":
        """Return the result that *record* holds."""
        return cls(record["games"], record["wins"], record["draws"])

    @classmethod
    def of_winners(cls, winners: Sequence[int | None], sides: Sequence[int]) -> "MeetingResult":
        """Return the result of games won by *winners*, the first player having been *sides*."""
        wins = sum(winner == side for winner, side in zip(winners, sides, strict=True))
        return cls(len(winners), wins, winners.count(None))

    def to_record(self) -> dict[str, int]:
        """Return the fields of a record."""
        return self._asdict()

    @property
    def losses(self) -> int:
        """Games lost by the first player."""
        return self.games - self.wins - self.draws

    @property
    def share(self) -> Point:
        """The first player's share of the points and its 95 % interval; none of a single game."""
        score = (self.wins + self.draws / 2) / self.games
        if self.games == 1:
            return score, score, score
        return (score, *score_interval(self.wins, self.draws, self.losses))

    def written_counts(self) -> list[str]:
        """Return games, wins, draws and losses as cells of a table."""
        return [str(count) for count in (self.games, self.wins, self.draws, self.losses)]

    def written_share(self) -> list[str]:
        """Return the share in per cent and its interval as cells of a table."""
        score, low, high = (100 * share for share in self.share)
        return [f"{score:.1f}", f"[{low:.1f}, {high:.1f}]" if self.games > 1 else "–"]
