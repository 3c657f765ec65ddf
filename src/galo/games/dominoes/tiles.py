"""Tiles as people write them: `6-4`, high half first; a hand is a tuple of such names."""

import re
from collections.abc import Iterable, Sequence

from galo.errors import ConfigError, NotationError
from galo.games.game import Hands
from galo.games.rules import tiles as rules
from galo.jit import plain

NAMES = tuple(f"{a}-{b}" for a in range(rules.NUMBERS) for b in range(a + 1))
INDEX = {name: plain(rules.tile_of)(*map(int, name.split("-"))) for name in NAMES}
NAME_OF = {tile: name for name, tile in INDEX.items()}
BITS = {name: plain(rules.tile_bits)(*map(int, name.split("-"))) for name in NAMES}
HEAVIEST_FIRST = tuple((1 << INDEX[name], name) for name in reversed(NAMES))
NOTATION = re.compile(r"([0-6])\s*-\s*([0-6])")


def normal_tile(text: str) -> str | None:
    """Return the tile *text* with its high half first, None if it is no tile."""
    if text in INDEX:
        return text
    match = NOTATION.fullmatch(text.strip())
    return match and "{1}-{0}".format(*sorted(match.groups()))


def parse_tile(text: str) -> str:
    """Return the tile that *text* writes, in normal notation."""
    name = normal_tile(text) if isinstance(text, str) else None
    if name is None:
        raise NotationError(f"{text!r} is not a tile; a tile is two numbers 0 to 6, such as 6-4")
    return name


def halves(name: str) -> tuple[int, int]:
    """Return the high and the low half of the tile *name*."""
    return int(name[0]), int(name[2])


def pips(hand: Iterable[str]) -> int:
    """Return the sum of all halves of *hand*."""
    return sum(sum(halves(name)) for name in hand)


def to_bits(hand: Iterable[str]) -> int:
    """Return the set of tiles that kernels know *hand* by."""
    return sum(map(BITS.__getitem__, hand))


def from_bits(tiles: int) -> tuple[str, ...]:
    """Return the names of *tiles*, heaviest suit first."""
    return tuple([name for bit, name in HEAVIEST_FIRST if tiles & bit])


def parse_deal(hands: Sequence[Sequence[str]], sizes: Sequence[int]) -> Hands:
    """Return *hands* in normal notation, all 28 tiles dealt once in hands of these *sizes*."""
    if len(hands) != len(sizes):
        raise ConfigError(f"a deal of {len(hands)} hands where {len(sizes)} are needed")
    dealt = tuple(tuple(parse_tile(name) for name in hand) for hand in hands)
    seen: set[str] = set()
    for number, (hand, size) in enumerate(zip(dealt, sizes, strict=True)):
        what = f"hand {number}" if size == rules.HAND else "the boneyard"
        if len(hand) != size:
            raise ConfigError(f"{what} has {len(hand)} tiles where {size} are dealt: {list(hand)}")
        for name in hand:
            if name in seen:
                raise ConfigError(f"tile {name!r} is dealt twice, the second time to {what}")
            seen.add(name)
    return dealt
