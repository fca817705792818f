"""States of Equinox that are read after a layer has made a new one of them.

`State.set` empties the object that it is called of, so that nobody goes on with old numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import (
    DEFINITIONS,
    annotated_fields,
    arguments,
    assigned_names,
    keywords,
)

_DEPTH = 4
_INDEX = "equinox.nn.StateIndex"
# Layers that take the state as their second argument, and set it while they train.
_LAYERS = frozenset({"equinox.nn.BatchNorm", "equinox.nn.SpectralNorm"})


@dataclass(frozen=True, slots=True)
class OldState:
    """A read of a state of which there is a newer one.

    Attributes:
        node: the read.
        taken: the call that has made the new one.
    """

    node: ast.Name
    taken: ast.Call


def old_states(facts: Facts) -> Iterator[OldState]:
    """The reads of old states in the forward passes of a file, the first of each."""
    for owner in facts.module.all(ast.ClassDef):
        if framework_of(facts, owner) != "equinox":
            continue
        for method in owner.body:
            if isinstance(method, DEFINITIONS):
                yield from _in_method(facts, owner, method)


def _in_method(facts: Facts, owner: ast.ClassDef, method: ast.AST) -> Iterator[OldState]:
    told: set[str] = set()
    for call in facts.module.inside(ast.Call, method):
        name = _taken(facts, owner, call, _DEPTH)
        if name is None or name.id in told or facts.module.function(call) is not method:
            continue
        read = _read_behind(facts, call, name)
        if read is not None and not error_meant(facts, read):
            told.add(name.id)
            yield OldState(read, call)


def _read_behind(facts: Facts, call: ast.Call, name: ast.Name) -> ast.Name | None:
    """The first read of a variable behind a call, in its block, that it has not been given
    something else before."""
    statement = facts.module.statement(call)
    if name.id in assigned_names(statement) or not isinstance(statement, ast.Assign):
        return None
    for later in facts.module.behind(statement):
        names = [n for n in facts.module.inside(ast.Name, later) if n.id == name.id]
        reads = [n for n in names if isinstance(n.ctx, ast.Load)]
        simple = isinstance(later, (ast.Assign, ast.Return, ast.Expr, ast.AnnAssign))
        if reads and simple:
            return min(reads, key=lambda n: (n.lineno, n.col_offset))
        if names or not simple:
            return None
    return None


def _taken(facts: Facts, owner: ast.ClassDef, call: ast.Call, depth: int) -> ast.Name | None:
    """The variable whose state a call makes a new one of."""
    match call:
        case ast.Call(ast.Attribute(ast.Name() as state, "set"), [index, _]):
            return state if _kind(facts, owner, index) == _INDEX else None
        case ast.Call(ast.Attribute(ast.Name())) if depth:
            pass
        case _:
            return None
    kind = _kind(facts, owner, call.func)
    if isinstance(kind, str):
        second = call.args[1] if len(call.args) > 1 else keywords(call).get("state")
        still = "inference" in keywords(call)
        return second if kind in _LAYERS and not still and isinstance(second, ast.Name) else None
    body = look_up(facts, kind, "__call__") if kind is not None else None
    if kind is None or body is None:
        return None
    handed = dict(arguments(call, body, 1))
    for inner in facts.module.inside(ast.Call, body):
        name = _taken(facts, kind, inner, depth - 1)
        given = handed.get(name.id) if name is not None else None
        if facts.module.statement(inner) in body.body and isinstance(given, ast.Name):
            return given
    return None


def _kind(facts: Facts, owner: ast.ClassDef, node: ast.expr) -> ast.ClassDef | str | None:
    """What a field of a module is: a class of this file, or a dotted name."""
    if not isinstance(node, ast.Attribute) or not facts.module.is_self(node.value):
        return None
    stored = calls(facts).stored_in(node)
    kinds: list[ast.expr] = [s.func for s in stored if isinstance(s, ast.Call)]
    if len(kinds) != len(stored):
        return None
    field = annotated_fields(owner).get(node.attr)
    if not kinds and field is not None:
        note = field.annotation
        kinds = [note.value if isinstance(note, ast.Subscript) else note]
    found = {class_made(facts, kind) or facts.names.of(kind) for kind in kinds}
    return found.pop() if len(found) == 1 else None
