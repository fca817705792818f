"""Which loops are there on purpose: references, kernels, the unrolled arm of a switch."""

from __future__ import annotations

import ast
import re

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.python.module import Module


def file_on_purpose(module: Module) -> str:
    """Why a whole file holds loops on purpose, as a Pallas kernel; "" if it does not."""
    return "the file imports Pallas, whose kernels are unrolled" if module.mentions(_PALLAS) else ""


def on_purpose(module: Module, node: ast.AST) -> str:
    """Why a loop is there on purpose, by the names, tests and comments around it; "" if not."""
    for around in module.ancestors(node):
        if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if words.ON_PURPOSE.says(around.name):
                return f"the name `{around.name}` says that it is a test or the slow way on purpose"
            if isinstance(around, ast.FunctionDef) and _has_sibling(module, around.name):
                return f"the file has a faster version of `{around.name}` beside it"
        elif isinstance(around, (ast.If, ast.IfExp)) and words.STAGING_SWITCH.says(
            ast.unparse(around.test)
        ):
            return f"the test on line {around.lineno} chooses between it and a faster version"
    return "a comment beside it gives a reason for the loop" if _said_so(module, node) else ""


def _has_sibling(module: Module, name: str) -> bool:
    return any(
        other.startswith(name) and words.FASTER_SIBLING.says(other[len(name) :])
        for other in module.top.bindings
    )


def _said_so(module: Module, node: ast.AST) -> bool:
    """Whether a comment at the loop says that it is a Python loop for a reason."""
    first = getattr(node, "lineno", 1)
    rows = module.lines[max(0, first - 5) : first + 1]
    text = " ".join(r.partition("#")[2] for r in rows if "#" in r).lower()
    return words.REASON_FOR_LOOP.says(text)


_PALLAS = re.compile(r"^[ \t]*(from|import)\s.*pallas", re.MULTILINE)
