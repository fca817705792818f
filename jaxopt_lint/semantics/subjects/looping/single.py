"""Whether what a loop carries starts as one number, and is certainly one number after a turn.

Arithmetic with an array would stretch it in the first turn, which a loop of JAX refuses.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.numpy import ELEMENTWISE
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python import is_name
from jaxopt_lint.semantics.subjects.looping.endings import is_scalar
from jaxopt_lint.semantics.subjects.looping.loop import Loop

_MODULES = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.scipy.special.", "math.")
_POINTWISE = {name.removeprefix("numpy.") for name in ELEMENTWISE} | {
    "astype", "asarray", "array", "float32", "float64", "int32", "bfloat16", "float16", "sigmoid",
    "relu", "softplus", "rsqrt", "select", "erf", "stop_gradient", "full_like", "zeros_like",
    "ones_like",
}  # fmt: skip
_REDUCTIONS = {
    "sum", "mean", "max", "min", "prod", "std", "var", "any", "all", "argmax", "argmin", "median",
    "vdot", "trace", "linalg.norm", "linalg.det", "count_nonzero",
}  # fmt: skip
_MADE = ("float32", "float64", "float16", "bfloat16", "int32", "array", "asarray")


def is_one(facts: Facts, value: ast.expr | None) -> bool:
    """Whether a value is a number as it is written: `0.0`, `jnp.float32(1)`, `jnp.zeros(())`."""
    match value:
        case ast.UnaryOp(_, operand):
            return is_one(facts, operand)
        case ast.Constant(number):
            return type(number) in (bool, int, float)
        case ast.Call(func, [first, *_]):
            name = (facts.names.of(func) or "").removeprefix("jax.numpy.")
            if name in ("zeros", "ones", "full"):
                return isinstance(first, ast.Tuple) and not first.elts
            return name in _MADE and is_one(facts, first)
    return False


def stays_one(facts: Facts, loop: Loop, value: ast.expr, ones: set[str], depth: int = 8) -> bool:
    """Whether an expression of a turn is certainly one number.

    Args:
        ones: the names that hold one number in front of the turn.
    """

    def each(*parts: ast.expr) -> bool:
        return all(stays_one(facts, loop, part, ones, depth - 1) for part in parts)

    if depth <= 0:
        return False
    if is_one(facts, value) or is_scalar(facts, value):
        return True
    match value:
        case ast.Name(name):
            if name in ones or name == loop.index:
                return True
            if _is_loss(facts, value):
                return True
            found = [b.value for b in facts.names.binding(value)]
            return len(found) == 1 and found[0] is not None and each(found[0])
        case ast.BinOp(left, op, right):
            return not isinstance(op, ast.MatMult) and each(left, right)
        case ast.UnaryOp(_, operand):
            return each(operand)
        case ast.Compare(left, _, others):
            return each(left, *others)
        case ast.IfExp(_, body, other):
            return each(body, other)
        case ast.Subscript(ast.Attribute(_, "shape"), ast.Constant()):
            return True
        case ast.Attribute(_, "size" | "ndim"):
            return True
        case ast.Call(func, given, keywords):
            return _gives_one(facts, func, given, keywords, each(*given))
    return False


def _is_loss(facts: Facts, name: ast.Name) -> bool:
    """Whether a name is the value that `jax.value_and_grad` gives, always one number."""
    binding = facts.names.only_binding(name)
    match facts.module.statement(binding.node) if binding is not None else None:
        case ast.Assign([ast.Tuple([first, _])], ast.Call(func)):
            made = func if isinstance(func, ast.Call) else facts.names.value(func)
            if isinstance(first, ast.Tuple) and first.elts:
                first = first.elts[0]
            by = facts.names.of(made.func) if isinstance(made, ast.Call) else None
            return by == "jax.value_and_grad" and is_name(first, name.id)
    return False


def _gives_one(
    facts: Facts, func: ast.expr, given: list[ast.expr], keywords: list[ast.keyword], ones: bool
) -> bool:
    if facts.names.is_builtin(func, "len"):
        return True
    dotted = facts.names.of(func) or ""
    for module in _MODULES:
        name = dotted.removeprefix(module)
        if name != dotted:
            plain = len(given) == 1 or name == "vdot"
            return (name in _POINTWISE and ones) or (name in _REDUCTIONS and plain and not keywords)
    method = func.attr if isinstance(func, ast.Attribute) else ""
    return method in _REDUCTIONS and not given and not keywords
