"""Distances of all pairs of one set, under a gradient: that of each point to itself is 0 always.

A root has no finite derivative at 0, and zero times infinite is NaN, whatever masks the distance
afterwards.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls
from jaxopt_lint.semantics.jax.effects.objects import reaching
from jaxopt_lint.semantics.python import argument, positional, unpacks
from jaxopt_lint.semantics.subjects.differentiation.active import active_variables, is_active

_SQUARES = ("jax.numpy.square", "jax.lax.square")
_ROOTS = ("jax.numpy.sqrt", "jax.lax.sqrt")
_NORM = "jax.numpy.linalg.norm"


@dataclass(frozen=True, slots=True)
class ToItself:
    """A root of squared differences that is taken of a point and itself.

    Attributes:
        node: the root.
        points: the set whose pairs are taken.
        squared: what the root is taken of, where that is written; None for a norm.
    """

    node: ast.Call
    points: ast.expr
    squared: ast.expr | None


def distances_to_itself(facts: Facts) -> Iterator[ToItself]:
    """The roots of a file of which some are taken of zero, where a gradient flows through."""
    candidates = [found for call in facts.module.all(ast.Call) if (found := _root(facts, call))]
    if not candidates:
        return
    active = active_variables(facts)
    for found in candidates:
        if is_active(facts, found.points, active):
            yield found
        else:
            facts.doubt(found.node, "no gradient is seen to flow through {}", found.points)


def _root(facts: Facts, call: ast.Call) -> ToItself | None:
    name = facts.names.call(call)
    if name not in (*_ROOTS, _NORM) or not call.args or unpacks(call):
        return None
    squared: ast.expr | None = None
    if name == _NORM:
        if len(call.args) > 1 or any(k.arg not in ("axis", "keepdims") for k in call.keywords):
            return None
        difference: ast.expr | None = call.args[0]
    else:
        squared = call.args[0]
        difference = _summed(facts, squared)
    pair = _behind(facts, difference) if difference is not None else None
    match pair:
        case ast.BinOp(left, ast.Sub(), right):
            points = _spread(facts, left, right) or _mapped(facts, call, left, right)
            return ToItself(call, points, squared) if points is not None else None
    return None


def _behind(facts: Facts, node: ast.expr) -> ast.expr | None:
    """What a name is bound to where it stands, or the expression itself."""
    if not isinstance(node, ast.Name):
        return node
    holder = facts.module.holder(node)
    bound = reaching(facts, node, holder) if holder is not None else []
    return bound[0].value if len(bound) == 1 and bound[0].kind == "assign" else None


def _summed(facts: Facts, node: ast.expr) -> ast.expr | None:
    """What the sum of squares is of: `jnp.sum(d ** 2, axis=-1)`, `(d * d).sum(-1)`."""
    made = _behind(facts, node)
    if not isinstance(made, ast.Call):
        return None
    squares: ast.expr | None = None
    if facts.names.call(made) == "jax.numpy.sum" and made.args:
        squares = made.args[0]
    elif isinstance(made.func, ast.Attribute) and made.func.attr == "sum":
        squares = made.func.value if facts.names.of(made.func) is None else None
    match _behind(facts, squares) if squares is not None else None:
        case ast.BinOp(base, ast.Pow(), ast.Constant(2 | 2.0)):
            return base
        case ast.BinOp(ast.Name() as one, ast.Mult(), ast.Name() as other) if one.id == other.id:
            return one
        case ast.Call(_, [base], []) as square if facts.names.call(square) in _SQUARES:
            return base
    return None


def _spread(facts: Facts, left: ast.expr, right: ast.expr) -> ast.expr | None:
    """The array whose rows are all subtracted from each other: `x[:, None] - x[None]`."""
    first, second = _axes(facts, left), _axes(facts, right)
    if first is None or second is None:
        # `x[:, None] - x`: the array itself is given its axis in front.
        given, whole = (first, right) if first is not None else (second, left)
        if given is None or given[1] != 1 or not isinstance(whole, (ast.Name, ast.Attribute)):
            return None
        return given[0] if ast.dump(given[0]) == ast.dump(whole) else None
    if first[1] == second[1]:
        return None
    same = ast.dump(first[0]) == ast.dump(second[0])
    called = any(isinstance(n, ast.Call) for n in ast.walk(first[0]))
    return first[0] if same and not called else None


def _axes(facts: Facts, node: ast.expr) -> tuple[ast.expr, int | str] | None:
    """An array, and the place where it is given one axis more, all else taken whole."""
    match node:
        case ast.Subscript(array, index):
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            new = [at for at, part in enumerate(parts) if _is_new(facts, part)]
            rest = [part for part in parts if not _is_new(facts, part)]
            whole = all(_is_whole(part) for part in rest)
            return (array, new[0]) if len(new) == 1 and whole else None
        case ast.Call(_, [array, ast.Constant(int(at))], []):
            return (array, at) if facts.names.call(node) == "jax.numpy.expand_dims" else None
    return None


def _is_new(facts: Facts, part: ast.expr) -> bool:
    new = isinstance(part, ast.Constant) and part.value is None
    return new or facts.names.of(part) in ("jax.numpy.newaxis", "numpy.newaxis")


def _is_whole(part: ast.expr) -> bool:
    plain = isinstance(part, ast.Slice) and part.lower is part.upper is part.step is None
    return plain or (isinstance(part, ast.Constant) and part.value is Ellipsis)


def _mapped(facts: Facts, root: ast.Call, left: ast.expr, right: ast.expr) -> ast.expr | None:
    """The array for which a function of two points is mapped over all pairs of it:
    `vmap(vmap(distance, (None, 0)), (0, None))(x, x)`."""
    function = facts.module.function(root)
    if function is None or not isinstance(left, ast.Name) or not isinstance(right, ast.Name):
        return None
    names = positional(function)
    if left.id not in names or right.id not in names or left.id == right.id:
        return None
    for call in calls(facts).callers(function):
        callee = calls(facts).callee(call.func)
        wraps = [name for name, _ in callee.wraps] if callee is not None else []
        if [TRANSFORMS[name].kind for name in wraps].count("vmap") != 2 or unpacks(call):
            continue
        one, other = (argument(call, names.index(n.id), n.id) for n in (left, right))
        if one is not None and other is not None and ast.dump(one) == ast.dump(other):
            if not any(isinstance(n, ast.Call) for n in ast.walk(one)):
                return one
    return None
