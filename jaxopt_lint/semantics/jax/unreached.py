"""Code that nothing comes to: what it would do there, it never does.

Said only where it is certain: behind a `return` or a `raise` in one block, under a test that is
written as False, in an inner function that nobody reads, and behind a statement that
always fails, as it reads a variable of its function before anything gives it a value.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import COMPREHENSIONS, DEFINITIONS, FUNCTIONS
from jaxopt_lint.semantics.python.nodes import rows_of
from jaxopt_lint.semantics.python.walking import children

_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_FOR_TOOLS = ("typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING")
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)


@fact
def unreached_rows(facts: Facts) -> frozenset[int]:
    """The rows that nothing comes to when the file runs."""
    return frozenset(
        row
        for statement in (*_behind(facts), *_ruled_out(facts), *_unread(facts))
        for row in rows_of(statement)
    )


def _behind(facts: Facts) -> Iterator[ast.stmt]:
    """What stands behind a statement that always leaves its block."""
    module = facts.module
    for leaving in module.all(*_LEAVES):
        block = module.block_of(leaving)
        yield from block[block.index(leaving) + 1 :]
    for function in module.all(ast.FunctionDef, ast.AsyncFunctionDef):
        if any(module.inside(ast.Yield, function)):
            continue  # what makes a function a generator often stands behind its end
        for i, statement in enumerate(function.body):
            if isinstance(statement, _SIMPLE) and _fails(facts, function, statement):
                yield from function.body[i + 1 :]
                break


def _fails(
    facts: Facts, function: ast.FunctionDef | ast.AsyncFunctionDef, statement: ast.stmt
) -> bool:
    """Whether a statement reads a variable of its function that has no value yet."""
    value = getattr(statement, "value", None)
    for name in _read_surely(value) if value is not None else ():
        holder = facts.module.scope[name].holder(name.id)
        if holder is None or holder.node is not function:
            continue
        bindings = holder.bindings.get(name.id, ())
        if bindings and all(
            b.kind not in ("param", "import")
            and isinstance(b.node, ast.stmt)
            and not isinstance(b.node, (*DEFINITIONS, ast.ClassDef))
            and b.node.lineno >= statement.lineno
            for b in bindings
        ):
            return True
    return False


def _read_surely(node: ast.AST) -> Iterator[ast.Name]:
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
        yield from _read_surely(part)


def _ruled_out(facts: Facts) -> Iterator[ast.stmt]:
    """What stands under a test that is written as false, or only holds for type checkers."""
    for node in facts.module.all(ast.If, ast.While):
        if isinstance(node.test, ast.Constant):
            if not node.test.value:
                yield from node.body
            elif isinstance(node, ast.If):
                yield from node.orelse
        elif facts.names.of(node.test) in _FOR_TOOLS:
            yield from node.body


def _unread(facts: Facts) -> Iterator[ast.stmt]:
    """Functions in functions that nobody reads and nothing decorates."""
    if any(
        call in facts.module.text for call in ("locals(", "globals(", "vars(", "eval(", "exec(")
    ):
        return
    for function in facts.module.all(ast.FunctionDef):
        if function.decorator_list:
            continue
        holder = facts.module.scope[function].holder(function.name)
        outer = holder is not None and isinstance(holder.node, FUNCTIONS)
        if outer and not facts.module.reads(holder, function.name):
            yield function
