"""Where a loop gives a compiled step a Python number first, and an array from the next turn on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.weak_types import Weak, returned, weak_type
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, Binding
from jaxopt_lint.semantics.python.signatures import arguments
from jaxopt_lint.semantics.subjects.transfer.timers import is_timed


@dataclass(frozen=True, slots=True)
class WeakCarry:
    """One carried number.

    Attributes:
        name: its variable.
        node: the value in front of the loop.
        first: what that is to JAX.
        later: what it is from the second turn on.
        call: the call of the step.
        renewed: the statement that renews it.
    """

    name: str
    node: ast.expr
    first: Weak
    later: Weak
    call: ast.Call
    renewed: ast.stmt


@fact
def weak_carries(facts: Facts) -> dict[ast.expr, WeakCarry]:
    """The numbers that make a step compile twice, by their first value."""
    found: dict[ast.expr, WeakCarry] = {}
    for carry in _find(facts):
        found.setdefault(carry.node, carry)
    return found


def _find(facts: Facts) -> Iterator[WeakCarry]:
    module = facts.module
    for call in module.all(ast.Call):
        wrap = tracing(facts).jitted(call.func)
        loop = body_loop(facts, call) if wrap is not None else None
        if wrap is None or wrap.function is None or wrap.transform.lifted or loop is None:
            continue
        if wrap.transform.kind != "jit" or any(isinstance(a, ast.Starred) for a in call.args):
            continue
        if in_test(facts, call) or is_timed(facts, call):
            continue
        if tracing(facts).staged(module.function(call)) is not None:
            continue
        for parameter, value in _traced_arguments(facts, call, wrap):
            if isinstance(value, ast.Name):
                carry = _carried(facts, call, wrap, parameter, value, loop)
                if carry is not None:
                    yield carry


def _traced_arguments(facts: Facts, call: ast.Call, wrap: Wrap) -> list[tuple[str, ast.expr]]:
    callee = calls(facts).callee(call.func)
    static, known = tracing(facts).static(wrap)
    if callee is None or wrap.function is None or not known:
        return []
    given = arguments(call, wrap.function, callee.bound)
    return [(name, value) for name, value in given if name not in static]


def _carried(
    facts: Facts, call: ast.Call, wrap: Wrap, parameter: str, value: ast.Name, loop: ast.stmt
) -> WeakCarry | None:
    bindings = facts.names.binding(value)
    inside = [b for b in bindings if loop in set(facts.module.ancestors(b.node))]
    before = [b for b in bindings if b not in inside]
    if len(inside) != 1 or len(before) != 1 or before[0].value is None:
        return None
    start, renewed = before[0], inside[0]
    if not _leads_to(facts, start, loop) or not isinstance(renewed.node, ast.stmt):
        return None
    first = weak_type(facts, start.value, {})
    if first not in (Weak.INT, Weak.FLOAT) or start.value is None:
        return None
    later = _renewed(facts, call, wrap, parameter, value.id, first, start, renewed)
    if later is None or later is first or later is Weak.BOOL:
        return None
    return WeakCarry(value.id, start.value, first, later, call, renewed.node)


def _leads_to(facts: Facts, start: Binding, loop: ast.stmt) -> bool:
    """Whether an assignment is always followed by the loop: it stands before it, or around."""
    if not isinstance(start.node, ast.Assign):
        return False
    inner: ast.AST = loop
    for around in (loop, *facts.module.ancestors(loop)):
        if isinstance(around, ast.stmt) and start.node in facts.module.block_of(around):
            block = facts.module.block_of(around)
            return block.index(start.node) < block.index(around)
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)) and around is not inner:
            return False
        inner = around
    return False


def _renewed(
    facts: Facts,
    call: ast.Call,
    wrap: Wrap,
    parameter: str,
    name: str,
    first: Weak,
    start: Binding,
    renewed: Binding,
) -> Weak | None:
    node = renewed.node
    if isinstance(node, ast.Assign) and node.value is call and len(node.targets) == 1:
        assert wrap.function is not None
        target = node.targets[0]
        position: int | None = None
        if isinstance(target, (ast.Tuple, ast.List)):
            places = [i for i, e in enumerate(target.elts)
                      if isinstance(e, ast.Name) and e.id == name]  # fmt: skip
            if len(places) != 1:
                return None
            position = places[0]
        arguments = wrap.function.args
        args = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        known: dict[ast.AST, Weak] = {a: first for a in args if a.arg == parameter}
        return weak_type(facts, returned(wrap.function, position), known)
    if not isinstance(node, ast.stmt) or node.lineno < call.lineno:
        return None  # the first call gets the new kind already
    if facts.module.parent[node] is not body_loop(facts, call):
        return None  # not every turn renews it
    known = {start.node: first}
    if isinstance(node, ast.AugAssign):
        other = weak_type(facts, node.value, known)
        return Weak.OWN if other is Weak.OWN else None
    if isinstance(node, ast.Assign) and node.value is not call:
        return weak_type(facts, renewed.value, known)
    return None


__all__ = ["WeakCarry", "weak_carries"]
