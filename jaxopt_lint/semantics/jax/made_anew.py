"""Expressions that make another function each time that they are evaluated.

JAX finds what it has traced and compiled by the identity of the function, and forgets it with that.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import DEFINITIONS


def made_anew(facts: Facts, node: ast.expr) -> str:
    """What function an expression makes each time, in words; "" where it may be the same."""
    if isinstance(node, ast.Lambda):
        return "a lambda"
    if facts.names.call(node) == "functools.partial":
        return "a `partial`"
    if isinstance(node, ast.Attribute) and facts.module.is_self(node.value):
        found = calls(facts).callee(node)
        method = found.node if found is not None and found.bound == 1 and not found.wraps else None
        # A decorator may give out something that is kept: a static method, a compiled one.
        if isinstance(method, DEFINITIONS) and method.name == node.attr:
            return (
                "" if method.decorator_list else f"`{facts.module.source(node)}`, a bound method,"
            )
    return ""
