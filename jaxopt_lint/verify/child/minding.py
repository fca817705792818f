"""What the code of an original provides for, and so promises: empty data, missing values, complex
numbers, other types, iterators, what is either true or false.

Much works by chance: a library takes None for an empty tree, and a softmax of nothing is nothing.
Code that asks for such things in words means them.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from pathlib import Path
from typing import Any

from . import outside
from .documented import words_of

LENGTHS, NONE, COMPLEX, TYPES = "lengths", "None", "complex", "types"
ITERABLES = "iterables"
TRUTH = "truth"
DIVIDES, RANKS, ELLIPSES, TREES = "divides", "ranks", "ellipses", "trees"
SAYS, NANS = "says", "NaN"
PRECISION = "precision"
OUTSIDE, SAID_OUTSIDE = "outside", "outside, in words"
INFINITIES, MINUS_INFINITY = "infinities", "minus infinity"
NEARNESS, ORDER, EXACT = "nearness", "order", "exact"
STATICS = "statics"  # of what is compiled, or of what is kept: found by what equals them
CALLBACKS = "callbacks"  # which may say things in any order
_EVERYTHING = [LENGTHS, NONE, COMPLEX, TYPES, ITERABLES, CALLBACKS, PRECISION, OUTSIDE]
_CALLING_BACK = {"debug", "io_callback", "pure_callback", "callback", "host_callback", "id_tap"}
_FOUND_BY_EQUALS = {"static_argnums", "static_argnames", "lru_cache", "cache"}
_EXACTLY = {"fsum", "Fraction", "Decimal", "sumprod"}
_SAYING = {"print", "warn", "warning", "info", "error", "critical", "stderr", "stdout"}
_ANY_RANK = re.compile(r"\bany (?:rank|shape|number of (?:axes|dim))|\bleading (?:axes|dim)|\.\.\.")

_INFINITE = re.compile(r"(?P<minus>-|\bminus |\bnegative )?\binf(?:s|init(?:e|y|ies))?\b")
_NEAR = re.compile(r"\b(?:relative|tolerances?|close|agree|nearly|isclose|allclose|rtol|atol)\b")
_ORDERED = re.compile(r"\b(?:in|keeps?|keeping|same|insertion|the) (?:the |their |its )?order\b")
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
        return [*_EVERYTHING]
    asked = [part for node in ast.walk(tree) for one in _asking(node) for part in ast.walk(one)]
    found = {LENGTHS for node in asked if _is_length(node)}
    found |= {NONE for node in asked if isinstance(node, ast.Constant) and node.value is None}
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(tree)}
    if not names.isdisjoint(_OF_COMPLEX):
        found.add(COMPLEX)
    if "dtype" in names or "dtype" in words_of(function):
        found.add(TYPES)
    if _ITERABLE.search(source):
        found.add(ITERABLES)
    if any(isinstance(node, ast.Invert) for node in ast.walk(tree)):
        found.add(TRUTH)
    words = words_of(function)
    found |= _spoken_of(tree, names, words)
    if outside.is_meant(tree, getattr(inspect.unwrap(function), "__name__", ""), words):
        found |= {OUTSIDE, *([SAID_OUTSIDE] if outside.is_said(words) else [])}
    return sorted(found)


def _spoken_of(tree: ast.AST, names: set[str], words: str) -> set[str]:
    """What the code does that says which calls it is about: lengths that it divides by, any number
    of axes, trees, what it says, and NaN in its documentation."""
    found = {NANS} if re.search(r"\bNaNs?\b", words) else set()
    found |= {MINUS_INFINITY if one["minus"] else INFINITIES for one in _INFINITE.finditer(words)}
    found |= {NEARNESS} if any(map(_NEAR.search, (words, *names))) else set()
    found |= {ORDER} if _ORDERED.search(words) else set()
    if not names.isdisjoint(_EXACTLY):
        found.add(EXACT)
    keywords = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    if not (names | keywords).isdisjoint(_FOUND_BY_EQUALS):
        found.add(STATICS)
    if not names.isdisjoint(_SAYING):
        found.add(SAYS)
    if not names.isdisjoint(_CALLING_BACK):
        found.add(CALLBACKS)
    if "tree" in names or any(name.startswith("tree_") for name in names):
        found.add(TREES)
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
    shown = [one for one in texts if isinstance(one, str) and "->" in one]
    if any(map(_ANY_RANK.search, (words, *shown))):
        found.add(RANKS)
    if ... in texts:
        found.add(ELLIPSES)
    divisions = [n for n in ast.walk(tree) if isinstance(n, ast.BinOp)]
    by = [n.right for n in divisions if isinstance(n.op, (ast.Mod, ast.FloorDiv))]
    if any(_is_length(part) for one in by for part in ast.walk(one)):
        found.add(DIVIDES)
    return found


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


def asks_for_precision(project: Path) -> bool:
    """Whether any code of a project says how exact products are: otherwise it is a library that
    does, in its solvers."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and project in Path(file).parents:
            try:
                if _PRECISION.search(inspect.getsource(module)):
                    return True
            except (OSError, TypeError):
                return True
    return False


_PRECISION = re.compile(r"precision|HIGHEST", re.IGNORECASE)


def counts(function: Any) -> frozenset[str]:
    """The parameters of a function that say how many turns a loop has: there is no negative one."""
    try:
        tree = ast.parse(inspect.getsource(inspect.getmodule(inspect.unwrap(function)) or function))
    except (OSError, TypeError, SyntaxError):
        return frozenset()
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) == 1]
    turns = [call.args[0] for call in calls if ast.unparse(call.func) == "range"]
    return frozenset(one.id for one in turns if isinstance(one, ast.Name))


def needs(function: Any) -> dict[tuple[str, int], int]:
    """How long an axis of a parameter is at least, by the numbers that its module reads places of
    that name with: beyond the end JAX gives the last one, which nobody means."""
    found: dict[tuple[str, int], int] = {}
    try:
        tree = ast.parse(inspect.getsource(inspect.getmodule(inspect.unwrap(function)) or function))
    except (OSError, TypeError, SyntaxError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            index = node.slice
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            for axis, part in enumerate(parts):
                if isinstance(part, ast.Constant) and type(part.value) is int:
                    place = (node.value.id, axis)
                    found[place] = max(found.get(place, 0), part.value + 1)
    return found
