"""Dominó de 4 pontas for people: moves `6-4@e`, the opening just the tile, `pass`."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from galo.games.dominoes.game import DominoGame
from galo.games.dominoes.moves import NOT_BEGUN, Placements, placements_at
from galo.games.dominoes.round import PASS, TARGET_REACHED, Played, Scores
from galo.games.dominoes.text_board import WIDTH, draw_cross
from galo.games.dominoes.tiles import from_bits, halves, to_bits
from galo.games.game import DEALS, Hands, Outcome
from galo.games.options import Option, Value
from galo.games.position_view import Points
from galo.games.rules import dominoes4 as rules
from galo.games.rules.dominoes4_layout import (
    ARM,
    lay,
    matched,
)
from galo.games.rules.dominoes4_points import FIVE, KIND_BITS, KIND_MASK, KINDS
from galo.games.rules.ending import NOBODY, PLAYING
from galo.games.rules.tiles import NUMBERS, Deal, deal_four
from galo.games.steps import dominoes4 as steps
from galo.games.steps.dominoes import MOVER, PHASE, Row
from galo.games.steps.dominoes4 import ENDS, OURS, PASSES, THEIRS
from galo.stream import Stream

MOST_PASS_POINTS = 50
SHORT_TARGET = 100
PAID_PASSES = ("pass", "galo")  # kinds of points for a pass: the first since the last tile


class Dominoes4(DominoGame):
    """The pairs domino of Amazonas: a match to 200, or to 100."""

    name = "dominoes4"
    kernels: ClassVar[Any] = rules
    steps: ClassVar[Any] = steps
    end_letters = "ewns"
    placements: ClassVar[Placements] = placements_at(end_letters)
    bare_arms_open = 1
    counts_ends = True
    seats = 4
    move_help = (
        "a tile and an arm, such as 6-4@e (arms e, w, n, s), the opening tile alone, or pass"
    )
    options_declared = (
        Option("pass_points", 20, choices=tuple(range(0, MOST_PASS_POINTS + 1, FIVE))),
        Option("galo", "instead", choices=("instead", "added")),
        Option("opener_without_double", "next", choices=("next", "penalty")),
        Option("target", rules.TARGET, choices=(rules.TARGET, SHORT_TARGET)),
    )

    def __init__(self, /, **options: Value) -> None:
        super().__init__(**options)
        self.rules = rules.Rules(
            pass_points=int(self.options["pass_points"] or 0),
            galo_added=int(self.options["galo"] == "added"),
            no_double_penalty=int(self.options["opener_without_double"] == "penalty"),
            target=int(self.options["target"] or 0),
        )
        self.rules_row = tuple(self.rules)
        self.target = self.rules.target

    def deal(self, seed: int, round_number: int) -> Hands:
        hands = deal_four(Stream.of(seed, DEALS, round_number).key)
        return tuple(from_bits(hand) for hand in hands)

    def openings(self) -> Sequence[str]:
        return tuple(f"{number}-{number}" for number in range(NUMBERS))

    def open_round(self, opener: int | None, dealt: Hands) -> rules.State:
        hand0, hand1, hand2, hand3 = map(to_bits, dealt)
        deal = Deal(hand0, hand1, hand2, hand3, 0, 0)
        return rules.open_round(self.rules, rules.NO_OPENER if opener is None else opener, deal)

    def ends_of(self, row: Row) -> int:
        return NOT_BEGUN if row[PHASE] < PLAYING else row[ENDS]

    def new_points(self, before: Row | None, after: Row, seat: int) -> tuple[Points, ...]:
        found = []
        passes = 0 if before is None else before[PASSES]
        now = _packed_points(after)
        then = (0, 0) if before is None else _packed_points(before)
        gains = now[0] - then[0], now[1] - then[1]  # of each kind, as no kind gets less
        for kind, name in enumerate(KINDS):
            for side, gain in enumerate(gains):
                if gained := (gain >> (kind * KIND_BITS) & KIND_MASK) * FIVE:
                    passer = (seat - passes) % self.seats if name in PAID_PASSES else None
                    found.append(Points(name, seat, side, gained, passer))
        if after[PHASE] == rules.BLOCKED and not any(p.kind == "block" for p in found):
            found.append(Points("block", seat, None, 0))
        return tuple(found)

    def match_outcome(self, state: rules.State, scores: Scores) -> Outcome | None:
        winner = rules.match_winner(self.rules, *scores)
        return None if winner == NOBODY else Outcome(scores, winner, TARGET_REACHED)

    def points_now(self, state: rules.State, code: int) -> int:
        if code == rules.PASS:
            return 0
        near, far = matched(state.layout, code), code % ARM
        total = lay(state.layout, code // ARM, near, far).total
        return total if total % FIVE == 0 else 0

    def ends_sum(self, state: rules.State) -> int:
        return state.layout.total

    def sum_scores(self, total: int) -> bool:
        return total > 0 and total % FIVE == 0

    def first_ends(self, first: str) -> dict[str, int]:
        return dict.fromkeys(self.end_letters, halves(first)[0])

    def open_numbers(self, plays: Sequence[Played]) -> int:
        return steps.open_numbers(np.array([play.code for play in plays], np.int64))

    def table_drawing(self, plays: Sequence[Played], width: int = WIDTH) -> str:
        return draw_cross([play.text for play in plays if play.text != PASS], width)


def _packed_points(row: Row) -> tuple[int, int]:
    """Return the points of both sides in this round, packed."""
    pair = row[OURS], row[THEIRS]
    return pair if row[MOVER] % 2 == 0 else pair[::-1]
