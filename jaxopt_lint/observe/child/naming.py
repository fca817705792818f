"""Which names of a module are imported, and which are given other values while it runs.

Standard library only.
"""

from __future__ import annotations

import ast
import collections
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True)
class ModuleNames:
    """What the rewriting needs to know of a module's names.

    Attributes:
        imported: from other packages: these are no state of the program's own.
        changing: global names that are bound more than once, or by a function.
    """

    imported: frozenset[str]
    changing: frozenset[str]


def names_of(tree: ast.Module) -> ModuleNames:
    """The names of a module."""
    imported: set[str] = set()
    changing: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {one.asname or one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imported |= {one.asname or one.name for one in node.names}
        elif isinstance(node, ast.Global):
            changing |= set(node.names)
    bound: collections.Counter[str] = collections.Counter()
    for node in _of_scope(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] += 1
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            bound[node.target.id] += 1  # and once more as its target
    changing |= {name for name, times in bound.items() if times > 1}
    return ModuleNames(frozenset(imported), frozenset(changing - imported))


def declared_globals(function: Any) -> set[str]:
    """The names that a function declares to be global."""
    return {
        name for node in _of_scope(function) if isinstance(node, ast.Global) for name in node.names
    }


def _of_scope(top: Any) -> Iterator[ast.AST]:
    """The nodes of a module or a function, without those of scopes in it."""
    pending: list[ast.AST] = list(top.body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _SCOPES):
            pending.extend(ast.iter_child_nodes(node))
