"""What the rows of both domino games have in common."""

from typing import TypeAlias

from galo.games.rules.dominoes4 import FIELDS

Row: TypeAlias = tuple[int, ...]
MOVER, PHASE = 4, 5  # places in a row; before them the hands, as the rules turn them
POINTS = FIELDS  # of side 0 in this round; those of side 1 are next
MOVES = FIELDS + 2  # as a set; 0 when the round is over
