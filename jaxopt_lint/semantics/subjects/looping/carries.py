"""Whether what a loop carries keeps its shape and dtype, as far as the source shows.

`jax.lax.scan` and its kin refuse a carry that comes out of a turn as another type. Shapes and
dtypes are not computed here: what is certainly another is told from what only may be.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import (
    arguments,
    assigned_names,
    is_name,
    keywords,
    own_nodes,
    read_names,
)
from jaxopt_lint.semantics.subjects.looping.body import SHAPES, reshapes
from jaxopt_lint.semantics.subjects.looping.loop import Loop
from jaxopt_lint.semantics.subjects.looping.outputs import value_for
from jaxopt_lint.semantics.subjects.looping.single import is_one, stays_one


def changed_type(facts: Facts, loop: Loop) -> str | None:
    """Why a carried value has another shape or dtype after a turn; None if nothing says so."""
    carried = {*loop.carried, *loop.sums}
    why = reshapes(facts, loop.body, carried)
    if why is not None:
        return why
    ones = {name for name in carried if is_one(facts, _start(facts, loop, name))}
    for target, value in _updates(loop, carried):
        if _takes_part(value, target):
            return f"`{target}` changes its shape"
        if isinstance(value, ast.Call) and _grows_below(facts, value, target):
            return f"`{target}` changes its shape"
        if _gains_axis(value, target):
            return f"`{target}` gains an axis"
        if _is_integers(facts, _start(facts, loop, target)) and _is_real(value, target):
            return f"`{target}` starts as integers and becomes floating point numbers"
        if target in ones and not stays_one(facts, loop, value, ones):
            return f"`{target}` starts as one number, and is updated with what may be an array"
    return _mixed_swap(facts, loop, carried)


def may_change(facts: Facts, loop: Loop) -> str:
    """Why a carried value may have another shape after a turn; "" where nothing hints at it."""
    carried = {*loop.carried, *loop.sums}
    updated = {target for target, _ in _updates(loop, carried)}
    for name in sorted(carried):
        start = _start(facts, loop, name)
        if name not in updated and is_one(facts, start):
            return f"`{name}` starts as one number, and is updated with what may be an array"
        if _has_row(facts, start):
            return f"`{name}` has an axis of length 1, which arithmetic with an array may stretch"
    return ""


def _updates(loop: Loop, carried: set[str]) -> list[tuple[str, ast.expr]]:
    """What a turn assigns to each carried name; for `x += v` the whole `x + v`."""
    out: list[tuple[str, ast.expr]] = []
    for node in own_nodes(loop.body):
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value) if (
                value is not None
            ):
                out.append((name, value))
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)) if len(names) == len(values):
                pairs = zip(names, values, strict=True)
                out.extend((n.id, v) for n, v in pairs if isinstance(n, ast.Name))
            case ast.AugAssign(ast.Name(name), op, value):
                held = ast.copy_location(ast.Name(name, ast.Load()), node)
                out.append((name, ast.copy_location(ast.BinOp(held, op, value), node)))
    return [(name, value) for name, value in out if name in carried]


def _takes_part(value: ast.expr, target: str) -> bool:
    """`h = h[:-1]`, `h = h[None]`, `h = h[0]`: fewer rows, or another rank."""
    if not (isinstance(value, ast.Subscript) and is_name(value.value, target)):
        return False
    parts = value.slice.elts if isinstance(value.slice, ast.Tuple) else [value.slice]
    return any(
        (isinstance(p, ast.Constant) and (p.value is None or type(p.value) is int))
        or (isinstance(p, ast.Slice) and (p.lower is not None or p.upper is not None))
        for p in parts
    )


def _gains_axis(value: ast.expr, target: str) -> bool:
    """`h = h[:, None] * w`: arithmetic with it never drops the axis again."""
    match value:
        case ast.BinOp(left, op, right) if not isinstance(op, ast.MatMult):
            return _gains_axis(left, target) or _gains_axis(right, target)
        case ast.UnaryOp(_, operand):
            return _gains_axis(operand, target)
        case ast.Subscript(ast.Name(name), index) if name == target:
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            new = sum(isinstance(p, ast.Constant) and p.value is None for p in parts)
            return new > sum(
                not isinstance(p, ast.Slice)
                and not (isinstance(p, ast.Constant) and p.value in (None, Ellipsis))
                for p in parts
            )
    return False


def _grows_below(facts: Facts, call: ast.Call, target: str) -> bool:
    """Whether a function of the file returns its argument with more rows, or another rank."""
    function = calls(facts).function(call)
    if function is None:
        return False
    given = {n for n, v in arguments(call, function) if target in read_names(v)}
    results = facts.module.results(function)
    return bool(results) and all(
        isinstance(r, ast.Call) and facts.names.of(r.func) in SHAPES and given & read_names(r)
        for r in results
    )


def _start(facts: Facts, loop: Loop, name: str) -> ast.expr | None:
    """What a name holds in front of the loop, where one statement of its block says so."""
    before = reversed(facts.module.before(loop.statement))
    last = next((s for s in before if name in assigned_names(s)), None)
    if isinstance(last, ast.AnnAssign):
        return last.value
    return value_for(last, name) if isinstance(last, ast.Assign) else None


def _has_row(facts: Facts, value: ast.expr | None) -> bool:
    """Whether a value is made with an axis of length 1: `jnp.zeros((1, n))`."""
    match value:
        case ast.Call(func, [shape, *_]) if facts.names.of(func) in _FILLED:
            lengths = shape.elts if isinstance(shape, ast.Tuple) else [shape]
            return any(isinstance(n, ast.Constant) and n.value == 1 for n in lengths)
    return False


_FILLED = ("jax.numpy.zeros", "jax.numpy.ones", "jax.numpy.full")


def _is_integers(facts: Facts, value: ast.expr | None) -> bool:
    """Whether a value is certainly an array of integers (Python's own numbers give way)."""
    if not isinstance(value, ast.Call):
        return False
    name, places = facts.names.of(value.func), keywords(value)
    if name in ("jax.numpy.zeros", "jax.numpy.ones") and len(value.args) > 1:
        places["dtype"] = value.args[1]
    if (dtype := places.get("dtype")) is not None:
        integer = (facts.names.of(dtype) or "").startswith(("jax.numpy.int", "jax.numpy.uint"))
        return integer or facts.names.is_builtin(dtype, "int")
    if name == "jax.numpy.arange":
        return all(map(_is_whole, value.args))
    if name in ("jax.numpy.array", "jax.numpy.asarray") and value.args:
        items = value.args[0]
        return all(map(_is_whole, items.elts if isinstance(items, _ROWS) else [items]))
    return False


_ROWS = (ast.List, ast.Tuple)


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_real(value: ast.expr, target: str) -> bool:
    """Whether arithmetic on a name certainly gives floating point numbers."""
    match value:
        case ast.BinOp(left, op, right) if target in read_names(value):
            floats = (isinstance(s, ast.Constant) and type(s.value) is float for s in (left, right))
            mixes = isinstance(op, (ast.Add, ast.Sub, ast.Mult)) and (
                any(floats) or any(_is_real(s, target) for s in (left, right))
            )
            return isinstance(op, ast.Div) or mixes
    return False


def _mixed_swap(facts: Facts, loop: Loop, carried: set[str]) -> str | None:
    """`a, b = b, a + b` where the one starts as integers and the other does not."""
    for node in own_nodes(loop.body):
        match node:
            case ast.Assign([ast.Tuple(parts), *_], ast.Tuple(values)) if len(parts) == len(values):
                pairs = list(zip(parts, values, strict=True))
            case _:
                continue
        for part, given in pairs:
            if not (isinstance(part, ast.Name) and isinstance(given, ast.Name)):
                continue
            if part.id != given.id and {part.id, given.id} <= carried:
                kinds = [_dtype_of(facts, _start(facts, loop, n)) for n in (part.id, given.id)]
                if None not in kinds and kinds[0] != kinds[1]:
                    return f"`{part.id}` becomes `{given.id}`, which is of another type"
    return None


def _dtype_of(facts: Facts, start: ast.expr | None) -> str | None:
    if _is_integers(facts, start):
        return "int"
    if isinstance(start, ast.Constant) and type(start.value) in (int, float):
        return type(start.value).__name__
    if isinstance(start, ast.Call):
        name = facts.names.of(start.func)
        plain = len(start.args) == 1 and not start.keywords
        if name in ("jax.numpy.zeros", "jax.numpy.ones") and plain:
            return "float"
    return None
