"""The reference is complete: every public name, every command and option, every format."""

import inspect
import json
import re
from pathlib import Path
from pydoc import locate
from typing import Any

import pytest
import typer

import galo
import program_reference
from galo.cli import app
from galo.games.registry import BUILT_IN
from galo.players.registry import agents_of
from support.commands import ROOT

PAGE = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
DIRECTIVE = re.compile(r"^\.\. (?:auto|py:)(\w+):: ([\w.]+)", re.MULTILINE)
REFERENCE = {name: kind for kind, name in DIRECTIVE.findall(PAGE)}
CLASSES = [name for name, kind in REFERENCE.items() if kind in ("class", "exception")]


def members(of: type) -> set[str]:
    """Return the public methods, properties and fields that *of* has from galo."""
    own = [one for one in of.__mro__ if one.__module__.startswith("galo")]
    names = {name for one in own for name in (*vars(one), *inspect.get_annotations(one))}
    return {name for name in names if not name.startswith("_")}


def is_documented(of: type, name: str) -> bool:
    """Return whether the member *name* has a docstring, a `#:` comment, or is in the class's."""
    own = [one for one in of.__mro__ if one.__module__.startswith("galo")]
    declared = [vars(one).get(name) for one in own]
    if any(hasattr(one, "__get__") and one.__doc__ for one in declared):
        return True
    comment = re.compile(rf"^ +{name}\b[^#\n]*#: ", re.MULTILINE)
    return any(
        f"*{name}*" in (one.__doc__ or "") or comment.search(inspect.getsource(one)) for one in own
    )


def test_every_public_name_is_in_the_reference_and_has_a_docstring() -> None:
    assert {f"galo.{name}" for name in galo.__all__} == {
        name for name in REFERENCE if name.count(".") == 1
    }
    for name in set(galo.__all__) - {"__version__"}:
        assert inspect.getdoc(getattr(galo, name)), name


@pytest.mark.parametrize("name", CLASSES)
def test_every_member_of_a_class_says_what_it_is(name: str) -> None:
    found: Any = locate(name)
    assert inspect.isclass(found), f"{name} does not exist"
    assert inspect.getdoc(found)
    assert [one for one in sorted(members(found)) if not is_documented(found, one)] == []


def test_an_undocumented_member_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "class Bare(Decision):\n    extra: int\n    nodes: int\n    def think(self): ...\n"
    (tmp_path / "galo_bare.py").write_text(f"from galo import Decision\n\n{source}")
    monkeypatch.syspath_prepend(tmp_path)
    bare: Any = locate("galo_bare.Bare")
    undocumented = {name for name in members(bare) if not is_documented(bare, name)}
    assert members(bare) >= {"extra", "think", "move", "nodes"}
    assert undocumented == {"extra", "think"}


def options(command: Any, path: str) -> list[tuple[str, str, str]]:
    """Return the path of *command* or of one below it, the spelling and the help of each option."""
    found = [(path, one.opts[-1], one.help or "") for one in command.params]
    for name, inner in getattr(command, "commands", {}).items():
        found += options(inner, f"{path} {name}")
    return found


def test_every_command_and_option_has_help_and_is_in_the_reference() -> None:
    sections = {
        part.partition("\n")[0]: part
        for part in f"\n{program_reference.commands_markdown()}".split("\n## ")
    }
    known = options(typer.main.get_command(app), "galo")
    assert len(known) > 80
    assert [(path, spelling) for path, spelling, text in known if not text] == []
    for path, spelling, _ in known:
        if spelling.startswith("-"):
            assert spelling in sections[path], (path, spelling)
    assert all(command.help for command in program_reference.commands())


def test_every_schema_is_rendered_with_every_field() -> None:
    text = program_reference.formats_markdown()
    for path in program_reference.SCHEMAS.glob("*.json"):
        schema = json.loads(path.read_text(encoding="utf-8"))
        assert f"galo/schemas/{path.name}" in text
        assert all(f"`{name}`" in text for name in schema.get("properties", {})), path.name


def test_every_agent_that_evolves_is_in_the_reference() -> None:
    text = program_reference.parameters_markdown()
    for game in BUILT_IN:
        for agent in agents_of(game):
            assert (f"## {game}: {agent.name}\n" in text) == bool(agent.parameters)
    assert "| `near` | 1 | 300 | 200 |" in text


def test_fields_of_a_schema_become_rows() -> None:
    schema = {
        "properties": {
            "score": {"type": ["number", "null"], "description": "0 to 1 | or null"},
            "players": {"type": "array", "items": {"$ref": "#/$defs/player"}},
        },
        "patternProperties": {"^[a-z]+$": {"type": "integer", "description": "Of that game"}},
        "required": ["score"],
        "$defs": {"player": {"properties": {"name": {"type": "string", "description": "Who"}}}},
    }
    assert program_reference.fields_table(schema).splitlines()[2:] == [
        r"| `score` | number or null | 0 to 1 \| or null |",
        "| `players` | array of `player` | (may be absent) |",
        "| `players[].name` | string | Who (may be absent) |",
        "| `NAME` | integer | Of that game |",
    ]


def test_every_request_of_the_site_is_in_the_reference() -> None:
    text = program_reference.requests_markdown()
    for request in ("POST /api/tables\n", "GET /health\n", "GET /api/results.csv\n"):
        assert f"### {request}" in text
    assert "### TableRequest\n" in text


def test_figures_and_pictures_are_made_by_a_command() -> None:
    script = (ROOT / "bench" / "docs" / "screenshots.py").read_text(encoding="utf-8")
    pictures = {path.stem for path in (ROOT / "docs" / "images").iterdir()}
    assert pictures
    assert {name for name in pictures if f'"{name}' not in script} == set()
    shown = {figure for page in (ROOT / "docs").rglob("*.md") for figure in _figures(page)}
    assert {path.name for path in (ROOT / "docs" / "figures").iterdir()} == shown


def _figures(page: Path) -> list[str]:
    return re.findall(r"figures/([\w.-]+)\)", page.read_text(encoding="utf-8"))
