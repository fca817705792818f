"""Results whose length depends on values, handed to compiled code each time around.

Outside of a trace `jnp.unique` and its kin work, but every new number of results is a new shape
for the compiled function that they are given to.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.captures import varying
from jaxopt_lint.semantics.jax.recurrence import in_test, loop_around, often, runs_once, short

# How many results there are depends on the values, unless one of these says how many.
SIZED = {
    "nonzero": "size", "flatnonzero": "size", "argwhere": "size", "unique": "size",
    "unique_values": "size", "unique_counts": "size", "unique_inverse": "size",
    "unique_all": "size", "union1d": "size", "intersect1d": "size", "setdiff1d": "size",
    "setxor1d": "size", "extract": "size", "bincount": "length", "compress": "size",
    "where": "size",
}  # fmt: skip
_CONVERSIONS = ("jax.numpy.asarray", "jax.numpy.array", "jax.device_put")


@dataclass(frozen=True, slots=True)
class VaryingLength:
    """One result whose length differs from run to run.

    Attributes:
        call: what gives the result.
        step: the compiled call that it is handed to.
        why: why that happens again and again; empty where nobody is seen to call it often.
        function: the function around it.
    """

    call: ast.Call
    step: ast.Call
    why: str
    function: str


def unsized(facts: Facts, node: ast.Call, *modules: str) -> str | None:
    """The option that a call lacks which would say how many results it gives."""
    module, _, name = (facts.names.call(node) or "").rpartition(".")
    option = SIZED.get(name)
    if module not in modules or option is None or not node.args:
        return None
    if name == "where" and (len(node.args) > 1 or any(k.arg in ("x", "y") for k in node.keywords)):
        return None
    return None if any(k.arg in (option, None) for k in node.keywords) else option


@fact
def varying_lengths(facts: Facts) -> dict[ast.Call, VaryingLength]:
    """The results of varying length that compiled code is given, by the call that makes them."""
    every = (call for call, _ in called(facts, "jax.numpy.", "numpy."))
    calls = (c for c in every if unsized(facts, c, "jax.numpy", "numpy") is not None)
    return {c: varied for c in calls if (varied := _handed_on(facts, c)) is not None}


def _handed_on(facts: Facts, node: ast.Call) -> VaryingLength | None:
    function = facts.module.function(node)
    if function is None or tracing(facts).staged(function) is not None or in_test(facts, node):
        return None
    loop = loop_around(facts, node)
    if loop is not None and not short(facts, facts.module.statement(node), loop):
        if not varying(facts, node, loop):
            return None
        why = f"in the loop at {facts.at(loop)}"
    else:
        loop, why = None, often(facts, function) or ""
    if isinstance(function, ast.Lambda) or (not why and runs_once(facts, function)):
        return None
    for reading in _readings(facts, node):
        step = _step(facts, reading)
        if step is None or facts.module.function(step) is not function:
            continue
        # Where nobody is seen to call it often, a loop shares the one length.
        if loop_around(facts, step) is loop or (why and loop is None):
            return VaryingLength(node, step, why, function.name)
    return None


def _readings(facts: Facts, node: ast.Call) -> list[ast.expr]:
    """Where a result is read: in place, or by the one name that it is given."""
    module = facts.module
    value: ast.expr = node
    around = module.parent[node]
    if isinstance(around, ast.Subscript) and around.value is node:
        value = around  # `nonzero(x)[0]`
    stored = module.stored_by(value)
    if stored is None:
        return [value]
    target = stored.targets[0]
    names = [target] if isinstance(target, ast.Name) else getattr(target, "elts", [])
    if len(stored.targets) != 1 or not names or not isinstance(names[0], ast.Name):
        return []
    if facts.names.only_binding(names[0]) is None:
        return []
    return [*module.reads(module.scope[names[0]].holder(names[0].id), names[0].id)]


def _step(facts: Facts, node: ast.expr) -> ast.Call | None:
    """The compiled call that is given a result, as it is, converted, or as an index."""
    child: ast.AST = node
    around = facts.module.parent[child]
    if isinstance(around, ast.Subscript) and around.slice is child:
        child, around = around, facts.module.parent[around]
    if isinstance(around, ast.Call) and facts.names.call(around) in _CONVERSIONS:
        child, around = around, facts.module.parent[around]
    if not isinstance(around, ast.Call) or child not in around.args:
        return None
    wrap = tracing(facts).jitted(around.func)
    known = wrap is not None or tracing(facts).jitted_elsewhere(around.func)
    return around if known else None
