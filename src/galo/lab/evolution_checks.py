"""Whether the settings of an evolution fit together: told before anything is written or played."""

from collections.abc import Mapping, Sequence

from galo.errors import ConfigError
from galo.games.options import split_name
from galo.games.registry import make_game
from galo.lab.evolvable import AgentVectors, Evolvable, LinearVectors, evolvable_of
from galo.lab.goals import POINTS, SMALL, check_goals
from galo.lab.settings import FORMULA, GP, MAP, NSGA2, STYLED, EvolutionSettings
from galo.lab.styles import STYLES, check_styles
from galo.players.registry import make_player

Default = EvolutionSettings  # its class attributes are the defaults of the fields


def checked_evolvable(settings: EvolutionSettings) -> Evolvable:
    """Return what *settings* evolve; raise unless all of them fit together."""
    evolvable = evolvable_of(settings)
    _check_method(settings, isinstance(evolvable, AgentVectors))
    _check_choices(settings)
    if not isinstance(evolvable, LinearVectors):
        _refuse(settings, {"reading": "of s1 to s4 in the simulator, which does not play here"})
    if isinstance(evolvable, AgentVectors):
        make_game(settings.game)
        for name in settings.named_opponents:
            make_player(split_name(settings.game)[0], name)
        return evolvable
    everywhere = "where agents search or play games, and here all is simulated"
    _refuse(settings, {"nodes": everywhere, "openings": everywhere})
    written = split_name(settings.agent)[1]
    if written and isinstance(evolvable, LinearVectors):
        raise ConfigError(
            f"{settings.agent!r} says more than the name of a strategy: all its weights evolve, "
            "and --reading is its reading"
        )
    return evolvable


def _check_method(settings: EvolutionSettings, is_by_games: bool) -> None:
    """Raise if the method does not suit what evolves, or how it is played."""
    method, is_formula = settings.method, settings.agent == FORMULA
    if is_formula != (method == GP) and method not in STYLED:
        raise ConfigError(f"{settings.agent} does not evolve by {method}: gp is for formulas alone")
    if is_by_games and method == MAP:
        raise ConfigError(
            f"{settings.agent} plays games, and only the simulator counts styles for map"
        )
    counted = [goal for goal in settings.goals_met if goal in (POINTS, *STYLES)]
    if is_by_games and counted:
        raise ConfigError(
            f"{settings.agent} plays games, and only the simulator counts {counted[0]}: --goals "
            "names others, as won and safe"
        )


def _check_choices(settings: EvolutionSettings) -> None:
    """Raise if goals, styles, finalists or a size are unknown, or of another method."""
    method, goals = settings.method, settings.goals_met
    if method != NSGA2:
        _refuse(settings, {"goals": f"of nsga2, not of {method}"})
    else:
        check_goals(goals, settings.named_opponents)
        if len(set(goals)) < max(2, len(goals)):
            raise ConfigError(f"nsga2 weighs different goals, two or more, not {_listed(goals)}")
        if SMALL in goals and settings.agent != FORMULA:
            raise ConfigError(f"small is a goal of formulas: {settings.agent} is never smaller")
    if method != MAP:
        words = f"of map, not of {method}"
        _refuse(settings, {"styles": words, "cells": words})
    else:
        check_styles(settings.styles)
        if len(set(settings.styles)) < len(settings.styles):
            raise ConfigError(f"map needs two different styles, not {_listed(settings.styles)}")
    if method in STYLED:
        words = f"of methods that end in one player; {method} ends in many, all measured afresh"
        _refuse(settings, {"finalists": words})
    if settings.agent != FORMULA:
        words = f"of formulas, not of {settings.agent}"
        _refuse(settings, {"size": words, "first": words})


def _refuse(settings: EvolutionSettings, reasons: Mapping[str, str]) -> None:
    """Raise if a setting that *reasons* names is not its default."""
    for name, reason in reasons.items():
        value = getattr(settings, name)
        if value != getattr(Default, name):
            shown = _listed(value) if isinstance(value, tuple) else value
            raise ConfigError(f"{name} {shown}: {reason}")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
