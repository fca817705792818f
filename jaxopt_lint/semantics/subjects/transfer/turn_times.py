"""Loops that take the time of each turn, and need its wait for the device to take it right."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.clocks import CLOCKS
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python import all_names, is_name, stored_names
from jaxopt_lint.semantics.subjects.transfer.steps import seldom_come_to


def times_its_turns(facts: Facts, loop: ast.AST, wait: ast.expr) -> bool:
    """Whether a loop starts a clock in each turn, and each turn hands its time to somebody: that
    counts the wait for the device. Times that are only summed, or shown every so many turns, can as
    well be taken of these turns together; what waits behind the last reading is in no time."""
    clocks = [n for n in ast.walk(loop) if isinstance(n, ast.Assign) and _reads_clock(facts, n)]
    started = {name for node in clocks for name in stored_names(*node.targets)}
    if not started or _behind_all(facts, loop, wait, clocks, started):
        return False
    times = set(started)
    stores = [n for n in ast.walk(loop) if isinstance(n, (ast.Assign, ast.AugAssign))]
    for _ in range(_STEPS):
        before = len(times)
        for store in stores:
            if all_names(store.value) & times:
                targets = store.targets if isinstance(store, ast.Assign) else [store.target]
                if any(not isinstance(target, ast.Name) for target in targets):
                    return True  # kept where others may look at it
                times |= stored_names(*targets)
        if len(times) == before:
            break
    return any(_handed(facts, call, loop, times) for call in facts.module.inside(ast.Call, loop))


_STEPS = 5  # from a reading to what is made of it
_ARITHMETIC = ("int", "float", "round", "abs", "min", "max", "sum", "divmod", "str", "bool")


def _behind_all(
    facts: Facts, loop: ast.AST, wait: ast.expr, clocks: list[ast.Assign], started: set[str]
) -> bool:
    """Whether a turn starts its clocks anew, and has read them all before it comes to a wait."""
    readings = [c for c in facts.module.inside(ast.Call, loop) if facts.names.call(c) in CLOCKS]
    if any(reading.lineno >= wait.lineno for reading in readings):
        return False
    first = {name: node.lineno for node in reversed(clocks) for name in stored_names(*node.targets)}
    for node in ast.walk(loop):
        if isinstance(node, ast.Name) and node.id in started and isinstance(node.ctx, ast.Load):
            kept = isinstance(facts.module.parent[node], (ast.Assign, ast.Tuple))
            if kept or node.lineno <= first[node.id]:
                return False  # a time of the turn before, or for the next one
    return True


def _handed(facts: Facts, call: ast.Call, loop: ast.AST, times: set[str]) -> bool:
    """Whether a call that is more than arithmetic is given a time, on (nearly) every turn."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not all_names(*given) & times or facts.names.is_builtin(call.func, *_ARITHMETIC):
        return False
    return not (seldom_come_to(facts, call, loop) or _only_summed(facts, call))


def _only_summed(facts: Facts, call: ast.Call) -> bool:
    """Whether a call appends to a list of which nothing but sums and lengths are asked."""
    match call.func:
        case ast.Attribute(ast.Name(kept) as name, "append"):
            function = facts.module.function(name)
        case _:
            return False
    places = [function] if function is not None else facts.module.tree.body
    for place in places:
        for read in (n for n in facts.module.inside(ast.Name, place) if n.id == kept):
            if isinstance(read.ctx, ast.Load) and not _sums(facts, read):
                return False
    return True


def _sums(facts: Facts, read: ast.Name) -> bool:
    """Whether a list is read for its sum or length, to add to it, or to keep the end of it."""
    around: ast.AST = facts.module.parent[read]
    if isinstance(around, ast.Attribute):
        return around.attr == "append"
    inner: ast.AST = read
    if isinstance(around, ast.Subscript) and isinstance(around.slice, ast.Slice):
        inner, around = around, facts.module.parent[around]
    if isinstance(around, ast.Assign):
        return any(is_name(target, read.id) for target in around.targets)
    if isinstance(around, (ast.If, ast.IfExp)):
        return inner is around.test
    if not isinstance(around, ast.Call):
        return False
    summed = facts.names.is_builtin(around.func, "sum", "len")
    return summed or facts.names.call(around) in ("numpy.mean", "numpy.sum", "statistics.mean")


def _reads_clock(facts: Facts, statement: ast.AST) -> bool:
    return isinstance(statement, ast.Assign) and facts.names.call(statement.value) in CLOCKS
