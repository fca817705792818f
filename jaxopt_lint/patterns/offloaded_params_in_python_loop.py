"""Parameters that a Python loop under differentiation fetches from host memory turn by turn."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.python import PATH, FunctionNode, all_names, positional, root_name
from jaxopt_lint.semantics.subjects.memory.memories import DEVICE, Placement, placements

_REMAT = "checkpoint"


@dataclass(frozen=True, slots=True)
class LoopedFetch:
    """One fetch that a Python loop repeats.

    Attributes:
        loop: the loop.
        value: what is fetched, as it is called where the loop is.
        why: how gradients flow through it.
    """

    loop: ast.For | ast.AsyncFor
    value: ast.expr
    why: str


@fact
def looped_fetches(facts: Facts) -> dict[ast.Call, LoopedFetch]:
    """The fetches of a file that a Python loop repeats under differentiation."""
    fetches = [p for p in placements(facts).values() if p.space == DEVICE]
    return {p.call: made for p in fetches if (made := _looped(facts, p)) is not None}


def _looped(facts: Facts, placement: Placement) -> LoopedFetch | None:
    function = facts.module.function(placement.call)
    while isinstance(function, ast.Lambda):
        function = facts.module.function(function)
    if function is None or _rematerialised(facts, function):
        return None
    why = tracing(facts).differentiated(function)
    if why is None:
        return None
    loop = _loop_of(facts, placement.call, placement.value)
    if loop is not None:
        return LoopedFetch(loop, placement.value, why)
    # The loop may stand where the function is called.
    root = root_name(placement.value, PATH)
    params = positional(function)
    if root not in params:
        return None
    for call in calls(facts).callers(function):
        callee = calls(facts).callee(call.func)
        if callee is None or callee.wraps:
            continue
        position, caller = params.index(root) - callee.bound, facts.module.function(call)
        if not 0 <= position < len(call.args) or caller is None or _rematerialised(facts, caller):
            continue
        loop = _loop_of(facts, call, call.args[position])
        why = tracing(facts).differentiated(caller)
        if loop is not None and why is not None:
            return LoopedFetch(loop, call.args[position], why)
    return None


def _rematerialised(facts: Facts, function: FunctionNode) -> bool:
    """Whether a checkpoint lets go of what a function fetched: it is fetched again later."""
    wraps = tracing(facts).of(function)
    return any(
        w.transform.kind == _REMAT or any(n.endswith(("checkpoint", "remat")) for n in w.inner)
        for w in wraps
    )


def _loop_of(facts: Facts, node: ast.expr, value: ast.expr) -> ast.For | ast.AsyncFor | None:
    """The Python loop around an expression whose turns give it another value each."""
    names = all_names(value)
    for inner, around in facts.module.way_out(node):
        if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return None
        if isinstance(around, (ast.For, ast.AsyncFor)) and inner in around.body:
            if all_names(around.target) & names:
                return around
    return None
