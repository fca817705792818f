"""Batches that are padded to the longest of their own rows, and what compiles for each length.

The length is followed from what is compiled back to the `max` over lengths that it comes from,
through slices, conversions and functions of the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test, short
from jaxopt_lint.semantics.python import Loop, names_in, read_names, stored_names

_DEPTH = 2  # functions on the way to where it is padded
_FILLED = ("zeros", "ones", "full", "empty")
_CONVERSIONS = frozenset(
    {"jax.numpy.asarray", "jax.numpy.array", "numpy.asarray", "numpy.array", "jax.device_put"}
)
_SAME_LENGTH = ("copy", "astype")


@dataclass(frozen=True, slots=True, eq=False)
class Padded:
    """One batch of which every turn of a loop may have another length.

    Attributes:
        node: the argument of what is compiled.
        step: what is compiled for each length, as the file says it.
        longest: where the longest row is looked for.
    """

    node: ast.expr
    step: str
    longest: ast.expr


def padded_batches(facts: Facts) -> tuple[Padded, ...]:
    """The batches of a file that are padded to their own longest row, and compiled for"""
    return tuple(_found(facts)) if any(_longests(facts)) else ()


def _longests(facts: Facts) -> Iterator[ast.Call]:
    """The calls that tell how long the longest of several rows is."""
    for call in facts.module.all(ast.Call):
        if _is_longest(facts, call) or _pads_itself(facts, call):
            yield call


def _found(facts: Facts) -> Iterator[Padded]:
    for call in facts.module.all(ast.Call):
        loop = body_loop(facts, call)
        if loop is None or not tracing(facts).compiled(call.func) or in_test(facts, call):
            continue
        if not tracing(facts).untraced(facts.module.function(call)):
            continue
        if short(facts, facts.module.statement(call), loop):
            continue
        for given in (*call.args, *(k.value for k in call.keywords)):
            longest = _origin(facts, given, loop, _DEPTH)
            if longest is not None:
                yield Padded(given, facts.module.source(call.func), longest)
                break


def _is_longest(facts: Facts, node: ast.expr | None) -> bool:
    """`max(len(row) for row in rows)`, `max(map(len, rows))`, at most some number."""
    if not isinstance(node, ast.Call):
        return False
    if facts.names.is_builtin(node.func, "min"):
        return any(_is_longest(facts, one) for one in node.args)
    if not facts.names.is_builtin(node.func, "max") or len(node.args) != 1:
        return False
    match node.args[0]:
        case ast.GeneratorExp(ast.Call(func)) | ast.ListComp(ast.Call(func)):
            return facts.names.is_builtin(func, "len")
        case ast.Call(func, [of, _]) if facts.names.is_builtin(func, "map"):
            return facts.names.is_builtin(of, "len")
    return False


def _pads_itself(facts: Facts, node: ast.Call) -> bool:
    """Whether a tokenizer of Transformers is called to pad to the longest text of a batch."""
    options = {k.arg: k.value for k in node.keywords}
    padding = options.get("padding")
    if not isinstance(padding, ast.Constant) or padding.value not in (True, "longest"):
        return False
    if "pad_to_multiple_of" in options:
        return False
    made = facts.names.value(node.func)
    name = facts.names.call(made) if isinstance(made, ast.Call) else None
    return (name or "").startswith("transformers.") and (name or "").endswith(".from_pretrained")


def _origin(facts: Facts, node: ast.expr, loop: Loop | None, depth: int) -> ast.expr | None:
    """Where the length of a value comes from, if that is the longest of its own rows, and a turn
    of the loop makes it; without a loop what a function makes at each call."""
    match node:
        case ast.Name():
            return _of_name(facts, node, loop, depth)
        case ast.Subscript(value, index):
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            kept = all(isinstance(p, (ast.Slice, ast.Constant)) for p in parts)
            return _origin(facts, value, loop, depth) if kept else None
        case ast.Call(ast.Attribute(value, attr), _) if attr in _SAME_LENGTH:
            return _origin(facts, value, loop, depth)
        case ast.Call():
            return _of_call(facts, node, loop, depth)
        case ast.ListComp(ast.BinOp(_, ast.Add(), ast.BinOp(left, ast.Mult(), right))):
            return _size(facts, left, loop) or _size(facts, right, loop)
    return None


def _of_name(facts: Facts, node: ast.Name, loop: Loop | None, depth: int) -> ast.expr | None:
    binding = facts.names.only_binding(node)
    statement = facts.module.statement(binding.node) if binding is not None else None
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    if loop is not None and not facts.module.within(statement, loop):
        return None  # it is padded once
    target = statement.targets[0]
    if isinstance(target, ast.Name):
        return _origin(facts, statement.value, loop, depth)
    if not isinstance(target, ast.Tuple) or not isinstance(statement.value, ast.Call):
        return None
    place = next(
        (i for i, t in enumerate(target.elts) if isinstance(t, ast.Name) and t.id == node.id), None
    )
    return _of_function(facts, statement.value, loop, depth, place) if place is not None else None


def _of_call(facts: Facts, node: ast.Call, loop: Loop | None, depth: int) -> ast.expr | None:
    name = facts.names.call(node) or ""
    if _pads_itself(facts, node):
        return node if loop is None or _of_turn(node, loop) else None
    if name in _CONVERSIONS and node.args:
        return _origin(facts, node.args[0], loop, depth)
    head, _, short_name = name.rpartition(".")
    if head in ("numpy", "jax.numpy") and short_name in _FILLED and node.args:
        shape = node.args[0]
        sizes = shape.elts if isinstance(shape, (ast.Tuple, ast.List)) else [shape]
        found = (_size(facts, size, loop) for size in sizes)
        return next((one for one in found if one is not None), None)
    return _of_function(facts, node, loop, depth, None)


def _of_function(
    facts: Facts, node: ast.Call, loop: Loop | None, depth: int, place: int | None
) -> ast.expr | None:
    """Where the length of what a function of the file gives comes from."""
    function = calls(facts).function(node)
    if not isinstance(function, ast.FunctionDef) or not depth:
        return None
    if loop is not None and not _of_turn(node, loop):
        return None  # it is given the same on each turn
    for result in facts.module.results(function):
        if place is not None:
            parts = result.elts if isinstance(result, ast.Tuple) else []
            result = parts[place] if place < len(parts) else None
        found = _origin(facts, result, None, depth - 1) if result is not None else None
        if found is not None:
            return found
    return None


def _size(facts: Facts, node: ast.expr, loop: Loop | None) -> ast.expr | None:
    """The longest row, where a size is that, or hangs on it by sums with numbers."""
    for one in ast.walk(node):
        if isinstance(one, (ast.FloorDiv, ast.Mod)):
            return None  # it is made up to some multiple
    for one in ast.walk(node):
        value = one if isinstance(one, ast.Call) else None
        if isinstance(one, ast.Name):
            value = facts.names.value(one)  # type: ignore[assignment]
        if value is not None and _is_longest(facts, value):
            statement = facts.module.statement(value)
            return value if loop is None or facts.module.within(statement, loop) else None
    return None


def _of_turn(node: ast.Call, loop: Loop) -> bool:
    """Whether a call is given something that a turn of a loop binds."""
    bound = stored_names(*loop.body)
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        bound |= {n.id for n in names_in(loop.target) if isinstance(n, ast.Name)}
    return bool(bound & read_names(*node.args, *(k.value for k in node.keywords)))
