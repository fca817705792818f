"""Tests of Python, written as operations on arrays."""

from __future__ import annotations

import ast
from typing import Any

from jaxopt_lint.codemod import Codemod


def device_test(codemod: Codemod[Any], test: ast.expr) -> str:
    """A test with functions of `jax.numpy` in place of `and`, `or` and `not`."""
    if isinstance(test, ast.BoolOp):
        word = "logical_and" if isinstance(test.op, ast.And) else "logical_or"
        function = codemod.spelled(f"jax.numpy.{word}", test)
        text = device_test(codemod, test.values[0])
        for value in test.values[1:]:
            text = f"{function}({text}, {device_test(codemod, value)})"
        return text
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        function = codemod.spelled("jax.numpy.logical_not", test)
        return f"{function}({device_test(codemod, test.operand)})"
    return codemod.code(test)
