"""Compiled functions that another function makes and returns.

`step = make_step(model)` is as good as a decorated `step`, where every `return` of `make_step`
hands out the same function that is compiled within it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts
    from jaxopt_lint.semantics.scopes import FunctionNode
    from jaxopt_lint.semantics.wraps import Wrap

_STORE = "compiled by factories"


def compiled_by_factory(facts: Facts, node: ast.expr) -> Wrap | None:
    """The jit or pmap behind a name, or `self.name`, that holds what a factory returned."""
    call = _made_by(facts, node)
    if call is None:
        return None
    cache: dict[ast.Call, Wrap | None] = facts.shared.setdefault(_STORE, {})
    if call not in cache:
        cache[call] = None  # a factory that returns what it got from itself
        cache[call] = _returned(facts, call)
    return cache[call]


def made_elsewhere(facts: Facts, node: ast.expr) -> bool:
    """Whether a name holds what a function of another file returned, which compiles it."""
    call = _made_by(facts, node)
    maker = facts.calls.callee(call.func) if call is not None else None
    return maker is not None and not maker.wraps and maker.dotted in facts.project.makers


def makers(facts: Facts) -> set[str]:
    """The top-level functions of this file that return a compiled one, dotted."""
    return {
        facts.calls.dotted(node)
        for node in facts.module.tree.body
        if isinstance(node, ast.FunctionDef) and _compiled_result(facts, node) is not None
    }


def _made_by(facts: Facts, node: ast.expr) -> ast.Call | None:
    """The one call whose result a name holds."""
    values: list[ast.expr | None] = []
    if isinstance(node, ast.Name):
        values = [b.value for b in facts.names.binding(node) if b.kind != "declare"]
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        function = facts.module.function(node)
        owner = facts.module.class_of(function) if function is not None else None
        if node.value.id == "self" and owner is not None:
            values = list(facts.calls.attribute_values(owner, node.attr))
    value = values[0] if len(values) == 1 else None
    return value if isinstance(value, ast.Call) else None


def _returned(facts: Facts, call: ast.Call) -> Wrap | None:
    maker = facts.calls.callee(call.func)
    if maker is None or maker.node is None or maker.wraps:
        return None
    if isinstance(maker.node, (ast.Lambda, ast.AsyncFunctionDef)):
        return None
    return _compiled_result(facts, maker.node)


def _compiled_result(facts: Facts, function: FunctionNode) -> Wrap | None:
    """The one jit or pmap behind everything that a function returns."""
    found = [facts.tracing.jitted(value) for value in _results(facts, function)]
    if not found or found[0] is None or any(wrap is not found[0] for wrap in found):
        return None
    return found[0]


def _results(facts: Facts, function: FunctionNode) -> list[ast.expr]:
    """What a function returns; empty where it returns nothing, or yields."""
    out: list[ast.expr] = []
    for node in ast.walk(function):
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            if facts.module.function(node) is function:
                return []
        if isinstance(node, ast.Return) and facts.module.function(node) is function:
            if not isinstance(node.value, (ast.Name, ast.Attribute, ast.Call)):
                return []
            out.append(node.value)
    return out
