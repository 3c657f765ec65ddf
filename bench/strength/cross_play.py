"""Strangers at a table of dominó de 4 pontas: everybody with and against everybody.

    python bench/strength/cross_play.py --games 240 --workers 8 --out DIR
    python bench/strength/cross_play.py --about champion --games 400  it, with strangers, alone
    python bench/strength/cross_play.py --draw DIR/cross_play.json    docs/figures/cross_play.svg

As partners every two agents sit together against a pair of --against; as opponents every two
meet as pairs of their like. All matches are on the same deals, in pairs with the sides exchanged.
A player that rests on a private convention does worse with strangers than the two of them do
on average with their like: that difference, deal by deal, is printed for every agent.
"""

import argparse
import json
import math
import statistics
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

from dominoes4 import SURE, Pair, pairs_of_games, play_twice

from galo.arena.tally import Tally

AGENTS = (
    "random;basic;s3;sbgames2008;s1;strategy:file=examples/grown_strategy.py;"
    "expectiminimax;pimc;champion"
)
FIGURE = Path(__file__).parent.parent.parent / "docs" / "figures" / "cross_play.svg"
PARTNERS, OPPONENTS = "partners", "opponents"
CHUNK = 4  # meetings that a worker plays before it reports
FILE = "cross_play.json"


class Meeting(NamedTuple):
    """Two pairs of players, and the deal of their two matches."""

    kind: str  # PARTNERS or OPPONENTS
    names: Pair  # the two agents that it is about
    ours: Pair
    theirs: Pair
    seed: int


def meetings(
    agents: Sequence[str], against: str, seeds: Iterable[int], about: str | None
) -> list[Meeting]:
    """Return all meetings of *agents*, or those that tell how *about* does with strangers."""
    found = []
    for seed in seeds:
        for one, other in combinations_with_replacement(agents, 2):
            if about not in (None, one, other) and one != other:
                continue
            found.append(Meeting(PARTNERS, (one, other), (one, other), (against,) * 2, seed))
        for one, other in combinations(agents, 2) if about is None else ():
            found.append(Meeting(OPPONENTS, (one, other), (one,) * 2, (other,) * 2, seed))
    return found


def played(meeting: Meeting) -> Tally:
    """Return the result of both matches of *meeting*."""
    return play_twice(meeting.ours, meeting.theirs, meeting.seed).tally


def measure(options: argparse.Namespace) -> None:
    """Play everything, print the tables, and write them."""
    agents, seeds = options.agents.split(";"), range(options.games // 2)
    all_meetings = meetings(agents, options.against, seeds, options.about)
    of_a_deal = len(all_meetings) // len(seeds)
    for name in agents:  # compiles, so that the workers find it on disk
        play_twice((name, name), (options.against,) * 2, 0)
    shares: dict[tuple[str, Pair], list[float]] = {}
    tallies: dict[tuple[str, Pair], Tally] = {}
    end = time.monotonic() + 60 * options.minutes
    with ProcessPoolExecutor(options.workers) as pool:
        results = pool.map(played, all_meetings, chunksize=CHUNK)
        for number, (meeting, tally) in enumerate(zip(all_meetings, results, strict=True), 1):
            cell = meeting.kind, meeting.names
            shares.setdefault(cell, []).append(tally.score)
            tallies[cell] = tallies.get(cell, Tally()) + tally
            is_whole = number > of_a_deal and number % of_a_deal == 0  # intervals need two deals
            if is_whole and time.monotonic() > end:
                pool.shutdown(cancel_futures=True)
                break
    result = {
        "agents": [shown(name) for name in agents],
        "against": options.against,
        "games": 2 * len(next(iter(shares.values()))),
        PARTNERS: table(tallies, PARTNERS, agents),
        OPPONENTS: table(tallies, OPPONENTS, agents),
        "with_strangers": {
            shown(name): with_strangers(shares, name, agents)
            for name in ([options.about] if options.about else agents)
        },
    }
    show(result)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / FILE).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def table(
    tallies: dict[tuple[str, Pair], Tally], kind: str, agents: Sequence[str]
) -> list[list[list[float] | None]]:
    """Return the score and its interval for every two *agents*."""
    rows = []
    for one in agents:
        row: list[list[float] | None] = []
        for other in agents:
            tally, is_turned = tallies.get((kind, (one, other))), False
            if tally is None:
                tally, is_turned = tallies.get((kind, (other, one))), kind == OPPONENTS
            if tally is None:
                row.append(None)
                continue
            low, high = tally.interval[:2]
            cell = [tally.score, low, high]
            row.append([1 - cell[0], 1 - high, 1 - low] if is_turned else cell)
        rows.append(row)
    return rows


def with_strangers(
    shares: dict[tuple[str, Pair], list[float]], name: str, agents: Sequence[str]
) -> list[float]:
    """Return what *name* and strangers win above the mean of both with their like, and ± 95 %."""
    own = shares[PARTNERS, (name, name)]
    by_deal = [0.0] * len(own)
    for other in agents:
        if other != name:
            mixed = shares.get((PARTNERS, (name, other))) or shares[PARTNERS, (other, name)]
            like = shares[PARTNERS, (other, other)]
            for deal, (together, mine, theirs) in enumerate(zip(mixed, own, like, strict=True)):
                by_deal[deal] += (together - (mine + theirs) / 2) / (len(agents) - 1)
    error = statistics.stdev(by_deal) / math.sqrt(len(by_deal))
    return [statistics.mean(by_deal), SURE * error]


def shown(name: str) -> str:
    """Return how *name* is written in tables: of a file its stem."""
    return Path(name.partition("file=")[2]).stem if "file=" in name else name


def show(result: dict[str, Any]) -> None:
    """Print the tables of *result* as Markdown."""
    agents = result["agents"]
    print(f"{result['games']} matches of every two agents")
    for kind in (PARTNERS, OPPONENTS):
        print(f"\n| {kind} | {' | '.join(agents)} |\n|{'---|' * (len(agents) + 1)}")
        for name, row in zip(agents, result[kind], strict=True):
            cells = ("" if cell is None else f"{100 * cell[0]:.1f}" for cell in row)
            print(f"| `{name}` | {' | '.join(cells)} |")
    print("\n| agent | with strangers |\n|---|---|")
    for name, (gain, margin) in result["with_strangers"].items():
        print(f"| `{name}` | {100 * gain:+.1f} ± {100 * margin:.1f} |")


def draw(path: Path) -> None:
    """Draw the two tables of the file *path* beside each other."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    from galo.arena.figures import COLOURS, DARK, INK, LIGHT

    result = json.loads(path.read_text(encoding="utf-8"))
    agents = result["agents"]
    titles = {
        PARTNERS: f"partners, against two {result['against']}",
        OPPONENTS: "opponents: the row against the column",
    }
    plt.rcParams.update({"font.size": 9, "svg.hashsalt": "galo"})
    figure, both = plt.subplots(1, 2, figsize=(13, 6.2), layout="constrained")
    for axes, (kind, title) in zip(both, titles.items(), strict=True):
        scores = [[math.nan if cell is None else cell[0] for cell in row] for row in result[kind]]
        axes.imshow(scores, cmap=COLOURS, vmin=0.0, vmax=1.0)
        for row, line in enumerate(scores):
            for column, score in enumerate(line):
                if not math.isnan(score):
                    colour = LIGHT if abs(score - 0.5) > DARK else INK
                    text = f"{100 * score:.0f}"
                    axes.text(column, row, text, ha="center", va="center", color=colour)
        axes.set_xticks(range(len(agents)), agents, rotation=45, ha="right", rotation_mode="anchor")
        axes.set_yticks(range(len(agents)), agents)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_title(f"{title}, % won")
    figure.savefig(FIGURE, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agents", default=AGENTS, help="with ; between them")
    parser.add_argument("--against", default="s1", help="the pair that all partners meet")
    parser.add_argument("--about", metavar="AGENT", help="what this one is with strangers alone")
    parser.add_argument("--games", type=pairs_of_games, default=240, help="of every two agents")
    parser.add_argument("--minutes", type=float, default=math.inf, help="or fewer games")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("cross_play"))
    parser.add_argument("--draw", type=Path, metavar="FILE", help="draw the figure of FILE alone")
    options = parser.parse_args()
    draw(options.draw) if options.draw else measure(options)


if __name__ == "__main__":
    main()
