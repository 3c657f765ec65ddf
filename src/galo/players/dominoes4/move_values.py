"""What every move comes to: the deals that were kept, each played out after each move.

Of the last tiles, a round is solved rather than played out: then the chance to win the match
is that of best play by everybody in that deal.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes4 import (
    PASS,
    Rules,
    State,
    is_round_over,
    legal_moves,
    play,
)
from galo.games.rules.tiles import size
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes4.evaluation import remember
from galo.players.dominoes4.inference import Chair, Desk
from galo.players.dominoes4.match_equity import Goal, chance_after
from galo.players.dominoes4.opponent_models import Models
from galo.players.dominoes4.rollouts import advantage, play_on
from galo.players.dominoes4.search import solved_chance
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealCube, RealMatrix


MATCH, LEAD, NEXT_PASSES, DEALS = range(4)  # columns of what is added up for every move
MOVES = PASS + 1  # rows
SUMS_SHAPE = (MOVES, 4)
PLAYING_OUT = 1 << 33  # the stream below a key that breaks ties
ENDING = 8  # tiles in all hands, from which on rounds are solved


class Thought(NamedTuple):
    """What is added up, what a match is worth by its score, and room to search."""

    sums: "RealMatrix"
    chances: "RealCube"
    stack: "IntMatrix"


@kernel
def tiles_left(state: State) -> int:
    """Return how many tiles are in all hands."""
    return size(state.hand0 | state.hand1 | state.hand2 | state.hand3)


@no_gil_kernel
def play_out(
    rules: Rules, models: Models, chair: Chair, desk: Desk, thought: Thought, key: int
) -> None:
    """Add up, for each move of *chair*, what it comes to in every deal that the desk keeps."""
    known, sums = chair.state, thought.sums
    goal = Goal(thought.chances, chair.score, chair.their_score)
    for number in range(len(desk.kept)):
        deal = desk.kept[number]
        state = State(
            known.hand0, desk.hands[deal, 0], desk.hands[deal, 1], desk.hands[deal, 2], 0,
            known.phase, known.table, known.passes, known.ours, known.theirs,
        )  # fmt: skip
        # The same ties for every move of a deal: moves are compared, not rounds.
        stream = fold_in(fold_in(key, PLAYING_OUT), number)
        moves = legal_moves(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(rules, state, move)
            seen = remember(chair.memory, state.table, move)
            is_stuck = not is_round_over(after) and legal_moves(after) == 1 << PASS
            end = play_on(rules, models, after, seen, desk.models[deal], stream)
            if tiles_left(after) > ENDING:
                sums[move, MATCH] += chance_after(goal, end)
            else:
                sums[move, MATCH] += solved_chance(rules, goal, after, thought.stack)
            sums[move, LEAD] += advantage(end)
            sums[move, NEXT_PASSES] += int(is_stuck)
            sums[move, DEALS] += 1
