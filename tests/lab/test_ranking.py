"""Ranks of methods: the example that Demšar prints, and what an obvious twin says."""

import numpy as np
import pytest

from galo.errors import ConfigError
from galo.lab.figures import critical_differences
from galo.lab.ranking import Ranking, ranking_of

# Demšar 2006, table 6: ranks of C4.5 and three variants on fourteen data sets.
PRINTED = {
    "C4.5": [4, 1, 4, 4, 4, 1, 3, 2.5, 4, 2.5, 4, 3, 4, 3],
    "C4.5+m": [3, 2, 1, 1, 2, 2.5, 2, 2.5, 3, 2.5, 2.5, 2, 1, 1],
    "C4.5+cf": [2, 3, 2, 3, 3, 4, 4, 4, 2, 2.5, 1, 4, 2, 4],
    "C4.5+m+cf": [1, 4, 3, 2, 1, 2.5, 1, 1, 1, 2.5, 2.5, 1, 3, 2],
}


def test_the_published_example() -> None:
    found = ranking_of({name: [-rank for rank in ranks] for name, ranks in PRINTED.items()})
    assert found.blocks == 14
    assert [round(rank, 3) for rank in found.ranks.values()] == [3.143, 2.0, 2.893, 1.964]
    assert found.chi_square == pytest.approx(9.28, abs=0.005)
    assert found.f_statistic == pytest.approx(3.69, abs=0.005)
    assert found.p_value < 0.05  # the critical value of F(3, 39) is 2.85
    assert found.critical_difference == pytest.approx(1.25, abs=0.005)
    # 3.143 - 1.964 is less than 1.25: the test of Nemenyi finds no two that differ.
    assert found.cliques() == [("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")]


@pytest.mark.parametrize(("methods", "printed"), [(2, 1.960), (5, 2.728), (10, 3.164)])
def test_critical_values_of_nemenyi(methods: int, printed: float) -> None:
    found = Ranking({str(n): 1.0 for n in range(methods)}, methods * (methods + 1) // 6 or 1)
    scale = np.sqrt(methods * (methods + 1) / (6 * found.blocks))
    assert found.critical_difference / scale == pytest.approx(printed, abs=0.0015)


def test_groups_are_the_largest_of_which_no_two_differ() -> None:
    many = Ranking({"a": 1.0, "b": 1.5, "c": 2.4, "d": 4.0, "e": 4.1}, 60)
    assert 0.5 < many.critical_difference < 0.9
    assert many.cliques() == [("a", "b"), ("d", "e")]
    assert Ranking({"a": 1.0, "b": 1.5, "c": 2.0}, 40).cliques() == [("a", "b"), ("b", "c")]


def test_equals_share_a_rank_and_runs_must_match() -> None:
    assert ranking_of({"a": [1, 5], "b": [1, 4], "c": [0, 4]}).ranks == {
        "a": 1.25, "b": 2.0, "c": 2.75
    }  # fmt: skip
    with pytest.raises(ConfigError, match="all of as many runs"):
        ranking_of({"a": [1.0], "b": [1.0, 2.0]})


def test_figure_has_every_method_and_the_difference() -> None:
    from galo.lab.figures import svg_of

    found = ranking_of({name: [-rank for rank in ranks] for name, ranks in PRINTED.items()})
    drawing = svg_of(critical_differences(found), "ranks")
    for name, rank in found.ranks.items():
        assert f"{name}  {rank:.2f}" in drawing
    assert "critical difference 1.25" in drawing
