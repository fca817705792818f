"""The integer that an expression has when the code runs as its author left it.

Defaults of parameters and of dataclass or module fields count: a rewrite that only pays off for
long loops is judged by them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import FUNCTIONS, Binding, defaults

_DEPTH = 6
_SMALL = {"jax.device_count", "jax.local_device_count", "jax.process_count", "jax.numpy.ndim",
          "numpy.ndim"}  # fmt: skip


def static_int(facts: Facts, node: ast.expr | None, depth: int = _DEPTH) -> int | None:
    """The value of an integer expression, through constants and defaults; None when unknown."""
    if node is None or depth <= 0:
        return None
    match node:
        case ast.Constant(value):
            return value if type(value) is int else None
        case ast.UnaryOp(ast.USub(), operand):
            inner = static_int(facts, operand, depth - 1)
            return -inner if inner is not None else None
        case ast.BinOp():
            return _arithmetic(facts, node, depth)
        case ast.Name():
            return _the_one(_bound(facts, b, depth) for b in facts.names.binding(node))
        case ast.Attribute(ast.Name()):
            return _field(facts, node, depth)
        case ast.Call():
            return _called(facts, node, depth)
        case ast.IfExp(_, body, orelse):
            return _the_one(static_int(facts, n, depth - 1) for n in (body, orelse))
    return None


def _the_one(found: Iterable[int | None]) -> int | None:
    values = set(found)
    return values.pop() if len(values) == 1 else None


def small_by_nature(facts: Facts, node: ast.expr | None) -> bool:
    """Whether a count is one that is always small: dimensions, devices."""
    for part in ast.walk(node) if node is not None else ():
        match part:
            case ast.Attribute(_, "ndim"):
                return True
            case ast.Call(func, [ast.Attribute(_, "shape")]) if facts.names.is_builtin(func, "len"):
                return True
            case ast.Call(func) if facts.names.of(func) in _SMALL:
                return True
    values = (b.value for b in facts.names.binding(node)) if isinstance(node, ast.Name) else ()
    value = next((v for v in values if v is not None and not isinstance(v, ast.Name)), None)
    return value is not None and small_by_nature(facts, value)


def _arithmetic(facts: Facts, node: ast.BinOp, depth: int) -> int | None:
    left = static_int(facts, node.left, depth - 1)
    right = static_int(facts, node.right, depth - 1)
    if left is None or right is None:
        return None
    match node.op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.FloorDiv() if right:
            return left // right
        case ast.Pow() if 0 <= right < 64:
            return int(left**right)
    return None


def _bound(facts: Facts, binding: Binding, depth: int) -> int | None:
    if binding.kind == "param":
        around = facts.module.parent[facts.module.parent[binding.node]]
        assert isinstance(around, FUNCTIONS)
        return static_int(facts, defaults(around).get(binding.name), depth - 1)
    if binding.kind == "assign":
        value = binding.value
        if value is None and isinstance(binding.node, ast.AnnAssign):
            value = binding.node.value
        return static_int(facts, value, depth - 1)
    return None


def _field(facts: Facts, node: ast.Attribute, depth: int) -> int | None:
    """`self.steps` of a class that declares `steps: int = 3` or stores a parameter with a
    default."""
    if not facts.module.is_self(node.value):
        return None
    owner = facts.module.around(node, ast.ClassDef)
    if owner is None:
        return None
    for statement in owner.body:
        match statement:
            case ast.AnnAssign(ast.Name(name), _, value) | ast.Assign([ast.Name(name)], value):
                if name == node.attr:
                    return static_int(facts, value, depth - 1)
    stores = calls(facts).stored_in(node)
    return static_int(facts, stores[0], depth - 1) if len(stores) == 1 else None


def _called(facts: Facts, node: ast.Call, depth: int) -> int | None:
    names = facts.names
    match node:
        case ast.Call(func, [inner]) if names.is_builtin(func, "int"):
            return static_int(facts, inner, depth - 1)
        case ast.Call(func, [inner]) if names.is_builtin(func, "len"):
            items = names.behind(inner)
            return len(items.elts) if isinstance(items, (ast.Tuple, ast.List)) else None
        case ast.Call(func, args, []) if names.is_builtin(func, "min", "max"):
            found = [static_int(facts, a, depth - 1) for a in args]
            known = [v for v in found if v is not None]
            if names.is_builtin(func, "min"):
                return min(known, default=None)
            return max(known) if known and len(known) == len(found) else None
    return None
