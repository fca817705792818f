"""Statements that give nothing back, judged by what they hand to those whom they call for what
these do: a test to its assertions, a loop to its logger."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from typing import Any

HANDED = "lifted_handed"
_TELL, _PLAIN = "lifted_tell", "lifted_plain"
# What is neither a number nor a text, nor holds such, is told by its type alone.
_DEFINED = f"""    {HANDED} = []
    def {_PLAIN}(value):
        if isinstance(value, (list, tuple)):
            return [{_PLAIN}(one) for one in value]
        if isinstance(value, dict):
            return {{str(key): {_PLAIN}(one) for key, one in value.items()}}
        known = value is None or isinstance(value, (bool, int, float, complex, str))
        return value if known or hasattr(value, "dtype") else type(value).__name__
    def {_TELL}(function, /, *args, **kwargs):
        {HANDED}.append({_PLAIN}([*args, kwargs]))
        return function(*args, **kwargs)
"""


def hands(statements: Sequence[ast.stmt]) -> bool:
    """Whether statements call something whose answer nobody keeps."""
    return any(_is_call(node) for one in statements for node in ast.walk(one))


def noting(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The same statements, which note what they hand over."""
    noted = (_Noting().visit(copy.deepcopy(one)) for one in statements)
    return [ast.fix_missing_locations(one) for one in noted]


def head(text: str) -> str:
    """A function with what the notes are made by."""
    first, _, rest = text.partition("\n")
    return f"{first}\n{_DEFINED}{rest}"


def _is_call(node: ast.AST) -> bool:
    """Whether nobody keeps what a call gives; what is printed is compared as it is."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    return not isinstance(node.value.func, ast.Name) or node.value.func.id != "print"


class _Noting(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        if not _is_call(node) or not isinstance(call, ast.Call):
            return node
        args = [call.func, *call.args]
        return ast.Expr(ast.Call(ast.Name(_TELL, ast.Load()), args, call.keywords))

    def _as_it_is(self, node: Any) -> Any:
        """What a function does when it is called is not noted: it may be traced."""
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = _as_it_is
