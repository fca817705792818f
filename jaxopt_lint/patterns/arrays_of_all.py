"""Arrays of which each process of a program holds a part."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.python import stored_names

# What makes an array of which each process holds a part.
_MAKERS = frozenset(
    {"jax.make_array_from_process_local_data", "jax.make_array_from_callback",
     "jax.make_array_from_single_device_arrays",
     "jax.experimental.multihost_utils.host_local_array_to_global_array"}
)  # fmt: skip
_COMPUTING = ("jax.numpy.", "jax.nn.", "jax.lax.", "jax.scipy.")
_DEPTH = 3


def shared_argument(facts: Facts, call: ast.Call, depth: int = 0) -> ast.Name | None:
    """The array of all processes that a call computes with."""
    name = facts.names.of(call.func) or ""
    if not name.startswith(_COMPUTING) and not tracing(facts).compiled(call.func):
        return None
    given = [*call.args, *(k.value for k in call.keywords)]
    for value in given:
        if isinstance(value, ast.Name) and is_shared(facts, value, depth):
            return value
    return None


def is_shared(facts: Facts, name: ast.Name, depth: int = 0) -> bool:
    """Whether each process holds a part of what a name stands for, by its last assignment."""
    made = _last(facts, name)
    return isinstance(made, ast.Call) and _gives_shared(facts, made, depth)


def _gives_shared(facts: Facts, made: ast.Call, depth: int) -> bool:
    """Whether a call gives such an array: by itself, or as every result of a function is one."""
    if depth >= _DEPTH:
        return False
    if facts.names.call(made) in _MAKERS or shared_argument(facts, made, depth + 1) is not None:
        return True
    found = calls(facts).callee(made.func)
    if found is None or found.node is None or found.wraps:
        return False
    results = [
        _last(facts, value) if isinstance(value, ast.Name) else value
        for value in facts.module.results(found.node)
    ]
    shared = (isinstance(r, ast.Call) and _gives_shared(facts, r, depth + 1) for r in results)
    return bool(results) and all(shared)


def _last(facts: Facts, name: ast.Name) -> ast.expr | None:
    """What was stored in a variable last, by the statements in front of a place."""
    statement: ast.AST = facts.module.statement(name)
    while isinstance(statement, ast.stmt):
        for before in reversed(in_front(facts, statement)):
            if name.id in stored_names(before):
                plain = isinstance(before, ast.Assign) and [
                    t.id for t in before.targets if isinstance(t, ast.Name)
                ] == [name.id]
                return before.value if plain and isinstance(before, ast.Assign) else None
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return None
        statement = facts.module.parent[statement]
    return None


def in_front(facts: Facts, statement: ast.stmt) -> list[ast.stmt]:
    """The statements in front of one, in its block."""
    try:
        return facts.module.before(statement)
    except KeyError:
        return []
