"""Arrays that nests of loops fill place by place, each with a copy of the whole."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from math import prod

from jaxopt_lint.patterns.fills import Fill, read_whole
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.writes import WRITES
from jaxopt_lint.semantics.python import assigned_names, read_names
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.outputs import stored_at
from jaxopt_lint.semantics.subjects.looping.source import FEW

_MANY = 256  # places whose copies take longer than to write the loop anew


def place_fills(facts: Facts) -> dict[ast.For, Fill]:
    """The nests of eager loops that copy an array for each place of it that they write, by the
    outermost loop that chooses the place"""
    found: dict[ast.For, Fill] = {}
    for statement in facts.module.all(ast.Assign):
        one = _filled(facts, statement)
        if one is not None:
            before = found.get(one.node)
            names = dict.fromkeys((*(before.names if before else ()), *one.names))
            many = one.many or (before is not None and before.many)
            at_once = one.at_once and (before is None or before.at_once)
            found[one.node] = Fill(one.node, tuple(names), "", many, at_once, nested=one.nested)
    return found


def _filled(facts: Facts, statement: ast.Assign) -> Fill | None:
    name, place, call = stored_at(statement, WRITES) or ("", None, None)
    function = facts.module.function(statement)
    if place is None or call is None or not tracing(facts).untraced(function):
        return None
    chosen = [loop for loop in _around(facts, statement) if _counters(loop, place.slice)]
    items = place.slice.elts if isinstance(place.slice, ast.Tuple) else [place.slice]
    listed = len(chosen) == 1 and _unpacked(chosen[0], items)
    if not (listed or len(chosen) > 1) or not all(_plain(item) for item in items):
        return None
    outer = chosen[-1]
    if in_test(facts, outer) or any(loop.orelse for loop in chosen) or not chosen:
        return None
    if read_whole(facts, outer, name) or not _only_written(outer, name):
        return None
    trips = [_turns(facts, loop) for loop in chosen]
    known = [trip for trip in trips if trip is not None]
    complete = len(known) == len(trips)
    if complete and prod(known) < FEW * FEW:
        return facts.doubt(outer, "it writes {} places", prod(known))
    if listed and loops(facts).of(outer).source.small(facts, FEW):
        return facts.doubt(outer, "it has few turns")
    if loops(facts).exempt(outer):
        return None
    counted = all(
        trip is not None or _of_data(facts, loop) for loop, trip in zip(chosen, trips, strict=True)
    )
    many = prod(known) >= _MANY if complete else not listed and counted
    at_once = listed and not any(isinstance(n, ast.Call) for a in call.args for n in ast.walk(a))
    return Fill(outer, (name,), "", many, at_once, nested=not listed)


def _turns(facts: Facts, loop: ast.For) -> int | None:
    """How many turns a loop has, where that is written down."""
    over = facts.names.behind(loop.iter)
    if isinstance(over, (ast.Tuple, ast.List)):
        return len(over.elts)
    return loops(facts).of(loop).source.trip(facts)


def _around(facts: Facts, statement: ast.stmt) -> Iterator[ast.For]:
    """The loops around a statement, the innermost first, within its function."""
    function = facts.module.function(statement)
    for node in facts.module.ancestors(statement):
        if node is function:
            return
        if isinstance(node, ast.For):
            yield node


def _counters(loop: ast.For, index: ast.expr) -> set[str]:
    return set(assigned_names(loop.target) & read_names(index))


def _unpacked(loop: ast.For, items: list[ast.expr]) -> bool:
    """Whether a loop goes over a list of places: `for k, (row, column) in enumerate(places)`, or
    `for row, column in places`, and each of them is one place."""
    target, source = loop.target, loop.iter
    if isinstance(source, ast.Call):
        match target:
            case ast.Tuple([_, ast.Tuple() as target]) if ast.unparse(source.func) == "enumerate":
                pass
            case _:
                return False
    if not isinstance(target, ast.Tuple):
        return False
    parts = {one.id for one in target.elts if isinstance(one, ast.Name)}
    bare = {item.id for item in items if isinstance(item, ast.Name)}
    return len(parts) > 1 and parts == bare


def _plain(item: ast.expr) -> bool:
    """Whether an index is worked out from counters and numbers alone, or takes all of an axis."""
    if isinstance(item, ast.Slice):
        return item.lower is item.upper is item.step is None
    allowed = (ast.Name, ast.Constant, ast.BinOp, ast.operator, ast.UnaryOp, ast.unaryop)
    return all(isinstance(n, (*allowed, ast.expr_context)) for n in ast.walk(item))


def _only_written(loop: ast.For, name: str) -> bool:
    """Whether nothing in a loop gives a name another array, or takes parts of it: it is the same
    that grows full, and no place needs another."""
    for node in ast.walk(loop):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            if node.value.id == name:
                return False
        if isinstance(node, ast.Assign) and name in assigned_names(*node.targets):
            if stored_at(node, WRITES) is None:
                return False
        elif isinstance(node, (ast.For, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)):
            if name in assigned_names(node.target):
                return False
    return True


def _of_data(facts: Facts, loop: ast.For) -> bool:
    """Whether a loop has as many turns as something has items: `range(len(bags))`."""
    stop = loops(facts).of(loop).source.stop
    value = facts.names.value(stop) if isinstance(stop, ast.Name) else stop
    return isinstance(value, ast.expr) and any(
        facts.names.is_builtin(n.func, "len") if isinstance(n, ast.Call)
        else isinstance(n, ast.Attribute) and n.attr in ("shape", "size")
        for n in ast.walk(value)
        if isinstance(n, (ast.Call, ast.Attribute))
    )  # fmt: skip
