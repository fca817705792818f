"""What the code of an original provides for, and so promises: empty data, missing values, complex
numbers, other types, iterators, what is either true or false.

Much works by chance: a library takes None for an empty tree, and a softmax of nothing is nothing.
Code that asks for such things in words means them.
"""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any

LENGTHS, NONE, COMPLEX, TYPES = "lengths", "None", "complex", "types"
ITERABLES = "iterables"
TRUTH = "truth"
_EVERYTHING = [LENGTHS, NONE, COMPLEX, TYPES, ITERABLES]
_ITERABLE = re.compile(r"\b[Ii]tera|\b[Gg]enerator|\byield|\b(?:iter|next)\(")
_OF_COMPLEX = {
    "conj", "conjugate", "vdot", "real", "imag", "angle", "complex", "complex64", "complex128",
    "iscomplexobj", "isrealobj",
}  # fmt: skip
_BOUNDS = ("max", "min", "maximum", "minimum", "clip")


def minds(function: Any) -> list[str]:
    """What the module of a function asks about.

    Lengths, as in `if len(x)`, `max(x.shape[0], 1)` and `x.size or 1`; None, as in `x is None`;
    complex numbers, as in `jnp.conj`; types, as in `x.dtype` and in words about the dtype; and
    whatever can be walked over once, as in `Iterable` and `next(...)`; and arrays of nothing but
    truth values, as in `~x`, which of numbers is no negation. All of it but that where there is no
    code to read.
    """
    try:
        module = inspect.getmodule(inspect.unwrap(function))
        source = inspect.getsource(module or function)
        tree = ast.parse(source)
    except (OSError, TypeError, SyntaxError):
        return _EVERYTHING
    asked = [part for node in ast.walk(tree) for one in _asking(node) for part in ast.walk(one)]
    found = {LENGTHS for node in asked if _is_length(node)}
    found |= {NONE for node in asked if isinstance(node, ast.Constant) and node.value is None}
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(tree)}
    if not names.isdisjoint(_OF_COMPLEX):
        found.add(COMPLEX)
    if "dtype" in names or "dtype" in (inspect.getdoc(inspect.unwrap(function)) or ""):
        found.add(TYPES)
    if _ITERABLE.search(source):
        found.add(ITERABLES)
    if any(isinstance(node, ast.Invert) for node in ast.walk(tree)):
        found.add(TRUTH)
    return sorted(found)


def _asking(node: ast.AST) -> list[ast.AST]:
    """The parts of a node on which a choice depends."""
    if isinstance(node, (ast.If, ast.IfExp, ast.While, ast.Assert)):
        return [node.test]
    if isinstance(node, (ast.Compare, ast.BoolOp, ast.MatchSingleton)):
        return [node]
    if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in _BOUNDS:
        return [*node.args]
    return []


def _is_length(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "len"
    return isinstance(node, ast.Attribute) and node.attr in ("shape", "size")
