"""What the players of both domino games share."""

from galo.games.options import Option

THREADS = Option("threads", 1, (), 1, 64)  # that search several deals at a time
