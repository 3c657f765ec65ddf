"""Settings of the exact solver and of the opening book: every default is written here, once.

The command line reads its defaults from these classes, so this file imports no kernels.
"""

from dataclasses import dataclass

from galo.errors import ConfigError

MOST_PLIES = 12  # 4.5 million positions: more would take years
MOST_JOBS = 256


@dataclass(frozen=True)
class SolverSettings:
    """How a position is solved."""

    book: bool = True  # whether the opening book is used
    seconds: float | None = None  # None: until the score is exact
    memory: int = 64  # megabytes of the transposition table


@dataclass(frozen=True)
class BookSettings:
    """How an opening book is built; *share* is the part of one machine, such as 3/16."""

    plies: int = 8  # stones of the last positions
    share: str = "1/1"
    jobs: int | None = None  # threads; None: one for each core
    memory: int = 1024  # megabytes of the transposition table
    seconds: float | None = None  # None: until the book is complete

    def __post_init__(self) -> None:
        if not 0 <= self.plies <= MOST_PLIES:
            raise ConfigError(
                f"plies {self.plies} is not a number of stones from 0 to {MOST_PLIES}"
            )
        if self.jobs is not None and not 1 <= self.jobs <= MOST_JOBS:
            raise ConfigError(f"jobs {self.jobs} is not a number of threads from 1 to {MOST_JOBS}")
