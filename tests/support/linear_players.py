"""The linear players of dominoes4 by name, for tests that look at their weights."""

from galo.players.dominoes4.linear import Linear
from galo.players.registry import make_player


def linear_player(agent: str) -> Linear:
    """Return the player of dominoes4 that *agent* describes, which is a linear one."""
    player = make_player("dominoes4", agent, is_simulated=True)
    assert isinstance(player, Linear)
    return player
