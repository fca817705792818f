"""Gradients that go back through a loop whose number of turns nobody knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import (
    FunctionNode,
    argument,
    arguments,
    defaults,
    positional,
    stored_names,
)

REVERSE = ("jax.grad", "jax.value_and_grad", "jax.jacrev")
_CUSTOM = ("jax.custom_vjp", "jax.custom_jvp")
_DEPTH = 4
# What has no gradient, or says nothing of values.
_STILL = frozenset({"shape", "ndim", "size", "dtype"})
_STOPS = ("stop_gradient", "argmax", "argmin", "floor", "round", "sign", "zeros_like", "ones_like")


@dataclass(frozen=True, slots=True)
class ThroughWhile:
    """A gradient that goes back through such a loop.

    Attributes:
        node: the loop, or where the gradient is made of one whose number of turns is traced there.
        loop: the call of the loop.
        site: where the gradient is made.
    """

    node: ast.expr
    loop: ast.Call
    site: ast.expr


def through_while(facts: Facts) -> Iterator[ThroughWhile]:
    """The gradients of a file that go back through a loop of unknown length."""
    if "while_loop" not in facts.module.text and "fori_loop" not in facts.module.text:
        return
    seen: set[ast.Call] = set()
    for wrap in tracing(facts).wraps:
        if wrap.name not in REVERSE or wrap.function is None or wrap.inner or wrap.bound:
            continue
        if error_meant(facts, wrap.site):
            continue
        active = chosen(facts, wrap)
        rest = {*positional(wrap.function)} - active
        traced = rest if _compiled(facts, wrap) else rest & _jitted(facts, wrap.function)
        loop = _loop(facts, wrap.function, active, traced, _DEPTH) if active else None
        if loop is not None and loop not in seen:
            seen.add(loop)
            unknown = facts.names.call(loop) == "jax.lax.while_loop"
            yield ThroughWhile(loop if unknown else wrap.site, loop, wrap.site)


def chosen(facts: Facts, wrap: Wrap) -> set[str]:
    """The parameters that a gradient is taken by."""
    names = positional(wrap.function) if wrap.function is not None else []
    given = wrap.keyword("argnums")
    numbers = [0] if given is None else tracing(facts).literals(given)
    places = [n for n in numbers or () if isinstance(n, int) and 0 <= n < len(names)]
    return {names[place] for place in places}


def _compiled(facts: Facts, wrap: Wrap) -> bool:
    """Whether what a gradient gives is compiled at once, with all arguments traced."""
    around = facts.module.parent[wrap.site]
    return (
        isinstance(around, ast.Call)
        and facts.names.call(around) == "jax.jit"
        and not any("static" in (k.arg or "static") for k in around.keywords)
    )


def _jitted(facts: Facts, function: FunctionNode) -> set[str]:
    """The parameters that a decorator traces; none of those that a call need not give."""
    for wrap in tracing(facts).of(function):
        static, known = tracing(facts).static(wrap)
        if wrap.decorator and wrap.name == "jax.jit" and known:
            return {*positional(function)} - static - {*defaults(function)}
    return set()


def _loop(
    facts: Facts, function: FunctionNode, active: set[str], traced: set[str], depth: int
) -> ast.Call | None:
    """The loop of unknown length that a value goes through which a gradient is taken by."""
    if any(w.name in _CUSTOM for w in tracing(facts).of(function)):
        return None
    if any(
        n is not None and n.endswith(("custom_root", "defvjp")) for n in _called(facts, function)
    ):
        return None
    active, traced = {*active}, {*traced}
    nodes = [n for n in facts.module.inside(ast.AST, function)
             if facts.module.function(n) is function]  # fmt: skip
    for node in sorted(nodes, key=lambda n: (getattr(n, "lineno", 0), getattr(n, "col_offset", 0))):
        if isinstance(node, ast.Assign):
            names = stored_names(*node.targets)
            for known in (active, traced):
                if flows(facts, node.value, known):
                    known |= names
        if not isinstance(node, ast.Call) or _stopped(facts, node, function):
            continue
        if _is_unknown_length(facts, node, active, traced):
            return node
        found = calls(facts).callee(node.func)
        inner = found.node if found is not None and not found.bound else None
        wraps = found.wraps if found is not None else ()
        if inner is None or not depth or any(name != "jax.jit" for name, _ in wraps):
            continue
        handed = dict(arguments(node, inner))
        deeper = {name for name, value in handed.items() if flows(facts, value, active)}
        others = {name for name, value in handed.items() if flows(facts, value, traced)}
        others |= _jitted(facts, inner)
        if deeper and (loop := _loop(facts, inner, deeper, others, depth - 1)) is not None:
            return loop
    return None


def _called(facts: Facts, function: FunctionNode) -> list[str | None]:
    return [facts.names.call(c) for c in facts.module.inside(ast.Call, function)]


def _is_unknown_length(facts: Facts, call: ast.Call, active: set[str], traced: set[str]) -> bool:
    name = facts.names.call(call)
    if name == "jax.lax.while_loop":
        if flows(facts, argument(call, 2, "init_val"), active):
            return True
        body = argument(call, 1, "body_fun")
        return _closes_over(facts, body, active, _DEPTH) and _comes_out(facts, call)
    if name == "jax.lax.fori_loop":
        bounds = (argument(call, 0, "lower"), argument(call, 1, "upper"))
        if not any(isinstance(b, ast.Name) and b.id in traced for b in bounds):
            return False
        if flows(facts, argument(call, 3, "init_val"), active):
            return True
        body = argument(call, 2, "body_fun")
        return _closes_over(facts, body, active, _DEPTH) and _comes_out(facts, call)
    return False


def _closes_over(facts: Facts, body: ast.expr | None, active: set[str], depth: int) -> bool:
    """Whether the turn of a loop computes with values of the function around it that a gradient
    is taken by."""
    found = calls(facts).callee(body) if body is not None and depth else None
    inner = found.node if found is not None and not found.wraps else None
    outer = facts.module.function(inner) if inner is not None else None
    if inner is None or outer is None or any(w.name in _CUSTOM for w in tracing(facts).of(inner)):
        return False
    own = {*positional(inner)} | {
        name
        for a in facts.module.inside(ast.Assign, inner)
        for name in stored_names(*a.targets)
    }  # fmt: skip
    seen = active - own
    parts: list[ast.AST] = [inner.body] if isinstance(inner, ast.Lambda) else [*inner.body]
    if any(flows(facts, part, seen) for part in parts if not isinstance(part, ast.FunctionDef)):
        return True
    return any(
        facts.module.function(c) is inner and _closes_over(facts, c.func, active, depth - 1)
        for c in facts.module.inside(ast.Call, inner)
    )


def _comes_out(facts: Facts, call: ast.Call) -> bool:
    """Whether what a loop ends with goes smoothly into what the function gives."""
    function = facts.module.function(call)
    if function is None:
        return False
    if any(facts.module.within(call, r) for r in facts.module.returns(function)):
        return True
    stored = facts.module.stored_by(call)
    known = stored_names(*stored.targets) if stored is not None else set()
    for later in facts.module.inside(ast.Assign, function) if known else ():
        if stored is not None and later.lineno > stored.lineno and flows(facts, later.value, known):
            known |= stored_names(*later.targets)
    return any(flows(facts, r, known) for r in facts.module.results(function))


def flows(facts: Facts, node: ast.AST | None, names: set[str]) -> bool:
    """Whether a value is made of one of some names, smoothly."""
    if node is None or not names:
        return False
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Attribute) and node.attr in _STILL:
        return False
    if isinstance(node, (ast.Compare, ast.Lambda)):
        return False
    if isinstance(node, ast.Call):
        dotted = facts.names.call(node) or ""
        if dotted.rpartition(".")[2] in _STOPS or facts.names.is_builtin(node.func, "len"):
            return False
    return any(flows(facts, child, names) for child in ast.iter_child_nodes(node))


def _stopped(facts: Facts, call: ast.Call, function: FunctionNode) -> bool:
    """Whether what a call gives is kept from gradients at once."""
    for around in facts.module.ancestors(call):
        if around is function:
            return False
        if isinstance(around, ast.Call):
            name = facts.names.call(around) or ""
            if name.rpartition(".")[2] in _STOPS:
                return True
    return False
