"""Functions of a file that give one array, whatever they are given, as their last steps show."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.overloads import may_be_overloaded
from jaxopt_lint.semantics.python import FunctionNode, keywords

_DEPTH = 6
# What gives one array for arrays and numbers, each as `jnp.sum` does.
_ONE = frozenset(
    f"jax.numpy.{name}"
    for name in (
        "abs", "add", "all", "any", "arange", "arccos", "arcsin", "arctan", "arctan2", "argmax",
        "argmin", "argsort", "array", "asarray", "ceil", "clip", "concatenate", "convolve", "cos",
        "cosh", "cross", "cumprod", "cumsum", "diag", "diff", "divide", "dot", "einsum", "exp",
        "expm1", "eye", "floor", "full", "hypot", "interp", "isfinite", "isinf", "isnan", "kron",
        "linspace", "log", "log1p", "log2", "logical_and", "logical_not", "logical_or", "matmul",
        "max", "maximum", "mean", "median", "min", "minimum", "mod", "multiply", "negative", "ones",
        "outer", "percentile", "power", "prod", "quantile", "ravel", "reshape", "roll", "round",
        "sign", "sin", "sinh", "sort", "sqrt", "square", "stack", "std", "subtract", "sum", "take",
        "tan", "tanh", "tensordot", "trace", "transpose", "var", "vdot", "zeros",
    )
) | {"jax.numpy.linalg.norm", "jax.nn.relu", "jax.nn.sigmoid", "jax.nn.softmax", "jax.nn.softplus",
     "jax.nn.log_softmax", "jax.nn.one_hot"}  # fmt: skip
_METHODS = frozenset(
    {"all", "any", "argmax", "argmin", "astype", "cumsum", "max", "mean", "min", "prod", "ravel",
     "reshape", "std", "sum", "transpose", "var"}
)  # fmt: skip
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


def gives_array(facts: Facts, function: FunctionNode) -> bool:
    """Whether each result of a function is worked out by JAX and is one array: what it gives, no
    class takes over."""
    known = _known(facts)
    if function not in known:
        known[function] = False  # it calls itself
        known[function] = _gives(facts, function)
    return known[function]


def _gives(facts: Facts, function: FunctionNode) -> bool:
    if isinstance(function, ast.Lambda):
        return _is_array(facts, function.body, _DEPTH)
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return False
    if not isinstance(function.body[-1], ast.Return):
        return False  # the end may be reached
    results = facts.module.results(function)
    return bool(results) and all(r is not None and _is_array(facts, r, _DEPTH) for r in results)


def _is_array(facts: Facts, node: ast.expr, depth: int) -> bool:
    if depth <= 0:
        return False
    match node:
        case ast.Name():
            made = facts.names.value(node)
            return made is not None and _is_array(facts, made, depth - 1)
        case ast.UnaryOp(ast.USub() | ast.Invert(), operand):
            return _is_array(facts, operand, depth)
        case ast.BinOp(left, op, right):
            either = _is_array(facts, left, depth) or _is_array(facts, right, depth)
            return either and not may_be_overloaded(facts, op)
        case ast.Compare(left, [op], [right]) if isinstance(op, _ORDERED):
            either = _is_array(facts, left, depth) or _is_array(facts, right, depth)
            return either and not may_be_overloaded(facts, op)
        case ast.Call():
            if facts.names.call(node) in _ONE:
                return "retstep" not in keywords(node)
            if facts.names.call(node) == "jax.numpy.where":
                return len(node.args) == 3
            func = node.func
            if isinstance(func, ast.Attribute) and func.attr in _METHODS:
                return _is_array(facts, func.value, depth)
    return False


@fact
def _known(facts: Facts) -> dict[FunctionNode, bool]:
    """What was asked of this file before."""
    return {}
