"""What `--json` prints: one object, as its schema says, with one meaning for each name."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

import galo as package
from galo import extras
from galo.arena.records import write_records
from support.commands import ROOT, InProcess
from support.results import fill_database
from support.trainings import training_done

SCHEMAS: dict[str, dict[str, Any]] = {
    path.name.removesuffix(".v1.json"): json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "src" / "galo" / "schemas").glob("*.v1.json"))
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()
)
# FILE stands for a file of two games, LINES for positions, DATABASE for one of the site, OUT for a
# new directory, TRAINED for a training that is complete.
COMMANDS = {
    "games": ["games"],
    "agents": ["agents", "agents connect_four"],
    "match": [
        "match connect_four focused random --games 4 --jobs 1",
        "match dominoes4 s1 basic --games 20 --sprt 0,50 --jobs 1",
    ],
    "tournament": ["tournament dominoes4 random basic s1 --games 4 --jobs 1"],
    "evolve": [
        "evolve dominoes4 s1 --population 4 --generations 2 --matches 4 --retest 4 --out OUT"
    ],
    "train": ["train --resume TRAINED"],
    "lab_list": ["lab list"],
    "solve": ["solve connect_four 4453", "solve connect_four 44444432 --seconds 0.000001"],
    "solve_batch": ["solve connect_four --batch LINES"],
    "book_build": ["book build connect_four --plies 1 --seconds 0.000001 --out OUT"],
    "replay": ["replay FILE"],
    "review": ["review FILE"],
    "puzzles_solve": ["puzzles solve connect_four --agent random --number 5 --jobs 1"],
    "results": ["results --database DATABASE"],
    "perft": ["perft connect_four 3", "perft connect_four 2 --distinct"],
    "bench": ["bench connect_four --seconds 0.001", "bench dominoes4 --seconds 0.001"],
    "version": ["--version"],
}
# Names that have two meanings for a reason: scripts rely on both.
TWO_MEANINGS = {
    "best",  # a column in solve, a vector in evolve, a move in review
    "moves",  # columns as one text in solve, a list in a record
    "players",  # a number in results, a list of them in tournament
    "parameters",  # their names in evolve, their ranges in agents
    "nodes",  # a count in solve, a list by ply in perft, a limit in match
    "games",  # how many, but a list in review
    "luck",  # for each side in review, what flatters a fitness in evolve
    "result",  # an outcome in a record, a number for each side in review
    "score",  # exact and whole in solve, a share of the points in tournament and results
    "seconds",  # taken, or as a limit of each move
}


def fields(schema: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield every field that *schema* describes, with its own schema, at any depth."""
    if isinstance(schema, dict):
        for part, content in schema.items():
            if part == "properties":
                yield from content.items()
            if part != "description":
                yield from fields(content)
    elif isinstance(schema, list):
        for part in schema:
            yield from fields(part)


def objects(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every object that *schema* describes, at any depth."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    """Return the files that commands name."""
    seats = ["random", "focused"]
    games = [package.play("connect_four", seats, seed=seed) for seed in (1, 2)]
    write_records(tmp_path / "games.jsonl", games)
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    fill_database(url)
    (tmp_path / "lines").write_text("274552224131661 0\n5455174361263362 3\n2531276566711153\n")
    return {
        "FILE": str(tmp_path / "games.jsonl"),
        "LINES": str(tmp_path / "lines"),
        "DATABASE": url,
        "TRAINED": str(training_done(tmp_path / "trained")),
        "OUT": str(tmp_path / "out"),
    }


@pytest.mark.parametrize(
    ("name", "command"), [(name, command) for name in COMMANDS for command in COMMANDS[name]]
)
def test_output_is_one_object_as_its_schema_says(
    in_process: InProcess, places: dict[str, str], name: str, command: str
) -> None:
    said = in_process(*(places.get(word, word) for word in command.split()), "--json")
    assert said.returncode == (1 if name == "solve_batch" else 0)  # one of its scores is wrong
    assert said.stdout.count("\n") == 1
    check(name, json.loads(said.stdout))


def check(name: str, content: object) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMAS[name], registry=REGISTRY)
    assert [problem.message for problem in validator.iter_errors(content)] == []


@pytest.mark.parametrize(
    ("game", "seats"),
    [("dominoes4", ["random"] * 4), ("lines_of_action:repetition=2", ["random", "random"])],
)
def test_records_are_as_their_schema_says(game: str, seats: list[str]) -> None:
    check("record", json.loads(package.play(game, seats, seed=3).to_line()))


def test_every_command_that_prints_json_has_a_schema_and_every_schema_a_test() -> None:
    assert {*COMMANDS, "record"} == {*SCHEMAS}
    sources = (ROOT / "src" / "galo" / "cli").glob("*.py")
    printing = sum(source.read_text().count("as_json: AsJson") for source in sources)
    assert printing == len(SCHEMAS) - 3  # a record, the version, the second form of solve


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_valid_and_describes_everything(name: str) -> None:
    schema = SCHEMAS[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"].endswith(f"/schemas/{name}.v1.json")
    assert schema["title"]
    assert schema["description"]
    for field, own in fields(schema):
        assert own.get("description"), field
    for each in objects(schema):
        assert each["additionalProperties"] is False


def test_a_field_has_one_meaning_in_all_schemas() -> None:
    found: dict[str, set[tuple[str, str]]] = {}
    for schema in SCHEMAS.values():
        for name, own in fields(schema):
            kind = json.dumps(own.get("type") or sorted(own.keys() - {"description"}))
            found.setdefault(name, set()).add((kind, own["description"].partition(";")[0]))
    assert {name for name, meanings in found.items() if len(meanings) > 1} == TWO_MEANINGS


def test_gpu_that_works_has_no_problem(
    in_process: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "installed", lambda: ["cuda"])
    monkeypatch.setattr("galo.arena.devices.gpu_problem", lambda: None)
    found = json.loads(in_process("--json", "--version").stdout)
    assert found["devices"]["cuda"] == {"available": True, "problem": None}
    assert found["extras"] == ["cuda"]
    assert found["galo"] == package.__version__
    assert found["cache"]["bytes"] > 0


def test_gpu_support_that_is_not_installed_is_not_imported(
    in_process: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "installed", lambda: ["lab"])
    monkeypatch.setattr("galo.arena.devices.gpu_problem", lambda: pytest.fail("it is imported"))
    found = json.loads(in_process("--version", "--json").stdout)
    assert found["devices"]["cuda"]["available"] is False
    assert "pip install 'galo[cuda]'" in found["devices"]["cuda"]["problem"]
    assert found["extras"] == ["lab"]
