"""Inference in dominó de 4 pontas: weights by a naive twin, and deals kept in proportion."""

import math
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import from_bits, halves
from galo.games.game import Hands
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes4 import COEFFICIENTS, SHARES, TEMPERATURE
from galo.players.dominoes4.inference import infer_hands
from galo.players.dominoes4.linear import coefficients
from galo.players.dominoes4.opponent_models import ONLY, opponent_models
from galo.players.dominoes4.public_history import history_of
from galo.stream import Stream
from support.domino_rounds import every_deal, late
from support.linear_formula import Seen, value

SURE = 1e-6  # share of tests in which a correct program fails
STEP = 1 / 16  # the table of the exponential has such steps
USUAL = (TEMPERATURE, *SHARES.values())


def naive_weight(
    seen: DominoObservation, hands: Hands, beliefs: tuple[str, str], numbers: tuple[float, ...]
) -> float:
    """Return how likely the choices of the other seats are if *hands* are what is left.

    *beliefs* are of the opponents and of the partner; *numbers* the temperature and the shares.
    """
    temperature, *mixture = numbers
    opponents, partner = beliefs
    position = seen.complete(hands)
    now = position.game.round(position.dealt, position.opener, position.scores)
    chances = {seat: [1.0, 1.0, 1.0] for seat in range(4)}
    vectors = [coefficients("s1", "evolved", "literal"), [0.0] * COEFFICIENTS]
    for play in position.plays:
        options = [move.text for move in now.legal_moves]
        if play.seat != seen.seat and len(options) > 1:
            known = Seen(now) if now.plays else None
            for model, vector in enumerate(vectors):
                if known:
                    values = [value(known, text, vector, "literal") for text in options]
                else:
                    values = [opening(now, text, vector) for text in options]
                chosen = values[options.index(play.text)]
                exponents = [round((v - chosen) / temperature / STEP) * STEP for v in values]
                chances[play.seat][model] /= sum(map(math.exp, exponents))
            chances[play.seat][2] /= len(options)
        now = now._after(now.parse_move(play.text))
    weight = 1.0
    for away, belief in ((1, opponents), (2, partner), (3, opponents)):
        seat = (seen.seat + away) % 4
        shares = ONLY.get(belief, mixture)
        likely = sum(s * c for s, c in zip(shares, chances[seat], strict=True))
        weight *= likely / sum(shares)
    return weight


def opening(position: DominoPosition, text: str, a: list[float]) -> float:
    number = halves(text)[0]
    held = sum(number in halves(t) for t in position.hands[position.mover or 0])
    return (2 * number if 2 * number % 5 == 0 else 0) + a[4] * held


def hidden_hands(seen: DominoObservation, deal: "np.ndarray") -> tuple[tuple[str, ...], ...]:
    """Return what the other seats still hold if *deal*, from the own seat on, is true."""
    placed = {play.tile for play in seen.plays}
    return tuple(
        tuple(name for name in from_bits(int(hand)) if name not in placed) for hand in deal[1:4]
    )


@pytest.mark.parametrize(
    ("seed", "beliefs", "numbers"),
    [
        (1, ("mixture", "mixture"), USUAL),
        (4, ("mixture", "mixture"), USUAL),
        (5, ("mixture", "mixture"), USUAL),
        (4, ("s1", "basic"), USUAL),
        (5, ("basic", "anybody"), USUAL),
        (4, ("mixture", "mixture"), (1.5, 0.2, 0.9, 0.4)),
        (5, ("s1", "mixture"), (12.0, 0.0, 0.3, 0.0)),
    ],
)
def test_deals_are_kept_as_often_as_the_plays_make_them_likely(
    seed: int, beliefs: tuple[str, str], numbers: tuple[float, ...]
) -> None:
    position = late(seed, 6)
    assert position is not None
    assert position.mover is not None
    seen = position.observe(position.mover)
    deals = every_deal(seen)
    assert len(deals) > 3
    weights = np.array([naive_weight(seen, hands, beliefs, numbers) for hands in deals])
    belief = Belief(seen)
    information = information_state(seen, history_of(seen.game.rules, public_moves(seen)))
    kept: Counter[tuple[tuple[str, ...], ...]] = Counter()
    rounds = 400
    models = opponent_models(*beliefs, numbers[0], numbers[1:])
    for number in range(rounds):
        inferred, _ = infer_hands(belief, models, information, 20, Stream.of(7, number).key)
        # One deal of each inference: those kept together are not independent of one another.
        kept[hidden_hands(seen, inferred.deals[inferred.kept[number % 20]])] += 1
    around = [tuple(set(d[(seen.seat + k) % 4]) for k in (1, 2, 3)) for d in deals]
    # 1. The weight of every deal is the naive one, up to the rounding of the table.
    for row, weight in zip(inferred.deals, inferred.weights, strict=True):
        hands = hidden_hands(seen, row)
        index = around.index(tuple(map(set, hands)))
        assert weight == pytest.approx(weights[index], rel=1e-6)
    # 2. The deals that are kept are drawn by weight. A sample of 120 is drawn from, which
    #    leaves the rarest a little rarer: deals of little weight are counted together.
    counts = np.zeros(len(deals))
    for hands, times in kept.items():
        counts[around.index(tuple(map(set, hands)))] += times
    expected = rounds * weights / weights.sum()
    often = expected >= 10
    if (~often).any():
        counts, expected = (
            np.append(array[often], array[~often].sum()) for array in (counts, expected)
        )
    assert chisquare(counts, expected).pvalue > SURE
