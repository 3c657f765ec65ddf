"""The page of an evolution: its best vector, its curve, its runs, and how to use what it found."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from galo.extras import require
from galo.lab import figures
from galo.lab.checkpoints import RESULT, load, read_json, read_settings
from galo.lab.evolution import evolved_agent
from galo.lab.evolution_results import CYCLES
from galo.lab.evolution_run import EvolutionRun
from galo.lab.formulas import from_row
from galo.lab.members_report import archive_section, cycles_section, front_section
from galo.lab.report import ReportFigure, ReportPage, ReportSection, ReportTable, write_page
from galo.lab.settings import NSGA2, EvolutionSettings
from galo.players.dominoes4 import FREE
from galo.players.parameters import MEMBERS

# What the coefficients multiply: the counts V0 to V2 of the number L1 that a tile covers, and V0
# to V3 of the number L2 that it opens.
PLACES = (("V0", "L1"), ("V1", "L1"), ("V2", "L1"), *((f"V{n}", "L2") for n in range(4)))
COUNTED = {
    "V1": "tiles in hand",
    "V2": "ends that show it",
    "V3": "tiles that the partner has played",
}
COUNTED_BY_V0 = {
    "literal": "tiles on the table",
    "published": "tiles not seen",
    "reconstructed": "tiles that the next player holds",
}


def write_evolution_report(directory: Path) -> Path:
    """Write the page of the evolution in *directory* and return its file."""
    require("lab", "a report")
    settings = read_settings(directory)
    if (directory / RESULT).exists():
        page = result_page(read_json(directory / RESULT), settings, directory)
        use = ReportSection("Use it", items=_commands(directory))
        return write_page(directory, _with(page, use, directory))
    return write_page(directory, _with(_unfinished_page(directory, settings), None, directory))


def result_page(
    result: Mapping[str, Any],
    settings: EvolutionSettings | None = None,
    directory: Path | None = None,
) -> ReportPage:
    """Return the page of *result*, what `galo evolve --json` prints, kept in a *directory*."""
    low, high = result["retest_interval"]
    words = [
        f"Won {result['retest']:.2%} [{low:.2%}, {high:.2%}] on fresh deals, and "
        f"{result['fitness']:.2%} where it was chosen for it: "
        f"{100 * result['luck']:+.2f} percentage points are luck.",
        f"{result['matches']:,} matches in {result['seconds']:,.1f} s.",
    ]
    names = result["parameters"]
    sections = [
        _best_section(result),
        *_many(result, directory),
        _generations([run["curve"] for run in result["runs"]], names, result["fame"]),
        ReportSection("Runs", tables=[_runs(result["runs"])]),
    ]
    if settings is not None:
        sections.append(ReportSection("Settings", tables=[_settings(settings)]))
    against = " and ".join(result["against"])
    title = f"{result['game']}: {result['agent']}, evolved against {against}"
    return ReportPage(title, words, sections)


def _best_section(result: Mapping[str, Any]) -> ReportSection:
    """Return the part about the best individual."""
    if "formula" not in result:
        return ReportSection("The best vector", tables=[_best(result)])
    words = f"{result['nodes']} features, constants and operators."
    return ReportSection("The best formula", words, items=[result["formula"]])


def _many(result: Mapping[str, Any], directory: Path | None) -> list[ReportSection]:
    """Return the parts about a front or an archive, and about cycles, that *result* has."""
    sections = []
    members = result.get(MEMBERS)
    if members:

        def agent_of(number: int) -> str:
            if directory is not None:
                return evolved_agent(directory, number)[1]
            return f"member {number}"

        if result["method"] == NSGA2:
            sections.append(front_section(members, agent_of))
        else:
            cells = result.get("cells", EvolutionSettings.cells)
            sections.append(archive_section(members, agent_of, cells))
    if CYCLES in result:
        sections.append(cycles_section(result[CYCLES]))
    return sections


def _best(result: Mapping[str, Any]) -> ReportTable:
    """Return the table of the best vector, of a strategy with what each coefficient multiplies."""
    title, values = (
        f"The best of {result['agent']}",
        dict(zip(result["parameters"], result["best"], strict=True)),
    )
    if result["agent"] not in FREE:
        cells = [[name, f"{value:.6g}"] for name, value in values.items()]
        return ReportTable(title, ["parameter", "value"], cells)
    cells = [
        [name, f"{value:.4f}", _multiplied(gene, result["reading"])]
        for gene, (name, value) in enumerate(values.items())
        if value
    ]
    note = "L1 is the number that a tile covers, L2 the one that it opens."
    return ReportTable(title, ["coefficient", "value", "multiplies"], cells, note)


def _unfinished_page(directory: Path, settings: EvolutionSettings) -> ReportPage:
    """Return the page of the evolution in *directory* as far as it is."""
    runs: Sequence[EvolutionRun] = load(directory) or []
    done = runs[0].generation if runs else 0
    words = [
        f"The evolution is not finished: {done} of {settings.generations} generations are "
        f"complete; go on with: galo evolve --resume {shlex.quote(str(directory))}"
    ]
    sections = [ReportSection("Settings", tables=[_settings(settings)])]
    if done:
        leader = max(runs, key=lambda run: run.curve[-1][0])
        curves, names = [run.curve for run in runs], leader.evolvable.names
        sections.insert(0, _generations(curves, names, leader.fame))
    title = f"{settings.game}: {settings.agent}, evolved against " + " and ".join(settings.against)
    return ReportPage(title, words, sections)


def _with(page: ReportPage, section: ReportSection | None, directory: Path) -> ReportPage:
    """Return *page* with *section* at its end, and the command that makes it again."""
    sections = [*page.sections, section] if section else page.sections
    command = f"galo evolve report {shlex.quote(str(directory))}"
    return ReportPage(page.title, page.words, sections, command)


def _generations(
    curves: Sequence[Sequence[Sequence[float]]],
    names: Sequence[str],
    fame: Sequence[Sequence[float]],
) -> ReportSection:
    """Return the section about all generations: shares won, and the numbers of the best."""
    shares = [tuple(zip(*curve, strict=True)) for curve in curves]
    values: dict[str, Sequence[float]] = {
        name: [vector[number] for vector in fame]
        for number, name in enumerate(names)
        if any(vector[number] for vector in fame)
    }
    if names:
        turned = figures.coefficients(values)
        about = "Parameters of the best individual of each generation."
    else:  # programs
        sizes = [float(len(from_row(np.array(program)))) for program in fame]
        turned = figures.coefficients({"size": sizes}, "nodes")
        about = "Features, constants and operators of the best formula of each generation."
    several = "; the bands are the range of all runs" if len(curves) > 1 else ""
    pictures = [
        ReportFigure(
            "curve",
            figures.evolutions({"": shares}),
            f"Matches won by the best and the mean individual of each generation{several}.",
        ),
        ReportFigure("coefficients" if names else "sizes", turned, about),
    ]
    return ReportSection("Generations", pictures=pictures)


def _multiplied(gene: int, reading: str) -> str:
    """Return what the coefficient *gene*, counted from 0, multiplies."""
    count, number = PLACES[gene]
    counted = COUNTED_BY_V0[reading] if count == "V0" else COUNTED[count]
    return f"{count}({number}): {counted}"


def _runs(runs: Sequence[Mapping[str, Any]]) -> ReportTable:
    head = ["run", "last generation", "fresh deals", "95 %", "luck", "best"]
    rows = [
        [
            str(number),
            f"{run['fitness']:.2%}",
            f"{run['retest']:.2%}",
            "[{:.2%}, {:.2%}]".format(*run["retest_interval"]),
            f"{100 * run['luck']:+.2f}",
            run.get("formula") or ", ".join(f"{value:.4f}" for value in run["best"]),
        ]
        for number, run in enumerate(runs, start=1)
    ]
    return ReportTable("All runs", head, rows, "Shares of matches won; luck in percentage points.")


def _settings(settings: EvolutionSettings) -> ReportTable:
    rows = [[name, _written(value)] for name, value in vars(settings).items()]
    return ReportTable("What was evolved, and how", ["setting", "value"], rows)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if value is None:
        return "as usual"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _commands(directory: Path) -> list[str]:
    """Return the commands that measure what the evolution in *directory* found."""
    game, agent = evolved_agent(directory)
    name = shlex.quote(agent)
    rivals = "basic --games 100000", "champion"
    return [f"galo match {game} {name} {rival}" for rival in rivals]
