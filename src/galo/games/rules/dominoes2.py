"""Two-sided dominoes: one round, move by move (hoffmann2020; pairs as in the block game).

As in dominoes4 the hands turn, so that the mover is always hand 0; two players leave
hands 2 and 3 empty. The line has a left and a right end:

    [6|4][4|4][4|1]    left 6, right 1

A move is side * 8 + the new end there (side 0 left, 1 right), DRAW or PASS; the first move
is the tile, which lies with its higher half to the left.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.boneyard import deal_two, take_next
from galo.games.rules.ending import NOBODY, PLAYING, Ending
from galo.games.rules.tiles import (
    ALL_TILES,
    DOUBLE_SIX,
    DOUBLES,
    NUMBERS,
    ONCE,
    Deal,
    alone,
    beside,
    deal_four,
    heaviest,
    nth,
    pips,
    tile_of,
)
from galo.jit import kernel, long_kernel, lowest_bit, popcount
from galo.rng import fold_in, randint

if TYPE_CHECKING:
    from galo.arrays import IntVector

LEFT, RIGHT = 0, 1
SIDE = 8  # moves at one end
PASS, DRAW = 60, 61
MOVES = DRAW + 1  # a move is below this
MAX_MOVES = 2 * NUMBERS
NO_OPENER = -1  # the tile that must open decides
NO_NUMBER = -1  # nothing on the table yet

REASONS = ("", "out", "blocked")
OUT, BLOCKED = 1, 2
OPENING = -1  # the phase before PLAYING; the reasons are those after it
FIELDS = 13  # integers in a State


class Rules(NamedTuple):
    players: int = 2
    target: int = 0  # points that end the match; 0: one round does


class State(NamedTuple):
    hand0: int  # the mover's tiles; at the end, of the seat that placed the last one
    hand1: int
    hand2: int
    hand3: int
    mover: int  # the seat that hand0 belongs to
    phase: int  # OPENING, PLAYING, OUT or BLOCKED
    left: int
    right: int
    openers: int  # the tiles one of which must open, until one has
    opener: int  # the seat that opened
    stock0: int  # the boneyard, as `boneyard` packs it
    stock1: int
    passes: int  # since the last tile or draw


@kernel
def next_seat(rules: Rules, state: State) -> State:
    """Return the same round with the next seat to move."""
    mover = (state.mover + 1) % rules.players
    hands = state.hand1, state.hand2, state.hand3, state.hand0
    if rules.players == 2:
        hands = state.hand1, state.hand0, 0, 0
    return State(
        hands[0], hands[1], hands[2], hands[3], mover, state.phase, state.left, state.right,
        state.openers, state.opener, state.stock0, state.stock1, state.passes,
    )  # fmt: skip


@kernel
def must_open(rules: Rules, opener: int, deal: Deal) -> int:
    """Return the tiles one of which opens: 6-6 or any in pairs, else the highest double or tile."""
    if rules.players == 4:
        return alone(DOUBLE_SIX) if opener == NO_OPENER else ALL_TILES
    held = deal.hand0 | deal.hand1
    return alone(heaviest(held & DOUBLES if held & DOUBLES else held))


@kernel
def open_round(rules: Rules, opener: int, deal: Deal) -> State:
    """Return the round of *deal*, to be opened by *opener*; NO_OPENER: the tiles decide."""
    openers = must_open(rules, opener, deal)
    state = State(
        deal.hand0, deal.hand1, deal.hand2, deal.hand3, 0, OPENING, NO_NUMBER, NO_NUMBER,
        openers, NO_OPENER, deal.stock0, deal.stock1, 0,
    )  # fmt: skip
    for _ in range(max(opener, 0)):
        state = next_seat(rules, state)
    while state.hand0 & openers == 0:
        state = next_seat(rules, state)
    return state


@kernel
def deal_round(rules: Rules, opener: int, key: int) -> State:
    """Return a round dealt from the stream *key*."""
    if rules.players == 2:
        return open_round(rules, opener, deal_two(key))
    hand0, hand1, hand2, hand3 = deal_four(key)
    return open_round(rules, opener, Deal(hand0, hand1, hand2, hand3, 0, 0))


@kernel
def start(rules: Rules, key: int) -> State:
    """Return the first round of a match, dealt from the stream *key*."""
    return deal_round(rules, NO_OPENER, key)


@kernel
def legal_set(state: State) -> int:
    """Return the mover's moves as a set, a bit for each; DRAW or PASS alone when nothing fits."""
    if state.phase == OPENING:
        return state.hand0 & state.openers & ONCE
    moves = beside(state.hand0, state.left) | beside(state.hand0, state.right) << SIDE
    if moves:
        return moves
    return 1 << DRAW if state.stock0 else 1 << PASS


@kernel
def legal_moves(rules: Rules, state: State, moves: "IntVector") -> int:
    """Write the mover's moves into *moves*, return how many."""
    left, count = legal_set(state), 0
    while left:
        moves[count] = lowest_bit(left)
        left &= left - 1
        count += 1
    return count


@kernel
def tile_of_move(state: State, move: int) -> int:
    """Return the tile that *move*, not a draw or a pass, places."""
    if state.phase == OPENING:
        return move
    return tile_of(state.left if move // SIDE == LEFT else state.right, move % SIDE)


@kernel
def play(rules: Rules, state: State, move: int) -> State:
    """Return the round after the mover makes *move*."""
    if move == PASS:
        return pass_turn(rules, state)
    if move == DRAW:
        return draw_tile(state)
    return place(rules, state, move)


@kernel
def pass_turn(rules: Rules, state: State) -> State:
    """Return the round after the mover passes: blocked once everybody has, one after another."""
    passes = state.passes + 1
    is_blocked = passes == rules.players
    passed = State(
        state.hand0, state.hand1, state.hand2, state.hand3, state.mover,
        BLOCKED if is_blocked else PLAYING, state.left, state.right, 0, state.opener,
        state.stock0, state.stock1, passes,
    )  # fmt: skip
    # The last to pass sits before the seat of the last tile: go once more on to end there.
    return next_seat(rules, passed)


@kernel
def place(rules: Rules, state: State, move: int) -> State:
    """Return the round after the mover places a tile: *move* is neither a draw nor a pass."""
    tile = tile_of_move(state, move)
    left, right, opener = state.left, state.right, state.opener
    if state.phase == OPENING:
        left, right, opener = tile >> 3, tile & 7, state.mover
    elif move // SIDE == LEFT:
        left = move % SIDE
    else:
        right = move % SIDE
    hand = state.hand0 ^ alone(tile)
    placed = State(
        hand, state.hand1, state.hand2, state.hand3, state.mover, PLAYING if hand else OUT,
        left, right, 0, opener, state.stock0, state.stock1, 0,
    )  # fmt: skip
    return next_seat(rules, placed) if hand else placed


@kernel
def draw_tile(state: State) -> State:
    """Return the round after the mover draws: the same seat is still to move."""
    tile, stock0, stock1 = take_next(state.stock0, state.stock1)
    return State(
        state.hand0 | alone(tile), state.hand1, state.hand2, state.hand3, state.mover, PLAYING,
        state.left, state.right, 0, state.opener, stock0, stock1, 0,
    )  # fmt: skip


@kernel
def is_round_over(state: State) -> bool:
    """Return whether somebody went out or nobody can play."""
    return state.phase >= OUT


@kernel
def side_pips(state: State) -> tuple[int, int]:
    """Return the pips left to the mover's side and to the other side."""
    return pips(state.hand0) + pips(state.hand2), pips(state.hand1) + pips(state.hand3)


@kernel
def round_winner(state: State) -> int:
    """Return the side that won a round that is over, or NOBODY."""
    side = state.mover % 2
    ours, theirs = side_pips(state)
    if state.phase == OUT or ours < theirs:
        return side
    return 1 - side if theirs < ours else NOBODY


@kernel
def round_points(rules: Rules, state: State, side: int) -> int:
    """Return the points of *side* in this round: the winner of a round takes the other's pips."""
    if not is_round_over(state) or round_winner(state) != side:
        return 0
    ours, theirs = side_pips(state)
    return theirs if side == state.mover % 2 else ours


@kernel
def ending(rules: Rules, state: State) -> Ending:
    """Return why the round is over and the side that won it; PLAYING while it goes on."""
    if not is_round_over(state):
        return Ending(PLAYING, NOBODY)
    return Ending(state.phase, round_winner(state))


@kernel
def next_opener(rules: Rules, state: State) -> int:
    """Return the seat that opens after this round, NO_OPENER where the tiles decide."""
    if rules.players == 2:
        return NO_OPENER
    if state.phase == OUT:
        return state.mover
    winner = round_winner(state)
    if winner == NOBODY:
        return state.opener
    # The lighter hand of the pair that won; hands 0 and 2 belong to the mover's pair.
    if winner == state.mover % 2:
        first, one, other = state.mover, pips(state.hand0), pips(state.hand2)
    else:
        first, one, other = (state.mover + 1) % 4, pips(state.hand1), pips(state.hand3)
    second = (first + 2) % 4
    if one == other:
        return min(first, second)
    return first if one < other else second


@kernel
def match_winner(rules: Rules, score0: int, score1: int) -> int:
    """Return the side that has won a match to the target between rounds, or NOBODY yet."""
    if max(score0, score1) < rules.target or score0 == score1:
        return NOBODY
    return 0 if score0 > score1 else 1


@kernel
def pack(state: State, row: "IntVector") -> None:
    """Write *state* into the first FIELDS places of *row*."""
    row[0], row[1], row[2], row[3] = state.hand0, state.hand1, state.hand2, state.hand3
    row[4], row[5], row[6], row[7] = state.mover, state.phase, state.left, state.right
    row[8], row[9], row[10] = state.openers, state.opener, state.stock0
    row[11], row[12] = state.stock1, state.passes


@kernel
def unpack(row: "IntVector | tuple[int, ...]") -> State:
    """Return the state that `pack` wrote into *row*."""
    return State(
        int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]), int(row[5]), int(row[6]),
        int(row[7]), int(row[8]), int(row[9]), int(row[10]), int(row[11]), int(row[12]),
    )  # fmt: skip


@kernel
def random_round(rules: Rules, state: State, key: int, draws: int) -> tuple[State, int]:
    """Return the end of the round when everybody plays at random, and the next unused draw.

    The first *draws* numbers of the stream *key* are used up already.
    """
    while not is_round_over(state):
        moves = legal_set(state)
        state = play(rules, state, nth(moves, randint(key, draws, popcount(moves))))
        draws += 1
    return state, draws


@kernel
def random_game(rules: Rules, state: State, key: int) -> Ending:
    """Return how the round ends when everybody plays at random from *state*."""
    return ending(rules, random_round(rules, state, key, 0)[0])


@kernel
def random_games(rules: Rules, key: int, games: int, tally: "IntVector") -> None:
    """Play *games* random rounds and add each to *tally*: wins of side 0, of side 1, draws."""
    for game in range(games):
        stream = fold_in(key, game)
        end = random_game(rules, start(rules, fold_in(stream, 0)), fold_in(stream, 1))
        tally[end.winner] += 1  # NOBODY is the last entry


@long_kernel
def perft(rules: Rules, state: State, paths: "IntVector") -> None:
    """Add to paths[k] the number of games of k+1 plies from *state*, in this round only."""
    # The stack holds, for each ply above the current one, its state, its moves and those left.
    depth = len(paths)
    states = np.empty((depth, FIELDS), np.int64)
    moves = np.empty((depth, MAX_MOVES), np.int64)
    left = np.zeros(depth, np.int64)
    pack(state, states[0])
    if not is_round_over(state):
        left[0] = legal_moves(rules, state, moves[0])
    paths[0] += left[0]
    level = 0
    while level >= 0:
        if left[level] == 0 or level + 1 == depth:
            level -= 1
            continue
        left[level] -= 1
        after = play(rules, unpack(states[level]), int(moves[level, left[level]]))
        if not is_round_over(after):
            level += 1
            pack(after, states[level])
            left[level] = legal_moves(rules, after, moves[level])
            paths[level] += left[level]
