"""Compiled functions that another function makes and returns.

`step = make_step(model)` is as good as a decorated `step`, where every `return` of `make_step`
hands out the same function that is compiled within it; and so is `step, evaluate = make_steps()`,
where each returns a tuple that has it in the same place.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.applied import applied
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python import DEFINITIONS, Binding, FunctionNode, arguments
from jaxopt_lint.semantics.python.walking import walk


def jitted(facts: Facts, node: ast.expr) -> Wrap | None:
    """The jit or pmap behind a callable expression: calling it runs a compiled function."""
    here = applied(facts)
    callee = calls(facts).callee(node)
    if callee is None:
        made = _made_by(facts, node)
        return _returned(facts, *made) if made is not None else None
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
    made = _made_by(facts, node)
    maker = calls(facts).callee(made[0].func) if made is not None else None
    if made is None or maker is None or maker.wraps or maker.dotted is None:
        return False
    return _named(maker.dotted, made[1]) in facts.project.makers


def each_way(facts: Facts, node: ast.expr) -> bool:
    """Whether a name holds something compiled whichever of several statements has bound it."""
    if not isinstance(node, ast.Name):
        return False
    bindings = [b for b in facts.names.binding(node) if b.kind != "declare"]
    return len(bindings) > 1 and all(_binds_compiled(facts, binding) for binding in bindings)


def some_way(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression may hold something compiled: one of the statements that bind a name,
    or an attribute of the object, or a call that hands in an argument, gives it that."""
    if isinstance(node, ast.IfExp):
        return some_way(facts, node.body) or some_way(facts, node.orelse)
    if jitted(facts, node) is not None or jitted_elsewhere(facts, node):
        return True
    if not isinstance(node, ast.Name):
        held = calls(facts).stored_in(node)
        return any(jitted(facts, value) is not None for value in held)
    return any(
        _handed_in(facts, binding) if binding.kind == "param"
        else _binds_compiled(facts, binding)
        or (isinstance(binding.value, ast.IfExp) and some_way(facts, binding.value))
        for binding in facts.names.binding(node)
    )  # fmt: skip


def _handed_in(facts: Facts, parameter: Binding) -> bool:
    """Whether a call of this file hands something compiled in for a parameter."""
    function = facts.module.function(parameter.node)
    if function is None:
        return False
    for call in calls(facts).callers(function):
        callee = calls(facts).callee(call.func)
        given = arguments(call, function, callee.bound if callee is not None else 0)
        for name, value in given:
            if name == parameter.name and jitted(facts, value) is not None:
                return True
    return False


def _binds_compiled(facts: Facts, binding: Binding) -> bool:
    if isinstance(binding.node, DEFINITIONS):
        wraps = applied(facts).of(binding.node)
        return any(w.decorator and w.transform.kind in ("jit", "pmap") for w in wraps)
    made = binding.value
    return made is not None and (jitted(facts, made) is not None or jitted_elsewhere(facts, made))


def makers(facts: Facts) -> set[str]:
    """The top-level functions of this file that return a compiled one, dotted; `make_steps[1]`
    where it stands second in the tuple that they return."""
    out = set()
    for node in facts.module.tree.body:
        if isinstance(node, ast.FunctionDef):
            dotted = calls(facts).dotted(node)
            places = [None, *range(_longest_tuple(facts, node))]
            out |= {
                _named(dotted, place)
                for place in places
                if _compiled_result(facts, node, place) is not None
            }
    return out


def _named(dotted: str, place: int | None) -> str:
    return dotted if place is None else f"{dotted}[{place}]"


# A call, and the place in the tuple that it returns; None for all of it.
_Made = tuple[ast.Call, int | None]


def _made_by(facts: Facts, node: ast.expr) -> _Made | None:
    """The one call whose result a name holds, or has a part of."""
    held: list[_Made | ast.expr | None] = []
    if isinstance(node, ast.Name):
        for binding in facts.names.binding(node):
            if binding.kind != "declare":
                held.append(binding.value or _unpacked(binding.node, node))
    elif isinstance(node, ast.Attribute) and facts.module.is_self(node.value):
        function = facts.module.function(node)
        owner = facts.module.class_of(function) if function is not None else None
        if owner is not None:
            held = [*calls(facts).attribute_values(owner, node.attr)]
            held += _unpacked_stores(facts).get((owner, node.attr), [])
    value = held[0] if len(held) == 1 else None
    if isinstance(node, ast.Attribute) and isinstance(value, ast.Name):
        return _made_by(facts, value)  # `self.step = step`
    return (
        (value, None)
        if isinstance(value, ast.Call)
        else value
        if isinstance(value, tuple)
        else None
    )


def _unpacked(statement: ast.AST, name: ast.expr) -> _Made | None:
    """The place that a target has in the tuple which a statement unpacks."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return None
    text = ast.unparse(name)
    match statement.targets:
        case [ast.Tuple(targets) | ast.List(targets)]:
            places = [i for i, target in enumerate(targets) if ast.unparse(target) == text]
            if len(places) == 1 and not any(isinstance(t, ast.Starred) for t in targets):
                return statement.value, places[0]
    return None


@fact
def _unpacked_stores(facts: Facts) -> dict[tuple[ast.AST, str], list[_Made | None]]:
    """What methods of a class store in attributes out of tuples, by class and attribute"""
    out: dict[tuple[ast.AST, str], list[_Made | None]] = {}
    for statement in facts.module.all(ast.Assign):
        for target in statement.targets:
            if not isinstance(target, (ast.Tuple, ast.List)):
                continue
            for part in target.elts:
                if isinstance(part, ast.Attribute) and facts.module.is_self(part.value):
                    owner = facts.module.around(statement, ast.ClassDef)
                    if owner is not None:
                        key = owner, part.attr
                        out.setdefault(key, []).append(_unpacked(statement, part))
    return out


@fact(meanwhile=None)  # a factory may return what it got from itself
def _returned(facts: Facts, call: ast.Call, place: int | None) -> Wrap | None:
    maker = calls(facts).callee(call.func)
    if maker is None or maker.node is None or maker.wraps:
        return None
    if isinstance(maker.node, (ast.Lambda, ast.AsyncFunctionDef)):
        return None
    return _compiled_result(facts, maker.node, place)


def _compiled_result(facts: Facts, function: FunctionNode, place: int | None) -> Wrap | None:
    """The one jit or pmap behind everything that a function returns, or has in a place of it."""
    found = [jitted(facts, value) for value in _results(facts, function, place)]
    if not found or found[0] is None or any(wrap is not found[0] for wrap in found):
        return None
    return found[0]


def _longest_tuple(facts: Facts, function: FunctionNode) -> int:
    returns = [n for n in walk(function) if isinstance(n, ast.Return)]
    return max((len(n.value.elts) for n in returns if isinstance(n.value, ast.Tuple)), default=0)


def _results(facts: Facts, function: FunctionNode, place: int | None) -> list[ast.expr]:
    """What a function returns; empty where it returns nothing, or yields."""
    out: list[ast.expr] = []
    for node in walk(function):
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            if facts.module.function(node) is function:
                return []
        if isinstance(node, ast.Return) and facts.module.function(node) is function:
            value = node.value
            if place is not None:
                fits = isinstance(value, ast.Tuple) and place < len(value.elts)
                value = value.elts[place] if fits else None  # type: ignore[union-attr]
            if not isinstance(value, (ast.Name, ast.Attribute, ast.Call)):
                return []
            out.append(value)
    return out
