"""Forced wins of Lines of Action by trying everything."""

from galo.games.game import Position
from support.positions import mover_of, outcome_of


def plies_to_win(position: Position, depth: int) -> int | None:
    """Return in how many plies the mover wins, at most *depth*, by trying everything."""
    best = None
    for move in position.legal_moves if depth > 0 else ():
        after = position.play(move)
        if after.is_over:
            plies = 1 if outcome_of(after).winner == position.mover else None
        else:
            plies = plies_to_loss(after, depth - 1)
            plies = None if plies is None else plies + 1
        if plies is not None and (best is None or plies < best):
            best = plies
    return best


def plies_to_loss(position: Position, depth: int) -> int | None:
    """Return after how many plies, at most *depth*, the mover has lost whatever it plays."""
    longest = 0
    for move in position.legal_moves:
        after = position.play(move)
        if after.is_over:
            plies = 0 if outcome_of(after).winner == 1 - mover_of(position) else None
        else:
            plies = plies_to_win(after, depth - 1)
        if plies is None:
            return None
        longest = max(longest, plies + 1)
    return longest
