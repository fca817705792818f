"""What the items of a container were made by: `for layer, drop in zip(self.layers, self.drops)`."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.effects.objects import made_by
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import annotated_fields
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS

_DEPTH = 4
_CONTAINERS = ("typing.List", "typing.Tuple", "typing.Sequence",
               "collections.abc.Sequence")  # fmt: skip


def item_made_by(facts: Facts, name: ast.expr) -> str:
    """What made the items that a loop gives a name, one by one; "" where that is not known, or not
    the same for all."""
    binding = facts.names.only_binding(name) if isinstance(name, ast.Name) else None
    loop = binding.node if binding is not None else None
    if binding is None or not isinstance(loop, (ast.For, ast.comprehension)):
        return ""
    over = _over(facts, loop.target, loop.iter, binding.name)
    return _items(facts, over, _DEPTH) if over is not None else ""


def _over(facts: Facts, target: ast.expr, iterated: ast.expr, name: str) -> ast.expr | None:
    """What a loop takes the values of one of its names from."""
    if isinstance(target, ast.Name):
        return iterated if target.id == name else None
    if not isinstance(target, ast.Tuple) or not isinstance(iterated, ast.Call):
        return None
    if facts.names.is_builtin(iterated.func, "zip"):
        parts = list(zip(target.elts, iterated.args, strict=False))
    elif facts.names.is_builtin(iterated.func, "enumerate") and len(target.elts) == 2:
        parts = [(target.elts[1], iterated.args[0])] if iterated.args else []
    else:
        return None
    found = (_over(facts, one, each, name) for one, each in parts)
    return next((one for one in found if one is not None), None)


def _items(facts: Facts, value: ast.expr, depth: int) -> str:
    if not depth:
        return ""
    if isinstance(value, (ast.List, ast.Tuple)):
        return _same(made_by(facts, item) for item in value.elts)
    if isinstance(value, COMPREHENSIONS) and not isinstance(value, ast.DictComp):
        return made_by(facts, value.elt)
    if isinstance(value, ast.Call):
        wraps = facts.names.is_builtin(value.func, "list", "tuple", "reversed")
        return _items(facts, value.args[0], depth - 1) if wraps and value.args else ""
    if isinstance(value, ast.Name):
        bound = facts.names.value(value)
        return _items(facts, bound, depth - 1) if bound is not None else ""
    if isinstance(value, ast.Attribute) and facts.module.is_self(value.value):
        stored = (_items(facts, one, depth - 1) for one in calls(facts).stored_in(value))
        return _declared(facts, value) or _same(stored)
    return ""


def _declared(facts: Facts, attribute: ast.Attribute) -> str:
    """The class of the items of a field, as its annotation says: `list[Dropout]`."""
    owner = facts.module.owner(attribute)
    field = annotated_fields(owner).get(attribute.attr) if owner is not None else None
    match field:
        case ast.AnnAssign(annotation=ast.Subscript(container, inner)):
            if isinstance(inner, ast.Tuple):
                inner = inner.elts[0] if inner.elts else inner
            plain = facts.names.is_builtin(container, "list", "tuple")
            if plain or facts.names.of(container) in _CONTAINERS:
                return facts.names.of(inner) or ""
    return ""


def _same(made: Iterable[str]) -> str:
    found = set(made)
    return found.pop() if len(found) == 1 else ""
