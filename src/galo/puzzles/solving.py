"""What share of the puzzles an agent solves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from galo.arena.game_pool import results_of
from galo.arena.statistics import Interval, wilson
from galo.players.registry import make_player
from galo.puzzles.difficulty import answers
from galo.puzzles.puzzle import Puzzle
from galo.stream import Stream

SOLVING, ORDER = 6, 7  # below a seed: the streams of solvers, and of the order of puzzles

#: Called with how many puzzles were tried, and how many there are.
OnPuzzle = Callable[[int, int], object]


@dataclass(frozen=True)
class SolveRate:
    """How many puzzles an agent solved."""

    game: str  #: of the puzzles
    agent: str  #: with its options
    puzzles: int  #: that it tried, each once
    solved: int  #: of them

    @property
    def rate(self) -> float:
        """The share that it solved."""
        return self.solved / self.puzzles

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share."""
        return wilson(self.solved, self.puzzles)

    def to_json(self) -> dict[str, Any]:
        """Return the rate as scripts read it."""
        return {
            "game": self.game,
            "solver": self.agent,
            "puzzles": self.puzzles,
            "puzzles_solved": self.solved,
            "rate": self.rate,
            "rate_interval": list(self.interval),
        }


def in_order(puzzles: Sequence[Puzzle], seed: int) -> tuple[Puzzle, ...]:
    """Return *puzzles* in an order drawn from *seed*."""
    rng = Stream.of(seed, ORDER)
    order = sorted(range(len(puzzles)), key=lambda place: (rng.randint(place, 1 << 30), place))
    return tuple(puzzles[place] for place in order)


def solve_rate(
    puzzles: Sequence[Puzzle], agent: str, seed: int, jobs: int, progress: OnPuzzle
) -> SolveRate:
    """Return how many of *puzzles*, of one game, *agent* solves, each tried once."""
    game, solved = puzzles[0].position.game.name, 0
    make_player(game, agent)  # refuses an unknown one before any process is started
    tasks = list(enumerate(puzzles))
    attempt = partial(is_solved, game, agent, seed)
    for done, found in enumerate(results_of(attempt, tasks, jobs), start=1):
        solved += found
        progress(done, len(puzzles))
    return SolveRate(game, agent, len(puzzles), solved)


def is_solved(game: str, agent: str, seed: int, task: tuple[int, Puzzle]) -> bool:
    """Return whether *agent* solves the puzzle of *task*, which has a number."""
    number, puzzle = task
    move = answers(game, puzzle.position, agent, Stream.of(seed, SOLVING, number))
    return puzzle.is_solved_by(move)
