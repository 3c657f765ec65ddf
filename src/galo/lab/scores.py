"""What an optimiser is told about a generation."""

from typing import NamedTuple

from galo.arrays import RealMatrix, RealVector


class Scores(NamedTuple):
    """How the individuals of a generation did."""

    won: RealVector  # the share of matches each won, over all opponents; draws count half
    goals: RealMatrix  # [individuals, goals] what is to be made large
    styles: RealMatrix  # [individuals, styles] how each plays
    matches: int  # that each played
