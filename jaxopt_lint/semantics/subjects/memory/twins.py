"""Trees of arrays that two names hold, or that an object hands out.

A network and its target, parameters and their running average: they begin as the same arrays, and
donating one of them deletes the other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import DEFINITIONS, Module, is_name
from jaxopt_lint.semantics.subjects.memory.second_references import Held


def given_twice(facts: Facts, call: ast.Call, argument: ast.Name) -> Held | None:
    """Whether a call is given a variable beside another one that may be the same arrays."""
    for other in (*call.args, *(k.value for k in call.keywords)):
        if isinstance(other, ast.Name) and other.id != argument.id:
            if any(_may_be(b.value, argument.id) for b in facts.names.binding(other)):
                why = f"`{other.id}` starts as `{argument.id}`, and the call is given both"
                return Held(why, certain=True)
    return None


def _may_be(value: ast.expr | None, name: str) -> bool:
    """Whether a value is a variable, on one of the ways to it."""
    if isinstance(value, ast.IfExp):
        return _may_be(value.body, name) or _may_be(value.orelse, name)
    return is_name(value, name) if value is not None else False


def given_out(module: Module, argument: ast.expr) -> Held | None:
    """Another method that hands the attribute out: its callers may run at any time."""
    if not isinstance(argument, ast.Attribute) or not module.is_self(argument.value):
        return None
    here = module.function(argument)
    owner = module.class_of(here) if here is not None else None
    for method in owner.body if owner is not None else ():
        if method is here or not isinstance(method, DEFINITIONS):
            continue
        given = [p for r in module.returns(method) if r.value for p in _parts(r.value)]
        if any(_is_part_of(module, v, argument.attr) for v in given):
            text = module.source(argument)
            return Held(f"`{method.name}` gives `{text}` to callers that may keep it", True)
    return None


def _parts(value: ast.expr) -> list[ast.expr]:
    """What a returned value consists of."""
    if isinstance(value, (ast.Tuple, ast.List, ast.Dict)):
        items = value.values if isinstance(value, ast.Dict) else value.elts
        return [p for e in items for p in _parts(e)]
    return [value]


def _is_part_of(module: Module, value: ast.expr, attribute: str) -> bool:
    """Whether a value is `self.<attribute>`, or a part of it."""
    while isinstance(value, ast.Attribute):
        if value.attr == attribute and module.is_self(value.value):
            return True
        value = value.value
    return False


def twin_attribute(facts: Facts, argument: ast.expr) -> Held | None:
    """Whether another attribute of the object is stored from an attribute, or the other way round,
    and is read: `self.target = self.params`."""
    module = facts.module
    if not isinstance(argument, ast.Attribute) or not module.is_self(argument.value):
        return None
    here = module.function(argument)
    owner = module.class_of(here) if here is not None else None
    if owner is None:
        return None
    for one, other in _pairs(facts, owner):
        if argument.attr in (one, other):
            twin = other if argument.attr == one else one
            read = (n for n in module.inside(ast.Attribute, owner) if _reads(module, n))
            if any(n.attr == twin for n in read):
                text = module.source(argument)
                return Held(f"`self.{twin}` is the same arrays as `{text}`", certain=True)
    return None


def _pairs(facts: Facts, owner: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The attributes of an object that a statement of its methods makes one."""
    module = facts.module
    for method in owner.body:
        if not isinstance(method, DEFINITIONS):
            continue
        of_names: dict[str, str] = {}  # `self.a = params; self.b = params`
        for store in module.inside(ast.Assign, method):
            stored = [_attribute(module, target) for target in store.targets]
            found = [name for name in (*stored, _attribute(module, store.value)) if name]
            if found and facts.names.only_binding(store.value) is not None:
                assert isinstance(store.value, ast.Name)
                found.append(of_names.setdefault(store.value.id, found[0]))
            for one in found[1:]:
                if one != found[0] and not isinstance(store.value, ast.Constant):
                    yield found[0], one


def _attribute(module: Module, node: ast.expr) -> str:
    """The attribute that an expression is of the method's own object; "" for anything else."""
    own = isinstance(node, ast.Attribute) and module.is_self(node.value)
    return node.attr if own else ""  # type: ignore[attr-defined]


def _reads(module: Module, node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Load) and module.is_self(node.value)
