"""The teaching example of antonio2011, chapter 5: each printed number, computed again.

Where the print contradicts itself, the test says so: see docs/teaching_example.md.
"""

from collections import Counter
from itertools import chain

import numpy as np
import pytest

from galo.lab.optimisers import GeneticAlgorithm
from galo.lab.scores import Scores
from galo.lab.settings import GeneticSettings, Range

QUADRO_2 = {"1100": (12, 36), "0100": (4, 44), "0001": (1, 14)}
QUADRO_2 |= {"1110": (14, 14), "0111": (7, 56), "1001": (9, 54)}
QUADRO_3 = (  # parents, children, children after mutation
    (("1001", "0100"), ("1000", "0101"), ("1000", "0101")),
    (("1100", "0111"), ("1111", "0100"), ("1011", "0100")),
    (("0100", "0111"), ("0100", "0111"), ("0110", "0111")),
)
QUADRO_4 = {"1000": (8, 56), "0101": (5, 50), "1011": (11, 44)}
QUADRO_4 |= {"0100": (4, 44), "0110": (6, 54), "0111": (7, 56)}
PRINTED_FITNESS = 56.24  # of the script in quadro 7, "about"
HIGHEST = 56.25  # at 7.5, where the chromosome is a real number
RANGE = Range(0.0, 15.0)
SIZE, GENERATIONS = 6, 100
USUAL_RATES = (0.001, 0.01)  # of mutation, section 5.2.3


def fitness(x: float) -> float:
    """Return what is to be made largest."""
    return 15 * x - x * x


def crossed(first: str, second: str, cut: int) -> tuple[str, str]:
    """Return the two children of a simple crossover behind bit *cut*."""
    return first[:cut] + second[cut:], second[:cut] + first[cut:]


@pytest.mark.parametrize("quadro", [QUADRO_2, QUADRO_4], ids=["quadro 2", "quadro 4"])
def test_populations_have_the_printed_values_and_fitness(
    quadro: dict[str, tuple[int, int]],
) -> None:
    assert len(quadro) == SIZE
    for bits, (value, printed) in quadro.items():
        assert (int(bits, 2), fitness(value)) == (value, printed)


def test_the_three_named_candidates_have_the_largest_shares_of_the_wheel() -> None:
    total = sum(printed for _, printed in QUADRO_2.values())
    shares = {value: printed / total for value, printed in QUADRO_2.values()}
    assert total == 218
    assert set(sorted(shares, key=shares.__getitem__)[-3:]) == {4, 7, 9}
    assert [round(100 * share, 1) for share in shares.values()] == [
        16.5,
        20.2,
        6.4,
        6.4,
        25.7,
        24.8,
    ]


@pytest.mark.parametrize(("pair", "cuts"), [(0, [2, 3]), (1, [1, 2])])
def test_crossed_pairs_have_children_of_one_cut(pair: int, cuts: list[int]) -> None:
    parents, children, _ = QUADRO_3[pair]
    assert [cut for cut in (1, 2, 3) if crossed(*parents, cut) == children] == cuts


def test_the_third_pair_was_copied() -> None:
    parents, children, _ = QUADRO_3[2]
    assert children == parents
    assert all(crossed(*parents, cut) != children for cut in (1, 2, 3))


def test_two_bits_were_flipped_more_than_the_text_recommends() -> None:
    before = "".join(chain.from_iterable(children for _, children, _ in QUADRO_3))
    after = "".join(chain.from_iterable(mutated for *_, mutated in QUADRO_3))
    flipped = [place for place in range(len(before)) if before[place] != after[place]]
    assert [divmod(place, 4) for place in flipped] == [(2, 1), (4, 2)]  # child and bit, from 0
    assert len(flipped) / len(before) > 8 * max(USUAL_RATES)


def test_children_of_quadro_3_are_the_population_of_quadro_4() -> None:
    assert [bits for *_, mutated in QUADRO_3 for bits in mutated] == list(QUADRO_4)
    parents = Counter(chain.from_iterable(pair for pair, *_ in QUADRO_3))
    assert parents == {"0100": 2, "0111": 2, "1001": 1, "1100": 1}
    assert set(parents) < set(QUADRO_2)


def test_mean_rises_and_the_best_was_there_before() -> None:
    first, second = ([value for _, value in quadro.values()] for quadro in (QUADRO_2, QUADRO_4))
    assert (sum(first) / SIZE, sum(second) / SIZE) == pytest.approx((36.333, 50.667), abs=1e-3)
    assert max(first) == max(second) == max(fitness(x) for x in range(16)) == 56


def test_printed_result_of_quadro_7_is_a_real_number_and_no_chromosome_of_four_bits() -> None:
    assert max(fitness(x) for x in range(16)) < PRINTED_FITNESS < HIGHEST == fitness(7.5)
    assert [fitness(x) for x in (7.4, 7.6)] == pytest.approx([PRINTED_FITNESS] * 2)


def test_defaults_of_quadro_6_leave_three_copies_and_one_mutant() -> None:
    chosen = settings_of(0.01)
    assert (chosen.elites, chosen.crossovers, chosen.mutants) == (2, 3, 1)
    algorithm = GeneticAlgorithm(1, np.random.default_rng(1), chosen)
    for _ in range(20):
        before = set(algorithm.ask()[:, 0])
        algorithm.tell(Scores.of_shares(np.array([fitness(x) for x in algorithm.ask()[:, 0]]), 1))
        crossings = algorithm.ask()[2:5, 0]
        assert set(crossings) <= before  # one gene cannot be cut


def settings_of(mutation: float) -> GeneticSettings:
    """Return the settings of quadros 6 and 7 with another rate of *mutation*."""
    return GeneticSettings(SIZE, 2, "roulette", "scattered", mutation, RANGE)


def result(seed: int, mutation: float) -> float:
    """Return the fitness that the script of quadro 7 ends with."""
    algorithm = GeneticAlgorithm(1, np.random.default_rng(seed), settings_of(mutation))
    for _ in range(GENERATIONS):
        algorithm.tell(Scores.of_shares(np.array([fitness(x) for x in algorithm.ask()[:, 0]]), 1))
    return max(fitness(x) for x in algorithm.ask()[:, 0])


def test_printed_result_is_rare_under_the_printed_rate_and_usual_under_a_larger_one() -> None:
    rare, usual = (
        sum(result(seed, mutation) >= PRINTED_FITNESS - 0.005 for seed in range(40))
        for mutation in (0.01, 1.0)
    )
    assert rare < 40 / 4
    assert usual > 40 / 2
