"""Callbacks that run nothing but functions of NumPy which JAX has as well."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode

# What JAX does as NumPy does it, on every device, with a shape that is known beforehand.
_SAME = frozenset(
    {"abs", "add", "all", "any", "argmax", "argmin", "argsort", "clip", "concatenate", "convolve",
     "cos", "cosh", "cross", "cumprod", "cumsum", "diff", "digitize", "divide", "dot", "einsum",
     "exp", "expm1", "flip", "floor", "interp", "log", "log1p", "matmul", "max", "maximum", "mean",
     "median", "min", "minimum", "mod", "multiply", "outer", "pad", "percentile", "power", "prod",
     "quantile", "repeat", "roll", "searchsorted", "sign", "sin", "sinh", "sort", "sqrt", "square",
     "stack", "std", "subtract", "sum", "take", "tan", "tanh", "tensordot", "tile", "trapezoid",
     "tril", "triu", "var", "where"}
)  # fmt: skip
# What only says what an array is, or makes another type or shape of it.
_PLAIN = frozenset(
    {"array", "asarray", "ascontiguousarray", "bool_", "expand_dims", "float32", "int32", "ravel",
     "reshape", "squeeze", "transpose", "uint32"}
)  # fmt: skip
_METHODS = frozenset(
    {"all", "any", "argmax", "argmin", "argsort", "astype", "clip", "copy", "cumprod", "cumsum",
     "dot", "flatten", "max", "mean", "min", "prod", "ravel", "reshape", "squeeze", "std", "sum",
     "swapaxes", "transpose", "var"}
)  # fmt: skip
_WIDE = ("float64", "double", "longdouble", "complex128", "int64", "uint64")
_STATEMENTS = (ast.Assign, ast.AnnAssign, ast.Return)


@dataclass(frozen=True, slots=True)
class Replaced:
    """A callback that needs no host.

    Attributes:
        node: the call of `pure_callback`.
        function: what it calls back.
        names: the functions of NumPy that it runs, in order.
    """

    node: ast.Call
    function: FunctionNode
    names: tuple[str, ...]


def replaced(facts: Facts) -> Iterator[Replaced]:
    """The callbacks of a file that JAX can compute itself."""
    for call in facts.module.all(ast.Call):
        if facts.names.call(call) != "jax.pure_callback" or not call.args or in_test(facts, call):
            continue
        callee = calls(facts).callee(call.args[0])
        if callee is None or callee.node is None or callee.wraps:
            continue
        names = _only_numpy(facts, callee.node)
        if names:
            yield Replaced(call, callee.node, names)


def _only_numpy(facts: Facts, function: FunctionNode) -> tuple[str, ...]:
    """The functions of NumPy that a function runs one after the other, where it does nothing else;
    none where it does, or counts in 64 bits."""
    if isinstance(function, ast.Lambda):
        body: list[ast.AST] = [function.body]
    elif isinstance(function, ast.FunctionDef) and not function.decorator_list:
        texts = (ast.Expr,) if ast.get_docstring(function) is not None else ()
        rest = function.body[1:] if texts else function.body
        if not all(isinstance(statement, _STATEMENTS) for statement in rest):
            return ()
        body = [*rest]
    else:
        return ()
    found: list[str] = []
    for part in body:
        for node in ast.walk(part):
            if not _is_plain(facts, node):
                return ()
            name = facts.names.call(node) or "" if isinstance(node, ast.Call) else ""
            if name.removeprefix("numpy.") in _SAME:
                found.append(name.removeprefix("numpy."))
    return tuple(dict.fromkeys(found))


def _is_plain(facts: Facts, node: ast.AST) -> bool:
    """Whether a part of a callback may stand in compiled code, with `jnp` in the place of `np`."""
    match node:
        case ast.Call(func):
            module, _, name = (facts.names.call(node) or "").rpartition(".")
            if module == "numpy":
                several = name != "where" or len(node.args) == 3
                known = (name in _SAME and several) or name in _PLAIN
                return known and not any(k.arg in ("out", "order") for k in node.keywords)
            return isinstance(func, ast.Attribute) and func.attr in _METHODS and not module
        case ast.Attribute(_, name):
            return name not in _WIDE
        case ast.Constant(value):
            return value not in _WIDE
        case ast.Subscript(_, index):
            # A mask would give a shape that depends on values.
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            return isinstance(node.ctx, ast.Load) and all(_is_fixed(part) for part in parts)
        case ast.Name(name):
            return name not in _WIDE and _is_own_or_constant(facts, node)
        case ast.Lambda() | ast.ListComp() | ast.GeneratorExp() | ast.Await() | ast.Yield():
            return False
    return True


def _is_own_or_constant(facts: Facts, node: ast.Name) -> bool:
    """Whether a name is one of the callback's own, a module or a number: a table of the host may be
    changed between calls."""
    holder = facts.module.scope[node].holder(node.id)
    if holder is None or holder.node is not facts.module.tree:
        return holder is None or isinstance(holder.node, FUNCTIONS)
    binding = facts.names.only_binding(node)
    if binding is None:
        return False
    return binding.kind == "import" or isinstance(binding.value, ast.Constant)


def _is_fixed(index: ast.expr) -> bool:
    match index:
        case ast.Constant() | ast.UnaryOp(_, ast.Constant()):
            return True
        case ast.Slice(lower, upper, step):
            return all(part is None or _is_fixed(part) for part in (lower, upper, step))
    return False
