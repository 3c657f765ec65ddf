"""Formulas read from what people write, and told in one sentence what is wrong with it."""

import ast
from difflib import get_close_matches
from functools import reduce
from typing import NoReturn

from galo.errors import ConfigError
from galo.lab.formula_text import CALLS
from galo.lab.formulas import (
    LARGEST_CONSTANT,
    NUMBER,
    TRUTH,
    Formula,
    apply,
    constant,
    feature,
    fits,
    to_row,
)
from galo.players.dominoes4.feature_table import FEATURES
from galo.players.dominoes4.formula_value import (
    ADD,
    BOTH,
    CHOOSE,
    EITHER,
    LESS,
    MULTIPLY,
    NEGATE,
    NOT,
    RATIO,
    SUBTRACT,
)
from galo.players.dominoes4.strategy_rows import LONGEST

ARITHMETIC: dict[type[ast.operator], int] = {ast.Add: ADD, ast.Sub: SUBTRACT, ast.Mult: MULTIPLY}
LOGIC: dict[type[ast.boolop], int] = {ast.And: BOTH, ast.Or: EITHER}
COMPARISONS = (ast.Lt, ast.Gt, ast.LtE, ast.GtE)
FUNCTIONS = {name: code for code, name in CALLS.items()}
ALLOWED = "+ - * < <= > >=, and, or, not, if and else, min, max and ratio"
SHOWN = 60  # characters of a formula that is too long to be read


def parsed(text: str) -> Formula:
    """Return the formula that *text* is; raise if it is none."""
    line = " ".join(text.split())
    try:
        formula = Parser(line).formula(ast.parse(line, mode="eval").body, NUMBER)
    except SyntaxError as problem:
        place = f"character {problem.offset}" if problem.offset else "its end"
        raise ConfigError(f"cannot read the formula {line!r}: {problem.msg} at {place}") from None
    except (RecursionError, MemoryError):
        raise ConfigError(f"the formula that begins {line[:SHOWN]!r} is too deep") from None
    length = len(to_row(formula)) - 1
    if length >= LONGEST:
        raise ConfigError(
            f"the formula that begins {line[:SHOWN]!r} is too long: "
            f"a program of {length} codes, where {LONGEST - 1} fit"
        )
    return formula


class Parser:
    """Reads the tree of one *line*."""

    def __init__(self, line: str) -> None:
        self.line = line

    def formula(self, node: ast.expr, wanted: str) -> Formula:
        """Return the formula of *node*, of the *wanted* type."""
        found = self._any(node)
        if not fits(found[-1], wanted):
            if wanted == NUMBER:
                self._refuse(node, "{0} is true or false, not a number; write 1 if {0} else 0")
            self._refuse(node, "{0} is a number, not true or false; write {0} > 0")
        return found

    def _any(self, node: ast.expr) -> Formula:
        """Return the formula of *node*, of either type."""
        match node:
            case ast.Name(id=name):
                return self._feature(node, name)
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return self._constant(node, number)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return self._constant(node, -number)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return apply(NEGATE, self.formula(operand, NUMBER))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return apply(NOT, self.formula(operand, TRUTH))
            case ast.BinOp(op=ast.Div()):
                return self._quotient(node)
            case ast.BinOp(op=sign) if type(sign) in ARITHMETIC:
                return self._operation(ARITHMETIC[type(sign)], [node.left, node.right], NUMBER)
            case ast.BoolOp(op=logic):
                return self._operation(LOGIC[type(logic)], node.values, TRUTH)
            case ast.Compare(ops=[sign]) if isinstance(sign, COMPARISONS):
                return self._comparison(node, sign)
            case ast.IfExp():
                truth = self.formula(node.test, TRUTH)
                parts = [self.formula(part, NUMBER) for part in (node.body, node.orelse)]
                return apply(CHOOSE, truth, *parts)
            case ast.Call(func=ast.Name(id=name)):
                return self._call(node, name)
        self._refuse(node, f"{{0}} cannot be part of a formula, which has numbers, {ALLOWED}")

    def _operation(self, code: int, operands: list[ast.expr], wanted: str) -> Formula:
        """Return the operator *code* between *operands*, from left to right."""
        found = [self.formula(operand, wanted) for operand in operands]
        return reduce(lambda one, other: apply(code, one, other), found)

    def _feature(self, node: ast.expr, name: str) -> Formula:
        if name in FEATURES:
            return feature(name)
        near = get_close_matches(name, FEATURES, cutoff=0.5)
        known = f"near: {', '.join(near)}" if near else f"known: {', '.join(FEATURES)}"
        self._refuse(node, f"there is no feature {name!r}; {known}")

    def _constant(self, node: ast.expr, number: float) -> Formula:
        if not abs(number) <= LARGEST_CONSTANT:
            self._refuse(node, f"{{0}} is not within ±{LARGEST_CONSTANT:,.0f}")
        return constant(number)

    def _quotient(self, node: ast.BinOp) -> Formula:
        """Return a quotient by a number, the only one that can never be by zero."""
        divisor = self.formula(node.right, NUMBER)
        if len(divisor) > 1 or not divisor[0].number:
            self._refuse(node.right, "{0} may be zero; write ratio(a, b), which is then 1")
        return apply(RATIO, self.formula(node.left, NUMBER), divisor)

    def _comparison(self, node: ast.Compare, sign: ast.cmpop) -> Formula:
        """Return the comparison by LESS alone."""
        one, other = self.formula(node.left, NUMBER), self.formula(node.comparators[0], NUMBER)
        if isinstance(sign, ast.Gt | ast.LtE):
            one, other = other, one
        less = apply(LESS, one, other)
        return less if isinstance(sign, ast.Lt | ast.Gt) else apply(NOT, less)

    def _call(self, node: ast.Call, name: str) -> Formula:
        if name not in FUNCTIONS:
            near = get_close_matches(name, [*FUNCTIONS, *FEATURES], cutoff=0.5) or FUNCTIONS
            self._refuse(node, f"there is no function {name!r}; near: {', '.join(near)}")
        code, count = FUNCTIONS[name], len(node.args)
        if node.keywords or count < 2 or (code == RATIO and count > 2):
            wanted = "two numbers" if code == RATIO else "two numbers or more"
            self._refuse(node, f"{{0}} is not {name} of {wanted}")
        return self._operation(code, node.args, NUMBER)

    def _refuse(self, node: ast.expr, sentence: str) -> NoReturn:
        """Raise with *sentence*, in which {0} stands for what is written at *node*."""
        written = ast.get_source_segment(self.line, node) or ""
        place = len(self.line.encode()[: node.col_offset].decode()) + 1
        fault = sentence.replace("{0}", written)
        raise ConfigError(f"formula {self.line!r}, character {place}: {fault}")
