"""Whether a job may be computed here: all names known, no file named, and not too large."""

from galo.errors import GaloError
from galo.games.options import join_name
from galo.games.registry import game_names, make_game
from galo.lab.settings import FORMULA, POPULATION, SELF
from galo.players.registry import agents_of, game_agents
from galo.web.errors import SiteError
from galo.web.lab.job import plan_of
from galo.web.lab.requests import EvolutionRequest, GamesRequest
from galo.web.settings import SiteSettings
from galo.web.table_setup import parse_agent

FORMULAS_FOR = "dominoes4"


def evolvable_agents(game: str) -> dict[str, bool]:
    """Return the agents of *game* whose parameters can evolve: are their matches simulated?"""
    simulated = {agent.name for agent in game_agents(game).simulated}
    found = {agent.name: agent.name in simulated for agent in agents_of(game) if agent.parameters}
    return {**found, FORMULA: True} if game == FORMULAS_FOR else found


def checked(
    request: GamesRequest | EvolutionRequest, settings: SiteSettings
) -> GamesRequest | EvolutionRequest:
    """Return *request* with its agents spelled out; raise if it cannot be computed here."""
    try:
        if request.game not in game_names():
            raise SiteError("bad_job", f"{request.game!r} is no game")
        if isinstance(request, EvolutionRequest):
            return _checked_evolution(request, settings)
        return _checked_games(request, settings)
    except SiteError as problem:
        if problem.code == "bad_table":
            raise SiteError("bad_job", problem.detail) from None
        raise
    except GaloError as problem:
        raise SiteError("bad_job", str(problem)) from None


def _checked_games(request: GamesRequest, settings: SiteSettings) -> GamesRequest:
    from galo.arena.simulated import can_simulate

    make_game(join_name(request.game, request.options))
    players = [parse_agent(request.game, player) for player in request.players]
    if len(set(players)) < len(players):
        raise SiteError("bad_job", "a player is named twice")
    if (request.kind == "match") != (len(players) == 2):
        raise SiteError("bad_job", f"a {request.kind} is not of {len(players)} players")
    if request.seconds is not None and request.nodes is not None:
        raise SiteError("bad_job", "seconds and nodes contradict each other")
    found = request.model_copy(update={"players": players})
    plan = plan_of(found)
    plan.check_seats()
    _check_size(2 * plan.total_pairs, can_simulate(plan), settings)
    return found


def _checked_evolution(request: EvolutionRequest, settings: SiteSettings) -> EvolutionRequest:
    from galo.lab.evolution import evolution_settings
    from galo.lab.evolvable import AgentVectors, evolvable_of

    agent = request.agent
    if agent != FORMULA:
        agent = parse_agent(request.game, agent)
    against = [
        one if one in (SELF, POPULATION) else parse_agent(request.game, one)
        for one in request.against
    ]
    found = request.model_copy(update={"agent": agent, "against": against})
    fields = found.model_dump(exclude={"kind", "game", "agent", "against"})
    chosen = evolution_settings(request.game, agent, against, fields)
    is_simulated = not isinstance(evolvable_of(chosen), AgentVectors)
    met = len(against) + (request.population if POPULATION in against else 0)
    size = request.population * request.matches * met * request.generations + request.retest
    _check_size(size, is_simulated, settings)
    return found


def _check_size(games: int, is_simulated: bool, settings: SiteSettings) -> None:
    """Raise if so many *games* are more than the site computes in one job."""
    most = settings.lab_matches if is_simulated else settings.lab_games
    if games > most:
        raise SiteError("too_large", f"{games:,} of at most {most:,}")
