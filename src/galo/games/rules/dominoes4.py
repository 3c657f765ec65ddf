"""Dominó de 4 pontas: one round, move by move (antonio2011 and the Manaus tables).

The hands turn with the table, so that the mover is always hand 0:

            partner (2)
    previous (3)  .  next (1)        the tiles on the table: see `dominoes4_layout`
             mover (0)               the points of a round:  see `dominoes4_points`

A move is arm * 8 + the new end there, or PASS; the opening move is the tile. The pass points
are booked when they are certain: as a galo at the third pass, else when somebody plays on.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.dominoes4_layout import (
    ARM,
    ARMS,
    Layout,
    empty_layout,
    end_at,
    end_numbers,
    lay,
    matched,
)
from galo.games.rules.dominoes4_points import (
    BLOCK,
    CARROCA,
    CARROCA_POINTS,
    GALO,
    GALO_POINTS,
    GARAGEM,
    NO_DOUBLE,
    NO_DOUBLE_POINTS,
    PASSED,
    TABLE,
    points_of,
    scored,
    total,
)
from galo.games.rules.ending import NOBODY, PLAYING, Ending
from galo.games.rules.tiles import (
    DOUBLE_SIX,
    DOUBLES,
    NUMBERS,
    Deal,
    beside,
    deal_four,
    nth,
    numbers_in,
    pips,
    tile_bits,
)
from galo.jit import kernel, long_kernel, lowest_bit, popcount
from galo.rng import fold_in, randint

if TYPE_CHECKING:
    from galo.arrays import IntVector

PASS = 60
MOVES = PASS + 1  # a move is below this
MAX_MOVES = ARMS * NUMBERS
TARGET = 200
NO_OPENER = -1  # the holder of 6-6 opens

REASONS = ("", "out", "blocked")
OUT, BLOCKED = 1, 2
OPENING_SIX, OPENING = -2, -1  # phases before PLAYING; the reasons are those after it
FIELDS = 13  # integers in a State, those of its Layout included


class Rules(NamedTuple):
    # What is paid for passes is also in `certain_points` of players/dominoes4/evaluation.py.
    pass_points: int = 20
    galo_added: int = 0  # to the pass points, else instead of them
    no_double_penalty: int = 0  # for each seat that cannot open
    target: int = TARGET  # points that end the match


class State(NamedTuple):
    hand0: int  # the mover's tiles; at the end of a round, of the seat that placed the last one
    hand1: int  # the next seat's
    hand2: int  # the partner's
    hand3: int  # the previous seat's
    mover: int  # the seat, 0 to 3, that hand0 belongs to
    phase: int  # OPENING_SIX, OPENING, PLAYING, OUT or BLOCKED
    layout: Layout
    passes: int  # since the last tile
    ours: int  # points of this round, packed: the mover's pair
    theirs: int


@kernel
def openers(phase: int) -> int:
    """Return the tiles that can open a round in *phase*."""
    return 1 << DOUBLE_SIX if phase == OPENING_SIX else DOUBLES


@kernel
def amend(state: State, phase: int, passes: int, ours: int, theirs: int) -> State:
    """Return the same hands and layout with another phase, passes and packed points."""
    return State(
        state.hand0, state.hand1, state.hand2, state.hand3, state.mover, phase, state.layout,
        passes, ours, theirs,
    )  # fmt: skip


@kernel
def next_seat(rules: Rules, state: State) -> State:
    """Return the same round with the next seat to move."""
    mover = (state.mover + 1) % 4
    return State(
        state.hand1, state.hand2, state.hand3, state.hand0, mover, state.phase, state.layout,
        state.passes, state.theirs, state.ours,
    )  # fmt: skip


@kernel
def open_round(rules: Rules, opener: int, deal: Deal) -> State:
    """Return the round of *deal*, to be opened by *opener* or, if NO_OPENER, with 6-6."""
    phase = OPENING_SIX if opener == NO_OPENER else OPENING
    state = State(deal.hand0, deal.hand1, deal.hand2, deal.hand3, 0, phase, empty_layout(), 0, 0, 0)
    for _ in range(max(opener, 0)):
        state = next_seat(rules, state)
    while state.hand0 & openers(phase) == 0:
        state = next_seat(rules, state)
        if rules.no_double_penalty and phase == OPENING:
            ours = state.ours + points_of(NO_DOUBLE, NO_DOUBLE_POINTS)
            state = amend(state, phase, 0, ours, state.theirs)
    return state


@kernel
def deal_round(rules: Rules, opener: int, key: int) -> State:
    """Return a round dealt from the stream *key*."""
    hand0, hand1, hand2, hand3 = deal_four(key)
    return open_round(rules, opener, Deal(hand0, hand1, hand2, hand3, 0, 0))


@kernel
def start(rules: Rules, key: int) -> State:
    """Return the first round of a match, dealt from the stream *key*."""
    return deal_round(rules, NO_OPENER, key)


@kernel
def legal_set(state: State) -> int:
    """Return the mover's moves as a set, a bit for each; PASS alone when nothing fits."""
    if state.phase < PLAYING:
        return state.hand0 & openers(state.phase)
    moves = 0
    for arm in range(ARMS):
        moves |= beside(state.hand0, end_at(state.layout, arm)) << (arm * ARM)
    return moves if moves else 1 << PASS


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
def play(rules: Rules, state: State, move: int) -> State:
    """Return the round after the mover makes *move*."""
    return pass_turn(rules, state) if move == PASS else place(rules, state, move)


@kernel
def pass_turn(rules: Rules, state: State) -> State:
    """Return the round after the mover, which cannot play, passes."""
    theirs = state.theirs
    if state.passes == 2:  # all three others passed: the seat of the last tile plays again
        theirs += points_of(GALO, GALO_POINTS)
        if rules.galo_added:
            theirs += points_of(PASSED, rules.pass_points)
    return next_seat(rules, amend(state, PLAYING, state.passes + 1, state.ours, theirs))


@kernel
def place(rules: Rules, state: State, move: int) -> State:
    """Return the round after the mover places a tile: *move* is not a pass."""
    near, far = matched(state.layout, move), move % ARM
    ours, theirs = state.ours, state.theirs
    # 1. The pass before this tile is now certain. After one pass the mover is the partner of
    #    the seat that caused it, after two an opponent; after three it was a galo, booked already.
    if state.passes == 1:
        ours += points_of(PASSED, rules.pass_points)
    elif state.passes == 2:
        theirs += points_of(PASSED, rules.pass_points)
    # 2. The tile goes from the hand to the table. Table points count whatever follows.
    hand = state.hand0 ^ tile_bits(near, far)
    layout = lay(state.layout, move // ARM, near, far)
    ours += points_of(TABLE, scored(layout.total))
    placed = State(
        hand, state.hand1, state.hand2, state.hand3, state.mover, PLAYING, layout, 0, ours, theirs
    )
    # 3. Going out ends the round; so does a table on which nobody can play. The new end is
    #    looked at first: it settles most cases.
    if hand == 0:
        return go_out(placed, near == far)
    held = hand | state.hand1 | state.hand2 | state.hand3
    if beside(held, far) == 0 and numbers_in(held) & end_numbers(layout) == 0:
        return block(placed)
    return next_seat(rules, placed)


@kernel
def go_out(state: State, on_double: bool) -> State:
    """Return the end of a round: the opponents' pips for the mover, and more on a double."""
    ours = points_of(GARAGEM, pips(state.hand1) + pips(state.hand3))
    if on_double:
        ours += points_of(CARROCA, CARROCA_POINTS)
    return amend(state, OUT, 0, state.ours + ours, state.theirs)


@kernel
def side_pips(state: State) -> tuple[int, int]:
    """Return the pips left to the mover's side and to the other side."""
    return pips(state.hand0) + pips(state.hand2), pips(state.hand1) + pips(state.hand3)


@kernel
def block(state: State) -> State:
    """Return the end of a round nobody can play on: the lighter pair takes the other's pips."""
    our_pips, their_pips = side_pips(state)
    ours = points_of(BLOCK, their_pips) if our_pips < their_pips else 0
    theirs = points_of(BLOCK, our_pips) if their_pips < our_pips else 0
    return amend(state, BLOCKED, 0, state.ours + ours, state.theirs + theirs)


@kernel
def is_round_over(state: State) -> bool:
    """Return whether somebody went out or nobody can play."""
    return state.phase >= OUT


@kernel
def round_winner(state: State) -> int:
    """Return the side that won a round that is over, by going out or by pips, or NOBODY."""
    side = state.mover % 2
    ours, theirs = side_pips(state)
    if state.phase == OUT or ours < theirs:
        return side
    return 1 - side if theirs < ours else NOBODY


@kernel
def side_points(state: State, side: int) -> int:
    """Return the packed points of *side* (0: seats 0 and 2) in this round."""
    return state.ours if state.mover % 2 == side else state.theirs


@kernel
def round_points(rules: Rules, state: State, side: int) -> int:
    """Return the points of *side* in this round so far."""
    return total(side_points(state, side))


@kernel
def ending(rules: Rules, state: State) -> Ending:
    """Return why the round is over and the side that won it; PLAYING while it goes on."""
    if not is_round_over(state):
        return Ending(PLAYING, NOBODY)
    return Ending(state.phase, round_winner(state))


@kernel
def next_opener(rules: Rules, state: State) -> int:
    """Return the seat that opens after this round, NO_OPENER where the tiles decide."""
    return state.mover if state.phase == OUT else NO_OPENER


@kernel
def match_winner(rules: Rules, score0: int, score1: int) -> int:
    """Return the side that has won a match to the target between rounds, or NOBODY yet."""
    if max(score0, score1) < rules.target or score0 == score1:
        return NOBODY
    return 0 if score0 > score1 else 1


@kernel
def pack(state: State, row: "IntVector") -> None:
    """Write *state* into the first FIELDS places of *row*."""
    layout = state.layout
    row[0], row[1], row[2], row[3] = state.hand0, state.hand1, state.hand2, state.hand3
    row[4], row[5], row[10] = state.mover, state.phase, state.passes
    row[6], row[7], row[8], row[9] = layout.opening, layout.arms, layout.ends, layout.total
    row[11], row[12] = state.ours, state.theirs


@kernel
def unpack(row: "IntVector | tuple[int, ...]") -> State:
    """Return the state that `pack` wrote into *row*."""
    layout = Layout(int(row[6]), int(row[7]), int(row[8]), int(row[9]))
    return State(
        int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]), int(row[5]), layout,
        int(row[10]), int(row[11]), int(row[12]),
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
def random_match(rules: Rules, deals: int, choices: int) -> int:
    """Return the side that wins a match of random moves, dealt and chosen by those two streams."""
    score0 = score1 = rounds = draws = 0
    opener, winner = NO_OPENER, NOBODY
    while winner == NOBODY:
        state = deal_round(rules, opener, fold_in(deals, rounds))
        state, draws = random_round(rules, state, choices, draws)
        rounds += 1
        score0 += round_points(rules, state, 0)
        score1 += round_points(rules, state, 1)
        opener = next_opener(rules, state)
        winner = match_winner(rules, score0, score1)
    return winner


@kernel
def random_games(rules: Rules, key: int, games: int, tally: "IntVector") -> None:
    """Play *games* random matches and add each to *tally*: wins of side 0, of side 1, draws."""
    for game in range(games):
        match = fold_in(key, game)
        tally[random_match(rules, fold_in(match, 0), fold_in(match, 1))] += 1


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
