"""How a game is judged once it is over: what the reviewer of each game offers.

A reviewer sees whole positions, because the game is over. It judges a decision by what the seat
could know then, which is `position.observe(seat)`; what the hidden tiles made of it is told by
the chance to win with all of them known.

    chance       of side 0 to win the match or the game, a draw counting half
    value        the same for the side that moves, by what its seat knew
    points       what the game counts besides: points until the end of the round, or how soon
                 the winner wins
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from galo.games.game import Move, Position
from galo.players.player import Limit, Reason

if TYPE_CHECKING:
    from galo.arrays import RealMatrix
    from galo.stream import Stream

#: Tile → the chance that each seat holds it, and the boneyard if there is one.
TileChances = Mapping[str, tuple[float, ...]]


@dataclass(frozen=True)
class Scale:
    """What losses are called in one game, from `bench/strength/review.py`."""

    inaccuracy: float  #: the least loss, in chance to win, that is called so
    mistake: float
    blunder: float
    spread: float  #: a loss of this much makes the accuracy of a decision 100 / e
    inaccuracy_points: float | None = None  #: as many points lost at the same chance are one, too


@dataclass(frozen=True)
class OptionValue:
    """A legal move and what it is worth for the side that moves."""

    move: Move  #: one of the legal moves
    value: float  #: chance to win
    points: float | None  #: None where the game has none

    def to_json(self) -> dict[str, Any]:
        """Return the option as screens read it."""
        return {"move": self.move.text, "value": self.value, "expected_points": self.points}


@dataclass(frozen=True)
class Judgement:
    """A decision judged by what its seat could know."""

    options: tuple[OptionValue, ...]  #: best first; at least the best and the one played
    loss: float  #: chance to win that the move played gives away, 0 if none is known
    error: float  #: the standard error of the loss
    reasons: tuple[Reason, ...]  #: what speaks for the best move
    belief: TileChances | None = None  #: where the hidden tiles were believed to be


@dataclass(frozen=True)
class Moment:
    """A position of a game that is over: the chance of side 0, and the decision made there."""

    chance: float
    judgement: Judgement | None  #: None where nobody had a choice


class Reviewer(Protocol):
    """Judges the games of one kind; several threads may call it at once."""

    scale: Scale

    def study(self, position: Position, played: Move | None, rng: "Stream") -> Moment:
        """Return what can be said of *position*, in which *played* was chosen if it was a choice.

        The chance is that of a game that goes on: the end of a game is known.
        """
        ...


class ReviewerMaker(Protocol):
    """Makes a reviewer that spends at most the limit on each position."""

    def __call__(self, limit: Limit) -> Reviewer: ...


def estimated_loss(values: "RealMatrix", played: int) -> tuple[float, float]:
    """Return the loss of option *played* and its standard error; *values* are [batches, options].

    The best of noisy means looks better than it is. So the best option is chosen on every other
    batch and valued on the rest, both ways: the mean difference favours no option. A difference
    below zero is noise, and no loss.
    """
    halves = (values[0::2], values[1::2])
    differences = [
        float(difference)
        for chosen, valued in (halves, halves[::-1])
        for difference in valued[:, chosen.mean(0).argmax()] - valued[:, played]
    ]
    return max(0.0, _mean(differences)), _standard_error(differences)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _standard_error(numbers: Sequence[float]) -> float:
    """Return the standard error of the mean of *numbers*, of which there are two or more."""
    mean, count = _mean(numbers), len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / (count - 1)
    return float((variance / count) ** 0.5)
