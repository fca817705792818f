"""Targets of a loss that are made of the same parameters, so that gradients flow through them.

A target that is bootstrapped, `r + discount * value(params, after)`, is a number to come near to.
It is subtracted from `value(params, before)`, and only the latter is to be moved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.python import parameters

_DEPTH = 6
_LOSSES = frozenset(
    f"optax.{prefix}{name}"
    for name in ("huber_loss", "l2_loss", "squared_error")
    for prefix in ("", "losses.")
)


@dataclass(frozen=True, slots=True)
class MovingTarget:
    """A target that gradients flow through.

    Attributes:
        node: the target, where it is made.
        call: the call in it that the parameters go through.
        other: the call of the same that is to be moved.
        function: the name of the loss.
        why: how gradients flow through the loss.
    """

    node: ast.expr
    call: ast.Call
    other: ast.Call
    function: str
    why: str


def moving_targets(facts: Facts) -> Iterator[MovingTarget]:
    """The targets of a file that gradients flow through."""
    for function in facts.module.all(ast.FunctionDef):
        why = tracing(facts).differentiated(function)
        if why is None or "stop_gradient" in facts.module.source(function):
            continue
        found = _in_function(facts, function, why)
        if found is not None:
            yield found


def _in_function(facts: Facts, function: ast.FunctionDef, why: str) -> MovingTarget | None:
    given = {*parameters(function)}
    for left, right in _pairs(facts, function):
        for target, moved in ((left, right), (right, left)):
            made = _resolved(facts, target, _DEPTH)
            booted = _bootstrapped(facts, made, given)
            if booted is None:
                continue
            for other in _passes(facts, _resolved(facts, moved, _DEPTH), given):
                if _same(facts, booted, other, given):
                    return MovingTarget(made, booted, other, function.name, why)
    return None


def _pairs(facts: Facts, function: ast.FunctionDef) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a function takes the difference of."""
    for node in facts.module.inside(ast.expr, function):
        match node:
            case ast.BinOp(left, ast.Sub(), right):
                yield left, right
            case ast.Call(_, [left, right, *_]) if facts.names.call(node) in _LOSSES:
                yield left, right


def _resolved(facts: Facts, node: ast.expr, depth: int) -> ast.expr:
    """What an expression stands for, through names that are bound once."""
    if isinstance(node, ast.Name) and depth:
        value = facts.names.value(node)
        return _resolved(facts, value, depth - 1) if value is not None else node
    return node


def _bootstrapped(facts: Facts, node: ast.expr, given: set[str]) -> ast.Call | None:
    """The pass in `r + discount * value(params, after)`; None where it is no such sum."""
    match node:
        case ast.BinOp(one, ast.Add(), other):
            for plain, scaled in ((one, other), (other, one)):
                product = _resolved(facts, scaled, _DEPTH)
                passes = _passes(facts, product, given)
                is_product = isinstance(product, ast.BinOp) and isinstance(product.op, ast.Mult)
                if is_product and passes and not _passes(facts, plain, given):
                    return passes[0]
    return None


def _passes(facts: Facts, node: ast.expr, given: set[str]) -> list[ast.Call]:
    """The calls in an expression, through names, that the parameters of the loss go through."""
    found: list[ast.Call] = []
    pending: list[tuple[ast.AST, int]] = [(node, _DEPTH)]
    while pending:
        part, depth = pending.pop()
        if isinstance(part, ast.Call) and _model(facts, part, given):
            found.append(part)
            continue
        if isinstance(part, ast.Name) and depth:
            value = facts.names.value(part)
            if value is not None:
                pending.append((value, depth - 1))
        pending += [(child, depth) for child in ast.iter_child_nodes(part)]
    return found


def _model(facts: Facts, call: ast.Call, given: set[str]) -> str:
    """What a pass runs, with which parameters; "" where a call is none."""
    source = facts.module.source
    inner = call.func.args[0] if isinstance(call.func, ast.Call) and call.func.args else call.func
    if isinstance(inner, ast.Name) and inner.id in given and call.args:
        return source(call.func)
    name = facts.names.of(call.func) or ""
    if name.startswith(("jax.", "optax.", "numpy.")) or len(call.args) < 2:
        return ""
    first = call.args[0]
    names = {n.id for n in ast.walk(first) if isinstance(n, ast.Name)}
    alone = isinstance(first, (ast.Name, ast.Dict, ast.Attribute))
    return f"{source(call.func)}({source(first)}" if alone and names & given else ""


def _same(facts: Facts, one: ast.Call, other: ast.Call, given: set[str]) -> bool:
    """Whether two passes run the same with the same parameters, on other data."""
    source = facts.module.source
    same = _model(facts, one, given) == _model(facts, other, given)
    return same and [source(a) for a in one.args] != [source(a) for a in other.args]
