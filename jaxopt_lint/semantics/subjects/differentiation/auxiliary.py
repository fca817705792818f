"""What a differentiated function hands out beside its value, which no gradient flows through."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.python import FunctionNode, read_names, stored_names


def is_auxiliary(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is seen to go nowhere but into the further results of a function that
    is differentiated with `has_aux=True`."""
    function = facts.module.function(node)
    if not isinstance(function, ast.FunctionDef) or not _hands_out(facts, function):
        return False
    values = []
    for result in facts.module.results(function):
        if not isinstance(result, ast.Tuple) or len(result.elts) < 2:
            return False
        values.append(result.elts[0])
    if not values or any(node is v or facts.module.within(node, v) for v in values):
        return False
    needed = {name for value in values for name in read_names(value)}
    statements = [s for s in facts.module.inside(ast.stmt, function) if s is not function]  # type: ignore[type-abstract]
    for _ in statements:
        more = {
            name
            for s in statements
            if not isinstance(s, ast.Return) and _binds(s) & needed
            for name in read_names(s)
        }
        if more <= needed:
            break
        needed |= more
    statement = facts.module.statement(node)
    return isinstance(statement, ast.Return) or not _binds(statement) & needed


def _binds(statement: ast.stmt) -> set[str]:
    """What a statement binds; one that binds nothing may change whatever it reads."""
    name = getattr(statement, "name", None)
    found = stored_names(statement) | ({name} if isinstance(name, str) else set())
    return found or read_names(statement)


def _hands_out(facts: Facts, function: FunctionNode) -> bool:
    """Whether all that transform a function take the first of its results alone."""
    wraps = tracing(facts).of(function)
    options = [wrap.keyword("has_aux") for wrap in wraps]
    return bool(wraps) and all(isinstance(o, ast.Constant) and o.value is True for o in options)
