"""Counting positions in plain Python: slow, and the same for every game."""

from galo.games.game import Position


def distinct_positions(position: Position, depth: int) -> list[int]:
    """Return the number of different positions 1, 2, … *depth* plies from *position*."""
    counts = []
    level = {position}
    for _ in range(depth):
        level = {here.play(move) for here in level for move in here.legal_moves}
        counts.append(len(level))
    return counts
