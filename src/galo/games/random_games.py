"""Random games in plain Python, for games without kernels of their own."""

from galo.games.game import DECISIONS, Game
from galo.rng import Stream


def random_games(game: Game, count: int, seed: int) -> tuple[int, int, int]:
    """Return the wins of side 0, of side 1 and the draws in *count* random games of *game*."""
    tally = [0, 0, 0]
    for number in range(count):
        winner = _random_winner(game, Stream.of(seed, number).key)
        tally[-1 if winner is None else winner] += 1
    return tally[0], tally[1], tally[2]


def _random_winner(game: Game, seed: int) -> int | None:
    """Return the side that wins the random game of *seed*, None for a draw."""
    rng = Stream.of(seed, DECISIONS)
    position, plies, rounds = game.start(seed), 0, 1
    while position.outcome is None:
        if position.mover is None:
            position = position.deal(game.deal(seed, rounds))
            rounds += 1
        else:
            moves = position.legal_moves
            position = position.play(moves[rng.randint(plies, len(moves))])
            plies += 1
    return position.outcome.winner
