"""Whether some deal can explain an observation: the checks that need no hidden tile.

A seat has seen its own tiles and those that others placed. Whatever the hidden tiles are, a tile
lies in one place only, and a seat that passes, draws or cannot open holds nothing that fits.
"""

from typing import NamedTuple

from galo.errors import ConfigError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import DRAW, PASS
from galo.games.dominoes.tiles import NAMES, halves
from galo.games.rules.tiles import HAND, NUMBERS


class Stuck(NamedTuple):
    """A seat that could not play when these numbers were open: it passed, or had to draw."""

    seat: int
    numbers: int  # a set

    def fits(self, name: str) -> bool:
        """Return whether the tile *name* could have been played."""
        return any(self.numbers >> half & 1 for half in halves(name))


def stuck_seats(seen: DominoObservation) -> list[Stuck]:
    """Return every pass and every draw of the round, in order."""
    return [
        Stuck(play.seat, seen.game.open_numbers(seen.plays[:place]))
        for place, play in enumerate(seen.plays)
        if play.text in (PASS, DRAW)
    ]


def lacked(stuck: list[Stuck], seat: int) -> int:
    """Return the set of numbers at which *seat* could not play."""
    found = 0
    for each in stuck:
        found |= each.numbers if each.seat == seat else 0
    return found


def listed(numbers: int) -> str:
    """Return the set of *numbers* in words, separated by spaces."""
    return " ".join(str(number) for number in range(NUMBERS) if numbers >> number & 1)


def refusal(seen: DominoObservation, problem: str) -> ConfigError:
    """Return the error for an observation that no deal explains, because of *problem*."""
    return ConfigError(f"no deal fits what seat {seen.seat} has seen: {problem}")


def check(seen: DominoObservation, stuck: list[Stuck]) -> None:
    """Raise if no deal can explain *seen*, wherever the hidden tiles are."""
    problem = _misplaced(seen) or _withheld(seen, stuck)
    if problem:
        raise refusal(seen, problem)


def _misplaced(seen: DominoObservation) -> str | None:
    """Return in words which tiles are not where they must be, None if all are."""
    own, seat = (*seen.dealt, *seen.drawn), seen.seat
    draws = sum(play.seat == seat and play.text == DRAW for play in seen.plays)
    if len(seen.dealt) != HAND:
        return f"seat {seat} was dealt {len(seen.dealt)} tiles instead of {HAND}"
    if draws != len(seen.drawn):
        return f"seat {seat} drew {draws} tiles, but knows {list(seen.drawn)}"
    shown = [play for play in seen.plays if play.text not in (PASS, DRAW)]
    for play in shown:
        if play.seat == seat and play.tile not in own:
            return f"seat {seat} placed {play.tile}, which it never held"
    tiles = sorted((*own, *(play.tile for play in shown if play.seat != seat)))
    for name, following in zip(tiles, [*tiles[1:], ""], strict=True):
        if name not in NAMES:
            return f"there is no tile {name}"
        if name == following:
            return f"{name} is in two places"
    for other, size in enumerate(seen.hand_sizes):
        if size < 0:
            return f"seat {other} placed more tiles than it held"
    return None


def _withheld(seen: DominoObservation, stuck: list[Stuck]) -> str | None:
    """Return in words which seat held a tile that it should have played, None if none did.

    The tiles that another seat placed later are known; with a boneyard it may have drawn them,
    which `boneyard_belief.DrawHistory` checks.
    """
    waiting, drawn = list(stuck), list(seen.drawn)
    held: list[set[str]] = [set() for _ in range(seen.game.seats)]
    held[seen.seat] = set(seen.hand)
    for play in reversed(seen.plays):
        if play.text not in (PASS, DRAW):
            held[play.seat].add(play.tile)
            continue
        if play.text == DRAW and play.seat == seen.seat:
            held[play.seat].discard(drawn.pop())
        then = waiting.pop()
        if play.seat == seen.seat or not seen.game.stock:
            for name in sorted(filter(then.fits, held[play.seat])):
                return f"seat {play.seat} could not play on {listed(then.numbers)}, but held {name}"
    for seat in seen.could_not_open:
        for name in sorted(held[seat]):
            if len(set(halves(name))) == 1:
                return f"seat {seat} had no double to open with, but held {name}"
    return None
