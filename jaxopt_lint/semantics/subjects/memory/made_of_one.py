"""Objects that begin with one array in two places: a network, and its target that copies nothing.

A method that donates such an object is refused, as an array may not be donated twice.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.python import DEFINITIONS, root_of
from jaxopt_lint.semantics.python.nodes import last_part
from jaxopt_lint.semantics.python.scopes import Definition, FunctionNode
from jaxopt_lint.semantics.subjects.memory.same_twice import moved_within
from jaxopt_lint.semantics.subjects.memory.updates import makes_object


def made_of_one(facts: Facts, function: FunctionNode) -> ast.expr | None:
    """Where the objects of which a function is a method get one tree of parameters twice, as far
    as the file shows."""
    owner = facts.module.class_of(function)
    if owner is None:
        return None
    for maker in _makers(facts, owner):
        if maker is function or tracing(facts).staged(maker) is not None:
            continue
        found = _moved(facts, maker) or _given_to_two(facts, maker)
        if found is not None:
            return found
    return None


def _makers(facts: Facts, owner: ast.ClassDef) -> Iterator[Definition]:
    """The methods of a class, and the functions of the file that make an object of it."""
    yield from (s for s in owner.body if isinstance(s, DEFINITIONS))
    for call in facts.module.all(ast.Call):
        made = facts.names.only_binding(root_of(call.func))
        around = facts.module.function(call)
        if made is not None and made.node is owner and isinstance(around, DEFINITIONS):
            if facts.module.class_of(around) is not owner:
                yield around


def _moved(facts: Facts, maker: Definition) -> ast.expr | None:
    """`params["target"] = params["online"]`."""
    for store in facts.module.inside(ast.Assign, maker):
        if isinstance(store.value, ast.Subscript) and isinstance(store.value.value, ast.Name):
            if moved_within(facts, store.value.value):
                return store.value
    return None


def _given_to_two(facts: Facts, maker: Definition) -> ast.expr | None:
    """`State.create(params=params, target_params=params)`, or two states that are made of what
    one `init` has given."""
    first: dict[str, ast.expr] = {}
    for call in facts.module.inside(ast.Call, maker):
        if not makes_object(facts, call) and last_part(call.func) != "create":
            continue
        for given in (*call.args, *(k.value for k in call.keywords)):
            if not isinstance(given, ast.Name) or not _of_init(facts, given):
                continue
            if given.id in first and first[given.id] is not given:
                return given
            first[given.id] = given
    return None


def _of_init(facts: Facts, name: ast.Name) -> bool:
    """Whether a variable is what an `init` has given, or an entry of it."""
    value = facts.names.value(name)
    while isinstance(value, (ast.Subscript, ast.Attribute)):
        value = value.value
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    if value.func.attr == "pop" and isinstance(value.func.value, ast.Call):
        value = value.func.value
    return last_part(value.func) == "init" and len(value.args) + len(value.keywords) > 1
