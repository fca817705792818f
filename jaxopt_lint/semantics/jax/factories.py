"""Compiled functions that another function makes and returns.

`step = make_step(model)` is as good as a decorated `step`, where every `return` of `make_step`
hands out the same function that is compiled within it.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.applied import applied
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python import FunctionNode
from jaxopt_lint.semantics.python.walking import walk


def jitted(facts: Facts, node: ast.expr) -> Wrap | None:
    """The jit or pmap behind a callable expression: calling it runs a compiled function."""
    here = applied(facts)
    callee = calls(facts).callee(node)
    if callee is None:
        made = _made_by(facts, node)
        return _returned(facts, made) if made is not None else None
    for name, call in callee.wraps:
        if TRANSFORMS[name].kind in ("jit", "pmap") and call in here.by_call:
            return here.by_call[call]
    if callee.node is not None and not callee.wraps:
        for wrap in here.of(callee.node):
            if wrap.decorator and wrap.transform.kind in ("jit", "pmap"):
                return wrap
    return None


def jitted_elsewhere(facts: Facts, node: ast.expr) -> bool:
    """Whether a callable expression is a function that another file decorates with jit, or
    makes."""
    callee = calls(facts).callee(node)
    if callee is None:
        return made_elsewhere(facts, node)
    if callee.dotted is None:
        return False
    return any(
        t.transform in ("jit", "pmap") and t.decorated
        for name in facts.project.names(callee.dotted)
        for t in facts.project.traced.get(name, ())
    )


def made_elsewhere(facts: Facts, node: ast.expr) -> bool:
    """Whether a name holds what a function of another file returned, which compiles it."""
    call = _made_by(facts, node)
    maker = calls(facts).callee(call.func) if call is not None else None
    return maker is not None and not maker.wraps and maker.dotted in facts.project.makers


def makers(facts: Facts) -> set[str]:
    """The top-level functions of this file that return a compiled one, dotted."""
    return {
        calls(facts).dotted(node)
        for node in facts.module.tree.body
        if isinstance(node, ast.FunctionDef) and _compiled_result(facts, node) is not None
    }


def _made_by(facts: Facts, node: ast.expr) -> ast.Call | None:
    """The one call whose result a name holds."""
    values: list[ast.expr | None] = []
    if isinstance(node, ast.Name):
        values = [b.value for b in facts.names.binding(node) if b.kind != "declare"]
    elif isinstance(node, ast.Attribute) and facts.module.is_self(node.value):
        function = facts.module.function(node)
        owner = facts.module.class_of(function) if function is not None else None
        if owner is not None:
            values = list(calls(facts).attribute_values(owner, node.attr))
    value = values[0] if len(values) == 1 else None
    return value if isinstance(value, ast.Call) else None


@fact(meanwhile=None)  # a factory may return what it got from itself
def _returned(facts: Facts, call: ast.Call) -> Wrap | None:
    maker = calls(facts).callee(call.func)
    if maker is None or maker.node is None or maker.wraps:
        return None
    if isinstance(maker.node, (ast.Lambda, ast.AsyncFunctionDef)):
        return None
    return _compiled_result(facts, maker.node)


def _compiled_result(facts: Facts, function: FunctionNode) -> Wrap | None:
    """The one jit or pmap behind everything that a function returns."""
    found = [jitted(facts, value) for value in _results(facts, function)]
    if not found or found[0] is None or any(wrap is not found[0] for wrap in found):
        return None
    return found[0]


def _results(facts: Facts, function: FunctionNode) -> list[ast.expr]:
    """What a function returns; empty where it returns nothing, or yields."""
    out: list[ast.expr] = []
    for node in walk(function):
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            if facts.module.function(node) is function:
                return []
        if isinstance(node, ast.Return) and facts.module.function(node) is function:
            if not isinstance(node.value, (ast.Name, ast.Attribute, ast.Call)):
                return []
            out.append(node.value)
    return out
