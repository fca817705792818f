"""Tests that let only some turns of a loop through, and bodies that leave the loop."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.recurrence import body_loop
from jaxopt_lint.semantics.python import FUNCTIONS, LOOPS, Loop, is_name
from jaxopt_lint.semantics.subjects.transfer.steps import StepCall, is_modulo_one, is_periodic


def some_turns(facts: Facts, test: ast.expr, stored: frozenset[str]) -> bool:
    """Whether a test within a loop may hold on some turns and not on others.

    It may where it reads what the loop stores, or calls something that may keep count. A flag, or
    the number of the process, holds on every turn or on none, and so does a field that results
    have or have not, `"loss" in metrics`; `step % 1 == 0` and `step > 0` hold on (nearly) every
    one.
    """
    if warmed_up(facts, test):
        return False
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


def leaves_out_few(facts: Facts, test: ast.expr) -> bool:
    """Whether `if test: continue` is taken to leave out some turns of many: those with a bad
    batch, or the first ones, while there is too little data.

    Nobody knows; what is taken for that is a comparison or a question to a function, and no flag,
    no place in a list of turns, and no count of every so many.
    """
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    if isinstance(test, ast.BoolOp):
        return all(leaves_out_few(facts, value) for value in test.values)
    if is_periodic(facts, test):
        return False
    if isinstance(test, ast.Compare):
        return not any(isinstance(op, (ast.In, ast.NotIn, ast.NotEq)) for op in test.ops)
    return isinstance(test, ast.Call)


def warmed_up(facts: Facts, test: ast.expr) -> bool:
    """Whether a test holds from some turn on: `step >= start`, alone or with a question whether
    there is enough to begin with, `step >= start and buffer.can_sample(size)`."""
    parts = [test]
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        parts = test.values
    counts = [_counts_up_to(facts, part) for part in parts]
    asked = (
        isinstance(part, (ast.Call, ast.Attribute, ast.Name)) and not is_periodic(facts, part)
        for part, counted in zip(parts, counts, strict=True)
        if not counted
    )
    return any(counts) and all(asked)


def begins_later(facts: Facts, node: ast.AST, loop: ast.AST) -> bool:
    """Whether a place of a loop is come to from some turn on: nobody knows from which."""
    for inner, around in facts.module.way_out(node):
        if around is loop:
            return False
        if isinstance(around, ast.If) and inner in around.body and warmed_up(facts, around.test):
            return True
    return False


def _counts_up_to(facts: Facts, test: ast.expr) -> bool:
    """`step >= start` of the number of a turn, and something that is no number of a turn."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return False
    low, high = test.comparators[0], test.left
    if isinstance(test.ops[0], (ast.Lt, ast.LtE)):
        low, high = high, low
    elif not isinstance(test.ops[0], (ast.Gt, ast.GtE)):
        return False
    if not isinstance(high, ast.Name) or not isinstance(
        low, (ast.Name, ast.Attribute, ast.Constant)
    ):
        return False
    return _is_number_of_turn(facts, high) and not (
        isinstance(low, ast.Name)
        and body_loop(facts, low) is not None
        and any(
            isinstance(b.node, LOOPS) or b.kind == "augmented" for b in facts.names.binding(low)
        )
    )


def _is_number_of_turn(facts: Facts, name: ast.Name) -> bool:
    """Whether a name is what a loop counts its turns by."""
    for around in facts.module.ancestors(name):
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            return False
        if isinstance(around, (ast.For, ast.AsyncFor)):
            first = around.target
            listed = isinstance(first, ast.Tuple)
            if isinstance(first, ast.Tuple) and first.elts:
                first = first.elts[0]
            # The number of an outer loop's turn tells of phases, and not of where it begins.
            return is_name(first, name.id) and _counts(facts, around.iter, listed)
    return False


def _counts(facts: Facts, source: ast.expr, numbered: bool) -> bool:
    """Whether going over something counts: `range(n)`, a bar around it, `enumerate` in pairs."""
    if isinstance(source, ast.Name):
        bindings = facts.names.binding(source)
        item = bindings[0].node if len(bindings) == 1 else None
        held = item.context_expr if isinstance(item, ast.withitem) else facts.names.value(source)
        return held is not None and _counts(facts, held, numbered)
    if not isinstance(source, ast.Call):
        return False
    if facts.names.is_builtin(source.func, "enumerate" if numbered else "range"):
        return True
    name = facts.names.of(source.func) or ""
    if name.startswith("tqdm.") and name.endswith(".trange"):
        return not numbered
    bar = name.startswith("tqdm.") and source.args
    return bool(bar) and _counts(facts, source.args[0], numbered)


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
