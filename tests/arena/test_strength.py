"""Ratings that move game by game: known numbers, teams, draws, and intervals that hold."""

import random

import pytest

from galo.arena.strength import DRIFT, INTERVAL, NEWCOMER, Strength, after_game
from support.samples import sample

LADDER = (1000, 1607, 1801, 2167)  # of Connect Four
PEOPLE = sample(150, 2000)


def expected(difference: float) -> float:
    return float(1.0 / (1.0 + 10.0 ** (-difference / 400.0)))


def test_known_person_gains_what_the_formula_of_elo_says() -> None:
    own, opponent = Strength(1500.0, 30.0), Strength(1600.0)
    gained = after_game(own, 1.0, [opponent]).elo - own.elo
    lost = after_game(own, 0.0, [opponent]).elo - own.elo
    assert gained / (gained - lost) == pytest.approx(1 - expected(-100), abs=0.01)


def test_draw_is_half_a_win_and_half_a_loss() -> None:
    opponent = [Strength(1800.0)]
    won, drawn, lost = (after_game(NEWCOMER, score, opponent) for score in (1.0, 0.5, 0.0))
    assert drawn.elo == pytest.approx((won.elo + lost.elo) / 2, abs=1e-5)
    assert lost.elo < NEWCOMER.elo < drawn.elo < won.elo
    assert NEWCOMER.deviation > drawn.deviation == lost.deviation == won.deviation


def test_pair_is_as_strong_as_its_mean() -> None:
    own, equal = Strength(1200.0, 40.0), Strength(1200.0)
    alone = after_game(own, 1.0, [equal])
    in_pair = after_game(own, 1.0, [equal, equal], [equal])
    carried = after_game(own, 1.0, [equal, equal], [Strength(1600.0)])
    assert own.elo < carried.elo < in_pair.elo < alone.elo
    mean = after_game(own, 1.0, [Strength(1000.0), Strength(1400.0)], [equal])
    assert mean.elo == pytest.approx(in_pair.elo, abs=1e-5)


def test_interval_of_somebody_who_plays_much_stays_as_wide_as_people_change() -> None:
    strength = Strength(1000.0, 1.0)
    for _ in range(3):
        strength = after_game(strength, 0.5, [Strength(1000.0)])
    assert strength.deviation == pytest.approx((1 + 3 * DRIFT**2) ** 0.5, rel=0.01)


def test_intervals_hold_what_they_say() -> None:
    rng = random.Random(5)
    held = 0
    for _ in range(PEOPLE):
        true, strength = rng.gauss(1300, 300), NEWCOMER
        for _ in range(30):
            opponent = float(rng.choice(LADDER))
            score = float(rng.random() < expected(true - opponent))
            strength = after_game(strength, score, [Strength(opponent)])
        held += abs(true - strength.elo) < INTERVAL * strength.deviation
    assert held / PEOPLE >= 0.9
