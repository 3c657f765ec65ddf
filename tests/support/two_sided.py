"""Rounds of two-sided dominoes for tests, and its linear evaluation computed slowly."""

from collections.abc import Iterator

import galo
from galo.arena.match import Match
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import NAMES, halves
from galo.stream import Stream

GAMES = ("dominoes2", "dominoes2:players=4")
FEW = galo.Limit(deals=4)


def positions(game: str, seeds: range) -> Iterator[DominoPosition]:
    """Yield every position of rounds played at random."""
    table = galo.game(*game.partition(":")[:1], **options_of(game))
    player = galo.player("dominoes2", "random")
    for seed in seeds:
        match = Match(table, [player] * table.seats, seed)
        while not match.is_over:
            assert isinstance(match.position, DominoPosition)
            yield match.position
            match.step()


def options_of(game: str) -> dict[str, int]:
    written = game.partition(":")[2]
    return {
        key: int(value) for key, _, value in (o.partition("=") for o in written.split(",") if o)
    }


def choices(game: str, seeds: range) -> Iterator[DominoObservation]:
    """Yield what the mover sees where it has a choice."""
    for position in positions(game, seeds):
        if len(position.legal_moves) > 1:
            assert position.mover is not None
            yield position.observe(position.mover)


def decide(agent: str, seen: DominoObservation, limit: galo.Limit = FEW) -> str:
    return galo.player("dominoes2", agent).decide(seen, limit, Stream.of(1)).move.text


def ends_of(texts: list[str]) -> tuple[int, int]:
    """Return the ends after the moves *texts*, computed slowly."""
    line: list[int] = []
    for text in texts:
        tile, _, side = text.partition("@")
        if tile in ("draw", "pass"):
            continue
        high, low = halves(tile)
        if not line:
            line = [high, low]
        elif side == "l":
            line[0] = low if high == line[0] else high
        else:
            line[1] = low if high == line[1] else high
    return line[0], line[1]


def lacked_by(seen: DominoObservation, seat: int) -> set[int]:
    """Return the numbers that *seat* lacks for certain, computed slowly."""
    lacks: set[int] = set()
    has_drawn = False
    for place, play in enumerate(seen.plays):
        if play.seat != seat:
            continue
        if play.text in ("draw", "pass"):
            ends = set(ends_of([before.text for before in seen.plays[:place]]))
            lacks = ends if has_drawn else lacks | ends
        has_drawn = play.text == "draw"
    return lacks


def facts(seen: DominoObservation, text: str) -> dict[str, float]:
    """Return the counts of the evaluation in one option."""
    tile = text.partition("@")[0]
    ends = ends_of([*(play.text for play in seen.plays), text])
    laid = {play.tile for play in seen.plays}
    left = [name for name in seen.hand if name != tile]
    unseen = [name for name in NAMES if name not in laid and name not in seen.hand]
    others = [(seen.seat + away) % seen.game.seats for away in (1, 3)[: seen.game.seats // 2]]
    lacks = [lacked_by(seen, seat) for seat in others]
    partner = lacked_by(seen, (seen.seat + 2) % 4) if seen.game.seats == 4 else set()

    def showing(tiles: list[str], end: int) -> int:
        return sum(end in halves(name) for name in tiles)

    return {
        "double": halves(tile)[0] == halves(tile)[1],
        "variety": len({number for name in left for number in halves(name)}),
        "pips": sum(halves(tile)),
        "fits": sum(bool(set(halves(name)) & set(ends)) for name in unseen),
        "lacked": sum(end in numbers for numbers in lacks for end in ends),
        "equal": ends[0] == ends[1],
        "equal_lacked": ends[0] == ends[1] and ends[0] in lacks[0],
        "own": sum(bool(set(halves(name)) & set(ends)) for name in left),
        "partner": sum(end in partner for end in ends),
        "stopped": sum(showing(unseen, end) < showing(left, end) for end in ends),
    }
