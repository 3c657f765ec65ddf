"""The ranking: people that want to be seen in it, and the agents that stand fixed between them."""

from collections import defaultdict
from collections.abc import Iterable

from galo.games.options import split_name
from galo.games.registry import game_names
from galo.players.registry import game_agents
from galo.web.own_statistics import PROVISIONAL
from galo.web.person_responses import RankedAgent, RankedPerson, Ranking, RankingPool
from galo.web.rating_store import RankedRating


def ranking(rated: Iterable[RankedRating], you: str | None) -> Ranking:
    """Return the ranking of the *rated* people, as the person *you* sees it."""
    pools: defaultdict[str, list[RankedPerson]] = defaultdict(list)
    for one in rated:
        if one.count >= PROVISIONAL:
            elo, margin = round(one.strength.elo), round(one.strength.margin)
            is_you = one.person == you
            pools[one.pool].append(RankedPerson(one.name, elo, margin, one.count, is_you))
    names = [name for name in game_names() if game_agents(name).ratings]
    plain = [name for name in names if name not in pools]
    found = [_pool(pool, people) for pool, people in pools.items()]
    found += [_pool(name, []) for name in plain]
    order = {name: place for place, name in enumerate(names)}
    found.sort(key=lambda pool: (order.get(pool.game, len(order)), len(pool.options)))
    return Ranking(PROVISIONAL, found)


def _pool(pool: str, people: list[RankedPerson]) -> RankingPool:
    game, options = split_name(pool)
    agents = []
    if game in game_names():
        known = game_agents(game)
        agents = [
            RankedAgent(known.levels[level], level, elo)
            for level, elo in sorted(known.ratings.items(), key=lambda one: -one[1])
        ]
    people = sorted(people, key=lambda person: (-person.elo, person.name))
    return RankingPool(game, options, people, agents)
