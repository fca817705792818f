"""Shapes of what functions of NumPy and `jax.numpy` give, where the arguments tell."""

from __future__ import annotations

import math

from jaxopt_lint.semantics.jax.machine.core import Arguments, Keywords
from jaxopt_lint.semantics.jax.machine.shapes import Shape, broadcast, reduced
from jaxopt_lint.semantics.jax.machine.values import Array, Const, Host, Seq, Value

_REDUCING = frozenset(
    {"sum", "mean", "max", "min", "prod", "std", "var", "any", "all", "argmax", "argmin", "amax",
     "amin", "nanmean", "nansum", "nanmax", "nanmin", "median", "logsumexp"}
)  # fmt: skip
_FILLED = frozenset({"zeros", "ones", "empty", "full"})
_SAME = frozenset(
    {"abs", "exp", "log", "sqrt", "square", "sin", "cos", "tanh", "sign", "negative", "isnan",
     "isfinite", "isinf", "logical_not", "zeros_like", "ones_like", "full_like", "relu", "sigmoid",
     "softplus", "softmax", "log_softmax", "asarray", "array", "float32", "cumsum", "sort"}
)  # fmt: skip
_ELEMENTWISE = frozenset(
    {"add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "where", "equal",
     "less", "greater", "logical_and", "logical_or"}
)  # fmt: skip
_NUMBERS = frozenset({"allclose", "array_equal", "vdot", "trace", "linalg.det"})


def shape_of(dotted: str, args: Arguments, kwargs: Keywords) -> Shape:
    """The shape of a result; None where it does not follow."""
    name = dotted.rpartition(".")[2]
    if name in _NUMBERS:
        return ()
    if dotted.startswith("numpy.random."):
        return _drawn(name, args, kwargs)
    if not args:
        return None
    if name in _REDUCING:
        axis = kwargs.get("axis", args[1] if len(args) > 1 else Const(None))
        kept = kwargs.get("keepdims", Const(False)) != Const(False)
        return reduced(_shape(args[0]), axis.value if isinstance(axis, Const) else "unknown", kept)
    if dotted.endswith("linalg.norm"):
        return () if len(args) == 1 and "axis" not in kwargs else None
    if name in _FILLED:
        return _literal(args[0])
    if name == "arange":
        return (_steps(args, kwargs),)
    if name == "linspace":
        return (_points(args, kwargs),)
    if name in _SAME:
        return _shape(args[0])
    if name in _ELEMENTWISE:
        return broadcast([_shape(a) for a in args])
    if name == "stack":
        return None if "axis" in kwargs else _stacked(args[0])
    return None


def shape_of_method(name: str, of: Shape, args: Arguments, kwargs: Keywords) -> Shape:
    """The shape of what a method of an array of NumPy gives, or of one that draws numbers."""
    if name in ("astype", "copy", "clip", "round"):
        return of
    if name == "reshape" and args and not kwargs:
        sizes = args[0] if len(args) == 1 and isinstance(args[0], Seq) else Seq("tuple", (*args,))
        return tuple(None if s == -1 else s for s in _literal(sizes) or ()) or None
    return _literal(kwargs["size"]) if "size" in kwargs else None


def _drawn(name: str, args: Arguments, kwargs: Keywords) -> Shape:
    """The shape of random numbers of NumPy."""
    if name in ("rand", "randn"):
        return _literal(Seq("tuple", (*args,)))
    if "size" in kwargs:
        return _literal(kwargs["size"])
    plain = name in ("random", "random_sample", "standard_normal")
    return _literal(args[0]) if plain and args else None


def _steps(args: Arguments, kwargs: Keywords) -> int | None:
    """How many numbers `arange` gives, where all that it is given is known."""
    given = [_number(arg) for arg in args[:3]]
    known = [number for number in given if number is not None]
    if len(known) != len(given) or not {"start", "stop", "step"}.isdisjoint(kwargs):
        return None
    start, stop, step = (*([0] if len(known) == 1 else []), *known, 1)[:3]
    return max(math.ceil((stop - start) / step), 0) if step else None


def _points(args: Arguments, kwargs: Keywords) -> int | None:
    """How many points `linspace` gives between two numbers."""
    if len(args) < 2 or any(_shape(arg) != () for arg in args[:2]):
        return None
    count = kwargs.get("num", args[2] if len(args) > 2 else Const(50))
    return count.value if isinstance(count, Const) and isinstance(count.value, int) else None


def _number(value: Value) -> float | None:
    known = value.value if isinstance(value, Const) else None
    return known if isinstance(known, (int, float)) else None


def _shape(value: Value) -> Shape:
    match value:
        case Array(_, shape) | Host(shape):
            return shape
        case Const(number) if isinstance(number, (bool, int, float, complex)):
            return ()
        case Seq("list" | "tuple", items) if items is not None:
            return (len(items), *(_shape(items[0]) or ())) if items else (0,)
    return None


def _literal(value: Value) -> Shape:
    """The shape that is asked for: a number, or a tuple of some."""
    match value:
        case Const(size) if isinstance(size, int):
            return (size,)
        case Seq(_, items) if items is not None:
            return tuple(
                i.value if isinstance(i, Const) and isinstance(i.value, int) else None
                for i in items
            )
    return None


def _stacked(value: Value) -> Shape:
    match value:
        case Seq(_, items, item, count):
            first = _shape(items[0]) if items else _shape(item)
            size = len(items) if items is not None else count
            return (size, *first) if first is not None else None
    return None
