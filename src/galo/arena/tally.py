"""The results of a pairing: games and pairs counted for A, and their statistics."""

from dataclasses import dataclass

from galo.arena.statistics import (
    EloInterval,
    Interval,
    elo,
    elo_interval,
    paired_interval,
    paired_score,
    paired_superiority,
)

LOST, DRAWN, WON = 0, 1, 2  # half points of one game
NO_PAIRS = (0, 0, 0, 0, 0)
EVEN = 0.5


@dataclass(frozen=True)
class Tally:
    """Games and pairs of A against B; *pairs* gave A 0, ½, 1, 1½ and 2 points."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = NO_PAIRS

    @classmethod
    def of_pair(cls, first: int, second: int) -> "Tally":
        """Return the tally of one pair, from A's half points in its two games."""
        results = (first, second)
        pairs = tuple(int(points == first + second) for points in range(len(NO_PAIRS)))
        return cls(results.count(WON), results.count(DRAWN), results.count(LOST), pairs)

    @classmethod
    def without_draws(cls, lost: int, split: int, won: int) -> "Tally":
        """Return the tally of pairs of which A won none, one, both of the games."""
        return cls(split + 2 * won, 0, split + 2 * lost, (lost, 0, split, 0, won))

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            tuple(mine + theirs for mine, theirs in zip(self.pairs, other.pairs, strict=True)),
        )

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A's points, draws half."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """A's share of the points; 0.5 when nothing was played."""
        return paired_score(self.pairs)

    @property
    def interval(self) -> Interval:
        """The score's interval, from pairs."""
        return paired_interval(self.pairs)

    @property
    def elo(self) -> float | None:
        """How much better A is; None at a score of 0 or 1."""
        return elo(self.score)

    @property
    def elo_interval(self) -> EloInterval:
        """The interval in Elo; None where it is open."""
        return elo_interval(self.interval)

    @property
    def superiority(self) -> float:
        """The likelihood that A is the better player."""
        return paired_superiority(self.pairs)

    @property
    def lead(self) -> int:
        """1 if A is shown to be better, -1 if B is, 0 if the interval holds an even score."""
        return int(self.interval.low > EVEN) - int(self.interval.high < EVEN)
