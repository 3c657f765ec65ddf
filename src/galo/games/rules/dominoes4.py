"""Dominó de 4 pontas: one round, move by move (antonio2011 and the Manaus tables).

The hands turn with the table, so that the mover is always hand 0:

            partner (2)          the opening double and its arms, covered in this order:
    previous (3)  .  next (1)                     n 2
             mover (0)                       w 1 [6|6] e 0
                                                  s 3

    ends    4 bits for each arm, e lowest: the number to match there. The first bare side of
            the opening double shows its number, the bare sides after it show 7, which no
            tile has. Above them 4 bits for each arm again: what covering it takes from the
            sum of the ends. A bare side takes nothing, except w: with two arms covered the
            opening double no longer counts.

            5-5, 5-3 at e, 3-3 at e, 5-1 at w     s 0 n 0 w 1 e 6   s 7 n 5 w 1 e 3  0x00167513
    points  8 bits for each kind, counted in fives, one int for the mover's pair and one
            for the other:  no_double block carroça garagem galo pass table (lowest)

A move is arm * 8 + the new end there, or PASS; the opening move is the tile. Legal moves
are a set, a bit for each. The pass points are booked when they are certain: as a galo at
the third pass, else when somebody else plays on.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import (
    ALL_NUMBERS,
    DOUBLE_SIX,
    DOUBLES,
    beside,
    deal_four,
    nth,
    numbers_in,
    pips,
    tile_bits,
)
from galo.jit import kernel, nibble, popcount
from galo.rng import fold_in, randint

if TYPE_CHECKING:
    from galo.arrays import IntVector

ARMS = 4
ARM = 8  # moves at one arm
PASS = 60
TARGET = 200
NO_OPENER = -1  # the holder of 6-6 opens
NO_NUMBER = -1  # no double on the table yet

OPENING_SIX, OPENING, PLAYING, OUT, BLOCKED = range(5)  # phases of a round

KINDS = ("table", "pass", "galo", "garagem", "carroca", "block", "no_double")
TABLE, PASSED, GALO, GARAGEM, CARROCA, BLOCK, NO_DOUBLE = range(7)
FIVE = 5
FIVES = sum(1 << total for total in range(0, 63, FIVE))  # the totals that score
KIND_BITS, KIND_MASK = 8, 255
GALO_POINTS, CARROCA_POINTS, NO_DOUBLE_POINTS = 50, 20, 20

END_BITS, END_NUMBER = 4, 7
WORTH = ARMS * END_BITS  # where in Table.ends begins what the arms count
NO_END = 7
NO_ENDS = 0x7777


class Rules(NamedTuple):
    pass_points: int = 20
    galo_added: int = 0  # to the pass points, else instead of them
    no_double_penalty: int = 0  # for each seat that cannot open


class Table(NamedTuple):
    opening: int  # number of the opening double
    arms: int  # how many of its sides are covered
    ends: int  # as drawn above
    total: int  # their sum, doubles twice; the opening one counts until two arms are covered


class State(NamedTuple):
    hand0: int  # the mover's tiles; at the end of a round, of who placed the last one
    hand1: int  # the next seat's
    hand2: int  # the partner's
    hand3: int  # the previous seat's
    mover: int  # the seat, 0 to 3, that hand0 belongs to
    phase: int
    table: Table
    passes: int  # since the last tile
    ours: int  # points of this round as drawn above: the mover's pair
    theirs: int


@kernel
def points_of(kind: int, points: int) -> int:
    """Return *points* of one *kind* in the packed form."""
    return points // FIVE << (kind * KIND_BITS)


@kernel
def scored(total: int) -> int:
    """Return the table points of a *total*, below 64, of the ends."""
    # A product, not a branch: whether a tile scores cannot be predicted.
    return total * (FIVES >> total & 1)


@kernel
def total(points: int) -> int:
    """Return the sum of all kinds of packed *points*."""
    fives = 0
    while points:
        fives += points & KIND_MASK
        points >>= KIND_BITS
    return fives * FIVE


@kernel
def openers(phase: int) -> int:
    """Return the tiles that can open a round in *phase*."""
    return 1 << DOUBLE_SIX if phase == OPENING_SIX else DOUBLES


@kernel
def bare_table() -> Table:
    """Return the table before the opening double."""
    return Table(NO_NUMBER, 0, NO_ENDS, 0)


@kernel
def start(rules: Rules, opener: int, hands: tuple[int, int, int, int]) -> State:
    """Return the round of *hands*, to be opened by *opener* or, if NO_OPENER, with 6-6."""
    phase = OPENING_SIX if opener == NO_OPENER else OPENING
    state = State(hands[0], hands[1], hands[2], hands[3], 0, phase, bare_table(), 0, 0, 0)
    for _ in range(max(opener, 0)):
        state = turn(state)
    while state.hand0 & openers(phase) == 0:
        state = turn(state)
        if rules.no_double_penalty and phase == OPENING:
            ours = state.ours + points_of(NO_DOUBLE, NO_DOUBLE_POINTS)
            state = amend(state, phase, 0, ours, state.theirs)
    return state


@kernel
def deal(rules: Rules, opener: int, key: int) -> State:
    """Return a round with hands from the stream *key*."""
    return start(rules, opener, deal_four(key))


@kernel
def end_at(table: Table, arm: int) -> int:
    """Return the number to match at *arm*."""
    return nibble(table.ends, arm) & END_NUMBER


@kernel
def end_numbers(table: Table) -> int:
    """Return the set of numbers that fit somewhere."""
    numbers = 0
    for arm in range(ARMS):
        numbers |= 1 << end_at(table, arm)
    return numbers & ALL_NUMBERS  # a side that is not open shows 7


@kernel
def end_value(near: int, far: int) -> int:
    """Return what the tile near-far counts as the end of an arm: *far*, twice for a double."""
    return far << int(near == far)


@kernel
def total_without(table: Table, arm: int) -> int:
    """Return the sum of the ends once *arm* is covered, without what covers it."""
    return table.total - nibble(table.ends, ARMS + arm)


@kernel
def lay(table: Table, arm: int, near: int, far: int) -> Table:
    """Return the table with the tile near-far at *arm*, or as its opening double."""
    value = end_value(near, far)
    if table.opening == NO_NUMBER:
        worth_of_w = value << (WORTH + END_BITS)
        return Table(far, 0, NO_ENDS ^ NO_END ^ far | worth_of_w, value)
    # The new end takes the place of the old one, and behind a bare side the next one opens.
    # A product, not a branch: whether it was a bare side cannot be predicted.
    was_bare = int(arm == table.arms)
    worth, shift = nibble(table.ends, ARMS + arm), arm * END_BITS
    change = (near ^ far | (worth ^ value) << WORTH) << shift
    next_side = (NO_END ^ table.opening) * was_bare << (shift + END_BITS) & NO_ENDS
    ends = table.ends ^ change ^ next_side
    return Table(table.opening, table.arms + was_bare, ends, table.total - worth + value)


@kernel
def legal_moves(state: State) -> int:
    """Return the set of the mover's moves; PASS alone when nothing fits."""
    if state.phase < PLAYING:
        return state.hand0 & openers(state.phase)
    moves = 0
    for arm in range(ARMS):
        moves |= beside(state.hand0, end_at(state.table, arm)) << (arm * ARM)
    return moves if moves else 1 << PASS


@kernel
def matched(table: Table, move: int) -> int:
    """Return the half of the tile of *move*, not a pass, that matches; the other is move % 8."""
    return move % ARM if table.opening == NO_NUMBER else end_at(table, move // ARM)


@kernel
def play(rules: Rules, state: State, move: int) -> State:
    """Return the round after the mover makes *move*."""
    return pass_turn(rules, state) if move == PASS else place(rules, state, move)


@kernel
def pass_turn(rules: Rules, state: State) -> State:
    """Return the round after the mover, who cannot play, passes."""
    theirs = state.theirs
    if state.passes == 2:  # all three others passed: whoever placed the last tile plays again
        theirs += points_of(GALO, GALO_POINTS)
        if rules.galo_added:
            theirs += points_of(PASSED, rules.pass_points)
    return turn(amend(state, PLAYING, state.passes + 1, state.ours, theirs))


@kernel
def place(rules: Rules, state: State, move: int) -> State:
    """Return the round after the mover places a tile: *move* is not a pass."""
    near, far = matched(state.table, move), move % ARM
    ours, theirs = state.ours, state.theirs
    # 1. The pass before this tile is now certain. After one pass the mover is the partner of
    #    who caused it, after two an opponent; after three it was a galo, booked already.
    if state.passes == 1:
        ours += points_of(PASSED, rules.pass_points)
    elif state.passes == 2:
        theirs += points_of(PASSED, rules.pass_points)
    # 2. The tile goes from the hand to the table. Table points count whatever follows.
    hand = state.hand0 ^ tile_bits(near, far)
    table = lay(state.table, move // ARM, near, far)
    ours += points_of(TABLE, scored(table.total))
    placed = State(
        hand, state.hand1, state.hand2, state.hand3, state.mover, PLAYING, table, 0, ours, theirs
    )
    # 3. Going out ends the round; so does a table on which nobody can play. The new end is
    #    looked at first: it settles most cases.
    if hand == 0:
        return go_out(placed, near == far)
    held = hand | state.hand1 | state.hand2 | state.hand3
    if beside(held, far) == 0 and numbers_in(held) & end_numbers(table) == 0:
        return block(placed)
    return turn(placed)


@kernel
def go_out(state: State, on_double: bool) -> State:
    """Return the end of a round: the opponents' pips for the mover, and more on a double."""
    ours = points_of(GARAGEM, pips(state.hand1) + pips(state.hand3))
    if on_double:
        ours += points_of(CARROCA, CARROCA_POINTS)
    return amend(state, OUT, 0, state.ours + ours, state.theirs)


@kernel
def block(state: State) -> State:
    """Return the end of a round nobody can play on: the lighter pair takes the other's pips."""
    our_pips = pips(state.hand0) + pips(state.hand2)
    their_pips = pips(state.hand1) + pips(state.hand3)
    ours = points_of(BLOCK, their_pips) if our_pips < their_pips else 0
    theirs = points_of(BLOCK, our_pips) if their_pips < our_pips else 0
    return amend(state, BLOCKED, 0, state.ours + ours, state.theirs + theirs)


@kernel
def turn(state: State) -> State:
    """Return the same round with the next seat to move."""
    mover = (state.mover + 1) % 4
    return State(
        state.hand1, state.hand2, state.hand3, state.hand0, mover, state.phase, state.table,
        state.passes, state.theirs, state.ours,
    )  # fmt: skip


@kernel
def amend(state: State, phase: int, passes: int, ours: int, theirs: int) -> State:
    """Return the same hands and table with another phase, passes and packed points."""
    return State(
        state.hand0, state.hand1, state.hand2, state.hand3, state.mover, phase, state.table,
        passes, ours, theirs,
    )  # fmt: skip


@kernel
def is_round_over(state: State) -> bool:
    """Return whether somebody went out or nobody can play."""
    return state.phase >= OUT


@kernel
def side_points(state: State, side: int) -> int:
    """Return the packed points of *side* (0: seats 0 and 2) in this round."""
    return state.ours if state.mover % 2 == side else state.theirs


@kernel
def next_opener(state: State) -> int:
    """Return who opens after this round: who went out, or the holder of 6-6."""
    return state.mover if state.phase == OUT else NO_OPENER


@kernel
def match_winner(score0: int, score1: int) -> int:
    """Return the side that has won the match at the end of a round, or NOBODY yet."""
    if max(score0, score1) < TARGET or score0 == score1:
        return NOBODY
    return 0 if score0 > score1 else 1


@kernel
def playout(rules: Rules, deals: int, choices: int) -> int:
    """Return the side that wins a match of random moves, dealt and chosen by those two streams."""
    score0 = score1 = 0
    opener = NO_OPENER
    rounds = draws = 0
    while True:
        state = deal(rules, opener, fold_in(deals, rounds))
        rounds += 1
        while not is_round_over(state):
            moves = legal_moves(state)
            state = play(rules, state, nth(moves, randint(choices, draws, popcount(moves))))
            draws += 1
        score0 += total(side_points(state, 0))
        score1 += total(side_points(state, 1))
        opener = next_opener(state)
        winner = match_winner(score0, score1)
        if winner != NOBODY:
            return winner


@kernel
def playouts(rules: Rules, key: int, games: int, tally: "IntVector") -> None:
    """Play *games* random matches and add each to *tally*: wins of side 0, of side 1."""
    for game in range(games):
        match = fold_in(key, game)
        tally[playout(rules, fold_in(match, 0), fold_in(match, 1))] += 1
