"""Determinization of a draw game: the places of the hidden tiles, any that fits at random.

The places where the other seat's tiles lay are in classes, by when it took them; a tile that
may be in one class may be in every later one:

    class     0           1             2             …      last
    places    dealt: 7    kept of its   kept of its          still in the boneyard
                          first draw    second draw

(the tile that ended a draw was played at once, so its place is known). Two kinds of tiles lay
in these places: those the seat has played since, of which nobody knows when it took them, and
those still unseen. The first are counted by how many places of each class they use up,

    ways[k, v]   ways in which the first k played tiles use up v0 places of class 0, v1 of
                 class 1, …, where v = v0 + (size0 + 1) * (v1 + (size1 + 1) * (v2 + …))

and for each such vector the unseen ones fill what is left, the most confined tile first, each
with as many choices as there are free places from its class on. A sample is drawn the same way
back: none is ever rejected.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.boneyard import stocked
from galo.games.rules.tiles import HAND, TILES, alone
from galo.jit import kernel
from galo.players.dominoes.determinization import STOCK
from galo.players.dominoes.resampling import uniform
from galo.rng import fold_in, randint

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector, RealMatrix, RealVector


DEALT = -1  # where a tile of class 0 lay: in no place of the boneyard
PLACE, BEGIN, END = range(3)  # rows of lists of free places
POOL = TILES  # where the list of what is free to an unseen tile begins
FREE_SHAPE = (3, 2 * TILES)

HiddenDeal = tuple[int, int, int]  # the other hand as dealt, the two halves of the boneyard


class Places(NamedTuple):
    """The places of hidden tiles, for kernels; tiles are indices, classes are drawn above."""

    sizes: "IntVector"  # of each class, the boneyard last
    strides: "IntVector"  # what one place of each class adds to a vector
    where: "IntVector"  # the place in the boneyard, DEALT for none, class after class
    played: "IntVector"  # of unknown origin
    lowest: "IntVector"  # the first class that each of them may come from
    highest: "IntVector"  # and the last
    unseen: "IntVector"  # most confined first
    first: "IntVector"  # the first class that each of them may be in
    ways: "RealMatrix"
    totals: "RealVector"  # over all vectors up to each: the ways to place every tile
    known: HiddenDeal  # as far as it is certain


@kernel
def used(places: Places, vector: int, number: int) -> int:
    """Return how many places of class *number* are used up in *vector*."""
    return vector // int(places.strides[number]) % (int(places.sizes[number]) + 1)


@kernel
def origin_ways(places: Places, k: int, vector: int, number: int) -> float:
    """Return the ways to *vector* in which played tile *k* is from class *number*."""
    taken = used(places, vector, number)
    if taken == 0 or number < places.lowest[k] or number > places.highest[k]:
        return 0.0
    choices = int(places.sizes[number]) - taken + 1
    return float(places.ways[k, vector - int(places.strides[number])] * choices)


@kernel
def unseen_ways(places: Places, vector: int) -> float:
    """Return the ways to put the unseen tiles where *vector* leaves places free."""
    last = len(places.sizes) - 1
    number, free = last, int(places.sizes[last])
    found = 1.0
    for placed in range(len(places.unseen)):
        while number > places.first[placed]:
            number -= 1
            free += int(places.sizes[number]) - used(places, vector, number)
        found *= max(free - placed, 0)
    return found


@kernel
def count_ways(places: Places) -> float:
    """Return how many ways there are to place every tile; fill `ways` and `totals`."""
    classes = len(places.sizes) - 1
    vectors = len(places.totals)
    places.ways[0, :] = 0.0
    places.ways[0, 0] = 1.0
    for k in range(len(places.played)):
        for vector in range(vectors):
            found = 0.0
            for number in range(classes):
                found += origin_ways(places, k, vector, number)
            places.ways[k + 1, vector] = found
    total = 0.0
    for vector in range(vectors):
        ways = places.ways[len(places.played), vector]
        if ways > 0.0:
            total += ways * unseen_ways(places, vector)
        places.totals[vector] = total
    return total


@kernel
def some_vector(totals: "RealVector", share: float) -> int:
    """Return the vector at *share*, from 0 to below 1, of all the ways."""
    wanted = share * totals[-1]
    low, high = 0, len(totals) - 1
    while low < high:
        middle = (low + high) // 2
        if totals[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def some_origin(places: Places, k: int, vector: int, share: float) -> int:
    """Return the class, at *share* of the ways to *vector*, that played tile *k* came from."""
    wanted = share * places.ways[k + 1, vector]
    found = -1
    for number in range(len(places.sizes) - 1):
        ways = origin_ways(places, k, vector, number)
        if ways > 0.0:
            found = number  # the last that can be, should rounding leave something over
            if wanted < ways:
                return found
            wanted -= ways
    return found


@kernel
def put_at(known: HiddenDeal, place: int, tile: int) -> HiddenDeal:
    """Return the deal *known* with *tile* at *place* of the boneyard, or DEALT."""
    hand, stock0, stock1 = known
    if place == DEALT:
        hand |= alone(tile)
    elif place < HAND:
        stock0 = stocked(stock0, place, tile)
    else:
        stock1 = stocked(stock1, place - HAND, tile)
    return hand, stock0, stock1


@kernel
def take(free: "IntMatrix", number: int, key: int, index: int) -> int:
    """Return a random free place of list *number* and take it off the list."""
    begin, end = int(free[BEGIN, number]), int(free[END, number])
    at = begin + randint(key, index, end - begin)
    place = int(free[PLACE, at])
    free[PLACE, at] = free[PLACE, end - 1]
    free[END, number] = end - 1
    return place


@kernel
def sample_places(places: Places, key: int, free: "IntMatrix") -> HiddenDeal:
    """Return the other hand and the boneyard, both as they were dealt, in a random deal.

    There must be one, `count_ways` must have filled *places*, and *free* is of FREE_SHAPE.
    """
    deal = places.known
    classes = len(places.sizes)
    # 1. At first every place is free: a list for each class.
    begin = 0
    for number in range(classes):
        free[BEGIN, number] = begin
        for place in range(begin, begin + int(places.sizes[number])):
            free[PLACE, place] = places.where[place]
        begin += int(places.sizes[number])
        free[END, number] = begin
    # 2. The tiles played, last first: how many of each class they use up, then which place.
    vector = some_vector(places.totals, uniform(key, 0))
    index = 1
    for k in range(len(places.played) - 1, -1, -1):
        number = some_origin(places, k, vector, uniform(key, index))
        vector -= int(places.strides[number])
        deal = put_at(deal, take(free, number, key, index + 1), int(places.played[k]))
        index += 2
    # 3. The unseen, most confined first; what is free from their class on is one more list.
    number, pool = classes, classes
    free[BEGIN, pool] = free[END, pool] = POOL
    for k in range(len(places.unseen)):
        while number > places.first[k]:
            number -= 1
            for place in range(int(free[BEGIN, number]), int(free[END, number])):
                free[PLACE, free[END, pool]] = free[PLACE, place]
                free[END, pool] += 1
        deal = put_at(deal, take(free, pool, key, index), int(places.unseen[k]))
        index += 1
    return deal


@kernel
def sample_boneyards(places: Places, key: int, free: "IntMatrix", rows: "IntMatrix") -> None:
    """Write the other hand and the boneyard of a random deal into each of *rows*.

    Row k comes from stream k below *key*.
    """
    for k in range(len(rows)):
        hand, stock0, stock1 = sample_places(places, fold_in(key, k), free)
        rows[k, 1], rows[k, STOCK], rows[k, STOCK + 1] = hand, stock0, stock1
