"""The result of a meeting between two agents."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from galo.arena.statistics import score_interval
from galo.lab.figures import Point


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
