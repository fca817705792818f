"""Lists and dictionaries of a module of Linen that `setup` fills after it has stored them.

Flax makes a tuple of a list, and a `FrozenDict` of a dictionary, when it is stored to `self`.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import annotated_fields

_CHANGING = frozenset({"append", "extend", "insert", "pop", "remove", "sort", "reverse"})
_LISTS, _DICTS = (ast.List, ast.ListComp), (ast.Dict, ast.DictComp)


@dataclass(frozen=True, slots=True)
class Filled:
    """A change of a container that a module holds.

    Attributes:
        node: the method of the list, or the attribute whose item is stored.
        held: the attribute that holds the container.
        stored: where the container was stored.
        method: the method of a list; "" for an item.
    """

    node: ast.Attribute
    held: ast.Attribute
    stored: ast.Assign
    method: str


def filled_in_setup(facts: Facts, setup: ast.FunctionDef) -> Iterator[Filled]:
    """The changes of what `setup` of a module of Linen has stored before."""
    owner = facts.module.class_of(setup) if setup.name == "setup" else None
    if owner is None or framework_of(facts, owner) != "linen":
        return
    own = (n.name for n in owner.body if isinstance(n, ast.FunctionDef))
    if "__setattr__" not in own:
        yield from _filled(facts, setup, annotated_fields(owner))


def _filled(facts: Facts, setup: ast.FunctionDef, fields: Container[str]) -> Iterator[Filled]:
    stores: dict[str, ast.Assign | None] = {}
    for node in facts.module.inside(ast.Attribute, setup):
        if isinstance(node.ctx, ast.Store) and facts.module.is_self(node.value):
            statement = facts.module.statement(node)
            plain = isinstance(statement, ast.Assign) and statement.targets == [node]
            known = plain and node.attr not in stores and node.attr not in fields
            stores[node.attr] = statement if known and isinstance(statement, ast.Assign) else None
    for name, stored in stores.items():
        if stored is None or not isinstance(stored.value, (*_LISTS, *_DICTS)):
            continue
        if stored not in setup.body:
            continue  # another way may store something else
        found = _change(facts, setup, name, stored)
        if found is not None and not error_meant(facts, found.node):
            yield found


def _change(facts: Facts, setup: ast.FunctionDef, name: str, stored: ast.Assign) -> Filled | None:
    """The first change of a container in `setup` itself, behind the place that stores it."""
    for held in facts.module.inside(ast.Attribute, setup):
        later = (held.lineno, held.col_offset) > (stored.lineno, stored.col_offset)
        if held.attr != name or not later or not facts.module.is_self(held.value):
            continue
        around = facts.module.parent[held]
        if facts.module.function(held) is not setup:
            continue
        if isinstance(stored.value, _LISTS) and isinstance(around, ast.Attribute):
            call = facts.module.parent[around]
            called = isinstance(call, ast.Call) and call.func is around
            if called and around.attr in _CHANGING:
                return Filled(around, held, stored, around.attr)
        if isinstance(around, ast.Subscript) and around.value is held:
            if not isinstance(around.ctx, ast.Load):
                return Filled(held, held, stored, "")
    return None
