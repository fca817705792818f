"""What a function's own check compared where it refused a call: `assert x.shape == y.shape`."""

from __future__ import annotations

import ast
import functools
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .unknown import Learned


@dataclass(frozen=True)
class Compared:
    """Two shapes, or two whole numbers, that a check held against each other.

    Attributes:
        equal: whether they would have to be equal; they are not, then. Else they are ordered
            otherwise than they would have to be.
    """

    left: Any
    right: Any
    equal: bool


def compared(error: BaseException, project: str) -> list[Compared]:
    """The comparisons of the check of the project's code that has raised an error.

    Args:
        project: the folder of its code.
    """
    trace, last = error.__traceback__, None
    while trace is not None:
        last, trace = trace, trace.tb_next
    if last is None or not last.tb_frame.f_code.co_filename.startswith(project):
        return []
    test = _tests(last.tb_frame.f_code.co_filename).get(last.tb_lineno)
    return [] if test is None else list(_pairs(*test, last.tb_frame))


@functools.cache
def _tests(file: str) -> dict[int, tuple[ast.expr, bool]]:
    """By line: what is asserted there, or asked before something is raised there, and whether it
    has to hold."""
    found: dict[int, tuple[ast.expr, bool]] = {}
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            found |= dict.fromkeys(lines, (node.test, True))
        elif isinstance(node, ast.If):
            for one in node.body:
                if isinstance(one, ast.Raise):
                    lines = range(one.lineno, (one.end_lineno or one.lineno) + 1)
                    found |= dict.fromkeys(lines, (node.test, False))
    return found


def _pairs(test: ast.expr, holds: bool, frame: types.FrameType) -> Iterator[Compared]:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _pairs(test.operand, not holds, frame)
    elif isinstance(test, ast.BoolOp):
        for one in test.values:
            yield from _pairs(one, holds, frame)
    elif isinstance(test, ast.Compare):
        sides = [test.left, *test.comparators]
        for left, operator, right in zip(sides, test.ops, sides[1:], strict=False):
            first, second = _value(left, frame), _value(right, frame)
            if first is None or second is None or type(first) is not type(second):
                continue
            equal = isinstance(operator, ast.Eq if holds else ast.NotEq)
            unlike = isinstance(operator, ast.NotEq if holds else ast.Eq)
            if not unlike and (first != second or not equal):
                yield Compared(first, second, equal)


def _value(expression: ast.expr, frame: types.FrameType) -> tuple[int, ...] | int | None:
    """A shape or a whole number; None where it is anything else, or cannot be worked out."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") not in ("len", "tuple"):
            return None  # which may do something
    code = compile(ast.Expression(expression), "check", "eval")
    try:
        value = eval(code, frame.f_globals, frame.f_locals)
    except (Exception, Learned):  # it asks about what is not known so far
        return None
    if type(value) is int or (type(value) is tuple and all(type(one) is int for one in value)):
        return value  # type: ignore[no-any-return]
    return None
