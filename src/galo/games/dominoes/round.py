"""A round of dominoes as everybody at the table hears it, and the one line that tells it.

40:15,85:110 2 6-4,3-1,…/…/…/… 5-5 5-3@e pass
│            │ │               └ the moves of this round
│            │ └ what every seat was dealt, and the boneyard if there is one
│            └ who opens, - where the tiles decide
└ the scores after each round before this one, - if there was none
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from galo.errors import NotationError
from galo.games.game import Move
from galo.games.rules.tiles import HAND

if TYPE_CHECKING:
    from galo.games.dominoes.game import DominoGame

NONE = "-"
PASS, DRAW = "pass", "draw"
Scores = tuple[int, int]


@dataclass(frozen=True)
class Played:
    """One public move: who, how it is written, and what kernels call it."""

    seat: int
    text: str
    code: int

    @property
    def tile(self) -> str:
        """The tile that was placed; meaningless for a pass or a draw."""
        return self.text.partition("@")[0]


@dataclass(frozen=True)
class Points:
    """Points scored: what for, by whose move, for which side (None: for nobody)."""

    kind: str
    seat: int
    side: int | None
    points: int


class Round:
    """What a position and an observation have in common: everything that is public."""

    game: "DominoGame"
    scores: tuple[Scores, ...]  # after each round before this one
    opener: int | None
    plays: tuple[Played, ...]  # of this round
    points: tuple[Points, ...]  # scored in this round, in order
    state: Any  # of the game's kernels; in an observation without the hands of others

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

    def moves_from(self, hand: tuple[str, ...]) -> tuple[Move, ...]:
        """Return the mover's moves in the order of its *hand*."""
        place = {name: k for k, name in enumerate(hand)}
        codes = self.game.legal_codes(self.state)
        moves = [
            Move(code, self.game.notation(self.state, code))
            for code in range(codes.bit_length())
            if codes >> code & 1
        ]
        return tuple(
            sorted(moves, key=lambda move: (place.get(move.text.partition("@")[0], 0), move.code))
        )

    def line(self, deal: str) -> str:
        """Return the one line that tells this round, *deal* as the teller knows it."""
        scores = ",".join(f"{first}:{second}" for first, second in self.scores) or NONE
        opener = NONE if self.opener is None else str(self.opener)
        return " ".join([scores, opener, deal, *(play.text for play in self.plays)])


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
    """Return the seat that *text* says opens, None where the tiles decide."""
    if text == NONE:
        return None
    if not (text.isascii() and text.isdigit() and int(text) < seats):
        raise NotationError(f"the opener {text!r} is not a seat or {NONE}")
    return int(text)
