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
from galo.players.dominoes4 import (
    ALIKE,
    COEFFICIENTS,
    LINEAR_SHARES,
    LINEAR_TEMPERATURE,
    SHARES,
    TEMPERATURE,
)
from galo.players.dominoes4.inference import infer_hands
from galo.players.dominoes4.linear import coefficients
from galo.players.dominoes4.opponent_models import POLICY, belief_in, opponent_models
from galo.players.dominoes4.policy import UNIT_VALUE, distilled_policy, policy_value
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.situation import situation_of
from galo.stream import Stream
from support.domino_rounds import every_deal, late
from support.linear_formula import Seen, value

SURE = 1e-6  # share of tests in which a correct program fails
STEP = 1 / 16  # the table of the exponential has such steps
LINEAR = (LINEAR_TEMPERATURE, *LINEAR_SHARES.values())
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
    chances = {seat: [1.0] * len(mixture) for seat in range(4)}
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
            if len(mixture) > POLICY:
                exponents = policy_exponents(now, play.text)
                chances[play.seat][POLICY] /= sum(map(math.exp, exponents))
        now = now._after(now.parse_move(play.text))
    following, ours, previous = (np.array(chances[(seen.seat + k) % 4]) for k in (1, 2, 3))
    shares = belief_in(opponents, tuple(mixture))
    alike = ALIKE if len(mixture) > POLICY else 0.0
    both = alike * (shares @ (following * previous))
    both += (1 - alike) * (shares @ following) * (shares @ previous)
    return float(both * (belief_in(partner, tuple(mixture)) @ ours))


def policy_exponents(position: DominoPosition, chosen: str) -> list[float]:
    """Return by how much the policy values each option more than *chosen*, in steps."""
    rules, before = position.game.rules, position.scores[-1] if position.scores else (0, 0)
    side = (position.mover or 0) % 2
    history = history_of(rules, public_moves(position))
    situation = situation_of(rules, position.state, history, before[side], before[1 - side])
    values = {
        move.text: policy_value(distilled_policy(), situation, move.code) / UNIT_VALUE
        for move in position.legal_moves
    }
    return [round((each - values[chosen]) / STEP) * STEP for each in values.values()]


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
        (1, ("mixture", "mixture"), LINEAR),
        (4, ("mixture", "mixture"), LINEAR),
        (5, ("mixture", "mixture"), LINEAR),
        (4, ("s1", "basic"), LINEAR),
        (5, ("basic", "anybody"), LINEAR),
        (4, ("mixture", "mixture"), USUAL),
        (5, ("policy", "s1"), (LINEAR_TEMPERATURE, *SHARES.values())),
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
    alike = ALIKE if numbers == USUAL else 0.0
    models = opponent_models(*beliefs, numbers[0], numbers[1:], alike)
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
