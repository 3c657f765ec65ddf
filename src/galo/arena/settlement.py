"""Games that people end before the rules do: one side resigns, or both agree on a draw."""

from galo.games.game import Outcome, Position

RESIGNED, AGREED = "resigned", "agreed"  # reasons of such outcomes
REASONS = (RESIGNED, AGREED)


def settle(position: Position, winner: int | None) -> Outcome:
    """Return the outcome at *position* if the side *winner* is left, None if a draw is agreed on.

    A game with points keeps those that were scored.
    """
    reason = AGREED if winner is None else RESIGNED
    if position.total is not None:
        return Outcome(position.total, winner, reason)
    return Outcome.draw(reason) if winner is None else Outcome.win(winner, reason)


def is_settled(position: Position, outcome: Outcome | None) -> bool:
    """Return whether *outcome* is one in which people ended a game that stood at *position*."""
    if outcome is None or position.is_over or outcome.reason not in REASONS:
        return False
    return outcome == settle(position, outcome.winner)
