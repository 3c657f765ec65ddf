"""Figures of evolutions and studies, for a directory, a report or a page."""

import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

import numpy as np

from galo.arena.atomic_write import atomic_write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from galo.lab.ranking import Ranking

BLUE, RED, GREY, PALE, INK = "#2166ac", "#b2182b", "#777777", "#dddddd", "#222222"
WIDE = 7.2  # inches
Curve = Sequence[Sequence[float]]  # the best share won in each generation, and the mean
Point = tuple[float, float, float]  # a value and the ends of its interval


def svg_of(figure: "Figure", name: str) -> str:
    """Return *figure* as SVG, the same text each time; *name* keeps its identifiers apart."""
    from matplotlib import rc_context

    text = io.StringIO()
    with rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    drawing = text.getvalue()
    # A hundredth of a point is finer than any screen.
    return re.sub(r"(\.\d\d)\d+", r"\1", drawing[drawing.index("<svg") :])


def with_titles(drawing: str, titles: Mapping[str, str]) -> str:
    """Return *drawing* whose parts with an identifier in *titles* show that text on hover."""

    def titled(found: re.Match[str]) -> str:
        title = titles.get(found[1])
        return found[0] if title is None else f"{found[0]}<title>{escape(title)}</title>"

    return re.sub(r'<g id="([^"]+)">', titled, drawing)


def write_curves(path: Path, curves: Sequence[Curve]) -> None:
    """Write the picture of *curves*, best and mean of each, to *path*, if Matplotlib is here."""
    try:
        figure = evolutions({"": curves})
    except ImportError:
        return  # the numbers are all in the results
    with atomic_write(path) as stream:
        stream.write(svg_of(figure, path.stem).encode())


def evolutions(panels: Mapping[str, Sequence[Curve]]) -> "Figure":
    """Return a panel for each name: best and mean of the first curve, and the range of all."""
    figure, all_axes = new_figure(len(panels), 2.5)
    for axes, (name, curves) in zip(all_axes, panels.items(), strict=True):
        for place, colour, label in ((0, BLUE, "best"), (1, GREY, "mean")):
            lines = np.array([curve[place] for curve in curves])
            generations = np.arange(1, lines.shape[1] + 1)
            some = slice(None, None, max(1, lines.shape[1] // 50))  # enough for a band
            low, high = lines.min(axis=0)[some], lines.max(axis=0)[some]
            axes.fill_between(generations[some], low, high, color=colour, alpha=0.2, lw=0)
            axes.plot(generations, lines[0], color=colour, linewidth=1.0, label=label)
        axes.set_title(name, fontsize=10)
        axes.set_xlabel("generation")
        percent_axis(axes)
    all_axes[0].legend(frameon=False, loc="lower right")
    all_axes[0].set_ylabel("matches won")
    return figure


def coefficients(lines: Mapping[str, Sequence[float]], label: str = "value") -> "Figure":
    """Return the value of each of *lines*, what *label* says, in the best of each generation."""
    figure, (axes,) = new_figure(1, 3.2)
    for name, values in lines.items():
        axes.plot(range(1, len(values) + 1), values, linewidth=1.0, label=name)
    axes.set_xlabel("generation")
    axes.set_ylabel(label)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=PALE, linewidth=0.6)
    axes.tick_params(labelsize=8)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside right upper", frameon=False)
    return figure


def luck(panels: Mapping[str, Sequence[tuple[float, float]]]) -> "Figure":
    """Return a panel for each name: shares won by every run, as seen and on fresh deals."""
    figure, all_axes = new_figure(len(panels), 2.8)
    for axes, (name, runs) in zip(all_axes, panels.items(), strict=True):
        ordered = sorted(runs, key=lambda run: run[1])
        for place, (seen, fresh) in enumerate(ordered):
            axes.plot([place, place], [seen, fresh], color=PALE, linewidth=2, zorder=1)
        all_seen, all_fresh = zip(*ordered, strict=True)
        axes.plot(all_seen, "^", color=RED, markersize=5, label="in its last generation")
        axes.plot(all_fresh, "o", color=BLUE, markersize=5, label="on fresh deals")
        axes.set_title(name, fontsize=10)
        axes.set_xticks([])
        axes.set_xlabel("runs")
        percent_axis(axes, decimals=1)
    all_axes[0].set_ylabel("matches won")
    figure.legend(*all_axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


def populations(panels: Mapping[str, Mapping[int, Sequence[float]]]) -> "Figure":
    """Return a panel for each name: the best and the mean share won by size of the population."""
    figure, all_axes = new_figure(len(panels), 2.5)
    for axes, (name, shares) in zip(all_axes, panels.items(), strict=True):
        sizes = list(shares)
        axes.plot(sizes, [max(runs) for runs in shares.values()], "^-", color=BLUE, label="best")
        axes.plot(
            sizes, [float(np.mean(runs)) for runs in shares.values()], "o-", color=GREY,
            label="mean",
        )  # fmt: skip
        axes.set_title(name, fontsize=10)
        axes.set_xticks(sizes)
        axes.set_xlabel("population")
        percent_axis(axes, decimals=1)
    all_axes[0].set_ylabel("matches won")
    figure.legend(*all_axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


def sweep(label: str, lines: Mapping[str, tuple[Sequence[float], Sequence[Point]]]) -> "Figure":
    """Return shares won over the values that *label* names, a line each with its intervals."""
    figure, (axes,) = new_figure(1, 3.6)
    marks = ("o-", "^:", "s--")
    for (name, (places, points)), mark in zip(lines.items(), marks, strict=False):
        middle, low, high = (np.array(column) for column in zip(*points, strict=True))
        axes.errorbar(
            places, middle, [middle - low, high - middle], fmt=mark, ms=3, lw=1, label=name
        )
    axes.set_xlabel(label)
    axes.set_ylabel("matches won")
    percent_axis(axes)
    axes.legend(frameon=False)
    return figure


def intervals(rows: Mapping[str, Point], marks: Mapping[str, float], label: str) -> "Figure":
    """Return shares won with their intervals, a row each, and published shares as *marks*."""
    figure, (axes,) = new_figure(1, 0.32 * len(rows) + 1.0)
    for place, (name, (middle, low, high)) in enumerate(rows.items()):
        axes.plot([low, high], [place, place], color=BLUE, linewidth=2)
        axes.plot(middle, place, "o", color=BLUE, markersize=5, label="" if place else "ours, 95 %")
        if name in marks:
            axes.plot(marks[name], place, "D", color=RED, ms=5, label="" if place else "printed")
    axes.set_yticks(range(len(rows)), list(rows))
    axes.invert_yaxis()
    axes.set_xlabel(label)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color=PALE, linewidth=0.6)
    if rows:
        axes.legend(frameon=False)
    return figure


def marks(series: Mapping[str, Mapping[str, float]], label: str) -> "Figure":
    """Return shares, a row for each name and a mark for each of *series*, the first the largest."""
    rows = list(next(iter(series.values())))
    figure, (axes,) = new_figure(1, 0.32 * len(rows) + 1.2)
    styles = (("D", RED, 8), ("x", GREY, 6), ("+", GREY, 8), ("o", BLUE, 5))
    for (title, shares), (mark, colour, size) in zip(series.items(), styles, strict=False):
        places = range(len(rows))
        axes.plot([shares[row] for row in rows], places, mark, color=colour, ms=size, label=title)
    axes.set_yticks(range(len(rows)), rows)
    axes.invert_yaxis()
    axes.set_xlabel(label)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color=PALE, linewidth=0.6)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure


def ratings(panels: Mapping[str, Mapping[str, Point]], label: str) -> "Figure":
    """Return a panel for each name: ratings of its levels with their intervals."""
    figure, all_axes = new_figure(len(panels), 4.5)
    for axes, (name, levels) in zip(all_axes, panels.items(), strict=True):
        for place, (level, (middle, low, high)) in enumerate(levels.items()):
            side = 0.1 * (place % 2)  # or intervals that overlap would look like one
            axes.plot([side, side], [low, high], color=BLUE, linewidth=2)
            axes.plot(side, middle, "o", color=BLUE, markersize=5)
            axes.text(0.2, middle, level, va="center", fontsize=9)
        axes.set_title(name, fontsize=10)
        axes.set_xlim(-0.1, 1.3)
        axes.set_xticks([])
        axes.margins(y=0.08)
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.grid(axis="y", color=PALE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.tick_params(labelsize=8)
    all_axes[0].set_ylabel(label)
    return figure


def critical_differences(ranking: "Ranking") -> "Figure":
    """Return methods on a line by mean rank; a bar joins those that do not differ."""
    ordered = sorted(ranking.ranks, key=lambda name: ranking.ranks[name])
    cliques = ranking.cliques()
    figure, (axes,) = new_figure(1, 0.5 + 0.28 * (len(ordered) + len(cliques) + 2))
    for place, name in enumerate(ordered, start=1):
        rank, depth = ranking.ranks[name], -(len(cliques) + place)
        axes.plot([rank, rank], [0, depth], color=GREY, linewidth=0.7)
        axes.text(rank, depth, f" {name}  {rank:.2f}", va="center", fontsize=9)
    for row, clique in enumerate(cliques, start=1):
        ends = ranking.ranks[clique[0]] - 0.03, ranking.ranks[clique[-1]] + 0.03
        axes.plot(ends, [-row, -row], color=BLUE, linewidth=4, solid_capstyle="butt")
    difference = ranking.critical_difference
    axes.plot([1, 1 + difference], [1, 1], color=RED, linewidth=2)
    axes.text(1 + difference, 1, f" critical difference {difference:.2f}", va="center", fontsize=9)
    axes.set_xlim(0.8, len(ordered) + 1.8)  # room for the name of the last
    axes.set_ylim(-(len(cliques) + len(ordered)) - 0.7, 1.7)
    axes.set_xticks(range(1, len(ordered) + 1))
    axes.set_yticks([])
    axes.set_xlabel("mean rank over all runs, 1 the best")
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure


def new_figure(panels: int, height: float) -> tuple["Figure", list[Any]]:
    """Return a figure without a window, and the axes of its *panels* side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDE, height), dpi=100, layout="constrained")
    axes = figure.subplots(1, panels, squeeze=False)
    return figure, list(axes[0])


def percent_axis(axes: Any, decimals: int = 0) -> None:
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    axes.yaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=decimals))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8)
