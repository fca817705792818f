"""Calls of optimizers: what computes an update, what applies it, what begins a state."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.nodes import is_name, last_part


def is_optimizer_update(facts: Facts, call: ast.Call) -> bool:
    """Whether a call applies or computes the update of an optimizer."""
    name = facts.names.of(call.func)
    if name in _APPLY:
        return True
    last = last_part(call.func)
    if last == "apply_gradients" or is_example_update(facts, call.func):
        return True
    return last == "update" and len(call.args) >= 2 and name is None


def is_example_update(facts: Facts, func: ast.expr) -> bool:
    """`update` of `init, update, get_params = jax.example_libraries.optimizers.adam(rate)`."""
    return _is_of_example(facts, func, 1)


def is_example_init(facts: Facts, call: ast.Call) -> bool:
    """Whether a call begins the state of one of these optimizers, which holds the parameters."""
    return _is_of_example(facts, call.func, 0)


def _is_of_example(facts: Facts, func: ast.expr, place: int) -> bool:
    bindings = facts.names.binding(func) if isinstance(func, ast.Name) else []
    return bool(bindings) and all(_is_example(facts, b.node, b.name, place) for b in bindings)


def _is_example(facts: Facts, node: ast.AST, name: str, place: int) -> bool:
    """Whether a name is stored at a place of what makes one of these optimizers."""
    statement = facts.module.statement(node)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Tuple):
        return False
    made = (facts.names.call(statement.value) or "").rpartition(".")[0]
    stored = statement.targets[0].elts[place : place + 1]
    return made in _EXAMPLES and any(is_name(t, name) for t in stored)


_EXAMPLES = ("jax.example_libraries.optimizers", "jax.experimental.optimizers")
_APPLY = frozenset({"optax.apply_updates", "equinox.apply_updates"})
