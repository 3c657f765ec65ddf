"""The picture of a training: the share of matches won against known players as it went on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from galo.arena.atomic_write import atomic_write
from galo.lab.figures import BLUE, RED, new_figure, percent_axis, svg_of


def write_curve(path: Path, curve: Sequence[dict[str, Any]]) -> None:
    """Write the picture of *curve* to *path*, if Matplotlib is here."""
    try:
        figure, (axes,) = new_figure(1, 2.8)
    except ImportError:
        return  # the numbers are all in the results
    minutes = [point["seconds"] / 60 for point in curve]
    for number, colour in enumerate((BLUE, RED)):
        found = [point["measured"][number] for point in curve]
        low, high = zip(*(each["share_interval"] for each in found), strict=True)
        axes.fill_between(minutes, low, high, color=colour, alpha=0.2, lw=0)
        label = f"against {found[0]['opponent']}"
        axes.plot(minutes, [each["share"] for each in found], color=colour, label=label)
    axes.set_xlabel("minutes")
    axes.set_ylabel("matches won")
    percent_axis(axes)
    axes.legend(frameon=False, loc="lower right")
    with atomic_write(path) as stream:
        stream.write(svg_of(figure, path.stem).encode())
