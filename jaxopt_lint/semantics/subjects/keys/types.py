"""Which parameters are random keys, as their annotations say."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.scopes import DEFINITIONS

# Types of keys. Those that are functions of JAX are written for what they return.
_TYPES = frozenset(
    {"chex.PRNGKey", "jaxtyping.PRNGKeyArray", "jaxtyping.Key", "jax.random.PRNGKey",
     "jax.random.key", "jax.random.KeyArray", "jax.random.PRNGKeyArray", "flax.typing.PRNGKey"}
)  # fmt: skip


def is_key_type(facts: Facts, annotation: ast.expr | None) -> bool:
    """Whether an annotation is a type of keys, or a name for one of this file or another."""
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    name = facts.names.of(annotation)
    if name is None:
        return facts.names.of(facts.names.value(annotation)) in _TYPES
    if name in _TYPES:
        return True
    module, last = facts.project.home(name)
    other = elsewhere(facts, module) if module and module != facts.module.name else None
    bindings = other.module.top.bindings.get(last, ()) if other is not None else ()
    values = [b.value for b in bindings]
    if other is None or len(values) != 1 or values[0] is None:
        return False
    return other.names.of(values[0]) in _TYPES


def declared(facts: Facts, function: ast.AST) -> Iterator[ast.arg]:
    """The parameters of a function that their annotations call keys."""
    given = function.args if isinstance(function, DEFINITIONS) else None
    for one in (*given.posonlyargs, *given.args, *given.kwonlyargs) if given else ():
        if one.annotation is not None and is_key_type(facts, one.annotation):
            yield one
