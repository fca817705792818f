"""Whether a function does nothing with a parameter that a traced number would not do as well.

A count that goes into a shape, into `range` or a branch has to be a number of Python, and so may
one that is handed to what is not known here. Only arithmetic, what goes element by element, and
places in arrays are certain.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.numpy import ELEMENTWISE
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.python import DEFINITIONS, FunctionNode, arguments, parameters

_DEPTH = 4  # calls that are followed
_ARRAYS = frozenset(f"jax.numpy.{name.removeprefix('numpy.')}" for name in ELEMENTWISE) | {
    f"jax.numpy.{name}"
    for name in ("array", "asarray", "float32", "float64", "int32", "int64", "uint32", "full_like")
}
_KEYS = frozenset({"jax.random.fold_in", "jax.random.key", "jax.random.PRNGKey"})
# Of JAX's functions those that take a number of Python first; to all others it is an array.
_COUNTS = frozenset(
    ("arange", "broadcast_shapes", "empty", "eye", "full", "hamming", "hanning", "identity",
     "indices", "iota", "linspace", "logspace", "geomspace", "ones", "one_hot", "ShapeDtypeStruct",
     "tri", "zeros", "fori_loop", "while_loop", "cond", "switch", "scan", "map")
)  # fmt: skip
_OF_JAX = ("jax.numpy.", "jax.nn.", "jax.lax.", "jax.scipy.")
_READ = frozenset(("shape", "dtype", "ndim", "size"))  # what a traced array tells as well
_CALCULATED = frozenset(("astype", "sum", "mean", "T"))
_THROUGH = frozenset(
    f"{module}.{name}"
    for module, names in {
        "jax": ("grad", "value_and_grad", "checkpoint", "remat"),
        "equinox": ("filter_grad", "filter_value_and_grad", "filter_checkpoint"),
    }.items()
    for name in names
)
_PARTS = (
    ast.BinOp, ast.UnaryOp, ast.Compare, ast.Tuple, ast.List, ast.Dict,
    ast.ListComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def value_alone(facts: Facts, function: FunctionNode, name: str, depth: int = _DEPTH) -> bool:
    """Whether all that a function does with a parameter goes for a traced number as well."""
    if name not in parameters(function):
        return False  # one of `*args`
    return _plain(facts, function, name, depth, frozenset())


def _plain(
    facts: Facts, function: FunctionNode, name: str, depth: int, seen: frozenset[str]
) -> bool:
    scope = facts.module.scopes[function]
    return name in seen or all(  # what is added to itself is looked at already
        _fits(facts, function, read, depth, seen | {name})
        for read in facts.module.reads(scope, name)
    )


def _fits(
    facts: Facts, function: FunctionNode, read: ast.expr, depth: int, seen: frozenset[str]
) -> bool:
    """Whether a read of a parameter, or of what is computed from it, may be traced."""
    for inner, around in facts.module.way_out(read):
        match around:
            case ast.Compare(ops=ops) if any(not isinstance(op, _ORDERS) for op in ops):
                return False
            case _ if isinstance(around, _PARTS):
                continue
            case ast.Return():
                return True
            case ast.Lambda(body=body) if body is inner:
                return True
            case ast.keyword():
                continue
            case ast.Call(func=func) if func is not inner:
                value = inner.value if isinstance(inner, ast.keyword) else inner
                if isinstance(value, ast.expr) and value is not read and isinstance(value, _HELD):
                    return False  # in a tuple or a list: it may be a shape
                dotted = facts.names.call(around) or ""
                if dotted in _ARRAYS or _is_taken(dotted, around, value):
                    continue
                return dotted in _KEYS or _handed(facts, around, value, depth)
            case ast.Call() if isinstance(inner, ast.Attribute):  # a method of an array
                continue
            case ast.Attribute(attr=attr) if attr in _READ:
                return True
            case ast.Attribute(attr=attr) if attr in _CALCULATED:
                continue
            case ast.Subscript(ast.Attribute(attr="at"), slice) if slice is inner:
                return True
            case ast.Assign(targets=[ast.Name(id=other)]):
                return _plain(facts, function, other, depth, seen)
            case _:
                return False
    return False


_ORDERS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_HELD = (ast.Tuple, ast.List, ast.Dict)


def _is_taken(dotted: str, call: ast.Call, value: ast.AST) -> bool:
    """Whether a function of JAX takes a value for an array."""
    first = bool(call.args) and call.args[0] is value
    return first and dotted.startswith(_OF_JAX) and dotted.rpartition(".")[2] not in _COUNTS


def _handed(facts: Facts, call: ast.Call, value: ast.AST, depth: int) -> bool:
    """Whether a function of the project that is given a value does nothing else with it."""
    callee = calls(facts).callee(call.func)
    if callee is None or not depth or any(by not in _THROUGH for by, _ in callee.wraps):
        return False
    home, function = facts, callee.node
    if function is None:
        module, name = facts.project.home(callee.dotted) if callee.dotted else ("", "")
        other = elsewhere(facts, module) if module else None
        bindings = other.module.top.bindings.get(name, []) if other is not None else []
        node = bindings[0].node if len(bindings) == 1 else None
        if other is None or not isinstance(node, DEFINITIONS):
            return False
        home, function = other, node
    if getattr(function, "decorator_list", ()):
        return False
    given = [name for name, one in arguments(call, function, callee.bound) if one is value]
    return bool(given) and all(value_alone(home, function, name, depth - 1) for name in given)
