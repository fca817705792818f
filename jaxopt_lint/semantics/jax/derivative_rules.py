"""Functions that say what the derivative of another one is."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python.scopes import FunctionNode

# Of JAX, and of Equinox.
_DEFINING = ("defjvp", "defjvps", "defvjp", "def_jvp", "def_fwd", "def_bwd")


@fact
def derivative_rules(facts: Facts) -> dict[FunctionNode, ast.Attribute]:
    """The functions that are rules of a `custom_jvp` or `custom_vjp`, by decorator or by call, each
    with what takes them: `f.defjvp`."""
    out: dict[FunctionNode, ast.Attribute] = {}
    for defining in (n for name in _DEFINING for n in facts.module.attributes(name)):
        around = facts.module.parent[defining]
        given: list[ast.expr] = []
        if isinstance(around, ast.FunctionDef) and defining in around.decorator_list:
            out[around] = defining
        elif isinstance(around, ast.Call) and around.func is defining:
            given = [*around.args, *(k.value for k in around.keywords)]
            holder = facts.module.parent[around]
            if isinstance(holder, ast.FunctionDef) and around in holder.decorator_list:
                out[holder] = defining  # `@f.defjvp(symbolic_zeros=True)`
        for value in given:
            callee = calls(facts).callee(value)
            if callee is not None and callee.node is not None:
                out[callee.node] = defining
    return out
