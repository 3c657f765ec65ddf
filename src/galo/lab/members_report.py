"""Parts of the page of an evolution that ends in many players, or that plays against itself."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from galo.lab import member_figures
from galo.lab.goals import WON
from galo.lab.member_figures import CELL, MEETING, POINT
from galo.lab.report import ReportFigure, ReportSection, ReportTable
from galo.lab.styles import STYLES

MOST_ROWS = 40  # of the table of a front
HALF = 0.5

#: How a member, by its number from 1, is played: an agent with its options.
AgentOf = Callable[[int], str]


def front_section(members: Sequence[Mapping[str, Any]], agent_of: AgentOf) -> ReportSection:
    """Return the part about a front: a figure to hover over, and a table."""
    names = list(members[0]["measures"])
    values = np.array([list(member["measures"].values()) for member in members])
    titles = {
        f"{POINT}-{number}": f"{_measures(member)}; {agent_of(number)}"
        for number, member in enumerate(members, start=1)
    }
    caption = (
        f"The front by {' and '.join(names[:2])}{f', in colour {names[2]}' if names[2:] else ''}, "
        "on fresh deals: hover over a point for its goals and how to play it."
    )
    picture = ReportFigure("front", member_figures.front(names, values), caption, titles)
    shown = ["number", *([] if WON in names else ["matches won"]), *names]
    head = [*shown, "formula" if "formula" in members[0] else "numbers"]
    rows = [
        [
            str(number),
            *([] if WON in names else [f"{member['share']:.2%}"]),
            *(f"{value:.4g}" for value in member["measures"].values()),
            member.get("formula") or ", ".join(f"{value:.4g}" for value in member["best"]),
        ]
        for number, member in enumerate(members[:MOST_ROWS], start=1)
    ]
    hidden = len(members) - len(rows)
    note = f"Number 1 is played as {agent_of(1)}" + (f"; {hidden} more follow." if hidden else ".")
    words = (
        f"{len(members)} players of whom none is beaten by another in all goals. They were chosen "
        "and measured on different deals."
    )
    return ReportSection("The front", words, [ReportTable("Members", head, rows, note)], [picture])


def archive_section(
    members: Sequence[Mapping[str, Any]], agent_of: AgentOf, cells: int
) -> ReportSection:
    """Return the part about an archive: a heat map to hover over, and a few of its players.

    Its grid has so many *cells* along each style.
    """
    names = list(members[0]["measures"])
    values = np.array([list(member["measures"].values()) for member in members])
    won = np.array([member["share"] for member in members])
    titles = {
        f"{CELL}-{number}": f"won {member['share']:.1%}; {_measures(member)}; {agent_of(number)}"
        for number, member in enumerate(members, start=1)
    }
    caption = (
        "The best player of each style, on fresh deals: hover over a cell for what it wins, how "
        "it plays, and how to play against it."
    )
    picture = ReportFigure(
        "archive", member_figures.archive(names, values, won, cells), caption, titles
    )
    filled = f"{len(members)} cells are filled; {(won >= HALF).sum()} win half or more."
    items = [
        f"{what}: won {members[place]['share']:.1%}; {_measures(members[place])}; "
        f"{agent_of(place + 1)}"
        for what, place in notable(members)
    ]
    return ReportSection("The archive of styles", filled, pictures=[picture], items=items)


def notable(members: Sequence[Mapping[str, Any]]) -> list[tuple[str, int]]:
    """Return members worth a word, and their places: the strongest, and extremes of style.

    Extremes are among those that win half or more, if there are any.
    """
    shares = [member["share"] for member in members]
    strong = [place for place, share in enumerate(shares) if share >= HALF]
    still, places = (" that still wins half", strong) if strong else ("", list(range(len(shares))))
    found = [("The strongest", int(np.argmax(shares)))]
    for name in members[0]["measures"]:
        ordered = sorted(places, key=lambda place: float(members[place]["measures"][name]))
        words = STYLES[name].words
        found += [
            (f"The most {name} ({words}){still}", ordered[-1]),
            (f"The fewest {name}{still}", ordered[0]),
        ]
    return found


def cycles_section(cycles: Mapping[str, Any]) -> ReportSection:
    """Return the part about the bests of some generations, each against each."""
    bests = [str(generation) for generation in cycles["bests"]]
    shares = np.array(cycles["shares"])
    titles = {
        f"{MEETING}-{row + 1}-{column + 1}": f"the best of generation {one} won "
        f"{shares[row, column]:.1%} against that of {other}"
        for row, one in enumerate(bests)
        for column, other in enumerate(bests)
    }
    figure = member_figures.cross_table(bests, shares, "generation")
    caption = "Progress makes the lower left blue; a cycle shows as red far below the diagonal."
    words = (
        f"The bests of some generations against each other, {cycles['matches_each']:,} matches "
        "each two, on common deals from both sides."
    )
    return ReportSection(
        "Cycles", words, pictures=[ReportFigure("cycles", figure, caption, titles)]
    )


def _measures(member: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value:.4g}" for name, value in member["measures"].items())
