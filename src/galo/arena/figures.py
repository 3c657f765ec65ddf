"""Two figures of a tournament: the scores of all pairings, and the ratings."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, LIGHT, PALE = "#222222", "white", "#eeeeee"
BLUE = "#2166ac"
COLOURS = "RdBu"  # red: the row lost, blue: it won; also the colour-blind see the difference
CELL = 0.75  # inches
INCHES_PER_LETTER = 0.09  # about
FONT = 10.0
DARK = 0.3  # a score further than this from even has white figures on it


def score_map(result: dict[str, Any]) -> "Figure":
    """Return the heat map of the scores of rows against columns."""
    import numpy as np

    names = [player["name"] for player in result["players"]]
    table = np.array([[np.nan if s is None else s for s in row] for row in result["table"]])
    count = len(names)
    room = INCHES_PER_LETTER * max(map(len, names))
    figure, axes = _figure(CELL * count + room + 1.2, CELL * count + room + 1.0)
    axes.set_facecolor(PALE)
    image = axes.imshow(table, cmap=COLOURS, vmin=0.0, vmax=1.0)
    for (row, column), score in np.ndenumerate(table):
        if not np.isnan(score):
            colour = LIGHT if abs(score - 0.5) > DARK else INK
            axes.text(column, row, _percent(score), ha="center", va="center", color=colour)
    axes.set_xticks(range(count), names, rotation=45, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(count), names)
    axes.xaxis.tick_top()
    axes.set_xticks(np.arange(0.5, count - 1), minor=True)
    axes.set_yticks(np.arange(0.5, count - 1), minor=True)
    axes.grid(which="minor", color=LIGHT, linewidth=2)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    bar = figure.colorbar(image, ax=axes, fraction=0.046, ticks=[0.0, 0.5, 1.0])
    bar.ax.set_yticklabels(["0 %", "50 %", "100 %"])
    bar.outline.set_visible(False)
    figure.suptitle(f"{result['game']}: score of the row against the column")
    return figure


def rating_ladder(result: dict[str, Any]) -> "Figure":
    """Return the ratings with their intervals, the strongest on top."""
    players = result["players"]
    figure, axes = _figure(7.0, 0.45 * len(players) + 1.4)
    for place, player in enumerate(players):
        elo, (low, high) = player["elo"], player["elo_interval"]
        if low is not None:
            axes.plot([low, high], [place, place], color=BLUE, linewidth=2, solid_capstyle="butt")
            for end in (low, high):
                axes.plot([end, end], [place - 0.12, place + 0.12], color=BLUE, linewidth=2)
        axes.plot(elo, place, "o", color=BLUE, markersize=7)
        axes.annotate(_signed(elo), (elo, place), (0, 8), textcoords="offset points", ha="center")
    axes.axvline(0.0, color=INK, linewidth=0.8, linestyle=":", zorder=0)
    axes.set_yticks(range(len(players)), [player["name"] for player in players])
    axes.set_ylim(len(players) - 0.4, -0.8)
    axes.margins(x=0.08)
    axes.set_xlabel("Elo above the mean, with 95 % intervals")
    axes.grid(axis="x", color=PALE)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "left", "right"]].set_visible(False)
    figure.suptitle(f"{result['game']}: {result['games']:,} games")
    return figure


def _percent(score: float) -> str:
    """Return *score* as people read it; what is nearly certain is not rounded to certain."""
    is_near = 0.0 < score < 0.01 or 0.99 < score < 1.0
    return f"{100 * score:.1f} %" if is_near else f"{100 * score:.0f} %"


def _signed(elo: float) -> str:
    return f"{elo:+.0f}".replace("-", "−")


def _figure(width: float, height: float) -> tuple["Figure", Any]:
    """Return a figure that needs no screen, and its axes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"font.size": FONT}):
        figure = Figure(figsize=(width, height), dpi=150, layout="constrained")
        return figure, figure.add_subplot()
