"""Draw the figure of docs/statistics.md and measure its table of sequential tests.

    python bench/docs/figure_statistics.py            the figure
    python bench/docs/figure_statistics.py --table    the table too: some minutes on one core

Two players meet in pairs of games without draws: the same deal, sides exchanged. The good hand
is worth ± LUCK to whoever holds it.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from galo.arena.sprt import Sprt
from galo.arena.statistics import paired_interval, paired_score, score_of_elo

FIGURE = Path(__file__).parent.parent.parent / "docs" / "figures" / "statistics.svg"
LUCK = 0.3
MATCHES, PAIRS, TRUTH = 40, 100, 0.55
TABLE = [((0, 10), 1000), ((0, 30), 4000), ((0, 60), 10_000)]
# Set before the figure was seen, and they stay: a draw picked for its looks proves nothing.
INTERVALS_SEED, TESTS_SEED = 11, 4
INK, GREY, RED = "#222222", "#8a8a8a", "#b3261e"


def chances(score: float) -> Sequence[float]:
    """Return the chances that a pair gives a player of *score* 0, ½, 1, 1½ and 2 points."""
    first, second = score + LUCK, score - LUCK
    both, neither = first * second, (1 - first) * (1 - second)
    return neither, 0.0, 1.0 - both - neither, 0.0, both


def play_test(test: Sprt, score: float, rng: np.random.Generator) -> tuple[list[float], str]:
    """Return the ratio after every pair, and the decision."""
    counts, ratios = [0] * 5, [0.0]
    while True:
        for result in rng.choice(5, size=256, p=chances(score)).tolist():
            counts[result] += 1
            llr, decision = test.judge_pairs(counts)
            ratios.append(llr)
            if decision != "continue":
                return ratios, decision


def draw_intervals(axes: Axes) -> None:
    """Draw the intervals of many matches between the same two players."""
    matches = np.random.default_rng(INTERVALS_SEED).multinomial(PAIRS, chances(TRUTH), size=MATCHES)
    misses = 0
    for row, counts in enumerate(matches.tolist()):
        low, high = paired_interval(counts)
        missed = not low <= TRUTH <= high
        misses += missed
        colour, width, mark = (RED, 2.2, "X") if missed else (GREY, 1.1, "o")
        axes.plot([low, high], [row, row], color=colour, linewidth=width)
        axes.plot(paired_score(counts), row, mark, color=colour, markersize=6 if missed else 3)
    axes.axvline(TRUTH, color=INK, linewidth=1)
    axes.set_title(f"{MATCHES} matches of {PAIRS} pairs, true score {TRUTH:.0%}", fontsize=10)
    axes.set_xlabel(f"score and its 95 % interval (crosses: {misses} miss, 2 expected)")
    axes.xaxis.set_major_formatter(matplotlib.ticker.PercentFormatter(1.0, decimals=0))
    axes.set_yticks([])


def draw_test(axes: Axes) -> None:
    """Draw the course of sequential tests on players of three strengths."""
    test, rng = Sprt(0, 30), np.random.default_rng(TESTS_SEED)
    for difference, colour, style in ((0, GREY, "-"), (30, INK, "-"), (60, RED, "--")):
        for run in range(3):
            ratios, _ = play_test(test, score_of_elo(difference), rng)
            name = f"{difference:+d} Elo" if difference else "equal"
            axes.plot(ratios, style, color=colour, linewidth=1.1, label=name if run == 0 else None)
            axes.plot(len(ratios) - 1, ratios[-1], "o", color=colour, markersize=4)
    for bound, name, shift in zip(test.bounds, ("accept H0", "accept H1"), (-12, 5), strict=True):
        axes.axhline(bound, color=INK, linewidth=0.8)
        axes.annotate(
            name, (1, bound), (0, shift), ("axes fraction", "data"), "offset points", ha="right"
        )
    axes.set_ylim(-4, 4)
    axes.set_title("Is A equal (H0) or 30 Elo better (H1)?", fontsize=10)
    axes.set_xlabel("pairs played")
    axes.set_ylabel("log-likelihood ratio")
    axes.legend(
        title="A is really", frameon=False, fontsize=9, loc="lower right", bbox_to_anchor=(1, 0.14)
    )


def draw() -> None:
    """Write the figure, the same bytes each time."""
    matplotlib.rcParams.update({"svg.hashsalt": "galo", "font.size": 9})
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4.2), layout="constrained")
    draw_intervals(left)
    draw_test(right)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    FIGURE.parent.mkdir(exist_ok=True)
    figure.savefig(FIGURE, metadata={"Date": None})


def measure() -> None:
    """Print errors and mean lengths of sequential tests, looked at after every pair."""
    rng = np.random.default_rng(2)
    for (elo0, elo1), runs in TABLE:
        test = Sprt(elo0, elo1)
        for difference in (elo0, (elo0 + elo1) / 2, elo1, 2 * elo1):
            tests = [play_test(test, score_of_elo(difference), rng) for _ in range(runs)]
            lengths = [len(ratios) - 1 for ratios, _ in tests]
            accepted = sum(decision == "accept H1" for _, decision in tests) / runs
            print(
                f"[{elo0}, {elo1}] true {difference:+5.0f}: H1 accepted {accepted:6.2%}, "
                f"pairs mean {np.mean(lengths):.0f}, 95 in 100 within "
                f"{np.quantile(lengths, 0.95):.0f} ({runs} tests)"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", action="store_true", help="measure the table too")
    arguments = parser.parse_args()
    draw()
    if arguments.table:
        measure()


if __name__ == "__main__":
    main()
