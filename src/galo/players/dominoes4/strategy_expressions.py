"""The expressions of a strategy of one's own, translated for its kernel.

Each number becomes an expression of floats; what has to be computed first, or only on some ways,
is written before it, line by line.
"""

import ast
import math
from collections import Counter
from collections.abc import Callable
from difflib import get_close_matches
from typing import NoReturn

from galo.players.dominoes4.feature_table import FEATURES
from galo.players.dominoes4.strategy_source import StrategySource

LONGEST_EXPRESSION = 80  # characters; a longer one gets a name
INDENT = "    "

ARITHMETIC: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-"}
DIVISIONS: dict[type[ast.operator], str] = {ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
LANGUAGE = "arithmetic, comparisons, and, or, not, if, min, max and abs"
REFUSED: dict[type[ast.AST], str] = {
    ast.For: "a strategy cannot loop; write the sum out",
    ast.While: "a strategy cannot loop; write the sum out",
    ast.Raise: "a strategy cannot raise; return a low value for an option that it does not want",
    ast.Assert: "a strategy cannot assert; leave the line out",
    ast.Import: "a strategy cannot import; it has " + LANGUAGE,
    ast.ImportFrom: "a strategy cannot import; it has " + LANGUAGE,
    ast.Try: "a strategy cannot catch errors; ask with if before you divide",
    ast.FunctionDef: "a strategy has no functions inside; write the formula out",
    ast.Lambda: "a strategy has no functions inside; write the formula out",
    ast.Subscript: "a strategy has no lists; write option.points for a feature",
    ast.Pow: "a strategy has no powers; write x * x for x ** 2",
}


class Expressions:
    """Translates the expressions of one function, and gathers the lines of its kernel."""

    def __init__(self, source: StrategySource, parameters: tuple[str, ...]) -> None:
        self._source = source
        self._definition = source.definition
        self._option = self._definition.args.args[0].arg
        self._lines: list[str] = []
        self._depth = 1
        self._temporaries = 0
        self._assigned = set(parameters)
        self._sometimes: set[str] = set()  # names that have a value on some ways only
        self._named = Counter(
            node.attr
            for node in ast.walk(self._definition)
            if isinstance(node, ast.Attribute) and self._is_option(node.value)
        )

    def _number(self, node: ast.expr) -> str:
        """Return the expression *node* as a float."""
        match node:
            case ast.Constant(value=bool() | int() | float() as found) if math.isfinite(found):
                return repr(float(found))
            case ast.Constant():
                self._refuse(node, f"{ast.unparse(node)} is no number")
            case ast.Attribute(value=ast.Name()) if self._is_option(node.value):
                return self._feature_value(node)
            case ast.Name():
                return self._name_value(node)
            case ast.BinOp():
                return self._operation(node)
            case ast.UnaryOp(op=ast.USub()):
                return f"(-{self._number(node.operand)})"
            case ast.UnaryOp(op=ast.UAdd()):
                return self._number(node.operand)
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return self._named_value(f"1.0 if {self._truth(node)} else 0.0")
            case ast.BoolOp():
                return self._and_or(node)
            case ast.IfExp():
                return self._choice(
                    self._truth(node.test),
                    lambda: self._number(node.body),
                    lambda: self._number(node.orelse),
                )
            case ast.Call():
                return self._call(node)
            case _:
                self._refuse_kind(node)

    def _truth(self, node: ast.expr) -> str:
        """Return the expression *node* as a truth value."""
        match node:
            case ast.Compare(ops=[operator]):
                left, right = self._number(node.left), self._number(node.comparators[0])
                return f"{left} {self._comparison(node, operator)} {right}"
            case ast.Compare():
                return f"{self._chain(node)} != 0.0"
            case ast.UnaryOp(op=ast.Not()):
                return f"not ({self._truth(node.operand)})"
            case _:
                return f"{self._number(node)} != 0.0"

    def _comparison(self, node: ast.AST, operator: ast.cmpop) -> str:
        if type(operator) not in COMPARISONS:
            self._refuse(node, f"cannot compare by {ast.unparse(node)}; use < <= > >= == or !=")
        return COMPARISONS[type(operator)]

    def _chain(self, node: ast.Compare) -> str:
        """Return a < b < c: what follows a comparison that fails is not computed."""
        found, depth = "", self._depth
        left = self._number(node.left)
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            if found:
                self._write(f"if {found} != 0.0:")
                self._depth += 1
            right = self._named_value(self._number(operand))
            compared = f"1.0 if {left} {self._comparison(node, operator)} {right} else 0.0"
            if found:
                self._write(f"{found} = {compared}")
            found, left = found or self._new_name(compared), right
        self._depth = depth
        return found

    def _and_or(self, node: ast.BoolOp) -> str:
        found, depth = self._new_name(self._number(node.values[0])), self._depth
        sign = "!=" if isinstance(node.op, ast.And) else "=="
        for operand in node.values[1:]:
            self._write(f"if {found} {sign} 0.0:")
            self._depth += 1
            self._write(f"{found} = {self._number(operand)}")
        self._depth = depth
        return found

    def _choice(self, test: str, first: Callable[[], str], second: Callable[[], str]) -> str:
        self._temporaries += 1
        found = f"t{self._temporaries}"
        for head, operand in ((f"if {test}:", first), ("else:", second)):
            self._write(head)
            self._depth += 1
            self._write(f"{found} = {operand()}")
            self._depth -= 1
        return found

    def _operation(self, node: ast.BinOp) -> str:
        kind = type(node.op)
        if kind not in (*ARITHMETIC, *DIVISIONS, ast.Mult):
            self._refuse_kind(node.op, node)
        left, right = self._number(node.left), self._number(node.right)
        if kind is ast.Mult:
            return self._short(f"product({left}, {right})")
        if kind in ARITHMETIC:
            return self._short(f"({left} {ARITHMETIC[kind]} {right})")
        if not (isinstance(node.right, ast.Constant) and node.right.value):
            right = self._named_value(right)
            self._write(f"if {right} == 0.0:")
            self._write(f"{INDENT}return NO_VALUE{self._comment(node)}")
        return self._new_name(f"{left} {DIVISIONS[kind]} {right}")

    def _call(self, node: ast.Call) -> str:
        name = ast.unparse(node.func)
        least = {"min": 2, "max": 2, "abs": 1}.get(name)
        if least is None or name in self._assigned:
            self._refuse(node, f"a strategy cannot call {name}; it has {LANGUAGE}")
        count = len(node.args)
        if node.keywords or count < least or (name == "abs" and count > 1):
            wanted = "one number" if name == "abs" else "two numbers or more"
            self._refuse(node, f"{name} takes {wanted} here")
        found = self._number(node.args[0])
        if name == "abs":
            return f"abs({found})"
        for operand in node.args[1:]:
            found = self._short(f"{name}({found}, {self._number(operand)})")
        return found

    def _feature_value(self, node: ast.Attribute) -> str:
        if node.attr not in FEATURES:
            close = get_close_matches(node.attr, FEATURES, 3)
            right = (
                f"did you mean {' or '.join(close)}?"
                if close
                else f"there are {', '.join(FEATURES)}"
            )
            self._refuse(node, f"an option has no feature {node.attr!r}; {right}")
        if self._named[node.attr] > 1:
            return feature_name(node.attr)
        return computed(node.attr)

    def _name_value(self, node: ast.Name) -> str:
        name, numbers = node.id, self._source.numbers
        if name in self._assigned:
            return local_name(name)
        if name == self._option:
            self._refuse(node, f"{name} itself is no number; write {name}.points for a feature")
        if name in self._sometimes:
            self._refuse(node, f"{name} has a value on some ways only; give it one before the if")
        if name in numbers:
            return repr(numbers[name])
        if name in FEATURES:
            self._refuse(node, f"{name} is a feature; write {self._option}.{name}")
        close = get_close_matches(name, [*self._assigned, *numbers], 3)
        right = f"did you mean {' or '.join(close)}?" if close else "give it a number first"
        self._refuse(node, f"{name} has no value; {right}")

    def _short(self, expression: str) -> str:
        return expression if len(expression) <= LONGEST_EXPRESSION else self._new_name(expression)

    def _named_value(self, expression: str) -> str:
        return expression if expression.isidentifier() else self._new_name(expression)

    def _new_name(self, expression: str) -> str:
        self._temporaries += 1
        self._write(f"t{self._temporaries} = {expression}")
        return f"t{self._temporaries}"

    def _write(self, line: str) -> None:
        self._lines.append(INDENT * self._depth + line)

    def _comment(self, node: ast.AST) -> str:
        """Return the comment that names the line of *node*."""
        return f"  # {self._source.place_of(getattr(node, 'lineno', 0))}"

    def _is_option(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self._option

    def _refuse_kind(self, node: ast.AST, place: ast.AST | None = None) -> NoReturn:
        written = ast.unparse(place or node).partition("\n")[0]
        sentence = REFUSED.get(
            type(node), f"{written!r} is no part of a strategy; it has {LANGUAGE}"
        )
        self._refuse(place or node, sentence)

    def _refuse(self, place: ast.AST, sentence: str) -> NoReturn:
        raise self._source.fault(place, sentence)


def local_name(name: str) -> str:
    """Return what the kernel calls the local *name*."""
    return f"v_{name}"


def feature_name(name: str) -> str:
    """Return what the kernel calls the feature *name* once it is computed."""
    return f"f_{name}"


def computed(name: str) -> str:
    """Return the expression that computes the feature *name*."""
    return f"float({name}(situation, move))"
