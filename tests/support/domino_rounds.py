"""Rounds of dominoes for tests: positions on the way, and every deal that fits what was seen."""

import random
from collections.abc import Iterator
from itertools import combinations

import galo
from galo.errors import ConfigError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.round import Scores
from galo.games.dominoes.tiles import from_bits
from galo.games.game import Hands
from galo.games.rules.tiles import ALL_TILES
from galo.stream import Stream


def positions(game: str, seed: int) -> Iterator[DominoPosition]:
    """Yield every position of a round of random moves in which somebody is to move."""
    position = galo.game(game).start(seed=seed)
    rng = Stream.of(seed, 1)
    for ply in range(80):
        assert isinstance(position, DominoPosition)
        if position.mover is None:
            return
        yield position
        moves = position.legal_moves
        position = position.play(moves[rng.randint(ply, len(moves))])


def with_scores(position: DominoPosition, scores: tuple[Scores, ...]) -> DominoPosition:
    """Return *position* in a match whose earlier rounds ended in *scores*."""
    again = position.game.round(position.dealt, position.opener, scores)
    for play in position.plays:
        again = again.play(play.text)
    return again


def rearranged(position: DominoPosition, seat: int, rng: random.Random) -> DominoPosition | None:
    """Return another position that *seat* cannot tell from *position*, None if none was found."""
    observation = position.observe(seat)
    deal = [list(hand) for hand in (position.dealt if position.game.stock else position.hands)]
    slots = [(s, k) for s, hand in enumerate(deal) if s != seat for k in range(len(hand))]
    for _ in range(30):
        (one, i), (other, j) = rng.choice(slots), rng.choice(slots)
        trial = [list(hand) for hand in deal]
        trial[one][i], trial[other][j] = trial[other][j], trial[one][i]
        try:
            candidate = observation.complete(tuple(map(tuple, trial)))
        except ConfigError:
            continue
        # Swapping what the seat itself drew would change what it has seen.
        if candidate != position and candidate._drawn(seat) == position._drawn(seat):
            return candidate
    return None


def unseen_tiles(seen: DominoObservation) -> int:
    """Return how many tiles the others hold."""
    return sum(seen.hand_sizes) - len(seen.hand)


def every_deal(seen: DominoObservation) -> list[Hands]:
    """Return all hands that the plays of the round allow, by trying every one."""
    shown = {play.tile for play in seen.plays} | set(seen.hand)
    unseen = [name for name in from_bits(ALL_TILES) if name not in shown]
    one, two, three = ((seen.seat + away) % 4 for away in (1, 2, 3))
    found = []
    for first in combinations(unseen, seen.hand_sizes[one]):
        rest = [name for name in unseen if name not in first]
        for second in combinations(rest, seen.hand_sizes[two]):
            third = tuple(name for name in rest if name not in second)
            around = {seen.seat: seen.hand, one: first, two: second, three: third}
            hands = tuple(around[seat] for seat in range(4))
            try:
                seen.complete(hands)
            except ConfigError:
                continue
            found.append(hands)
    return found


def late(seed: int, tiles: int, game: str = "dominoes4") -> DominoPosition | None:
    """Return the first position of a round with a choice and at most *tiles* unseen ones."""
    for position in positions(game, seed):
        assert position.mover is not None
        seen = position.observe(position.mover)
        if unseen_tiles(seen) <= tiles and len(position.legal_moves) > 1:
            return position
    return None
