"""Arrays that a loop fills piece by piece: with elements that Python had already, or with rows."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.recurrence import in_test, short
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.jax.writes import WRITES
from jaxopt_lint.semantics.python import FUNCTIONS, argument, assigned_names, is_name, read_names
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.outputs import init_before, stored_at, value_for
from jaxopt_lint.semantics.subjects.looping.source import FEW


@dataclass(frozen=True, slots=True)
class Fill:
    """A loop that writes each element of new arrays once, or copies them to write one part.

    Attributes:
        node: the loop.
        names: the arrays.
        items: what the loop goes over, which has as many items as they have elements; "" for parts
            that are larger than one element.
        many: there are as many turns as an array has rows, or another large number; or what a turn
            writes is a matrix of an array of three axes and more.
        at_once: one write with an array of all places does the same.
        nested: each turn of a nest writes one place: `[i, j]`.
    """

    node: ast.For
    names: tuple[str, ...]
    items: str
    many: bool = False
    at_once: bool = False
    nested: bool = False


def fill(facts: Facts, node: ast.For) -> Fill | None:
    """What a loop fills; None where it computes something on the way, or writes other places."""
    counted = _counted(facts, node)
    if counted is None or node.orelse or loops(facts).exempt(node):
        return None
    counter, items = counted
    names: list[str] = []
    for statement in _written(node.body):
        name = _element(statement, counter)
        if name is None or _computes(facts, node, statement):
            continue
        init = init_before(facts, node, name)
        made = value_for(init, name) if init is not None else None
        size = arrays(facts).made_size(made, 0)
        if size is not None and _is_length(facts, size, items) and name not in names:
            names.append(name)
    return Fill(node, tuple(names), items) if names else None


def copied(facts: Facts, node: ast.For) -> Fill | None:
    """The arrays that an eager loop copies as a whole on each turn, to write one part of them.

    Outside of jit `x.at[:, i].set(row)` makes a new array, whatever becomes of the old one.
    """
    module = facts.module
    around = module.function(node)
    if not tracing(facts).untraced(around) or node.orelse or in_test(facts, node):
        return None
    if short(facts, node.body[0], node) or loops(facts).of(node).source.small(facts, FEW):
        return None
    counters, names = assigned_names(node.target), list[str]()
    places = list[bool]()
    matrices = False
    for statement in _written(node.body):
        name, place, call = stored_at(statement, WRITES) or ("", None, None)
        if place is None or call is None or name in names:
            continue
        made = counters | assigned_names(*node.body)
        listed = _is_listed(place.slice, call.args, counters, made)
        part = listed or _is_row(facts, place.slice, counters)
        part = part or _is_block(facts, node, place.slice)
        part = part or _copies_much(facts, node, name, place.slice)
        if part and not read_whole(facts, node, name):
            names.append(name)
            places.append(listed)
            matrices |= _is_matrix(place.slice, counters)
    if not names or loops(facts).exempt(node):
        return None
    loop = loops(facts).of(node)
    parts = ast.walk(loop.source.stop) if loop.source.stop is not None else ()
    lengths = [arrays(facts).length_of(n) for n in parts if isinstance(n, ast.expr)]
    own = any(length is not None and length[0] in names for length in lengths)
    return Fill(node, tuple(names), "", own or loop.many_turns or matrices, all(places))


def _is_listed(
    index: ast.expr,
    given: list[ast.expr],
    counters: AbstractSet[str],
    made: AbstractSet[str],
) -> bool:
    """Whether an index takes its numbers from lists of places, `[rows[i], columns[i]]`, and what
    is written there is from such a list as well, or nothing that a turn has `made`."""
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    return all(_item_of(item, counters) for item in items) and all(
        _item_of(value, counters) or not read_names(value) & made for value in given
    )


def _item_of(node: ast.expr, counters: AbstractSet[str]) -> bool:
    """`rows[i]`, `places[0][i]`: one item of something that has no counter in it."""
    match node:
        case ast.Subscript(ast.Name() | ast.Attribute() | ast.Subscript() as of, ast.Name(name)):
            return name in counters and not read_names(of) & counters
    return False


def _is_row(facts: Facts, index: ast.expr, counters: AbstractSet[str]) -> bool:
    """Whether an index takes one row, and all of another axis: `[:, i]`, `[i, :, 0]`, or a place in
    each part of that: `[i, jnp.arange(n), columns]`."""
    items = index.elts if isinstance(index, ast.Tuple) else []
    slices = [item for item in items if isinstance(item, ast.Slice)]
    ranges = [item for item in items if facts.names.call(item) in _RANGES]
    counted = any(isinstance(item, ast.Name) and item.id in counters for item in items)
    return counted and bool(slices or ranges) and not any(read_names(s) for s in slices)


def _copies_much(facts: Facts, node: ast.For, name: str, index: ast.expr) -> bool:
    """Whether the counter takes the rows of an array, `[i]`, and so many are copied on so many
    turns that it costs more than what a turn computes: what both are is written down."""
    init = init_before(facts, node, name)
    made = value_for(init, name) if init is not None else None
    shape = facts.names.behind(argument(made, 0, "shape")) if isinstance(made, ast.Call) else None
    if facts.names.call(made) not in _MAKERS or not isinstance(shape, (ast.Tuple, ast.List)):
        return False
    if not is_name(index, getattr(node.target, "id", "")) or len(shape.elts) < 2:
        return False
    match node.iter:
        case ast.Call(func, [turns]) if facts.names.is_builtin(func, "range"):
            sizes = [static_int(facts, part) for part in (turns, *shape.elts)]
            return None not in sizes and math.prod(s for s in sizes if s is not None) >= _MUCH
    return False


_MAKERS = frozenset(f"jax.numpy.{name}" for name in ("zeros", "ones", "empty", "full"))
_MUCH = 10**8  # numbers that all turns copy together
_RANGES = ("jax.numpy.arange", "numpy.arange")


def _is_matrix(index: ast.expr, counters: AbstractSet[str]) -> bool:
    """Whether an index takes one matrix of several, which the counter chooses: `[:, i, :]`."""
    items = index.elts if isinstance(index, ast.Tuple) else []
    whole = [item for item in items if isinstance(item, ast.Slice)]
    chosen = [item for item in items if isinstance(item, ast.Name) and item.id in counters]
    return len(whole) > 1 and len(chosen) == 1 and len(items) == len(whole) + len(chosen)


def _is_block(facts: Facts, node: ast.For, index: ast.expr) -> bool:
    """Whether an index takes one block of rows and all of the other axes, `[i : i + size, :]`, and
    the loop goes from block to block: `range(0, n, size)`."""
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    match node.iter:
        case ast.Call(func, [_, _, step]) if facts.names.is_builtin(func, "range"):
            pass
        case _:
            return False
    blocks = [item for item in items if read_names(item)]
    if len(blocks) != 1 or not all(isinstance(item, ast.Slice) for item in items):
        return False
    match blocks[0]:
        case ast.Slice(ast.Name() as lower, ast.BinOp(left, ast.Add(), right), None):
            sides = {ast.unparse(left), ast.unparse(right)}
            return is_name(node.target, lower.id) and sides == {lower.id, ast.unparse(step)}
    return False


def read_whole(facts: Facts, node: ast.For, name: str) -> bool:
    """Whether the loop reads more of an array than parts of it, and its shape."""
    for read in facts.module.inside(ast.Name, *node.body):
        around = facts.module.parent[read]
        if read.id == name and isinstance(read.ctx, ast.Load):
            asked = isinstance(around, ast.Attribute) and around.attr in ("at", "shape", "dtype")
            if not asked and not (isinstance(around, ast.Subscript) and around.value is read):
                return True
    return False


def _counted(facts: Facts, node: ast.For) -> tuple[str, str] | None:
    """The counter of `enumerate(items)` or `range(len(items))`, and the items."""
    call = node.iter
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
        return None
    inner: ast.expr | None = call.args[0]
    target = node.target
    if facts.names.is_builtin(call.func, "enumerate"):
        target = target.elts[0] if isinstance(target, ast.Tuple) else target
    elif facts.names.is_builtin(call.func, "range"):
        inner = facts.names.measured(inner)
    else:
        return None
    if isinstance(target, ast.Name) and isinstance(inner, (ast.Name, ast.Attribute)):
        return target.id, ast.unparse(inner)
    return None


def _written(body: list[ast.stmt]) -> Iterator[ast.Assign]:
    """The assignments of a turn, in branches too, but in no inner loop or function."""
    for statement in body:
        if isinstance(statement, ast.Assign):
            yield statement
        elif isinstance(statement, (ast.If, ast.With, ast.Try)):
            yield from _written(statement.body)
            yield from _written(getattr(statement, "orelse", []))


def _element(statement: ast.Assign, counter: str) -> str | None:
    """The array of `array = array.at[i].set(value)`."""
    name, place, call = stored_at(statement) or ("", None, None)
    if place is None or call is None or not is_name(place.slice, counter):
        return None
    return name if name not in read_names(*call.args) else None


def _computes(facts: Facts, loop: ast.For, statement: ast.Assign) -> bool:
    """Whether the value takes an operation of JAX, or a function that may hold some; or the turn
    has worked it out by such an operation."""
    assert isinstance(statement.value, ast.Call)
    given = [node for argument in statement.value.args for node in ast.walk(argument)]
    for node in given:
        if isinstance(node, FUNCTIONS):
            return True
        if isinstance(node, ast.Call) and not facts.names.is_builtin(node.func, "float", "int"):
            return True
    made = (b for n in given if isinstance(n, ast.Name) for b in facts.names.binding(n))
    return any(
        (facts.names.call(part) or "").startswith("jax.")
        for one in made
        if one.kind == "assign" and facts.module.within(one.node, loop)
        for part in ast.walk(one.node)
    )


def _is_length(facts: Facts, size: ast.expr, items: str) -> bool:
    if isinstance(size, ast.Name):
        value = facts.names.value(size)
        return isinstance(value, ast.expr) and _is_length(facts, value, items)
    measured = facts.names.measured(size)
    return measured is not None and ast.unparse(measured) == items
