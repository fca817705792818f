"""Files whose import always raises NameError: at their top they read something of a module that
nothing imports.

Such a file is a draft, or was taken over in part: whatever else stands in it, nobody gets to it.
Said only where the name is read whenever the file is imported, and nothing may bind it unseen.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import COMPREHENSIONS, FUNCTIONS
from jaxopt_lint.semantics.python.walking import children

# What Python binds in every module, and what programs that run a file put there for it.
_GIVEN = frozenset(
    {*dir(builtins), "__file__", "__path__", "__builtins__", "__annotations__", "__class__",
     "__module__", "__qualname__", "__conditional_annotations__", "get_ipython", "display",
     "get_config", "_"}
)  # fmt: skip
_BINDING = ("builtins", "exec(", "globals(", "vars(", "locals(", "NameError", "runpy")


def unbound_read(facts: Facts) -> ast.Name | None:
    """The first name that importing a file reads something of, and that nothing binds."""
    module = facts.module

    def unbound(name: ast.Name) -> bool:
        of_it = isinstance(module.parent[name], ast.Attribute)
        return of_it and name.id not in _GIVEN and module.holder(name) is None

    if not any(isinstance(n.ctx, ast.Load) and unbound(n) for n in module.all(ast.Name)):
        return None
    if "*" in module.top.bindings or not facts.display.endswith(".py"):
        return None
    if any(text in module.text for text in _BINDING):
        return None
    read = (n for statement in module.tree.body for n in _on_import(statement))
    return next(filter(unbound, read), None)


def _on_import(statement: ast.stmt) -> Iterator[ast.Name]:
    """The names that a statement reads whenever it is run, as far as no way leads past them."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            given = statement.args
            defaults = [d for d in (*given.defaults, *given.kw_defaults) if d is not None]
            for value in (*statement.decorator_list, *defaults):
                yield from read_surely(value)
        case ast.ClassDef():
            keywords = [k.value for k in statement.keywords]
            for value in (*statement.decorator_list, *statement.bases, *keywords):
                yield from read_surely(value)
            for inner in statement.body:
                yield from _on_import(inner)
        case ast.Assign(value=value) | ast.Expr(value=value) | ast.AugAssign(value=value):
            yield from read_surely(value)
        case ast.AnnAssign(value=value) if value is not None:
            yield from read_surely(value)
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
            yield from read_surely(test)
        case ast.For(iter=sequence):
            yield from read_surely(sequence)
        case ast.With(items=items):
            for item in items:
                yield from read_surely(item.context_expr)


def read_surely(node: ast.AST) -> Iterator[ast.Name]:
    """The names that evaluating an expression reads in any case."""
    if isinstance(node, (*FUNCTIONS, *COMPREHENSIONS)):
        return
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load):
            yield node
        return
    inner: list[ast.AST] = list(children(node))
    if isinstance(node, ast.IfExp):
        inner = [node.test]
    elif isinstance(node, ast.BoolOp):
        inner = [node.values[0]]
    elif isinstance(node, ast.NamedExpr):
        inner = [node.value]
    for part in inner:
        yield from read_surely(part)
