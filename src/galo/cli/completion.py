"""Names that the shell completes: of games, agents and experiments. Nothing heavy is imported."""

from collections.abc import Iterable

import typer

from galo.errors import GaloError

HUMAN = "human"


def complete_game(incomplete: str) -> list[str]:
    """Return the games that begin with *incomplete*."""
    return _beginning(_games(), incomplete)


def complete_agent(context: typer.Context, incomplete: str) -> list[str]:
    """Return the agents and levels that begin with *incomplete*, of the game named before."""
    return _beginning(_agents(context), incomplete)


def complete_seat(context: typer.Context, incomplete: str) -> list[str]:
    """Return who can sit at a table: a person, agents and levels."""
    return _beginning([HUMAN, *_agents(context)], incomplete)


def complete_experiment(incomplete: str) -> list[str]:
    """Return the experiments that begin with *incomplete*."""
    from galo.lab.experiments import experiment_names

    try:
        return _beginning(experiment_names(), incomplete)
    except GaloError:  # of somebody's plug-in; any command will say so
        return []


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _games() -> list[str]:
    from galo.games.registry import game_names

    try:
        return list(game_names())
    except GaloError:  # of somebody's plug-in; any command will say so
        return []


def _agents(context: typer.Context) -> list[str]:
    """Return the agents and levels of the game in *context*, of all games if there is none yet."""
    from galo.games.options import split_name
    from galo.players.registry import every_agent_of, levels_of

    names: list[str] = []
    try:
        typed = context.params.get("game")
        for game in [split_name(typed)[0]] if typed else _games():
            names += [*(agent.name for agent in every_agent_of(game)), *levels_of(game)]
    except GaloError:
        return []
    return names
