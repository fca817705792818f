"""Guards that keep a value finite, and not its gradient: behind a root, or up to its edge.

The derivative of a root at zero is infinite, that of `arccos` at one. A guard hands zero back to
the way that it does not take, and zero times infinite is NaN: `maximum(norm(v), eps)` where `v` is
zero, `arccos(clip(x, -1, 1))` where rounding has carried `x` past one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.effects.objects import reaching
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import argument, paired, unpacks
from jaxopt_lint.semantics.subjects.differentiation.active import (
    active_variables,
    is_active,
    is_trained,
    trained_variables,
)

NORM = "jax.numpy.linalg.norm"
_ROOTS = frozenset({"jax.numpy.sqrt", "jax.lax.sqrt"})
# What has an infinite derivative at the ends of what it takes, with these ends.
_EDGES = {
    **dict.fromkeys(_ROOTS, (0,)),
    **dict.fromkeys(("jax.numpy.arccos", "jax.numpy.acos", "jax.lax.acos"), (-1, 1)),
    **dict.fromkeys(("jax.numpy.arcsin", "jax.numpy.asin", "jax.lax.asin"), (-1, 1)),
    **dict.fromkeys(("jax.numpy.arccosh", "jax.numpy.acosh", "jax.lax.acosh"), (1,)),
}
_BOUNDS = frozenset({"jax.numpy.maximum", "jax.numpy.minimum", "jax.lax.max", "jax.lax.min"})
_CLIPS = frozenset({"jax.numpy.clip", "jax.lax.clamp"})
_RELU = frozenset({"jax.nn.relu", "flax.linen.relu", "flax.nnx.relu"})
_AWAY = frozenset({"jax.numpy.maximum", "jax.lax.max", "jax.numpy.clip"})
_WHERE = frozenset({"jax.numpy.where", "jax.lax.select"})
_SQUARES = frozenset({"jax.numpy.square", "jax.lax.square", "jax.numpy.abs"})
_CUSTOM = frozenset({"jax.custom_jvp", "jax.custom_vjp", "jax.custom_gradient"})
_CUSTOM_METHODS = frozenset({"defjvp", "defvjp", "defjvps"})


@dataclass(frozen=True, slots=True)
class GuardedLate:
    """A function without a derivative at a point, and a guard that does not help its gradient.

    Attributes:
        node: the guard.
        singular: what has the infinite derivative.
        at: what is zero there; for an edge, what the guard is given.
        edge: the guard stops what goes in, where the derivative is infinite.
        seen: a gradient is seen to flow through it.
        module: the class of a module whose layers make what is guarded, where that is all that is
            known; "" otherwise.
    """

    node: ast.expr
    singular: ast.Call
    at: ast.expr
    edge: bool
    seen: bool
    module: str = ""


def guarded_late(facts: Facts) -> Iterator[GuardedLate]:
    """The guards of a file that leave a gradient NaN; those through which none is seen, too."""
    guards = called(facts, *_EDGES, *_AWAY, *_WHERE)
    found = [one for node, name in guards for one in _guards(facts, node, name)]
    found += [one for node in facts.module.all(ast.BinOp) for one in _added(facts, node)]
    if not found:
        return
    active, trained = active_variables(facts), trained_variables(facts)
    for node, singular, at, edge in found:
        function = facts.module.function(node)
        if in_test(facts, node) or _own_derivative(facts, node):
            continue
        if is_active(facts, at, active):
            yield GuardedLate(node, singular, at, edge, True)
        elif module := is_trained(facts, at, trained):
            yield GuardedLate(node, singular, at, edge, True, module)
        elif function is not None and tracing(facts).differentiated(function) is None:
            yield GuardedLate(node, singular, at, edge, False)
        else:
            facts.doubt(node, "the gradient that is taken does not flow through {}", at)


_Found = tuple[ast.expr, ast.Call, ast.expr, bool]


def _guards(facts: Facts, call: ast.Call, name: str) -> Iterator[_Found]:
    if unpacks(call):
        return
    if name in _EDGES and call.args:
        guard = made_of(facts, call.args[0])
        inner = _stopped(facts, guard, _EDGES[name])
        if inner is not None and isinstance(guard, ast.Call):
            yield guard, call, inner, True
    elif name in _AWAY and len(call.args) > 1:
        yield from _behind_root(facts, call, call.args[0])
    elif name in _WHERE and len(call.args) == 3:
        match made_of(facts, call.args[0]):
            case ast.Compare(left, [ast.Gt() | ast.GtE() | ast.NotEq()], [_]):
                kept = call.args[1]
            case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Eq()], [_]):
                kept = call.args[2]
            case _:
                return
        if ast.dump(left) == ast.dump(kept):
            yield from _behind_root(facts, call, kept)


def _added(facts: Facts, node: ast.BinOp) -> Iterator[_Found]:
    """`v / (norm(v) + eps)`."""
    match node:
        case ast.BinOp(_, ast.Div(), ast.BinOp(root, ast.Add(), little) as guard):
            if isinstance(little, (ast.Constant, ast.Name, ast.Attribute)):
                yield from _behind_root(facts, guard, root)


def _behind_root(facts: Facts, guard: ast.expr, root: ast.expr) -> Iterator[_Found]:
    """A guard of a root that may be taken of zero."""
    made = made_of(facts, root)
    if not isinstance(made, ast.Call) or unpacks(made) or not made.args:
        return
    name = facts.names.call(made)
    if name == NORM:
        order = argument(made, 1, "ord")
        if order is None or (isinstance(order, ast.Constant) and order.value in (None, 2, 2.0)):
            if not _kept_away(facts, made.args[0]):
                yield guard, made, made.args[0], False
    elif name in _ROOTS:
        squares = _squares(facts, made.args[0])
        if squares is not None and not _kept_away(facts, squares):
            yield guard, made, squares, False


def _squares(facts: Facts, node: ast.expr) -> ast.expr | None:
    """What a sum of squares is of: `jnp.sum(v**2, -1)`, `(v * v).sum()`, `jnp.dot(v, v)`."""
    made = made_of(facts, node)
    if not isinstance(made, ast.Call) or unpacks(made):
        return None
    squared: ast.expr | None = None
    if facts.names.call(made) == "jax.numpy.sum" and made.args:
        squared = made.args[0]
    elif facts.names.call(made) in ("jax.numpy.dot", "jax.numpy.vdot") and len(made.args) == 2:
        one, other = made.args
        return one if ast.dump(one) == ast.dump(other) else None
    elif isinstance(made.func, ast.Attribute) and made.func.attr == "sum":
        squared = made.func.value
    match made_of(facts, squared):
        case ast.BinOp(base, ast.Pow(), ast.Constant(2 | 2.0)):
            return base
        case ast.BinOp(one, ast.Mult(), other) if ast.dump(one) == ast.dump(other):
            return one
        case ast.Call(_, [base], []) as square if facts.names.call(square) in _SQUARES:
            return base
    return None


def _kept_away(facts: Facts, node: ast.expr) -> bool:
    """Whether something is added to a value, or puts another in its place, where it is zero."""
    match made_of(facts, node):
        case ast.Call() as call:
            return facts.names.call(call) in _WHERE or facts.names.call(call) in _AWAY
        case ast.BinOp(_, ast.Add(), ast.Constant()) | ast.BinOp(ast.Constant(), ast.Add(), _):
            return True
    return False


def _stopped(facts: Facts, guard: ast.expr | None, edges: tuple[int, ...]) -> ast.expr | None:
    """What a guard stops at the edge where the derivative is infinite."""
    if not isinstance(guard, ast.Call) or unpacks(guard) or not guard.args:
        return None
    name = facts.names.call(guard)
    if name in _RELU:
        return guard.args[0] if 0 in edges else None
    bounds: list[ast.expr | None] = []
    inner: ast.expr | None = None
    if name in _BOUNDS and len(guard.args) == 2:
        one, other = guard.args
        inner, bounds = (other, [one]) if _number(one) is not None else (one, [other])
    elif name == "jax.numpy.clip":
        low = argument(guard, 1, "min") or argument(guard, 1, "a_min")
        inner, bounds = (
            guard.args[0],
            [low, argument(guard, 2, "max") or argument(guard, 2, "a_max")],
        )
    elif name == "jax.lax.clamp" and len(guard.args) == 3:
        inner, bounds = guard.args[1], [guard.args[0], guard.args[2]]
    stops = any(_number(bound) in edges for bound in bounds if bound is not None)
    return inner if stops and inner is not None and _number(inner) is None else None


def made_of(facts: Facts, node: ast.expr | None) -> ast.expr | None:
    """What a name is bound to where it stands, or the expression itself."""
    if not isinstance(node, ast.Name):
        return node
    holder = facts.module.holder(node)
    bound = reaching(facts, node, holder) if holder is not None else []
    stored = bound[0].node if len(bound) == 1 else None
    if not isinstance(stored, ast.Assign) or len(stored.targets) != 1:
        return bound[0].value if len(bound) == 1 and bound[0].kind == "assign" else node
    pairs = paired(stored.targets[0], stored.value)  # `mean, error = x.mean(), x.std()`
    return next((v for t, v in pairs if isinstance(t, ast.Name) and t.id == node.id), node)


def _number(node: ast.expr) -> float | None:
    match node:
        case ast.Constant(int() | float() as value):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
            return -value
    return None


def _own_derivative(facts: Facts, node: ast.AST) -> bool:
    """Whether a function around says what its derivative is, or is what another says."""
    for around in facts.module.functions(node):
        for made in getattr(around, "decorator_list", ()):
            func = made.func if isinstance(made, ast.Call) else made
            if isinstance(func, ast.Attribute) and func.attr in _CUSTOM_METHODS:
                return True
            parts = [func, *(made.args if isinstance(made, ast.Call) else ())]
            if any(facts.names.of(part) in _CUSTOM for part in parts):
                return True
    return False
