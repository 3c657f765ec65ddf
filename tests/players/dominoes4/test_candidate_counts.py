"""Candidate counts: each one against the table counted by hand, and how ties are broken."""

import random

import numpy as np
import pytest

import galo
from galo.games.rules.tiles import NUMBERS
from galo.players.dominoes4 import candidate_counts as counts
from galo.players.dominoes4.public_history import history_of
from support.linear_formula import Seen

GAME = galo.game("dominoes4")
COUNT = len(counts.COUNTS)


def one_of_each() -> "np.ndarray[tuple[int, int], np.dtype[np.int32]]":
    """Return a row for every count that weighs that one alone."""
    rows = np.zeros((COUNT, counts.CANDIDATE_COLUMNS), np.int32)
    for number in range(COUNT):
        rows[number, counts.AT_L2 + number] = 1
    return rows


def test_every_count_is_that_of_the_table() -> None:
    rng, rows = random.Random(7), one_of_each()
    nonzero = dict.fromkeys(counts.COUNTS, 0)
    for seed in range(40):
        position = GAME.start(seed=seed)
        while position.mover is not None:
            if position.plays:
                moves = np.array([play.code for play in position.plays], np.int64)
                made = counts.EndsMade(0, 0, 0, 0)
                for move in moves:
                    made = counts.made_after(made, int(move))
                history = history_of(GAME.rules, moves)
                situation = counts.Situation(position.state, history, made)
                seen = Seen(position)
                for n in range(NUMBERS):
                    by_hand = seen.counts(n)
                    found = {
                        name: counts.value_at(rows, row, counts.AT_L2, n, situation)
                        for row, name in enumerate(counts.COUNTS)
                    }
                    assert found == by_hand
                    for name in counts.COUNTS:
                        nonzero[name] += found[name] > 0
            position = position.play(rng.choice(position.legal_moves))
    assert min(nonzero.values()) > 10, nonzero


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        (counts.FIRST, {"4-0@e"}),
        (counts.LAST, {"6-5@n"}),
        (counts.HIGHEST_TILE, {"6-5@n"}),
        (counts.RANDOM, {"4-0@e", "4-0@w", "6-5@n"}),
        (counts.RANDOM_TILE, {"4-0@e", "6-5@n"}),
    ],
)
def test_ties_are_broken_as_the_row_says(ties: int, expected: set[str]) -> None:
    hands = (
        ("6-5", "6-3", "4-3", "3-0", "4-0", "1-1", "2-2"),
        ("6-6", "6-2", "5-3", "5-0", "5-1", "5-2", "4-4"),
        ("6-4", "3-3", "4-1", "4-2", "0-0", "5-4", "5-5"),
        ("6-0", "1-0", "2-0", "6-1", "2-1", "3-1", "3-2"),
    )
    position = GAME.round(hands, opener=None)
    for text in ("6-6", "6-4@e", "6-0@w"):
        position = position.play(text)
    codes = {move.text: move.code for move in position.legal_moves}
    best = sum(1 << codes[text] for text in ("4-0@e", "4-0@w", "6-5@n"))
    found = {counts.chosen_of(ties, best, position.state, 99, block << 8) for block in range(200)}
    assert {text for text, code in codes.items() if code in found} == expected
