"""Parts of the reference that are made from the program itself, as Markdown.

    commands_markdown()   every command and option, from the command line
    formats_markdown()    every JSON format, from the files in galo/schemas
    parameters_markdown() every number of an agent that evolution may turn, from the registry
    requests_markdown()   every request of the site, from its OpenAPI description

The pages of the reference show them, and tests read them; Sphinx is not needed here.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

import galo
from galo.cli import app as command_line
from galo.games.registry import BUILT_IN
from galo.players.registry import Agent, agents_of

SCHEMAS = Path(galo.__file__).parent / "schemas"
ANY_NAME = "NAME"  # stands for a field whose name is free, such as that of a game

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Command:
    """A command as its `--help` describes it; each parameter is a spelling and its help."""

    path: str
    usage: str
    help: str
    example: str
    parameters: tuple[tuple[str, str], ...]


def commands() -> Iterator[Command]:
    """Yield `galo` and every command below it, in the order of `--help`."""
    yield from _commands(typer.main.get_command(command_line), "galo", None)


def _commands(command: Any, path: str, parent: Any) -> Iterator[Command]:
    # Any: newer Typers carry a Click of their own.
    context = command.make_context(path.split()[-1], [], parent=parent, resilient_parsing=True)
    records = (parameter.get_help_record(context) for parameter in command.get_params(context))
    yield Command(
        path,
        " ".join([path, *command.collect_usage_pieces(context)]),
        command.help or "",
        command.epilog or "",
        tuple((" ".join(spelling.split()), text) for spelling, text in filter(None, records)),
    )
    for name in getattr(command, "commands", {}):
        yield from _commands(command.commands[name], f"{path} {name}", context)


def commands_markdown() -> str:
    """Return a section for every command: what it does, its usage, its parameters."""
    return "\n".join(map(_command_section, commands()))


def _command_section(command: Command) -> str:
    rows = [(f"`{spelling}`", _words(text)) for spelling, text in command.parameters]
    example = command.example.partition("Example: ")[2]
    return "\n".join(
        [
            f"## {command.path}\n\n{_paragraphs(command.help)}\n",
            f"```text\n{command.usage}\n```\n",
            _table(("parameter", "what it does"), rows),
            f"Example: `{example}`\n" if example else f"{_paragraphs(command.example)}\n",
        ]
    )


def formats_markdown() -> str:
    """Return a section for every file of `galo/schemas`: its fields in a table."""
    files = sorted(SCHEMAS.glob("*.json"))
    return "\n".join(
        _format_section(path.name, json.loads(path.read_text(encoding="utf-8"))) for path in files
    )


def _format_section(name: str, schema: Json) -> str:
    title, about = schema.get("title", name), schema.get("description", "")
    return f"## {title}\n\n{about}\n\nSchema: `galo/schemas/{name}`\n\n{fields_table(schema)}"


def fields_table(schema: Json) -> str:
    """Return the fields of the JSON Schema *schema* as a Markdown table, nested ones dotted."""
    rows = [
        (f"`{path}`", _type_text(field), _required(field, is_required))
        for path, field, is_required in _fields(schema, schema, "")
    ]
    return _table(("field", "type", "what it is"), rows)


def _fields(schema: Json, root: Json, prefix: str) -> Iterator[tuple[str, Json, bool]]:
    """Yield the path of every field below *schema*, its schema, and whether it must be there."""
    for alternative in (schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())):
        found = _resolved(alternative, root)
        required = found.get("required", ())
        for name, field in found.get("properties", {}).items():
            inner = _resolved(field, root)
            yield prefix + name, {**inner, **field}, name in required
            yield from _fields(inner, root, f"{prefix}{name}.")
        for field in found.get("patternProperties", {}).values():
            yield prefix + ANY_NAME, field, True
            yield from _fields(field, root, f"{prefix}{ANY_NAME}.")
        items = found.get("items")
        if isinstance(items, Mapping):
            yield from _fields(_resolved(items, root), root, f"{prefix[:-1]}[].")


def _resolved(schema: Json, root: Json) -> Json:
    """Return *schema*, or what its `$ref` names inside *root*."""
    reference = schema.get("$ref", "")
    if not reference.startswith("#/"):
        return schema
    found: Any = root
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    resolved: Json = found
    return resolved


def _type_text(schema: Json) -> str:
    """Return the type of *schema* in a word or a few."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    choices = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    if choices:
        return " or ".join(dict.fromkeys(map(_type_text, choices)))
    kinds = schema.get("type", "anything")
    text = kinds if isinstance(kinds, str) else " or ".join(kinds)
    items = schema.get("items")
    return f"{text} of {_type_text(items)}" if isinstance(items, Mapping) else text


def _required(schema: Json, is_required: bool) -> str:
    about = _words(schema.get("description", ""))
    return about if is_required else f"{about} (may be absent)".strip()


def parameters_markdown() -> str:
    """Return every agent that evolves, by game, with its parameters."""
    return "\n".join(
        f"## {game}: {agent.name}\n\n{_parameters_table(agent)}"
        for game in BUILT_IN
        for agent in agents_of(game)
        if agent.parameters
    )


def _parameters_table(agent: Agent) -> str:
    rows = [
        (f"`{each.name}`", f"{each.low:g}", f"{each.high:g}", f"{each.default:g}")
        for each in agent.parameters
    ]
    return _table(("parameter", "from", "to", "default"), rows)


def requests_markdown() -> str:
    """Return every request of the site and every model of its JSON."""
    from galo.web.app import create_app

    description = create_app().openapi()
    requests = [
        _request_section(method, path, operation)
        for path, operations in description["paths"].items()
        for method, operation in operations.items()
    ]
    models = description["components"]["schemas"]
    return "\n".join(
        ["## Requests\n", *requests, "## Models\n"]
        + [_model_section(name, models[name]) for name in sorted(models)]
    )


def _request_section(method: str, path: str, operation: Json) -> str:
    rows = [(f"`{one['name']}`", one["in"], "") for one in operation.get("parameters", ())]
    rows += [("body", _content(operation["requestBody"]), "")] if "requestBody" in operation else []
    rows += [
        (f"answer {code}", _content(answer), answer.get("description", ""))
        for code, answer in operation["responses"].items()
    ]
    about = operation.get("description") or operation.get("summary", "")
    table = _table(("part", "what it is", ""), rows)
    return f"### {method.upper()} {path}\n\n{_paragraphs(about)}\n\n{table}"


def _content(part: Json) -> str:
    """Return the kinds of content of a body or an answer, with their models."""
    found = []
    for kind, content in part.get("content", {}).items():
        schema = content.get("schema", {})
        found.append(_type_text(schema) if schema else f"`{kind}`")
    return ", ".join(found)


def _model_section(name: str, model: Json) -> str:
    about = _paragraphs(model.get("description", ""))
    shallow = [
        (f"`{field}`", _type_text(schema), _required(schema, field in model.get("required", ())))
        for field, schema in model.get("properties", {}).items()
    ]
    return f"### {name}\n\n{about}\n\n{_table(('field', 'type', 'what it is'), shallow)}"


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a Markdown table, nothing at all without *rows*."""
    if not rows:
        return ""
    lines = [heads, ("---",) * len(heads), *rows]
    cells = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"


def _words(text: str) -> str:
    """Return *text* on one line; what Markdown would read as a sign stays itself."""
    return re.sub(r"([<>*_\[\]])", r"\\\1", " ".join(text.split())) if text else ""


def _paragraphs(text: str) -> str:
    return "\n\n".join(_words(part) for part in re.split(r"\n\s*\n", text))
