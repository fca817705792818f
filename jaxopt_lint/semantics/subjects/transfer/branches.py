"""Branches that the host need not take at once: they tell something, or keep the best so far."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.effects.deeds import deed_of
from jaxopt_lint.semantics.python import paired


def may_be_late(facts: Facts, branch: ast.If | ast.While) -> bool:
    """Whether it is as good for what stands under a test to come to pass some turns later, or on
    the device: it tells people something, or keeps the best so far."""
    if not isinstance(branch, ast.If):
        return False
    only_tells = all(_tells(facts, s) for s in (*branch.body, *branch.orelse))
    return only_tells or keeps_best(facts, branch)


def kept_under(facts: Facts, node: ast.expr) -> bool:
    """Whether a node asks, in the test of a branch, if something is the best so far."""
    for child, around in facts.module.way_out(node):
        if isinstance(around, ast.If):
            return child is around.test and keeps_best(facts, around)
        if isinstance(around, ast.stmt):
            return False
    return False


def keeps_best(facts: Facts, branch: ast.If) -> bool:
    """`if loss < best: best, params_of_best = loss, params`, and what only tells of it."""
    match branch.test:
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], [right]):
            sides = {ast.unparse(left), ast.unparse(right)}
        case _:
            return False
    kept = [s for s in branch.body if isinstance(s, ast.Assign)]
    if branch.orelse or not all(s in kept or _tells(facts, s) for s in branch.body):
        return False
    pairs = [pair for s in kept for target in s.targets for pair in paired(target, s.value)]
    if not all(_plain(target) and _plain(value) for target, value in pairs):
        return False
    return any({ast.unparse(target), ast.unparse(value)} == sides for target, value in pairs)


def _plain(node: ast.expr) -> bool:
    """A name, a part of an object, a number, or several of these."""
    if isinstance(node, ast.Tuple):
        return all(map(_plain, node.elts))
    return isinstance(node, (ast.Name, ast.Constant)) or (
        isinstance(node, ast.Attribute) and _plain(node.value)
    )


def _tells(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement only tells people something: whoever reads it can do so later."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    deed = deed_of(facts, call) if isinstance(call, ast.Call) else None
    return deed is not None and deed.kind == "prints" and deed.waits in ("print", "log")
