"""The public part of a round of dominoes, and the one line that writes it.

40:15,85:110 2 6-4,3-1,…/…/…/… 5-5 5-3@e pass
│            │ │               └ the moves of this round
│            │ └ the tiles dealt to every seat, and the boneyard if there is one
│            └ the seat that opens, - where the tiles decide
└ the scores after each round before this one, - if there was none
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from galo.errors import NotationError
from galo.games.dominoes.text_board import Half, arms_of
from galo.games.position_view import Points
from galo.games.rules.tiles import HAND

if TYPE_CHECKING:
    from galo.games.dominoes.game import DominoGame

NONE = "-"
PASS, DRAW = "pass", "draw"
TARGET_REACHED = "target"  # the reason for which a match of several rounds ends
Scores = tuple[int, int]


class Played(NamedTuple):
    """One public move: its seat, its notation, and its kernel's integer."""

    seat: int  #: who made it
    text: str  #: its notation
    code: int  #: the integer that kernels know it by

    @property
    def tile(self) -> str:
        """The tile that was placed; meaningless for a pass or a draw."""
        return self.text.partition("@")[0]


class Round:
    """What a position and an observation share: everything that is public in a round."""

    __slots__ = ()

    game: "DominoGame"  #: which of the two
    scores: tuple[Scores, ...]  #: after each round before this one
    opener: int | None  #: the seat that opens; None where the tiles decide
    plays: tuple[Played, ...]  #: of this round
    points: tuple[Points, ...]  #: scored in this round, in order
    state: Any  #: of the game's kernels; in an observation without the hands of others

    @property
    def mover(self) -> int | None:
        """The seat to move; None between rounds and at the end."""
        return None if self.game.is_round_over(self.state) else int(self.state.mover)

    @property
    def total(self) -> Scores:
        """The score of each side, this round so far included."""
        before = self.scores[-1] if self.scores else (0, 0)
        now = self.game.round_scores(self.state)
        return before[0] + now[0], before[1] + now[1]

    @property
    def round_number(self) -> int:
        """The number of the round, from 1."""
        return len(self.scores) + 1

    @property
    def arms(self) -> dict[str, list[Half]]:
        """The tiles of each arm from the centre outwards; empty before the first tile."""
        placed = placed_of(self.plays)
        return arms_of(placed, self.game.first_ends(placed[0])) if placed else {}

    @property
    def open_ends(self) -> dict[str, int]:
        """The number to match at each arm that is open; empty before the first tile."""
        return open_ends_of(self.game, self.plays)

    @property
    def ends_sum(self) -> int | None:
        """The sum of the ends on the table; None before the first tile and where none counts."""
        return self.game.ends_sum(self.state) if placed_of(self.plays) else None

    @property
    def passed_on(self) -> dict[int, frozenset[int]]:
        """The numbers that each seat could not play when it passed."""
        numbers: dict[int, frozenset[int]] = dict.fromkeys(range(self.game.seats), frozenset())
        for place, play in enumerate(self.plays):
            if play.text == PASS:
                ends = open_ends_of(self.game, self.plays[:place])
                numbers[play.seat] |= frozenset(ends.values())
        return numbers

    def played_by(self, seat: int) -> tuple[str, ...]:
        """Return the tiles that *seat* has placed in this round, in order."""
        own = [play for play in self.plays if play.seat == seat]
        return tuple(play.tile for play in own if play.text not in (PASS, DRAW))

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles every seat holds."""
        sizes = [HAND] * self.game.seats
        for play in self.plays:
            if play.text != PASS:
                sizes[play.seat] += 1 if play.text == DRAW else -1
        return tuple(sizes)

    @property
    def stock(self) -> int:
        """How many tiles are left in the boneyard."""
        return self.game.stock - sum(play.text == DRAW for play in self.plays)

    def line(self, deal: str) -> str:
        """Return the one line that writes this round, with *deal* as the writer knows it."""
        scores = ",".join(f"{first}:{second}" for first, second in self.scores) or NONE
        opener = NONE if self.opener is None else str(self.opener)
        return " ".join([scores, opener, deal, *(play.text for play in self.plays)])


def placed_of(plays: Sequence[Played]) -> list[str]:
    """Return the moves among *plays* that placed a tile, in order."""
    return [play.text for play in plays if play.text not in (PASS, DRAW)]


def open_ends_of(game: "DominoGame", plays: Sequence[Played]) -> dict[str, int]:
    """Return the number to match at each open arm after *plays* of a round."""
    placed = placed_of(plays)
    if not placed:
        return {}
    ends = game.first_ends(placed[0])
    arms = arms_of(placed, ends)
    bare = [arm for arm in ends if not arms[arm]][: game.bare_arms_open]
    return {arm: ends[arm] for arm in ends if arms[arm] or arm in bare}


def parse_scores(text: str) -> tuple[Scores, ...]:
    """Return the scores that are written like 40:15,85:110."""
    if text == NONE:
        return ()
    scores = []
    for pair in text.split(","):
        first, _, second = pair.partition(":")
        if not all(s.isascii() and s.isdigit() and len(s) < 8 for s in (first, second)):
            raise NotationError(f"{pair!r} is not a score like 85:110")
        scores.append((int(first), int(second)))
    return tuple(scores)


def parse_opener(text: str, seats: int) -> int | None:
    """Return the opening seat that *text* names, None where the tiles decide."""
    if text == NONE:
        return None
    if not (text.isascii() and text.isdigit() and int(text) < seats):
        raise NotationError(f"the opener {text!r} is not a seat or {NONE}")
    return int(text)
