"""Small evolutions for tests: of every method, of vectors and of formulas."""

from typing import Any

from galo.lab.evolution_run import EvolutionRun, new_run
from galo.lab.evolvable import evolvable_of
from galo.lab.settings import EvolutionSettings

SMALL: dict[str, Any] = {
    "population": 12,
    "generations": 4,
    "matches": 40,
    "retest": 200,
    "seed": 5,
}
#: Settings of every method, by name.
KINDS: dict[str, dict[str, Any]] = {
    "ga": {},
    "cma": {"method": "cma"},
    "truncation": {"method": "truncation", "mutation": 0.2},
    "gp": {"method": "gp", "agent": "formula"},
    "nsga2": {"method": "nsga2", "goals": ("won", "points", "blocks")},
    "nsga2 of formulas": {"method": "nsga2", "agent": "formula"},
    "map": {"method": "map", "styles": ("blocks", "passes")},
    "map of formulas": {"method": "map", "agent": "formula"},
    "self": {"method": "cma", "against": ("self",)},
    "population of formulas": {"method": "gp", "agent": "formula", "against": ("population",)},
    "everybody": {"method": "truncation", "against": ("basic", "self", "population")},
    "finalists": {"finalists": 3},
}


def small(kind: str, **changes: Any) -> EvolutionSettings:
    """Return the settings of a small evolution of that *kind*, with *changes*."""
    return EvolutionSettings(**{**SMALL, **KINDS[kind], **changes})


def begin(settings: EvolutionSettings, number: int = 0) -> EvolutionRun:
    """Return run *number* of *settings* before its first generation."""
    opponents = evolvable_of(settings).opponents(settings.named_opponents)
    return new_run(settings, number, opponents)
