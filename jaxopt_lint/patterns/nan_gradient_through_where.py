"""Functions without a derivative at a point that `where` masks behind them, not in front.

The gradient of `where` hands zero to the way that is not taken, and zero times the infinite
derivative there is NaN.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.subjects.differentiation.active import (
    active_variables,
    is_active,
    is_trained,
    trained_variables,
)
from jaxopt_lint.semantics.subjects.differentiation.auxiliary import is_auxiliary

_AND = "jax.numpy.logical_and"
_WHERE = frozenset({"jax.numpy.where", "jax.lax.select"})
# What has no finite derivative at zero.
_SINGULAR = frozenset(
    {"jax.numpy.sqrt", "jax.numpy.log", "jax.numpy.log2", "jax.numpy.log10", "jax.lax.sqrt",
     "jax.lax.log", "jax.lax.rsqrt", "jax.numpy.reciprocal", "jax.lax.reciprocal",
     "jax.numpy.cbrt", "jax.lax.cbrt"}
)  # fmt: skip
_POWERS = frozenset({"jax.numpy.power", "jax.numpy.float_power", "jax.lax.pow"})
_SAME = frozenset({"jax.numpy.abs", "jax.numpy.absolute"})
# What keeps a value away from zero.
_GUARDS = frozenset(
    {"jax.numpy.where", "jax.numpy.maximum", "jax.numpy.clip", "jax.lax.max", "jax.lax.clamp",
     "jax.lax.select", "jax.numpy.exp", "jax.nn.softplus", "jax.nn.relu"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MaskedLate:
    """A function that is masked where its derivative is infinite, behind it.

    Attributes:
        node: the `where`.
        singular: what has the infinite derivative.
        at: the expression that is zero there.
        module: the class of a module whose layers make what is masked, where that is all that is
            known; "" where a gradient is seen to flow through it.
    """

    node: ast.Call
    singular: ast.expr
    at: ast.expr
    module: str = ""


def masked_late(facts: Facts) -> Iterator[MaskedLate]:
    """The functions of a file that are masked behind them, where a gradient flows through."""
    wheres = (call for call, _ in called(facts, *_WHERE))
    candidates = [found for call in wheres if (found := _late(facts, call))]
    if not candidates:
        return
    active, trained = active_variables(facts), trained_variables(facts)
    for found in candidates:
        if is_auxiliary(facts, found.node):
            facts.doubt(found.node, "it is no part of the value that is differentiated")
            continue
        # By what is divided, too: nothing comes back of that way, times one by zero.
        divided = isinstance(found.singular, ast.BinOp) and isinstance(found.singular.op, ast.Div)
        through = found.singular if divided else found.at
        if is_active(facts, through, active):
            yield found
        elif module := is_trained(facts, through, trained):
            yield replace(found, module=module)
        else:
            facts.doubt(found.node, "no gradient is seen to flow through {}", found.at)


def _late(facts: Facts, call: ast.Call) -> MaskedLate | None:
    if len(call.args) != 3 or call.keywords:
        return None
    found = (_of_test(facts, call, test) for test in _parts(facts, call.args[0]))
    return next((one for one in found if one is not None), None)


def _parts(facts: Facts, node: ast.expr) -> list[ast.expr]:
    """The tests that have to hold for a test to hold: `(x > 0) & (x < cutoff)`."""
    test = facts.names.behind(node) or node
    match test:
        case ast.BinOp(left, ast.BitAnd(), right):
            return [*_parts(facts, left), *_parts(facts, right)]
        case ast.Call(_, [left, right], []) if facts.names.call(test) == _AND:
            return [*_parts(facts, left), *_parts(facts, right)]
    return [test]


def _of_test(facts: Facts, call: ast.Call, test: ast.expr) -> MaskedLate | None:
    """What a `where` masks behind a function, by one test that has to hold."""
    match test:
        case ast.Compare(left, [op], [ast.Constant(int() | float() as bound)]):
            above = {ast.Gt: True, ast.NotEq: True, ast.GtE: True, ast.Eq: False,
                     ast.LtE: False, ast.Lt: False}.get(type(op))  # fmt: skip
        case _:
            return None
    exact = isinstance(op, (ast.NotEq, ast.Eq))
    if above is None or bound < 0 or (exact and bound != 0):
        return None
    if isinstance(op, (ast.GtE, ast.Lt)) and bound == 0:
        return None  # zero itself is not masked
    at = _plain(facts, left)
    way = call.args[1 if above else 2]
    if _is_guarded(facts, at):
        return None
    singular = _singular(facts, way, at)
    return MaskedLate(call, singular, at) if singular is not None else None


def _plain(facts: Facts, node: ast.expr) -> ast.expr:
    """What an absolute value is of: both are zero at once."""
    if isinstance(node, ast.Call) and len(node.args) == 1:
        if facts.names.of(node.func) in _SAME or facts.names.is_builtin(node.func, "abs"):
            return node.args[0]
    return node


def _is_guarded(facts: Facts, at: ast.expr) -> bool:
    """Whether an expression is kept away from zero, or may be."""
    value = facts.names.behind(at)
    match value:
        case ast.Call():
            return facts.names.call(value) in _GUARDS
        case ast.BinOp(_, ast.Add(), ast.Constant()) | ast.BinOp(ast.Constant(), ast.Add(), _):
            return True
    return False


def _singular(facts: Facts, way: ast.expr, at: ast.expr) -> ast.expr | None:
    """What in a way of a `where` has an infinite derivative where something is zero."""
    text = ast.dump(at)
    way = facts.names.behind(way) or way
    for node in ast.walk(way):
        match node:
            case ast.Call(func, [first, *rest]):
                name = facts.names.of(func) or ""
                of = ast.dump(_plain(facts, first)) if name not in _SINGULAR else ast.dump(first)
                if of == text and name in _SINGULAR:
                    return node
                if of == text and name in _POWERS and rest and _is_root(rest[0]):
                    return node
            case ast.BinOp(_, ast.Div(), below) if ast.dump(below) == text:
                return node
            case ast.BinOp(base, ast.Pow(), power) if ast.dump(base) == text and _is_root(power):
                return node
    return None


def _is_root(power: ast.expr) -> bool:
    """Whether the derivative of a power is infinite at zero."""
    sign = 1
    if isinstance(power, ast.UnaryOp) and isinstance(power.op, ast.USub):
        sign, power = -1, power.operand
    match power:
        case ast.Constant(int() | float() as value):
            return sign * value < 1 and value != 0
        case ast.BinOp(ast.Constant(int() | float() as up), ast.Div(), ast.Constant(
            int() | float() as down
        )):  # fmt: skip
            return down != 0 and sign * up / down < 1 and up != 0
    return False
