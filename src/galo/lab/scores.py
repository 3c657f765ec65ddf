"""What an optimiser is told of a generation."""

from typing import NamedTuple

import numpy as np

from galo.arrays import RealMatrix, RealVector


class Scores(NamedTuple):
    """How the individuals of a generation did."""

    won: RealVector  # the share of its matches that each won, over all opponents; draws count half
    goals: RealMatrix  # [individuals, goals] what is to be made large
    styles: RealMatrix  # [individuals, styles] how each plays
    matches: int  # that each played

    @classmethod
    def of_shares(cls, won: RealVector, matches: int) -> "Scores":
        """Return the scores of individuals of whom only the share *won* matters."""
        return cls(np.asarray(won), np.asarray(won)[:, None], np.zeros((len(won), 0)), matches)
