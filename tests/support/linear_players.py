"""The linear players of dominoes4 by name, for tests that look at their weights."""

import galo
from galo.players.dominoes4.linear import Linear


def linear_player(agent: str) -> Linear:
    """Return the player of dominoes4 that *agent* describes, which is a linear one."""
    player = galo.player("dominoes4", agent)
    assert isinstance(player, Linear)
    return player
