"""Figures of many players: a front, an archive of styles, bests of generations among themselves.

Each point or cell has an identifier of its own, for a text that is shown on hover.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from galo.arrays import RealMatrix, RealVector
from galo.lab.figures import GREY, INK, new_figure
from galo.lab.quality_diversity import cells_of
from galo.lab.styles import STYLES

if TYPE_CHECKING:
    from matplotlib.cm import ScalarMappable
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

MAP = "viridis"
DARK = 1.2  # red, green and blue together: below, text is white
POINT, CELL, MEETING = "point", "cell", "meeting"  # begin an identifier; then numbers from 1


def front(names: Sequence[str], values: RealMatrix) -> "Figure":
    """Return points, a row of *values* each: the first two along the axes, the third as colour."""
    figure, (axes,) = new_figure(1, 4.2)
    x, y = values[:, 0], values[:, 1]
    order = np.argsort(x)
    axes.plot(x[order], y[order], color=GREY, linewidth=0.6, zorder=1)
    has_third = values.shape[1] > 2
    third = values[:, 2] if has_third else np.zeros(len(values))
    shades = _shades(third)
    for number, colour in enumerate(shades.to_rgba(third)):
        gid = f"{POINT}-{number + 1}"
        axes.plot(x[number], y[number], "o", ms=8, color=colour, mec=INK, mew=0.4, gid=gid)
    axes.set_xlabel(names[0])
    axes.set_ylabel(names[1])
    axes.spines[["top", "right"]].set_visible(False)
    if has_third:
        figure.colorbar(shades, ax=axes, label=names[2])
    return figure


def archive(names: Sequence[str], values: RealMatrix, won: RealVector, cells: int) -> "Figure":
    """Return the grid of the two styles *names*, with so many *cells* along each.

    The colour of a cell is the share *won* there.
    """
    from matplotlib.patches import Rectangle

    figure, (axes,) = new_figure(1, 5.4)
    shades = _shades(won)
    ranges = [(STYLES[name].low, STYLES[name].high) for name in names]
    (left, right), (low, high) = ranges
    width, height = (right - left) / cells, (high - low) / cells
    numbers, colours = cells_of(names, values, cells).tolist(), shades.to_rgba(won)
    for number, (cell, colour) in enumerate(zip(numbers, colours, strict=True), start=1):
        corner, gid = (
            (left + cell // cells * width, low + cell % cells * height),
            f"{CELL}-{number}",
        )
        axes.add_patch(Rectangle(corner, width, height, fc=colour, lw=0, gid=gid))
    axes.set_xlim(left, right)
    axes.set_ylim(low, high)
    axes.set_xlabel(f"{names[0]}: {STYLES[names[0]].words}")
    axes.set_ylabel(f"{names[1]}: {STYLES[names[1]].words}")
    figure.colorbar(shades, ax=axes, label="matches won", format=_percents())
    return figure


def cross_table(names: Sequence[str], shares: RealMatrix, label: str) -> "Figure":
    """Return who wins how much against whom: a row of *shares* each, what *label* says."""
    from matplotlib.patches import Rectangle

    count = len(names)
    figure, (axes,) = new_figure(1, 1.6 + 0.3 * count)
    furthest = max(0.01, float(np.abs(shares - 0.5).max()))
    shades = _shades(np.array([0.5 - furthest, 0.5 + furthest]), "RdBu")
    colours = shades.to_rgba(shares)
    for row, column in np.ndindex(count, count):
        gid, colour = f"{MEETING}-{row + 1}-{column + 1}", colours[row, column]
        corner = column - 0.5, row - 0.5
        axes.add_patch(Rectangle(corner, 1, 1, fc=colour, lw=0, gid=gid))
        words = f"{100 * shares[row, column]:.0f}"
        ink = INK if sum(colour[:3]) > DARK else "white"
        axes.text(column, row, words, ha="center", va="center", fontsize=7, color=ink)
    axes.set_xlim(-0.5, count - 0.5)
    axes.set_ylim(count - 0.5, -0.5)
    axes.set_xticks(range(count), names)
    axes.set_yticks(range(count), names)
    axes.set_xlabel(f"against the best of {label}")
    axes.set_ylabel(f"the best of {label}")
    figure.colorbar(shades, ax=axes, label="matches won", format=_percents())
    return figure


def _shades(values: RealVector, name: str = MAP) -> "ScalarMappable":
    """Return colours from the least to the largest of *values*."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    return ScalarMappable(Normalize(float(values.min()), float(values.max())), name)


def _percents() -> "PercentFormatter":
    from matplotlib.ticker import PercentFormatter

    return PercentFormatter(1.0, decimals=0)
