"""One of the two games of a pair: it goes on from decision to decision, until it is over.

A player at fault loses the game there and then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from galo.arena.match import Match
from galo.arena.tally import DRAWN, LOST, WON
from galo.errors import AgentError, GaloError
from galo.games.game import Observation
from galo.players.faults import describe
from galo.players.player import Decision, Limit
from galo.stream import Stream

A, B = 0, 1  # the two contestants of a pairing


class Loss(NamedTuple):
    """A game lost by *contestant*, A or B, by a fault."""

    contestant: int
    message: str


class UnavailablePlayer:
    """Holds the seat of a player that cannot play because of *fault*."""

    def __init__(self, name: str, fault: str) -> None:
        self.name = name
        self.fault = fault

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        raise AgentError(self.name, self.fault)


@dataclass(eq=False)
class PairedGame:
    """A match, and who of A and B owns each of its seats."""

    match: Match
    owners: Sequence[int]
    exchanged: int
    fault: Loss | None = None

    def advance(self) -> int | None:
        """Make the moves that nobody decides; return the seat to decide, None when it is over."""
        while self.fault is None and not self.match.is_over:
            mover = self.match.position.mover
            if mover is not None and self.match.forced_move() is None:
                return mover
            self.match.step()
        return None

    def decide(self, mover: int) -> None:
        """Let the player at seat *mover* move, or lose by its fault."""
        try:
            decision = self.match.ask(mover)
        except AgentError as problem:
            self.fault = Loss(self.owners[mover], problem.fault)
        except GaloError as problem:  # that the player did not catch
            self.fault = Loss(self.owners[mover], describe(problem))
        else:
            self.match.play(decision.move)

    @property
    def points(self) -> int:
        """A's half points in the game, which is over or was lost by a fault."""
        if self.fault is not None:
            return WON if self.fault.contestant == B else LOST
        assert self.match.position.outcome is not None
        winner = self.match.position.outcome.winner
        if winner is None:
            return DRAWN
        return WON if self.owners[winner] == A else LOST  # seat s < sides plays for side s
