"""Where a value comes from: through names, attributes of `self`, and parameters whose calls are
all in sight."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import Binding, Definition, argument, defaults, positional
from jaxopt_lint.semantics.python.scopes import DEFINITIONS

_DEPTH = 5  # names and calls that are followed


def origins(facts: Facts, node: ast.expr, depth: int = _DEPTH) -> Sequence[ast.expr]:
    """The expressions of which a value is one; none where it may be another one as well."""
    if depth <= 0:
        return ()
    if isinstance(node, ast.Name):
        binding = facts.names.only_binding(node)
        if binding is None:
            return ()
        given = [binding.value] if binding.kind == "assign" else _given(facts, binding)
        if any(_reads(facts, value, node) for value in given or ()):
            return ()
        return _all(facts, given, depth)
    if isinstance(node, ast.Attribute) and facts.module.is_self(node.value):
        stored = calls(facts).stored_in(node)
        places = [a for a in facts.module.attributes(node.attr) if isinstance(a.ctx, ast.Store)]
        if len(stored) != len(places) or any(_reads(facts, v, node) for v in stored):
            return ()
        return _all(facts, stored, depth)
    return (node,)


def _reads(facts: Facts, value: ast.expr | None, node: ast.Name | ast.Attribute) -> bool:
    """Whether what is bound is made of what was bound before: `self.tx = optax.chain(clip,
    self.tx)`, whose parts nobody could lay out."""
    if value is None:
        return False
    if isinstance(node, ast.Attribute):
        parts = facts.module.inside(ast.Attribute, value)
        return any(p.attr == node.attr and facts.module.is_self(p.value) for p in parts)
    known = facts.names.only_binding(node)
    names = facts.module.inside(ast.Name, value)
    return any(n.id == node.id and facts.names.only_binding(n) is known for n in names)


def _all(facts: Facts, given: Sequence[ast.expr | None] | None, depth: int) -> Sequence[ast.expr]:
    out: list[ast.expr] = []
    for value in given or ():
        found = origins(facts, value, depth - 1) if value is not None else ()
        if not found:
            return ()
        out += found
    return out


def _given(facts: Facts, binding: Binding) -> list[ast.expr | None] | None:
    """What the calls of a function give one of its parameters; None where others may call it."""
    if binding.kind != "param":
        return None
    function = facts.module.parent[facts.module.parent[binding.node]]
    if not isinstance(function, DEFINITIONS) or facts.module.class_of(function) is not None:
        return None
    sites = calls(facts).callers(function)
    if not sites or not _all_seen(facts, function, sites):
        return None
    names = positional(function)
    out: list[ast.expr | None] = []
    for call in sites:
        callee = calls(facts).callee(call.func)
        starred = any(isinstance(a, ast.Starred) for a in call.args)
        if callee is None or callee.bound or callee.bound_names or starred:
            return None
        if any(wrap not in _AS_IS for wrap, _ in callee.wraps):
            return None
        place = names.index(binding.name) if binding.name in names else len(call.args)
        out.append(argument(call, place, binding.name) or defaults(function).get(binding.name))
    return out


def _all_seen(facts: Facts, function: Definition, sites: Sequence[ast.Call]) -> bool:
    if calls(facts).dotted(function) in facts.project.imported:
        return False
    called = {site.func for site in sites}
    uses = calls(facts).references(function)
    return all(use in called or _wrapped(facts, use) for use in uses)


def _wrapped(facts: Facts, use: ast.Name | ast.Attribute) -> bool:
    """Whether a function is named to be compiled: `step = jax.jit(step)`, whose calls count, or to
    be called at once: `jax.grad(loss)(params)`."""
    call = facts.module.parent[use]
    if not isinstance(call, ast.Call) or facts.names.call(call) not in _AS_IS:
        return False
    around = facts.module.parent[call]
    at_once = isinstance(around, ast.Call) and around.func is call
    return at_once or isinstance(around, ast.Assign)


# What hands its arguments on to the function as they are.
_AS_IS = frozenset(
    {"jax.jit", "flax.nnx.jit", "equinox.filter_jit", "jax.checkpoint", "jax.grad",
     "jax.value_and_grad", "equinox.filter_grad", "equinox.filter_value_and_grad",
     "flax.nnx.grad", "flax.nnx.value_and_grad"}
)  # fmt: skip
