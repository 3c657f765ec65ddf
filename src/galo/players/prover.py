"""How a move is proved to be clearly the best: what the prover of each game offers.

A prover sees a position of a game that is going on, and says of the seat to move what it could
know: in games with hidden tiles it asks `position.observe()` alone.

    solved       exact scores of all moves
    forced       the move wins by force, and a deep search finds no other that does
    searched     the move is ahead in a deep search by a margin
    dealt        it is ahead on likely deals of the hidden tiles, with a 95 % interval for each
                 other move that ends above the margin
    every_deal   all deals that fit are solved: no other move is better in any of them
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from galo.games.game import Position
from galo.players.player import Reason

if TYPE_CHECKING:
    from galo.stream import Stream

ProofKind = Literal["solved", "forced", "searched", "dealt", "every_deal"]
DIGITS = 4  # of a chance, as it is written


@dataclass(frozen=True)
class MoveValue:
    """What a legal move is worth for the side that moves, and what it gives away."""

    move: str  #: in its notation
    value: float  #: the score where the game is solved, else the chance to win
    low: float  #: the lower end of what it is worth less than the best, in the same unit
    high: float  #: the upper end; the same as *low* where nothing is estimated

    def to_json(self) -> list[Any]:
        """Return the fields in their order."""
        return [self.move, *(round(one, DIGITS) for one in (self.value, self.low, self.high))]


@dataclass(frozen=True)
class Proof:
    """That some moves, all alike, are clearly better than every other one."""

    kind: ProofKind  #: how it is proved
    solution: tuple[str, ...]  #: the best moves: several where they differ in name alone
    values: tuple[MoveValue, ...]  #: of the moves that were compared, best first
    effort: Mapping[str, int]  #: what was spent on it, and how long a forced win takes
    themes: tuple[str, ...]  #: what the solution does, the most telling one first
    reasons: tuple[Reason, ...]  #: what speaks for the solution, as screens say it


class Prover(Protocol):
    """Finds out whether one move of a position is clearly the best."""

    def guess(self, position: Position, rng: "Stream") -> tuple[str, ...]:
        """Return the moves that a quick look takes for clearly best; none where there is none."""
        ...

    def prove(self, position: Position, rng: "Stream") -> Proof | None:
        """Return the proof that a move of *position* is clearly best, None if none is found."""
        ...
