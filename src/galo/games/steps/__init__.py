"""One ply in one call: what an object needs to know of a position, as one flat tuple of ints.

A **row** is the fields of a game's State, then what follows from them: why the game is over, or
the legal moves as a set. Numba takes a plain tuple in a quarter of the time of a NamedTuple.

    row_of(rules, state) -> row
    step(rules, row, move) -> row       rules and row as plain tuples
"""
