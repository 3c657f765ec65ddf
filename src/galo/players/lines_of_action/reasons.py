"""Why the engine wants a move, in facts that a person can check.

wins_now, wins_in    the move connects, or leads there by force
holds_out            every move loses; this one takes longest
must_block           the other side would connect with its next move
chance               what the search expects, and how deep it looked
groups               in how many groups the move leaves the pieces, and were before
"""

from galo.games.game import Move
from galo.games.lines_of_action import LinesOfActionPosition
from galo.games.rules.lines_of_action import BIT, NEIGHBOURS, play, sides
from galo.jit import lowest_bit
from galo.players.lines_of_action.board import can_connect
from galo.players.lines_of_action.engine import Line
from galo.players.player import Reason


def reasons(position: LinesOfActionPosition, move: Move, line: Line) -> tuple[Reason, ...]:
    """Return what speaks for *move*, which *line* begins with."""
    moves = line.moves_to_end
    if moves is not None and line.score > 0:
        return (Reason("wins_in", {"moves": moves}) if moves > 1 else Reason("wins_now", {}),)
    found = []
    if moves is not None:
        found.append(Reason("holds_out", {"moves": moves}))
    own, enemy = sides(position.state)
    if can_connect(enemy, own):
        found.append(Reason("must_block", {}))
    if moves is None:
        percent = round(100 * line.chance)
        found.append(Reason("chance", {"percent": percent, "depth": line.depth}))
        after = sides(play(position.game.rules, position.state, move.code))[1]
        found.append(Reason("groups", {"before": groups(own), "after": groups(after)}))
    return tuple(found)


def groups(pieces: int) -> int:
    """Return in how many groups *pieces* stand."""
    count = 0
    while pieces:
        count += 1
        frontier = int(BIT[lowest_bit(pieces)])
        while frontier:
            square = lowest_bit(frontier)
            pieces &= ~int(BIT[square])
            frontier = (frontier | int(NEIGHBOURS[square])) & pieces & ~int(BIT[square])
    return count
