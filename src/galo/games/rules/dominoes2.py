"""Two-sided dominoes: one hand, move by move (hoffmann2020; pairs as in the block game).

As in dominoes4 the hands turn, so that the mover is always hand 0; two players leave
hands 2 and 3 empty. The line has a left and a right end:

    [6|4][4|4][4|1]    left 6, right 1

    stock   the boneyard of the draw game, 6 bits a tile, the next to be drawn lowest:
            stock0 holds the first seven, stock1 the seven after them

A move is side * 8 + the new end there (side 0 left, 1 right), DRAW or PASS; the first move
is the tile, which lies with its higher half to the left. Legal moves are a set, a bit for
each.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import (
    ALL_TILES,
    DOUBLE_SIX,
    DOUBLES,
    HAND,
    ONCE,
    TILES,
    alone,
    beside,
    deal_four,
    nth,
    pick,
    pips,
    tile_of,
)
from galo.jit import kernel, lowest_bit, popcount
from galo.rng import fold_in, randint

if TYPE_CHECKING:
    from galo.arrays import IntVector

LEFT, RIGHT = 0, 1
SIDE = 8  # moves at one end
PASS, DRAW = 60, 61
NO_OPENER = -1  # the tile that must open decides
NO_NUMBER = -1  # nothing on the table yet
STOCK_BITS, STOCK_MASK = 6, 63

OPENING, PLAYING, OUT, BLOCKED = range(4)  # phases of a hand


class Rules(NamedTuple):
    players: int = 2
    target: int = 0  # points that end the match; 0: one hand does


class State(NamedTuple):
    hand0: int  # the mover's tiles; at the end, of who placed the last one
    hand1: int
    hand2: int
    hand3: int
    mover: int  # the seat that hand0 belongs to
    phase: int
    left: int
    right: int
    openers: int  # the tiles one of which must open, until one has
    opener: int  # who opened
    stock0: int  # as drawn above
    stock1: int
    passes: int  # since the last tile or draw


@kernel
def turn(rules: Rules, state: State) -> State:
    """Return the same hand with the next seat to move."""
    mover = (state.mover + 1) % rules.players
    hands = state.hand1, state.hand2, state.hand3, state.hand0
    if rules.players == 2:
        hands = state.hand1, state.hand0, 0, 0
    return State(
        hands[0], hands[1], hands[2], hands[3], mover, state.phase, state.left, state.right,
        state.openers, state.opener, state.stock0, state.stock1, state.passes,
    )  # fmt: skip


@kernel
def heaviest(tiles: int) -> int:
    """Return the tile of *tiles* with most pips, then with the higher half."""
    best, most = -1, -1
    left = tiles & ONCE
    while left:
        tile = lowest_bit(left)
        left ^= 1 << tile
        if pips(alone(tile)) >= most:  # tiles come by their higher half, lowest first
            best, most = tile, pips(alone(tile))
    return best


@kernel
def must_open(rules: Rules, opener: int, hands: tuple[int, int, int, int]) -> int:
    """Return the tiles one of which opens: 6-6 or any in pairs, else the highest double or tile."""
    if rules.players == 4:
        return alone(DOUBLE_SIX) if opener == NO_OPENER else ALL_TILES
    held = hands[0] | hands[1]
    return alone(heaviest(held & DOUBLES if held & DOUBLES else held))


@kernel
def start(
    rules: Rules, opener: int, hands: tuple[int, int, int, int], stock0: int, stock1: int
) -> State:
    """Return a hand to be opened by *opener* or, if NO_OPENER, by the tile that must open."""
    openers = must_open(rules, opener, hands)
    state = State(
        hands[0], hands[1], hands[2], hands[3], 0, OPENING, NO_NUMBER, NO_NUMBER,
        openers, NO_OPENER, stock0, stock1, 0,
    )  # fmt: skip
    for _ in range(max(opener, 0)):
        state = turn(rules, state)
    while state.hand0 & openers == 0:
        state = turn(rules, state)
    return state


@kernel
def stocked(stock: int, place: int, tile: int) -> int:
    """Return *stock* with *tile* at *place*; a tile is stored as its index + 1, 0 is none."""
    return stock | (tile + 1) << (place * STOCK_BITS)


@kernel
def deal(rules: Rules, opener: int, key: int) -> State:
    """Return a hand dealt from the stream *key*."""
    if rules.players == 4:
        return start(rules, opener, deal_four(key), 0, 0)
    left, hand0, hand1, stock0, stock1 = ALL_TILES, 0, 0, 0, 0
    for place in range(TILES):
        tile = pick(left, key, place)
        left ^= alone(tile)
        if place < HAND:
            hand0 |= alone(tile)
        elif place < 2 * HAND:
            hand1 |= alone(tile)
        elif place < 3 * HAND:
            stock0 = stocked(stock0, place - 2 * HAND, tile)
        else:
            stock1 = stocked(stock1, place - 3 * HAND, tile)
    return start(rules, opener, (hand0, hand1, 0, 0), stock0, stock1)


@kernel
def legal_moves(state: State) -> int:
    """Return the set of the mover's moves; DRAW or PASS alone when nothing fits."""
    if state.phase == OPENING:
        return state.hand0 & state.openers & ONCE
    moves = beside(state.hand0, state.left) | beside(state.hand0, state.right) << SIDE
    if moves:
        return moves
    return 1 << DRAW if state.stock0 else 1 << PASS


@kernel
def tile_of_move(state: State, move: int) -> int:
    """Return the tile that *move*, not a draw or a pass, places."""
    if state.phase == OPENING:
        return move
    return tile_of(state.left if move // SIDE == LEFT else state.right, move % SIDE)


@kernel
def play(rules: Rules, state: State, move: int) -> State:
    """Return the hand after the mover makes *move*."""
    if move == DRAW:
        return draw_tile(state)
    if move == PASS:
        return pass_turn(rules, state)
    return place(rules, state, move)


@kernel
def draw_tile(state: State) -> State:
    """Return the hand after the mover draws: the same seat is still to move."""
    tile = (state.stock0 & STOCK_MASK) - 1
    stock0, stock1 = state.stock0 >> STOCK_BITS, state.stock1
    if stock0 == 0:
        stock0, stock1 = stock1, 0
    return State(
        state.hand0 | alone(tile), state.hand1, state.hand2, state.hand3, state.mover, PLAYING,
        state.left, state.right, 0, state.opener, stock0, stock1, 0,
    )  # fmt: skip


@kernel
def pass_turn(rules: Rules, state: State) -> State:
    """Return the hand after the mover passes: blocked once everybody has, one after another."""
    passes = state.passes + 1
    is_blocked = passes == rules.players
    passed = State(
        state.hand0, state.hand1, state.hand2, state.hand3, state.mover,
        BLOCKED if is_blocked else PLAYING, state.left, state.right, 0, state.opener,
        state.stock0, state.stock1, passes,
    )  # fmt: skip
    # The last to pass sits before who placed the last tile: turn once more to end at that seat.
    return turn(rules, passed)


@kernel
def place(rules: Rules, state: State, move: int) -> State:
    """Return the hand after the mover places a tile: *move* is neither a draw nor a pass."""
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
    return turn(rules, placed) if hand else placed


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
    """Return the side that won a hand that is over, or NOBODY."""
    side = state.mover % 2
    ours, theirs = side_pips(state)
    if state.phase == OUT or ours < theirs:
        return side
    return 1 - side if theirs < ours else NOBODY


@kernel
def round_points(state: State) -> int:
    """Return what the winner of a hand that is over takes: the other side's pips."""
    ours, theirs = side_pips(state)
    winner = round_winner(state)
    if winner == NOBODY:
        return 0
    return theirs if winner == state.mover % 2 else ours


@kernel
def next_opener(rules: Rules, state: State) -> int:
    """Return who opens after this hand, NO_OPENER where the tiles decide."""
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
    """Return the side that has won a match to the target, or NOBODY yet."""
    if max(score0, score1) < rules.target or score0 == score1:
        return NOBODY
    return 0 if score0 > score1 else 1


@kernel
def playout(rules: Rules, deals: int, choices: int) -> int:
    """Return the side that wins a hand of random moves, or NOBODY."""
    state = deal(rules, NO_OPENER, deals)
    draws = 0
    while not is_round_over(state):
        moves = legal_moves(state)
        state = play(rules, state, nth(moves, randint(choices, draws, popcount(moves))))
        draws += 1
    return round_winner(state)


@kernel
def playouts(rules: Rules, key: int, games: int, tally: "IntVector") -> None:
    """Play *games* random hands and add each to *tally*: wins of side 0, of side 1, draws."""
    for game in range(games):
        hand = fold_in(key, game)
        tally[playout(rules, fold_in(hand, 0), fold_in(hand, 1))] += 1  # NOBODY is the last entry
