"""Bundles: many modules of the site in one file, put together without a build step.

A module becomes a function that runs once and returns its exports; what it imports are the exports
of functions before it. Only the forms that the site's modules use are understood, everything else
is an error that names the file:

    import { a, b as c } from "./x.js";      const { a, b: c } = $lib_x;
    export { d } from "./y.js";              ...return { d: $lib_y.d, e };
    export function e() {}                   function e() {}
    import("../pages/z.js")                  import("./table.js").then((all) => all.$pages_z)
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

FOLDER = "bundle"
# The entries of each bundle; it has all that they import, save what is in a bundle before it.
SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "site": (
        "main.js",
        "pages/lobby.js",
        "pages/rules.js",
        "games/dominoes4.js",
        "games/dominoes2.js",
        "games/lines_of_action.js",
        "games/connect_four.js",
    ),
    "table": ("pages/table.js", "pages/replay.js", "games/square_grid.js"),
    "review": ("review/replay_review.js", "review/play_on.js"),
    "lesson": ("pages/lesson.js",),
    "puzzle": ("pages/puzzle.js", "pages/puzzles.js"),
    "new_table": ("pages/new_table.js",),
    "charts": ("pages/interval_chart.js", "pages/data_table.js"),
    "results": ("pages/results.js",),
    "lab": ("lab/agents_page.js", "lab/lab_page.js"),
    "me": ("pages/me.js", "pages/ranking.js"),
    "dominoes": ("games/dominoes/board.js",),
    "lines_of_action": ("games/lines_of_action/board.js",),
    "connect_four": ("games/connect_four/board.js",),
    "grid": ("games/grid.js",),
}
STYLESHEETS: Mapping[str, tuple[str, ...]] = {
    "site": (
        "lib/site.css",
        "pages/lobby.css",
        "pages/pages.css",
        "games/pictures.css",
    ),
    "table": (
        "table/table.css",
        "pages/lesson.css",
        "pages/puzzle.css",
        "games/board_players.css",
        "games/dominoes/dominoes.css",
        "games/lines_of_action/lines_of_action.css",
        "games/connect_four/connect_four.css",
    ),
    "review": ("review/review.css",),
}

LINES = re.MULTILINE
COMMENT = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*)[ \t]*\n", LINES)
IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"([^"]+)";\n', LINES)
EXPORT_FROM = re.compile(r'^export (\{[^}]*\}|\*) from "([^"]+)";\n', LINES)
EXPORT_LIST = re.compile(r"^export (\{[^}]*\});\n", LINES)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", LINES)
DYNAMIC = re.compile(r'\bimport\("([^"]+)"\)')
OWN_ADDRESS = "import.meta.url"
NOT_UNDERSTOOD = re.compile(
    r"^(?:import\b(?!\()|export\b|await\b|(?:const|let) .*= await\b).*", LINES
)


class BundleError(RuntimeError):
    """A module that cannot be put into a bundle: it says which and why."""


@dataclass(frozen=True)
class Module:
    """A module of the site: where it is, what it says, and what it imports at once."""

    path: str
    code: str  # without comments that have lines of their own
    imports: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of its exports in a bundle."""
        return "$" + re.sub(r"\W", "_", self.path.removesuffix(".js"))

    def resolve(self, reference: str) -> str:
        """Return the path that *reference* means in this module."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.path), reference))


def read_module(path: str, source: str) -> Module:
    """Return the module at *path*."""
    code = COMMENT.sub("", source)
    module = Module(path, code, ())
    found = [*IMPORT.finditer(code), *EXPORT_FROM.finditer(code)]
    imports = dict.fromkeys(module.resolve(match[2]) for match in found)
    return Module(path, code, tuple(imports))


class Bundles:
    """The bundles of *sources*, the modules and style sheets of the site by path."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._modules: dict[str, Module] = {}
        self._bundle_of: dict[str, str] = {}
        self._contents = {name: self._closure(name) for name in SCRIPTS}

    def file(self, path: str) -> str | None:
        """Return the bundle or the module at *path*, None if it is neither."""
        folder, _, file = path.partition("/")
        name, _, suffix = file.rpartition(".")
        if folder == FOLDER and suffix == "css" and name in STYLESHEETS:
            return "\n".join(short_css(self._sources[each]) for each in STYLESHEETS[name])
        if folder == FOLDER and suffix == "js" and name in SCRIPTS:
            return self._script(name)
        return self._doorway(path) if path in self._bundle_of else None

    def bundle_of(self, path: str) -> str | None:
        """Return the name of the bundle that has the module at *path*."""
        return self._bundle_of.get(path)

    def exports(self, path: str) -> list[str]:
        """Return the names that the module at *path* exports."""
        module = self._module(path)
        names = dict.fromkeys(match[1] for match in EXPORT.finditer(module.code))
        for match in EXPORT_LIST.finditer(module.code):
            names.update((outside, None) for _, outside in _bindings(match[1]))
        for match in EXPORT_FROM.finditer(module.code):
            if match[1] == "*":
                names.update((name, None) for name in self.exports(module.resolve(match[2])))
            else:
                names.update((outside, None) for _, outside in _bindings(match[1]))
        return list(names)

    def _module(self, path: str) -> Module:
        if path not in self._modules:
            if path not in self._sources:
                raise BundleError(f"no module {path}")
            self._modules[path] = read_module(path, self._sources[path])
        return self._modules[path]

    def _closure(self, bundle: str) -> list[Module]:
        """Return the modules of *bundle*, each after those that it imports."""
        contents: list[Module] = []
        open_paths: list[str] = []

        def add(path: str) -> None:
            if path in open_paths:
                raise BundleError(f"modules import each other: {' '.join([*open_paths, path])}")
            if path in self._bundle_of:
                return
            open_paths.append(path)
            module = self._module(path)
            for each in module.imports:
                add(each)
            open_paths.pop()
            self._bundle_of[path] = bundle
            contents.append(module)

        for entry in SCRIPTS[bundle]:
            add(entry)
        return contents

    def _doorway(self, path: str) -> str:
        """Return a module at *path* with the exports of the one in its bundle, for plug-ins."""
        there = posixpath.relpath(f"{FOLDER}/{self._bundle_of[path]}.js", posixpath.dirname(path))
        there = there if there.startswith(".") else f"./{there}"
        names = ", ".join(self.exports(path))
        return (
            f'import {{ {self._module(path).name} as module }} from "{there}";\n'
            f"export const {{ {names} }} = module;\n"
        )

    def _script(self, name: str) -> str:
        contents = self._contents[name]
        return "\n".join(
            [
                *self._borrowed(name, contents),
                *(self._function(module, name) for module in contents),
                f"export {{ {', '.join(module.name for module in contents)} }};\n",
            ]
        )

    def _borrowed(self, name: str, contents: list[Module]) -> Iterator[str]:
        """Yield the imports of what *contents* need from bundles before."""
        needed: dict[str, dict[str, None]] = {}
        for module in contents:
            for path in module.imports:
                if (other := self._bundle_of[path]) != name:
                    needed.setdefault(other, {})[self._module(path).name] = None
        for other, names in needed.items():
            yield f'import {{ {", ".join(names)} }} from "./{other}.js";'

    def _function(self, module: Module, bundle: str) -> str:
        """Return *module* as a function that runs once and gives its exports."""
        returned: list[str] = [match[1] for match in EXPORT.finditer(module.code)]

        def imported(match: re.Match[str]) -> str:
            if match[1] is None:
                return ""
            names, other = match[1], self._module(module.resolve(match[2])).name
            if names.startswith("*"):
                return f"const {names.removeprefix('* as ')} = {other};\n"
            renamed = (f"{outside}: {inside}" for outside, inside in _bindings(names))
            return f"const {{ {', '.join(renamed)} }} = {other};\n"

        def exported_from(match: re.Match[str]) -> str:
            other = self._module(module.resolve(match[2])).name
            if match[1] == "*":
                returned.insert(0, f"...{other}")  # what the module exports itself comes first
            else:
                returned.extend(f"{to}: {other}.{one}" for one, to in _bindings(match[1]))
            return ""

        def exported(match: re.Match[str]) -> str:
            returned.extend(f"{to}: {one}" for one, to in _bindings(match[1]))
            return ""

        code = IMPORT.sub(imported, module.code)
        code = EXPORT_FROM.sub(exported_from, code)
        code = EXPORT_LIST.sub(exported, code)
        code = EXPORT.sub("", code)
        code = DYNAMIC.sub(lambda match: self._later(module.resolve(match[1]), bundle), code)
        code = code.replace(OWN_ADDRESS, f'new URL("../{module.path}", {OWN_ADDRESS}).href')
        if strange := NOT_UNDERSTOOD.search(code):
            raise BundleError(f"{module.path}: bundles do not understand {strange[0]!r}")
        ending = f"return {{ {', '.join(returned)} }};"
        return f"const {module.name} = (() => {{\n{code}{ending}\n}})();"

    def _later(self, path: str, bundle: str) -> str:
        """Return the import of the module at *path* when it is asked for, from *bundle*."""
        home = self._bundle_of.get(path)
        if home is None:
            return f'import("../{path}")'
        if home == bundle:
            return f"Promise.resolve({self._module(path).name})"
        return f'import("./{home}.js").then((all) => all.{self._module(path).name})'


def short_css(source: str) -> str:
    """Return a style sheet without comments and the space around its signs."""
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    return re.sub(r"(?<=:)\s+|\s*([{};,])\s*", lambda match: match[1] or "", source).strip()


def _bindings(names: str) -> Iterator[tuple[str, str]]:
    """Yield what `{ a, b as c }` names: what it is called there, and here."""
    for each in names.strip("{} \n").split(","):
        if words := each.split():
            yield words[0], words[-1]
