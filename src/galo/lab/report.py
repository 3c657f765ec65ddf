"""The report of an experiment: words, tables and figures, as one HTML file and as Markdown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from galo.arena.atomic_write import atomic_write
from galo.errors import ConfigError
from galo.extras import require
from galo.lab.comparison import AGREES, DIFFERS
from galo.lab.experiment_directory import ExperimentDirectory, Record
from galo.lab.experiments import experiment
from galo.lab.figures import svg_of, with_titles
from galo.lab.missing_units import command_to_finish, missing_units

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAGE, TEXT, FIGURES = "report.html", "report.md", "figures"
BODY = "report_body.html"  # the template of what stands on a page, for a notebook
# How a cell begins that holds a verdict, and the style of such a cell.
VERDICTS = {
    AGREES: AGREES,
    "passed": AGREES,
    DIFFERS: DIFFERS,
    "lost": DIFFERS,
    "not passed": DIFFERS,
}
READING_TITLES = {
    "literal": "literal formula",
    "published": "fitted formula (published)",
    "reconstructed": "reconstructed formula",
}
READINGS_EXPLAINED = (
    "The literal formula is the printed one. The fitted formula, the option value “published”, is "
    "ours: a change of the printed one under which the printed coefficients win. The reconstructed "
    "formula is the program that the authors seem to have run: a4 multiplies the tiles that the "
    "next player holds."
)
EQUIVALENCE = (
    "Two numbers agree if the whole 95 % interval of their difference lies within one percentage "
    "point of the matches, 50 of 5,000; they differ if the whole interval lies beyond; else it "
    "cannot be told. The margin is half of what stage 2 seemed to gain, 2 points, the smallest "
    "gain that the dissertation builds on, and less than the ± 69 of one count of 5,000."
)


@dataclass(frozen=True)
class ReportTable:
    """A table, and a note about it."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


@dataclass(frozen=True)
class ReportFigure:
    """A figure, the name of its file without ending, and a caption."""

    name: str
    figure: "Figure"
    caption: str
    titles: Mapping[str, str] = field(default_factory=dict)  # of parts by `gid`, to hover over

    @cached_property
    def svg(self) -> str:
        """The figure as text, the same bytes each time."""
        return with_titles(svg_of(self.figure, self.name), self.titles)


@dataclass(frozen=True)
class ReportSection:
    """A part of the page: words, a list, tables and figures under one title."""

    title: str
    words: str = ""
    tables: Sequence[ReportTable] = ()
    pictures: Sequence[ReportFigure] = ()
    items: Sequence[str] = ()  # of a list below the words


@dataclass(frozen=True)
class ReportPage:
    """The page of an experiment or an evolution, and the *command* that makes it again."""

    title: str
    words: Sequence[str]
    sections: Sequence[ReportSection] = field(default_factory=list)
    command: str = ""


def write_report(directory: Path) -> Path:
    """Write the page of the experiment in *directory* and return its file."""
    require("lab", "a report")
    found = ExperimentDirectory.read(directory)
    settings = found.settings
    command = f"galo lab run {settings.experiment} --{settings.size} --seed {settings.seed}"
    return write_page(directory, replace(_page(found), command=command))


def write_page(directory: Path, page: ReportPage) -> Path:
    """Write *page* to *directory*, as HTML and as Markdown, and return the HTML file."""
    with atomic_write(directory / PAGE) as stream:
        stream.write(html(page).encode())
    for picture in _pictures(page):
        with atomic_write(directory / FIGURES / f"{picture.name}.svg") as stream:
            stream.write(picture.svg.encode())
    with atomic_write(directory / TEXT) as stream:
        stream.write(markdown(page).encode())
    return directory / PAGE


def _page(directory: ExperimentDirectory) -> ReportPage:
    """Return the page of the experiment in *directory*; of an unfinished one if that shows any."""
    settings, records = directory.settings, list(directory.records.values())
    report: Callable[..., ReportPage] = experiment(settings.experiment).report
    missing = missing_units(directory)
    if missing is None:
        return report(settings, records)
    unfinished = f"is not finished: {missing}; go on with: {command_to_finish(directory)}"
    try:
        page = report(settings, records)
    except Exception:  # whatever tables and figures raise that have nothing to show
        page = None
    if page is None or not any(table.rows for part in page.sections for table in part.tables):
        raise ConfigError(f"{str(directory.path)!r} {unfinished}")
    return replace(page, words=[f"The experiment {unfinished}", *page.words])


def html(page: ReportPage, template: str = PAGE) -> str:
    """Return *page* as one HTML file that needs no other, or as the part that *template* has."""
    from jinja2 import Environment, FunctionLoader

    def read(name: str) -> str:
        return files("galo.lab").joinpath(name).read_text(encoding="utf-8")

    environment = Environment(
        loader=FunctionLoader(read), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template(template).render(page=page, kind=_kind)


def markdown(page: ReportPage) -> str:
    """Return *page* as Markdown; the figures are files beside it."""
    lines = [f"# {page.title}", "", *_paragraphs(page.words)]
    for section in page.sections:
        lines += [f"## {section.title}", "", *_paragraphs([section.words])]
        lines += [*(f"- {item}" for item in section.items), *([""] if section.items else [])]
        for table in section.tables:
            lines += [f"### {table.title}", "", *_paragraphs([table.note])]
            lines += [_row(table.head), _row(["---"] * len(table.head))]
            lines += [*map(_row, table.rows), ""]
        for picture in section.pictures:
            lines += [f"![{picture.caption}]({FIGURES}/{picture.name}.svg)", ""]
    return "\n".join(lines).rstrip() + "\n"


def open_choices(choices: Sequence[str]) -> ReportSection:
    """Return the section with our *choices* where the text of a study is silent."""
    words = "What is used there is our choice, not the authors'."
    return ReportSection("Where the text is silent", words, items=choices)


def totals(records: Sequence[Record]) -> str:
    """Return a sentence: the matches of all evolutions in *records*, their seconds, the rate."""
    timed = [record for record in records if record["unit"].startswith("time of ")]
    matches, seconds = (sum(record[name] for record in timed) for name in ("matches", "seconds"))
    rate = matches / seconds if seconds else 0.0
    return f"{matches:,} matches of evolution in {seconds:,.0f} s, {rate:,.0f} a second."


def size_label(ours: int, printed: int) -> str:
    """Return the size that *ours* has, with the *printed* one where that is another."""
    return f"{ours}" if ours == printed else f"{ours} (paper: {printed})"


def reading_title(reading: str) -> str:
    """Return what a *reading* of the formula is called in titles and captions."""
    return READING_TITLES.get(reading, reading)


def _pictures(page: ReportPage) -> Iterator[ReportFigure]:
    for section in page.sections:
        yield from section.pictures


def _paragraphs(words: Sequence[str]) -> list[str]:
    return [line for paragraph in words if paragraph for line in (paragraph, "")]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _kind(cell: str) -> str:
    """Return the style of a *cell*: that of its verdict, or none."""
    return next((VERDICTS[word] for word in VERDICTS if cell.startswith(word)), "")
