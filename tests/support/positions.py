"""What a position has for certain at a place in a test: a seat to move, an outcome."""

from galo.games.game import Outcome, Position


def mover_of(position: Position) -> int:
    """Return the seat to move in *position*, in which somebody is to move."""
    assert position.mover is not None, f"nobody is to move in {position!r}"
    return position.mover


def outcome_of(position: Position) -> Outcome:
    """Return how the game of *position*, which is over, ended."""
    assert position.outcome is not None, f"the game goes on in {position!r}"
    return position.outcome
