"""Tests that let only some turns of a loop through, and bodies that leave the loop."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import FUNCTIONS, LOOPS, Loop
from jaxopt_lint.semantics.subjects.transfer.steps import StepCall, is_modulo_one, is_periodic


def some_turns(facts: Facts, test: ast.expr, stored: frozenset[str]) -> bool:
    """Whether a test within a loop may hold on some turns and not on others.

    It may where it reads what the loop stores, or calls something that may keep count. A flag, or
    the number of the process, holds on every turn or on none, and so does a field that results
    have or have not, `"loss" in metrics`; `step % 1 == 0` and `step > 0` hold on (nearly) every
    one.
    """
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(some_turns(facts, value, stored) for value in test.values)
    if is_modulo_one(facts, test) or _after_the_first(test) or _asks_for_field(test):
        return False
    if is_periodic(facts, test):
        return True
    for node in ast.walk(test):
        if isinstance(node, ast.Name) and node.id in stored:
            return True
        if isinstance(node, ast.Attribute):
            if ast.unparse(node) in stored or _set_by_others(facts, node):
                return True
        if isinstance(node, ast.Call):
            name = facts.names.call(node) or ""
            if not name.startswith("jax.process_") and not facts.names.is_builtin(
                node.func, "len", "isinstance", "bool", "hasattr", "getattr"
            ):
                return True
    return False


def _set_by_others(facts: Facts, node: ast.Attribute) -> bool:
    """Whether another function of the file, no `__init__`, stores an attribute of this name."""
    here = facts.module.function(node)
    for other in facts.module.attributes(node.attr):
        if isinstance(other.ctx, ast.Store):
            function = facts.module.function(other)
            if function is not here and getattr(function, "name", "__init__") != "__init__":
                return True
    return False


def stored_in(facts: Facts, loop: Loop) -> frozenset[str]:
    """What a loop stores, by unparsed name, its own variable included, or a loop around it."""
    outermost: ast.AST = loop
    for around in facts.module.ancestors(loop):
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            break
        if isinstance(around, LOOPS):
            outermost = around
    return frozenset(
        ast.unparse(n)
        for n in ast.walk(outermost)
        if isinstance(n, (ast.Name, ast.Attribute)) and isinstance(n.ctx, ast.Store)
    )


def leaves(body: list[ast.stmt]) -> bool:
    """Whether a body ends by leaving the loop: what it does is done once."""
    return bool(body) and isinstance(body[-1], (ast.Return, ast.Raise, ast.Break))


def scanned_otherwise(facts: Facts, step: StepCall) -> bool:
    """Whether the other branch of a test around the loop runs the same step in one scan.

    Who turns the flag asked to see each step, by a progress bar say; the fast way is there.
    """
    callee = calls(facts).callee(step.call.func)
    if callee is None or callee.node is None:
        return False
    for inner, around in facts.module.way_out(step.loop):
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            break
        if isinstance(around, ast.If) and inner is not around.test:
            other = around.orelse if inner in around.body else around.body
            for call in (n for n in facts.module.inside(ast.Call, *other)):
                if facts.names.call(call) == "jax.lax.scan" and call.args:
                    scanned = calls(facts).callee(call.args[0])
                    if scanned is not None and scanned.node is callee.node:
                        return True
    return False


def _asks_for_field(test: ast.expr) -> bool:
    """`"loss" in metrics`."""
    match test:
        case ast.Compare(ast.Constant(str()), [ast.In() | ast.NotIn()], [container]):
            return isinstance(container, (ast.Name, ast.Attribute))
    return False


def _after_the_first(test: ast.expr) -> bool:
    """`step > 0`, `step != 0` and `step >= 1`."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return False
    limit = test.comparators[0]
    return (
        isinstance(limit, ast.Constant)
        and limit.value in (0, 1)
        and isinstance(test.ops[0], (ast.Gt, ast.GtE, ast.NotEq))
        and isinstance(test.left, (ast.Name, ast.Attribute))
    )
