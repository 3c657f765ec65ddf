"""The list of games that the site offers, with their options, agents and levels."""

from galo.games.options import Option
from galo.games.registry import make_game
from galo.players.registry import Agent, game_agents
from galo.puzzles.library import puzzle_count
from galo.web.game_features import script_of, tools_of
from galo.web.lessons import lesson_count
from galo.web.responses import AgentInfo, GameInfo, OptionInfo
from galo.web.table_setup import OPERATOR_OPTIONS


def game_info(name: str) -> GameInfo:
    """Return what the list of games says about the game *name*."""
    game, players = make_game(name), game_agents(name)
    return GameInfo(
        name=name,
        seats=game.seats,
        sides=game.sides,
        has_chance=game.has_chance,
        options=[_option(option) for option in game.options_declared],
        agents=[_agent(agent) for agent in players.agents],
        levels=dict(players.levels),
        ratings=dict(players.ratings),
        tools=tools_of(game),
        script=script_of(game),
        lessons=lesson_count(name),
        puzzles=puzzle_count(name),
    )


def _agent(agent: Agent) -> AgentInfo:
    options = [option for option in agent.options if option.name not in OPERATOR_OPTIONS]
    return AgentInfo(agent.name, agent.line, [_option(option) for option in options])


def _option(option: Option) -> OptionInfo:
    is_number = option.minimum is not None
    return OptionInfo(
        name=option.name,
        default=option.default,
        choices=list(option.choices),
        minimum=option.minimum,
        maximum=option.maximum if is_number else None,
        optional=option.optional,
    )
