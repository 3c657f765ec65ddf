"""A strategy of one's own, translated into a kernel that values one option.

The language is arithmetic on the features of an option, on parameters and on local names:

    + - * / // %   < <= > >= == !=   and or not   x if c else y   min max abs
    name = …   if … elif … else   return

The kernel does what plain Python does, number by number: everything is a float, each step rounds
once, and what Python would not reach is not computed. Where Python would divide by zero the value
is not a number. A feature that is named once is computed where it is named; one that is named more
often, once at the beginning. Comments name the line in the file of each return: of a value that is
none, people are told where.
"""

import ast

from galo.players.dominoes4.feature_table import FEATURES
from galo.players.dominoes4.strategy_expressions import (
    Expressions,
    computed,
    feature_name,
    local_name,
)
from galo.players.dominoes4.strategy_source import StrategySource

HEADER = '''"""A strategy of dominoes4, translated from a function in Python."""

from galo.jit import float_kernel, product
from galo.players.dominoes4.option_features import ({features})

NO_VALUE = float("nan")


@float_kernel
def value(situation, move, rows, row, stack):
    """Return the value of the option *move* by the parameters in row *row*."""
'''


def translated(source: StrategySource, parameters: tuple[str, ...]) -> str:
    """Return the module with the kernel of *source*, whose *parameters* are numbers of a row."""
    return Translation(source, parameters).module(parameters)


class Translation(Expressions):
    """Translates the statements of one function."""

    def module(self, parameters: tuple[str, ...]) -> str:
        """Return the text of the module."""
        used = {node.id for node in ast.walk(self._definition) if isinstance(node, ast.Name)}
        for number, name in enumerate(parameters):
            if name in used:
                self._write(f"{local_name(name)} = rows.numbers[row, {number}]")
        for feature in FEATURES:
            if self._named[feature] > 1:
                self._write(f"{feature_name(feature)} = {computed(feature)}")
        if not self._block(self._definition.body):
            name = self._definition.name
            self._refuse(self._definition, f"{name} may end without a return; return a number")
        features = ", ".join(feature for feature in FEATURES if self._named[feature])
        header = HEADER.replace("({features})", f"({features})" if features else "points")
        return header + "\n".join(self._lines) + "\n"

    def _block(self, statements: list[ast.stmt]) -> bool:
        """Translate *statements*; return whether the function has ended after them."""
        # What follows a return is never reached.
        return any(self._statement(statement) for statement in statements)

    def _statement(self, node: ast.stmt) -> bool:
        """Translate *node*; return whether the function has ended after it."""
        match node:
            case ast.Return(value=None):
                self._refuse(node, "return has no value; return a number")
            case ast.Return(value=ast.expr() as found):
                self._write(f"return {self._number(found)}{self._comment(node)}")
                return True
            case ast.If():
                return self._if(node)
            case ast.Assign():
                value = self._named_value(self._number(node.value))
                for target in node.targets:
                    self._assign(target, value)
            case ast.AugAssign():
                name = self._name_of(node.target)
                combined = ast.BinOp(ast.Name(name, ast.Load()), node.op, node.value)
                ast.copy_location(combined, node)
                ast.copy_location(combined.left, node)
                self._assign(node.target, self._number(combined))
            case ast.AnnAssign(value=ast.expr() as found):
                self._assign(node.target, self._number(found))
            case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.Expr():
                self._number(node.value)  # refuses what it is, if it is no number
                self._refuse(node, "this line changes nothing; assign the value to a name")
            case _:
                self._refuse_kind(node)
        return False

    def _if(self, node: ast.If) -> bool:
        test = self._truth(node.test)
        before = set(self._assigned)
        ends, known = [], []
        for head, body in ((f"if {test}:", node.body), ("else:", node.orelse)):
            self._assigned = set(before)
            if body or head != "else:":
                self._write(head)
            self._depth += 1
            first = len(self._lines)
            ends.append(self._block(body))
            if body and len(self._lines) == first:
                self._write("pass")
            self._depth -= 1
            if not ends[-1]:
                known.append(self._assigned)
        self._assigned = set.intersection(*known) if known else before
        self._sometimes |= set().union(*known) - self._assigned
        return all(ends)

    def _assign(self, target: ast.expr, found: str) -> None:
        name = self._name_of(target)
        self._write(f"{local_name(name)} = {found}")
        self._assigned.add(name)

    def _name_of(self, target: ast.expr) -> str:
        if not isinstance(target, ast.Name):
            self._refuse(target, f"cannot assign to {ast.unparse(target)}; give one name a number")
        if target.id == self._option:
            self._refuse(target, f"{target.id} is the option; give the number another name")
        return target.id
