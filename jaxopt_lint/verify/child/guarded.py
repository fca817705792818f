"""Where a file is prepared to miss what it imports."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

_MISSING = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


@functools.cache
def lines_guarded(file: str) -> set[int]:
    """The lines of a file on which an import may fail."""
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return set()
    found: set[int] = set()
    for node in ast.walk(tree):
        caught: list[ast.expr | None] = []
        if isinstance(node, ast.Try):
            caught = [one.type for one in node.handlers]
        elif isinstance(node, ast.With):
            caught = [one.context_expr for one in node.items]
        if any(_catches(one) for one in caught):
            assert isinstance(node, (ast.Try, ast.With))
            for one in node.body:
                found |= set(range(one.lineno, (one.end_lineno or one.lineno) + 1))
    return found


def _catches(kind: ast.expr | None) -> bool:
    """Whether a handler, or `suppress`, is about missing modules."""
    if kind is None:
        return True
    return any(
        getattr(node, "id", getattr(node, "attr", "")) in _MISSING for node in ast.walk(kind)
    )
