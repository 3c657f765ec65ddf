"""Perft in plain Python: slow, and the same for every game; kernels have their own."""

from galo.games.game import Position


def perft(position: Position, depth: int) -> list[int]:
    """Return the number of games of 1, 2, … *depth* plies from *position*, this round only."""
    paths = [len(position.legal_moves)] + [0] * (depth - 1)
    if depth > 1:
        for move in position.legal_moves:
            for ply, count in enumerate(position.play(move).perft(depth - 1), start=1):
                paths[ply] += count
    return paths


def distinct_positions(position: Position, depth: int) -> list[int]:
    """Return the number of different positions 1, 2, … *depth* plies from *position*."""
    counts = []
    level = {position}
    for _ in range(depth):
        level = {here.play(move) for here in level for move in here.legal_moves}
        counts.append(len(level))
    return counts
