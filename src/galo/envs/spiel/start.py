"""Where a game of OpenSpiel begins: with a deal, or in the middle of a round."""

from collections.abc import Iterator
from itertools import combinations
from math import factorial, prod
from typing import NamedTuple

from galo.errors import ConfigError, NotationError
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.round import PASS
from galo.games.game import Hands, Position

MOST_DEALS = 20_000  # that are looked at: two tiles in each of four hands make 2,520


class Start(NamedTuple):
    """The first positions there can be, each as likely as the others; none: tiles are dealt."""

    positions: tuple[Position, ...]


def deals_of(position: Position) -> tuple[Position, ...]:
    """Return *position* with every deal of the tiles in hand that fits what all have seen."""
    if not isinstance(position, DominoPosition):
        return (position,)
    if position.game.stock:
        raise ConfigError(f"{position.game} has a boneyard: its games begin with the deal")
    if position.mover is None:
        raise ConfigError(f"nobody is to move in {position!r}")
    sizes = [len(hand) for hand in position.hands]
    deals = factorial(sum(sizes)) // prod(map(factorial, sizes))
    if deals > MOST_DEALS:
        raise ConfigError(f"there are {deals:,} deals to look at: begin nearer to the end")
    fitting = (_with_hands(position, hands) for hands in _shared_out(position.hands))
    return tuple(deal for deal in fitting if deal is not None)


def _shared_out(hands: Hands) -> Iterator[Hands]:
    """Yield all ways to share out the tiles of *hands* in hands of the same sizes."""
    if not hands:
        yield ()
        return
    tiles = sorted(tile for hand in hands for tile in hand)
    for first in combinations(tiles, len(hands[0])):
        left = [tile for tile in tiles if tile not in first]
        sizes = hands[1:]
        yield from ((first, *others) for others in _shared_out(_cut(left, sizes)))


def _cut(tiles: list[str], like: Hands) -> Hands:
    """Return *tiles* in hands of the sizes of those in *like*."""
    hands = []
    for hand in like:
        hands.append(tuple(tiles[: len(hand)]))
        tiles = tiles[len(hand) :]
    return tuple(hands)


def _with_hands(position: DominoPosition, hands: Hands) -> DominoPosition | None:
    """Return *position* as if the seats held *hands*, None if that contradicts what was played."""
    dealt = [list(hand) for hand in hands]
    for play in position.plays:
        if play.text != PASS:
            dealt[play.seat].append(play.tile)
    scores, opener, _, *plays = position.to_text().split()
    deal = "/".join(",".join(sorted(hand)) for hand in dealt)
    try:
        return position.game.from_text(" ".join([scores, opener, deal, *plays]))
    except NotationError:
        return None
