"""What makes the items of a list of layers: a comprehension, or a loop that appends them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeGuard

from jaxopt_lint.semantics.jax.basics import Facts, calls, fact
from jaxopt_lint.semantics.python import DEFINITIONS, assigned_names, is_name


@dataclass(frozen=True, slots=True)
class Maker:
    """What makes every item of a list.

    Attributes:
        item: the expression of an item.
        target: what is set anew for each.
        over: what it goes over.
        changing: other names that are set anew for each.
    """

    item: ast.expr
    target: ast.expr
    over: ast.expr
    changing: AbstractSet[str] = frozenset()


def makers_of(facts: Facts, over: ast.expr) -> list[Maker]:
    """What makes a list, an attribute of a class or a name, at each place that makes it; nothing
    where one of them is not known."""
    values: list[ast.expr] = []
    if isinstance(over, ast.Attribute):
        values = calls(facts).stored_in(over)
    elif isinstance(over, ast.Name):
        bindings = facts.names.binding(over)
        values = [b.value for b in bindings if b.value is not None]
        if bindings and all(b.kind == "param" for b in bindings):
            values = _assigned(facts, over.id)
    found: list[Maker] = []
    for value in values:
        maker = _maker(facts, over, value)
        if maker is None:
            return []
        found.append(maker)
    return found


def _comprehended(made: ast.expr) -> Maker | None:
    """What a comprehension makes its items of."""
    if not isinstance(made, (ast.ListComp, ast.DictComp)):
        return None
    if len(made.generators) != 1 or made.generators[0].ifs:
        return None
    generator = made.generators[0]
    item = made.value if isinstance(made, ast.DictComp) else made.elt
    return Maker(item, generator.target, generator.iter)


def _maker(facts: Facts, held_by: ast.expr, value: ast.expr) -> Maker | None:
    if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords:
        value = value.args[0]  # `nnx.List([...])`, `tuple([...])`
    if isinstance(value, ast.Name):
        bindings = facts.names.binding(value)
        held_by, empty = value, bindings[0].value if len(bindings) == 1 else None
    else:
        empty = value
    if isinstance(empty, ast.List) and not empty.elts:
        return _appended(facts, held_by)
    return _comprehended(value)


def _appended(facts: Facts, held_by: ast.expr) -> Maker | None:
    """What one loop appends to a list, where nothing else is done to it while it is made."""
    module, name = facts.module, ast.unparse(held_by)
    kinds = (ast.ClassDef,) if isinstance(held_by, ast.Attribute) else (*DEFINITIONS, ast.Module)
    scope = module.around(held_by, *kinds)
    if scope is None or any(
        ast.unparse(n.target) == name for n in module.inside(ast.AugAssign, scope)
    ):
        return None
    calls_of = [n for n in module.inside(ast.Call, scope) if _is_method_of(n, name)]
    stored = (n for n in module.inside(ast.Subscript, scope) if not isinstance(n.ctx, ast.Load))
    if len(calls_of) != 1 or any(ast.unparse(n.value) == name for n in stored):
        return None
    statement = module.parent[calls_of[0]]
    loop = module.parent[statement]
    match statement, calls_of[0]:
        case ast.Expr(), ast.Call(ast.Attribute(_, "append"), [item], []):
            if isinstance(loop, ast.For) and statement in loop.body and not _in_loop(facts, loop):
                return Maker(item, loop.target, loop.iter, assigned_names(*loop.body))
    return None


def _is_method_of(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == name


def _in_loop(facts: Facts, node: ast.AST) -> bool:
    """Whether another loop of the function comes to a loop again and again."""
    for around in facts.module.ancestors(node):
        if isinstance(around, (ast.For, ast.While)):
            return True
        if isinstance(around, DEFINITIONS):
            break
    return False


def dictionaries(facts: Facts, name: str) -> Iterator[tuple[ast.DictComp, Maker]]:
    """The comprehensions that make dictionaries of a name, with what makes their values."""
    for value in _assigned(facts, name):
        maker = _comprehended(value)
        if isinstance(value, ast.DictComp) and maker is not None:
            yield value, maker


@fact
def _assigned(facts: Facts, name: str) -> list[ast.expr]:
    """Everything that a file assigns to a name, in any scope."""
    homes = (facts.module.parent[node] for node in facts.module.named(name))
    return [home.value for home in dict.fromkeys(homes) if _targets(home, name)]


def _targets(home: ast.AST, name: str) -> TypeGuard[ast.Assign]:
    return isinstance(home, ast.Assign) and any(is_name(t, name) for t in home.targets)
