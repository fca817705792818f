"""Whether anything says what a function makes of indices, labels and lengths out of range.

Nobody passes one, but where the documentation speaks of it or the code looks after it: there it may
stand for what is missing, or count from the end.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_SPOKEN_OF = re.compile(
    r"(?<![\w.])-\d|\b(?:negative|minus|below zero|out[ -]of[ -](?:range|bounds)|outside|beyond"
    r"|past|invalid|ignored?|unlabell?ed|missing|unknown|clamp\w*|clip\w*|wraps?|wrapped)\b",
    re.IGNORECASE,
)
_KEEPING = ("clip", "clamp", "abs", "absolute")  # numbers from getting there
_BOUNDS = ("max", "min", "maximum", "minimum")
_HOLDING = {"fill_value", "ignore_index", "wrap_negative_indices"}  # names of arguments
_MODES = ("wrap", "clip", "fill", "drop")


def is_said(words: str) -> bool:
    """Whether documentation speaks of such numbers."""
    return bool(_SPOKEN_OF.search(words))


def is_meant(module: ast.Module, function: str, words: str) -> bool:
    """Whether the documentation of a function, or its code, is about such numbers.

    Args:
        words: the documentation.
    """
    return is_said(words) or any(map(_is_about, _code(module, function)))


def _code(module: ast.Module, function: str) -> Iterator[ast.AST]:
    """What a function runs of its module: itself, and what it names; all where it is not there."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    named = {one.name: one for one in module.body if isinstance(one, kinds)}
    if function not in named:
        yield from ast.walk(module)
        return
    for one in module.body:  # a constant may be what stands for no label
        if isinstance(one, (ast.Assign, ast.AnnAssign)):
            yield from ast.walk(one)
    waiting, seen = [function], {function}
    while waiting:
        for node in ast.walk(named[waiting.pop()]):
            yield node
            if isinstance(node, ast.Name) and node.id in named and node.id not in seen:
                seen.add(node.id)
                waiting.append(node.id)


def _is_about(node: ast.AST) -> bool:
    """Whether a node asks on which side of zero a number is, keeps numbers from getting there, or
    has such a number for a default or a name."""
    if isinstance(node, ast.Compare):
        return any(map(_is_below_one, (node.left, *node.comparators)))
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in _KEEPING or (name in _BOUNDS and any(map(_is_below_one, node.args))):
            return True
        return any(one.arg in _HOLDING or _is_mode(one) for one in node.keywords)
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return node.value is not None and _is_negative(node.value)
    if isinstance(node, ast.arguments):
        return any(_is_negative(one) for one in (*node.defaults, *node.kw_defaults))
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)


def _is_mode(given: ast.keyword) -> bool:
    value = given.value
    return given.arg == "mode" and isinstance(value, ast.Constant) and value.value in _MODES


def _is_negative(node: ast.expr | None) -> bool:
    if not isinstance(node, ast.UnaryOp) or not isinstance(node.op, ast.USub):
        return False
    return isinstance(node.operand, ast.Constant) and type(node.operand.value) is int


def _is_below_one(node: ast.expr) -> bool:
    zero = isinstance(node, ast.Constant) and type(node.value) is int and node.value == 0
    return zero or _is_negative(node)
