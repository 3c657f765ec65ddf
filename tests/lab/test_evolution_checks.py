"""Bad input to an evolution: one sentence, before anything is written, played or connected to."""

from pathlib import Path
from typing import Any

import pytest

from galo.errors import GaloError
from galo.lab import evolution
from galo.lab.evolution import evolve
from galo.lab.evolution_checks import checked_evolvable
from galo.lab.settings import METHODS, EvolutionSettings
from support.commands import Refusal

SMALL = ["--population", "4", "--generations", "1", "--matches", "2", "--retest", "2"]
REFUSED = [
    ("s1 --method nsga2 --goals won --goals luck", "unknown goal 'luck'; known: won, points"),
    ("s1 --method nsga2 --goals won --goals s2", "unknown goal 's2'; known: won, points"),
    ("s1 --method nsga2 --goals won", "different goals, two or more, not won"),
    ("s1 --method nsga2 --goals won --goals won", "different goals, two or more, not won, won"),
    ("s1 --method nsga2 --goals won --goals small", "small is a goal of formulas: s1"),
    ("s1 --goals won --goals points", "goals won, points: of nsga2, not of ga"),
    ("s1 --method map --styles blocks --styles luck", "unknown style 'luck'; known: blocks"),
    ("s1 --method map --styles blocks", "1 styles: the grid of map is along two"),
    ("s1 --method map --styles pips --styles pips", "two different styles, not pips, pips"),
    ("s1 --cells 50", "cells 50: of map, not of ga"),
    ("s1 --method map --cells 1", "cells 1 is not from 2 to 200"),
    ("s1 --styles stuck --styles pips", "styles stuck, pips: of map, not of ga"),
    ("s1 --method gp", "s1 does not evolve by gp: gp is for formulas alone"),
    ("formula", "formula does not evolve by ga: gp is for formulas alone"),
    ("formula --method cma", "formula does not evolve by cma"),
    ("formula --method gp --size 0", "nodes"),
    ("formula --method gp --size 99", "nodes"),
    ("formula --method gp --without a7", "a formula has no parameters to leave out"),
    ("formula --method gp --against champion", "'champion' is no linear player"),
    ("formula --method gp --reading published", "reading published: of s1 to s4"),
    ("s1 --size 9", "size 9: of formulas, not of s1"),
    ("s1 --first points", "first points: of formulas, not of s1"),
    ("formula --method gp --first hand_fra", "there is no feature 'hand_fra'; near: hand_far"),
    ("s1 --nodes 10", "nodes 10: where agents search or play games, and here all is simulated"),
    ("s1 --openings 2", "openings 2: where agents search or play games"),
    ("s1 --method map --finalists 3", "finalists 3: of methods that end in one player"),
    ("s1 --finalists 0", "finalists 0 is not 1 or more"),
    ("s1:weights=six", "'s1:weights=six' says more than the name of a strategy"),
    ("s9", "unknown agent of dominoes4 with parameters 's9'; known: "),
    ("s1 --method truncation --population 3", "has no two survivors; give 4"),
    ("champion --method map", "champion plays games, and only the simulator counts styles"),
    ("champion --method nsga2", "champion plays games, and only the simulator counts blocks"),
    ("champion --method nsga2 --goals won --goals points", "the simulator counts points"),
    ("champion --reading published", "reading published: of s1 to s4"),
    ("champion --against nobody", "unknown agent of dominoes4 'nobody'"),
    ("champion --device cuda", "champion plays games, which no GPU does"),
]


@pytest.mark.parametrize(("words", "problem"), REFUSED)
def test_one_sentence_and_nothing_is_written(
    refusal: Refusal, tmp_path: Path, words: str, problem: str
) -> None:
    out = tmp_path / "out"
    assert problem in refusal("evolve", "dominoes4", *SMALL, *words.split(), "--out", str(out))
    assert not out.exists()


@pytest.mark.parametrize(
    ("agent", "changes", "problem"),
    [
        ("s1", {"method": "nsga2", "goals": ("won", "luck")}, "unknown goal 'luck'"),
        ("s1", {"method": "map", "styles": ("blocks",)}, "1 styles"),
        ("formula", {}, "formula does not evolve by ga"),
        ("s1", {"method": "truncation", "population": 3}, "has no two survivors"),
        ("s1", {"history": True}, "a history needs a directory to lie in"),
    ],
)
def test_from_python_it_is_refused_before_a_place_to_play_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, agent: str, changes: dict[str, Any], problem: str
) -> None:
    monkeypatch.setattr(evolution, "place_for", lambda *words: pytest.fail("it would be played"))
    with pytest.raises(GaloError, match=problem):
        evolve("dominoes4", agent, **changes)


def test_formulas_are_of_one_game() -> None:
    with pytest.raises(GaloError, match="formulas play dominoes4, not dominoes2"):
        checked_evolvable(EvolutionSettings("formula", method="gp", game="dominoes2"))


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_defaults_that_fit(method: str) -> None:
    checked_evolvable(EvolutionSettings("formula" if method == "gp" else "s1", method=method))


@pytest.mark.parametrize(
    ("game", "agent", "beginner"),
    [
        ("dominoes4", "s1", "basic"),
        ("dominoes2", "costa", "first"),
        ("connect_four", "tux", "focused"),
    ],
)
def test_the_opponent_by_default_is_the_beginner_of_the_game(
    game: str, agent: str, beginner: str
) -> None:
    assert evolution.evolution_settings(game, agent, None, {}).against == (beginner,)
