"""What runs as soon as a module is imported, whatever comes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.python.scopes import DEFINITIONS

_SIMPLE = (ast.Import, ast.ImportFrom, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)
_MAYBE = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
          ast.GeneratorExp)  # fmt: skip


def run_on_import(module: Module, node: ast.AST) -> bool:
    """Whether the import of a module always comes to a node: in a statement at its top, in the head
    of a function or class there, or in the body of such a class."""
    inner = node
    for around in (node, *module.ancestors(node)):
        if isinstance(around, ast.Module):
            return True
        if around is not node:
            if isinstance(around, DEFINITIONS):
                if inner in around.body:
                    return False
            elif isinstance(around, _MAYBE):
                return False
        if isinstance(around, ast.stmt) and not isinstance(
            around, (*_SIMPLE, *DEFINITIONS, ast.ClassDef)
        ):
            return False
        inner = around
    return False


def imports_run(module: Module) -> Iterator[tuple[int, str]]:
    """The modules that the import of one always imports, dotted, with the rows, in order: a name
    that is taken from a package may be one of its modules."""
    for node in module.tree.body:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.import_target(node.module, node.level)
            yield node.lineno, base
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
