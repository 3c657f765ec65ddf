"""Why the engine wants a move, in facts that a person can check.

wins_now, wins_in    the move connects, or leads there by force
holds_out            every move loses; this one takes longest
must_block           the other side would connect with its next move
chance               the expected score, in per cent, and the depth of the search
groups               the move leaves the pieces in fewer groups: how many before and after
"""

from galo.games.game import Move
from galo.games.lines_of_action import LinesOfActionPosition, groups
from galo.games.rules.lines_of_action import play, sides
from galo.players.lines_of_action.board import can_connect
from galo.players.lines_of_action.engine import PrincipalVariation
from galo.players.player import Reason


def plain_reasons(position: LinesOfActionPosition, move: Move) -> tuple[Reason, ...]:
    """Return the facts behind *move* that can be seen on the board, without a search."""
    own, enemy = sides(position.state)
    outcome = position.play(move).outcome
    if outcome is not None and outcome.winner == position.mover:
        return (Reason("wins_now", {}),)
    block = (Reason("must_block", {}),) if can_connect(enemy, own) else ()
    return (*block, *_joined(position, move))


def _joined(position: LinesOfActionPosition, move: Move) -> tuple[Reason, ...]:
    """Return that *move* leaves its side in fewer groups, if it does."""
    before = groups(sides(position.state)[0])
    after = groups(sides(play(position.game.rules, position.state, move.code))[1])
    return (Reason("groups", {"before": before, "after": after}),) if after < before else ()


def reasons(
    position: LinesOfActionPosition, move: Move, variation: PrincipalVariation
) -> tuple[Reason, ...]:
    """Return the facts behind *move*, the first of *variation*."""
    moves = variation.moves_to_end
    if moves is not None and variation.score > 0:
        return (Reason("wins_in", {"moves": moves}) if moves > 1 else Reason("wins_now", {}),)
    found = []
    if moves is not None:
        found.append(Reason("holds_out", {"moves": moves}))
    own, enemy = sides(position.state)
    if can_connect(enemy, own):
        found.append(Reason("must_block", {}))
    if moves is None:
        percent = round(100 * variation.expected_score)
        found.append(Reason("chance", {"percent": percent, "depth": variation.depth}))
        found += _joined(position, move)
    return tuple(found)
