"""How many steps a scan has, as the file makes what it goes over."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument, positional, unpacks

_DEPTH = 4
# Where the length stands in a call that makes an array, and by which name.
_SHAPED = {
    "jax.numpy.zeros": (0, "shape"), "jax.numpy.ones": (0, "shape"), "jax.numpy.full": (0, "shape"),
    "jax.numpy.empty": (0, "shape"), "jax.random.normal": (1, "shape"),
    "jax.random.uniform": (1, "shape"), "jax.random.split": (1, "num"),
    "jax.numpy.linspace": (2, "num"), "jax.numpy.eye": (0, "N"),
}  # fmt: skip


def scan_length(facts: Facts, call: ast.Call) -> int | None:
    """The number of steps of a call of `jax.lax.scan`, where that is known."""
    if facts.names.call(call) != "jax.lax.scan":
        return None
    length = static_int(facts, argument(call, 3, "length"))
    return _length(facts, argument(call, 2, "xs"), 0) if length is None else length


def _length(facts: Facts, node: ast.expr | None, depth: int) -> int | None:
    """How many rows an array has, as the file makes it."""
    if node is None or depth > _DEPTH:
        return None
    if isinstance(node, ast.Tuple) and node.elts:
        known = [_length(facts, item, depth) for item in node.elts]
        return next((n for n in known if n is not None), None)
    if isinstance(node, ast.Call):
        return _made(facts, node)
    binding = facts.names.only_binding(node)
    if binding is None or not isinstance(node, ast.Name):
        return None
    if binding.kind == "assign":
        return _length(facts, binding.value, depth + 1)
    return _given(facts, node, depth) if binding.kind == "param" else None


def _made(facts: Facts, call: ast.Call) -> int | None:
    name = facts.names.call(call) or ""
    if name == "jax.numpy.arange":
        # A step, or a start, makes it shorter.
        return static_int(facts, call.args[0]) if len(call.args) == 1 else None
    place = _SHAPED.get(name)
    shape = argument(call, *place) if place is not None else None
    shape = facts.names.behind(shape) if isinstance(facts.names.behind(shape), ast.Tuple) else shape
    if isinstance(shape, ast.Tuple):
        shape = shape.elts[0] if shape.elts else None
    return static_int(facts, shape)


def _given(facts: Facts, name: ast.Name, depth: int) -> int | None:
    """How many rows all calls of a function of this file give a parameter."""
    holder = facts.module.holder(name)
    function = holder.node if holder is not None else None
    if not isinstance(function, ast.FunctionDef) or facts.module.class_of(function) is not None:
        return None
    place = positional(function).index(name.id) if name.id in positional(function) else -1
    found: set[int | None] = set()
    for call in calls(facts).callers(function):
        callee = calls(facts).callee(call.func)
        if place < 0 or unpacks(call) or callee is None or callee.bound or callee.wraps[1:]:
            return None
        found.add(_length(facts, argument(call, place, name.id), depth + 1))
    return min(n for n in found if n is not None) if found and None not in found else None
