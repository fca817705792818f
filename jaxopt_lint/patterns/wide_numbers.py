"""Numbers and arrays of NumPy that hold fractions of 32 or 64 bits, and make others do so."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, Kind, tracing, values
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument, keywords

# What gives fractions of 64 bits for any number of Python.
_FRACTIONS = frozenset(
    {f"numpy.{name}" for name in (
        "cbrt", "cos", "cosh", "exp", "exp2", "expm1", "log", "log10", "log1p", "log2",
        "reciprocal", "sin", "sinh", "sqrt", "tan", "tanh", "true_divide")}
)  # fmt: skip
_TYPES = frozenset({"numpy.double", "numpy.float32", "numpy.float64", "numpy.single"})
# Where the makers of arrays take a type, and whether they make fractions without one.
_MAKERS = {
    "numpy.array": (1, False), "numpy.asarray": (1, False), "numpy.full": (2, False),
    "numpy.zeros": (1, True), "numpy.ones": (1, True), "numpy.eye": (3, True),
    "numpy.linspace": (5, True), "numpy.identity": (1, True),
}  # fmt: skip
_NAMES = ("float32", "float64", "single", "double")
_DEPTH = 6


def is_number(facts: Facts, node: ast.expr) -> bool:
    """Whether something is a number of Python, which takes the type of what it meets."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float))
    return values(facts).kind(node) is Kind.STATIC and not is_wide(facts, node)


def is_wide(facts: Facts, node: ast.expr | None, depth: int = _DEPTH) -> bool:
    """Whether something is a number or array of NumPy that holds fractions of 32 bits or more."""
    if depth <= 0:
        return False
    match node:
        case ast.Name():
            return is_wide(facts, facts.names.value(node), depth - 1)
        case ast.UnaryOp(ast.USub() | ast.UAdd(), operand):
            return is_wide(facts, operand, depth - 1)
        case ast.BinOp(left, _, right):
            sides = [is_wide(facts, side, depth - 1) for side in (left, right)]
            plain = (values(facts).kind(s) in (Kind.STATIC, Kind.HOST) for s in (left, right))
            return any(sides) and all(w or p for w, p in zip(sides, plain, strict=True))
        case ast.Subscript(value) | ast.Attribute(value, "T"):
            return is_wide(facts, value, depth - 1)
        case ast.Call():
            return _made(facts, node, depth)
    return False


def _made(facts: Facts, call: ast.Call, depth: int) -> bool:
    name = facts.names.call(call) or ""
    if name in _TYPES:
        return bool(call.args)
    if name in _FRACTIONS and call.args and "dtype" not in keywords(call):
        return is_wide(facts, call.args[0], depth - 1) or _is_plain(facts, call.args[0])
    if name in _MAKERS:
        place, fractions = _MAKERS[name]
        typed = argument(call, place, "dtype")
        if typed is None:
            return fractions or _holds_fractions(call)
        return _is_wide_type(facts, typed)
    if isinstance(call.func, ast.Attribute) and not name:
        if call.func.attr == "astype":
            wide = bool(call.args) and _is_wide_type(facts, call.args[0])
            return wide and values(facts).kind(call.func.value) is Kind.HOST
        return call.func.attr in ("reshape", "copy") and is_wide(facts, call.func.value, depth - 1)
    return False


def _is_plain(facts: Facts, node: ast.expr) -> bool:
    """Whether NumPy is given a number of Python: of an array it would keep the type."""
    kind = values(facts).kind(node)
    if kind is Kind.STATIC or static_int(facts, node) is not None:
        return True
    # A tracer raises there, so that it is none where the function is traced.
    traced = tracing(facts).staged(facts.module.function(node)) is not None
    return traced and kind is Kind.UNKNOWN


def _is_wide_type(facts: Facts, node: ast.expr) -> bool:
    node = facts.names.behind(node) or node
    if isinstance(node, ast.Constant):
        return node.value in _NAMES
    if facts.names.is_builtin(node, "float"):
        return True
    head, _, last = (facts.names.of(node) or "").rpartition(".")
    return last in _NAMES and head in ("numpy", "jax.numpy")


def _holds_fractions(call: ast.Call) -> bool:
    """`np.array(0.5)`, `np.full(3, 0.5)`: a fraction is written down, as one or in a list."""
    for given in call.args[:2]:
        items = given.elts if isinstance(given, (ast.List, ast.Tuple)) else [given]
        for item in items:
            inner = item.operand if isinstance(item, ast.UnaryOp) else item
            if isinstance(inner, ast.Constant) and isinstance(inner.value, float):
                return True
    return False
