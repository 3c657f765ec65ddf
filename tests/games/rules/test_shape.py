"""The rules of all games have one shape: the same functions, signatures and order.

The signatures are read from the sources, as a reader sees them, not from the compiled kernels.
"""

import ast
from pathlib import Path

import pytest

from galo.games import rules as package

RULES = Path(package.__file__).parent
GAMES = ("connect_four", "lines_of_action", "dominoes4", "dominoes2")
DOMINOES = ("dominoes4", "dominoes2")

SHAPE = """
class Rules(NamedTuple)
class State(NamedTuple)
def start(rules: Rules, key: int) -> State
def legal_moves(rules: Rules, state: State, moves: 'IntVector') -> int
def play(rules: Rules, state: State, move: int) -> State
def ending(rules: Rules, state: State) -> Ending
def random_game(rules: Rules, state: State, key: int) -> Ending
def random_games(rules: Rules, key: int, games: int, tally: 'IntVector') -> None
def perft(rules: Rules, state: State, paths: 'IntVector') -> None
"""

SHARED_BY_DOMINOES = (
    "legal_set",
    "open_round",
    "deal_round",
    "next_seat",
    "place",
    "pass_turn",
    "is_round_over",
    "round_points",
    "next_opener",
    "match_winner",
    "pack",
    "unpack",
)


def declarations(source: str) -> dict[str, str]:
    """Return the classes and functions of *source* by name, in order, each as its first line."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = f"class {node.name}({', '.join(map(ast.unparse, node.bases))})"
        elif isinstance(node, ast.FunctionDef):
            returns = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
            found[node.name] = f"def {node.name}({ast.unparse(node.args)}){returns}"
    return found


def declared_in(game: str) -> dict[str, str]:
    return declarations((RULES / f"{game}.py").read_text(encoding="utf-8"))


def shape_of(found: dict[str, str]) -> list[str]:
    """Return the declarations of *found* that the shape names."""
    names = declarations("\n".join(f"{line}: ..." for line in SHAPE.split("\n") if line))
    return [line for name, line in found.items() if name in names]


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_the_functions_of_the_shape_in_its_order(game: str) -> None:
    assert shape_of(declared_in(game)) == SHAPE.split("\n")[1:-1]


@pytest.mark.parametrize("game", GAMES)
def test_every_function_of_the_shape_is_a_kernel(game: str) -> None:
    body = ast.parse((RULES / f"{game}.py").read_text(encoding="utf-8")).body
    functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
    named = [line.split("(")[0][4:] for line in SHAPE.split("\n") if line.startswith("def")]
    for name in named:
        decorators = [ast.unparse(one) for one in functions[name].decorator_list]
        assert decorators == ["long_kernel" if name == "perft" else "kernel"], name


def test_what_only_dominoes_have_is_alike_in_both() -> None:
    four, two = (declared_in(game) for game in DOMINOES)
    for name in SHARED_BY_DOMINOES:
        assert four.get(name) == two.get(name) is not None, name
    order = [[name for name in found if name in SHARED_BY_DOMINOES] for found in (four, two)]
    assert order[0] == order[1]


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("def play(rules: Rules, state: State, move: int)", "def play(rules: Rules, state: State)"),
        ("def ending(rules: Rules,", "def ending(options: Rules,"),
        ("-> Ending:", "-> int:"),
        ("class State(NamedTuple)", "class Board(NamedTuple)"),
    ],
)
def test_a_difference_is_found(was: str, becomes: str) -> None:
    source = (RULES / "connect_four.py").read_text(encoding="utf-8")
    assert was in source
    changed = declarations(source.replace(was, becomes))
    assert shape_of(changed) != shape_of(declarations(source))


def test_another_order_is_found() -> None:
    found = declared_in("connect_four")
    turned = dict(reversed(found.items()))
    assert shape_of(turned) != shape_of(found)
