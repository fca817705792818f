"""Jacobians that take a pass for each of many numbers, where the other mode takes a few."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.avals import Aval, aval, result
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import FunctionNode, argument, positional

_FEW = 8  # times as many numbers come out as go in


@dataclass(frozen=True, slots=True)
class OtherMode:
    """A Jacobian whose other mode takes fewer passes.

    Attributes:
        node: `jax.jacrev` or `jax.jacfwd`, where the Jacobian is made.
        message: how many passes it takes.
        help: what to write.
    """

    node: ast.expr
    message: str
    help: str


def other_modes(facts: Facts) -> Iterator[OtherMode]:
    """The Jacobians of a file that the other mode takes fewer passes for, each once."""
    told: set[ast.expr] = set()
    for call in facts.module.all(ast.Call):
        found = calls(facts).callee(call.func)
        wraps = found.wraps if found is not None else ()
        modes = [options for name, options in wraps if name in _MODES]
        if found is None or found.node is None or len(modes) != 1 or found.bound or not call.args:
            continue
        if any(name not in (*_MODES, "jax.jit") for name, _ in wraps) or len(modes[0].args) > 1:
            continue
        if modes[0].keywords or any(isinstance(a, ast.Starred) for a in call.args):
            continue
        name = next(name for name, _ in wraps if name in _MODES)
        judge = _backward if name == "jax.jacrev" else _forward
        said = judge(facts, call, found.node)
        if said is not None and modes[0].func not in told:
            told.add(modes[0].func)
            yield OtherMode(modes[0].func, *said)


_MODES = ("jax.jacrev", "jax.jacfwd")


def _backward(facts: Facts, call: ast.Call, function: FunctionNode) -> tuple[str, str] | None:
    """One pass for each number that comes out."""
    few = _written(facts, call.args[0]) or _unpacked(facts, function)
    if few is None:
        return None
    many = max((_long(facts, a) or 0 for a in _others(facts, call, function)), default=0)
    if many < few * _FEW:
        return None
    return (
        f"`jax.jacrev` goes back once for each of about {many:,} numbers that come out, of which "
        f"there are {few} that go in",
        f"`jax.jacfwd` takes {few} passes",
    )


def _forward(facts: Facts, call: ast.Call, function: FunctionNode) -> tuple[str, str] | None:
    """One pass for each number that goes in, where one or a few numbers come out."""
    few, many = _listed(facts, function), _long(facts, call.args[0])
    if few is not None and many is not None and many >= few * _FEW:
        return (
            f"`jax.jacfwd` runs the function once for each of {many:,} numbers that go in, and "
            f"{few} come out",
            f"`jax.jacrev` takes {few} passes back",
        )
    given = [aval(facts, a) for a in call.args]
    out = result(facts, function, given)
    first = given[0]
    if isinstance(out, Aval) and out.rank == 0 and isinstance(first, Aval) and first.rank:
        if _written(facts, call.args[0]) is None:
            return (
                "`jax.jacfwd` runs the function once for each number that goes in, and one comes "
                "out",
                "`jax.grad` takes one pass back",
            )
    return None


def _written(facts: Facts, node: ast.expr) -> int | None:
    """How many numbers an array has that is written out."""
    made = origins(facts, node)
    match made[0] if len(made) == 1 else None:
        case ast.Call(args=[ast.List(items), *_]) as call:
            name = facts.names.call(call)
            flat = not any(isinstance(i, (ast.List, ast.Starred)) for i in items)
            return len(items) if name in _ARRAYS and flat and items else None
    return None


_ARRAYS = ("jax.numpy.array", "jax.numpy.asarray", "numpy.array", "numpy.asarray")


def _unpacked(facts: Facts, function: FunctionNode) -> int | None:
    """How many names a function unpacks its first argument into."""
    names = positional(function)[:1]
    for statement in facts.module.inside(ast.Assign, function) if names else ():
        match statement:
            case ast.Assign([ast.Tuple(items)], ast.Name(name)) if name == names[0]:
                return len(items) if not any(isinstance(i, ast.Starred) for i in items) else None
    return None


def _others(facts: Facts, call: ast.Call, function: FunctionNode) -> Iterator[ast.expr]:
    """What else the numbers that come out are made of, element by element: the other arguments,
    and arrays that the function makes itself."""
    parts = [r for r in facts.module.results(function) if r is not None]
    if len(parts) != 1:
        return
    names = positional(function)
    read = {n.id for n in _elementwise(facts, parts[0]) if isinstance(n, ast.Name)}
    for name, value in zip(names[1:], call.args[1:], strict=False):
        if name in read:
            yield value
    for part in _elementwise(facts, parts[0]):
        if isinstance(part, ast.Name) and part.id not in names:
            yield part


def _elementwise(facts: Facts, node: ast.expr) -> Iterator[ast.expr]:
    """The operands of arithmetic and of functions that go element by element."""
    match node:
        case ast.BinOp(left, op, right) if not isinstance(op, ast.MatMult):
            yield from _elementwise(facts, left)
            yield from _elementwise(facts, right)
        case ast.UnaryOp(_, operand):
            yield from _elementwise(facts, operand)
        case ast.Call(_, [operand]) if (facts.names.call(node) or "") in _SMOOTH:
            yield from _elementwise(facts, operand)
        case ast.Name():
            yield node


_SMOOTH = frozenset(
    f"jax.numpy.{n}" for n in ("exp", "log", "sin", "cos", "tanh", "sqrt", "square")
)


def _listed(facts: Facts, function: FunctionNode) -> int | None:
    """How many numbers a function lists as its result: `jnp.array([x.mean(), x.std()])`."""
    results = facts.module.results(function)
    made = facts.names.behind(results[0]) if len(results) == 1 else None
    match made:
        case ast.Call(_, [ast.List(items) | ast.Tuple(items)], []) if items:
            if facts.names.call(made) in _LISTING and all(_is_one(facts, i) for i in items):
                return len(items)
    return None


_LISTING = ("jax.numpy.array", "jax.numpy.asarray", "jax.numpy.stack")


def _is_one(facts: Facts, node: ast.expr) -> bool:
    """Whether all numbers of an array are made one: `x.mean()`, `jnp.sum(x)`."""
    match facts.names.behind(node):
        case ast.Call(ast.Attribute(_, name), given, []) as call if name in _REDUCING:
            return len(given) == (facts.names.call(call) == f"jax.numpy.{name}")
    return False


_REDUCING = frozenset({"max", "mean", "min", "prod", "std", "sum", "var"})


def _long(facts: Facts, node: ast.expr) -> int | None:
    """How many numbers an array has that is made by counting, drawing, or of one number; where a
    name is bound again, as it is made first."""
    made = origins(facts, node)
    call = made[0] if len(made) == 1 else None
    if isinstance(node, ast.Name) and not made:
        call = facts.names.behind(facts.names.first_value(node))
    if not isinstance(call, ast.Call):
        return None
    match facts.names.call(call):
        case "jax.numpy.linspace" | "numpy.linspace":
            return static_int(facts, argument(call, 2, "num")) or 50
        case "jax.numpy.arange" | "numpy.arange" if len(call.args) == 1:
            return static_int(facts, call.args[0])
        case "jax.random.normal" | "jax.random.uniform":
            return _of_shape(facts, argument(call, 1, "shape"))
        case "jax.numpy.ones" | "jax.numpy.zeros":
            return _of_shape(facts, argument(call, 0, "shape"))
    return None


def _of_shape(facts: Facts, shape: ast.expr | None) -> int | None:
    sizes = shape.elts if isinstance(shape, ast.Tuple) else [shape] if shape is not None else []
    known = [static_int(facts, size) for size in sizes]
    return math.prod(k for k in known if k is not None) if sizes and None not in known else None
