"""The page about the source documents: what it names exists, and no numbered item is left out.

Every code span of the page is one of

    path, path::name      a file of the repository, a name that it defines
    galo …                a command with its arguments and options
    GAME, GAME AGENT      a game, an agent of it, each with its options
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from galo.errors import GaloError
from galo.games.options import split_name
from galo.games.registry import game_names, make_game
from galo.lab.evolution import GIVEN, evolution_settings
from galo.lab.experiments import experiment
from galo.lab.settings import POPULATION, SELF, EvolutionSettings, default_agent
from galo.players.registry import HUMAN, make_player
from support.commands import ROOT
from support.markdown import tokens
from support.shell_lines import parse_galo

PAGE = ROOT / "docs" / "seeds.md"
HEAD = ["item", "place", "here", "what differs, and why"]
ABSENT = "not here"
MARK = "::"  # of the page's own explanation
NUMBERED = {  # what each document has, and up to which number
    "antonio2011": {"figure": 28, "quadro": 30, "equation": 6},
    "sbgames2008": {"figure": 6, "table": 2, "equation": 8},
    "cig2011": {"figure": 8, "table": 5, "equation": 8},
    "hoffmann2020": {"figure": 6, "table": 4, "annex": 2},
}
NAMED = {
    "fiss2010": {
        "figure": {"2.1", "2.2", "2.3", "2.4"},
        "table": {"2.1", "2.2", "2.3", "2.4"},
    },
    "tux2007": {"test": set("abcdefghi")},
}


class Row:
    """A row of a table: the heading of its document, and its cells as Markdown."""

    def __init__(self, document: str, cells: list[str]) -> None:
        self.document = document
        self.item, self.place, self.here, self.differs = cells


def rows() -> Iterator[Row]:
    """Yield the rows of all tables with the usual head."""
    document, is_usual = "", False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            document = line.removeprefix("## ")
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            is_usual = False
        elif cells == HEAD:
            is_usual = True
        elif is_usual and not set(line) <= set("|-"):
            yield Row(document, cells)


def code_spans() -> list[str]:
    """Return the code spans of the page, each once."""
    inline = (child for token in tokens(PAGE) for child in token.children or ())
    return list(dict.fromkeys(child.content for child in inline if child.type == "code_inline"))


def problem_of(span: str) -> str | None:
    """Return what is wrong with the code span *span*, None if what it names exists."""
    first, *others = span.split()
    try:
        if first == "galo":
            check_command(tuple(others))
        elif (game := first.partition(":")[0]) in game_names():
            make_game(first)
            for agent in others:
                make_player(game, agent, is_simulated=True)
        else:
            check_file(span)
    except (GaloError, AssertionError) as problem:
        return str(problem)
    except Exception as problem:  # newer Typers carry a Click of their own
        if "ClickException" not in (kind.__name__ for kind in type(problem).__mro__):
            raise
        return str(problem)
    return None


def check_command(words: tuple[str, ...]) -> None:
    """Let the command line read *words*, and check the names that only the command looks up."""
    arguments = parse_galo(words)
    if words[:2] == ("lab", "run"):
        experiment(arguments["name"])
    if game := arguments.get("game"):
        make_game(game)
        for name in ("a", "b", "players", "seat", "against"):
            found: Any = arguments.get(name) or ()
            for agent in [found] if isinstance(found, str) else found:
                if agent not in (HUMAN, SELF, POPULATION):
                    make_player(split_name(game)[0], agent)
    if words[:1] == ("evolve",):
        known = {field.name for field in fields(EvolutionSettings)} - set(GIVEN)
        given = {name: arguments[name] for name in known & arguments.keys() if arguments[name]}
        chosen = {
            n: tuple(value) if isinstance(value, list) else value for n, value in given.items()
        }
        agent = arguments.get("agent") or default_agent(arguments["method"])
        evolution_settings(arguments["game"], agent, arguments.get("against") or None, chosen)


def check_file(span: str) -> None:
    """Assert that *span* is a file, or a file and a name that it defines."""
    path, _, name = span.partition("::")
    place = ROOT / path
    assert not Path(path).is_absolute(), f"{path} is not a path of the repository"
    assert place.is_file(), f"{path} is no file, game or command"
    if name:
        defined = re.compile(rf"^(?:async )?(?:def|class) {name}\b", re.MULTILINE)
        assert defined.search(place.read_text(encoding="utf-8")), f"{path} has no {name}"


def test_what_the_page_names_exists() -> None:
    problems = {span: problem_of(span) for span in code_spans() if span != MARK}
    assert len(problems) > 100
    assert {span: problem for span, problem in problems.items() if problem} == {}


@pytest.mark.parametrize(
    ("span", "problem"),
    [
        ("src/galo/nowhere.py", "is no file"),
        ("src/galo/games/rules/dominoes4.py::no_such_function", "has no no_such_function"),
        ("nothing", "is no file"),
        ("dominoes4 s9", "s9"),
        ("dominoes4 s1:weights=stage9", "stage9"),
        ("connect_four tux:nothing=1", "nothing"),
        ("dominoes2:players=5", "players"),
        ("galo nothing", "nothing"),
        ("galo match dominoes4 s1 nobody", "nobody"),
        ("galo match dominoes4 s1 basic --nothing 1", "--nothing"),
        ("galo play dominoes2 --seat nobody", "nobody"),
        ("galo lab run nothing", "nothing"),
        ("galo evolve dominoes4 s1 --selection luck", "luck"),
        ("galo evolve dominoes4 s9", "s9"),
    ],
)
def test_a_wrong_name_is_noticed(span: str, problem: str) -> None:
    assert problem in (problem_of(span) or "")


def test_every_row_has_a_target_or_a_reason() -> None:
    found = list(rows())
    assert len(found) > 200
    for row in found:
        assert all((row.item, row.place, row.here)), row.item
        if row.here == ABSENT:
            assert row.differs, f"{row.item} is not here, and nothing says why"
        else:
            assert "`" in row.here, f"{row.item} names nothing that could be checked"
        assert "missing" not in row.differs


@pytest.mark.parametrize("document", [*NUMBERED, *NAMED])
def test_no_numbered_item_is_left_out(document: str) -> None:
    places = [row.place for row in rows() if row.document == document]
    assert places
    wanted = dict(NAMED.get(document, {}))
    for kind, last in NUMBERED.get(document, {}).items():
        wanted[kind] = {str(number) for number in range(1, last + 1)}
    for kind, names in wanted.items():
        found = {name for place in places for name in re.findall(rf"\b{kind} ([\w.]+)", place)}
        assert found == names, kind
