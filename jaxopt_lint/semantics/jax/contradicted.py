"""Traced code that the option which traces it leaves out.

`if self.jit: return lax.while_loop(cond, self.body, x)` traces `body` where the option is on, and
what stands in `body` behind `if not self.jit` runs where it is off.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.applied import applied
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.staging import staged
from jaxopt_lint.semantics.python.scopes import FunctionNode

_LEAVE = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_DEPTH = 4  # calls from traced code to the function

Held = dict[str, bool]  # by what a test asks for, whether it holds


def contradicted(facts: Facts, node: ast.AST) -> bool:
    """Whether each way that traces the function around a node is taken only where an option has
    the value with which the node is not come to."""
    function = facts.module.function(node)
    needed = _held(facts, node)
    return function is not None and bool(needed) and _never(facts, function, needed, _DEPTH)


def _never(facts: Facts, function: FunctionNode, needed: Held, depth: int) -> bool:
    """Whether all that traces a function, or calls it while it is traced, speaks against tests."""
    if applied(facts).elsewhere(function) or depth <= 0:
        return False
    sites: list[ast.AST] = [wrap.site for wrap in applied(facts).of(function)]
    if any(_speaks_against(facts, site, needed) is False for site in sites):
        return False
    inner = []
    for call in calls(facts).callers(function):
        around = facts.module.function(call)
        if around is None or around not in staged(facts):
            continue
        inner.append(call)
        if not _speaks_against(facts, call, needed) and not _never(
            facts, around, needed, depth - 1
        ):
            return False
    return bool(sites or inner)


def _speaks_against(facts: Facts, site: ast.AST, needed: Held) -> bool:
    there = _held(facts, site)
    return any(there.get(asked, on) is not on for asked, on in needed.items())


def _held(facts: Facts, node: ast.AST) -> Held:
    """What is known of options where a node runs: of the tests around it, and in front of it."""
    out: Held = {}
    for current, around in facts.module.way_out(node):
        if isinstance(around, (ast.If, ast.IfExp)) and current is not around.test:
            body = around.body if isinstance(around.body, list) else [around.body]
            out |= dict(_known(facts, around.test, current in body)) | out
        if isinstance(current, ast.stmt):
            for earlier in facts.module.before(current):
                if isinstance(earlier, ast.If):
                    out |= dict(_left(facts, earlier)) | out
    return out


def _left(facts: Facts, test: ast.If) -> Iterator[tuple[str, bool]]:
    """What is known behind an `if` of which one arm leaves."""
    if isinstance(test.body[-1], _LEAVE):
        yield from _known(facts, test.test, False)
    elif test.orelse and isinstance(test.orelse[-1], _LEAVE):
        yield from _known(facts, test.test, True)


def _known(facts: Facts, test: ast.expr, on: bool) -> Iterator[tuple[str, bool]]:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _known(facts, operand, not on)
        case ast.BoolOp(op=op, values=parts) if isinstance(op, ast.And) is on:
            for part in parts:
                yield from _known(facts, part, on)
        case ast.Name():
            if (option := _parameter(facts, test)) is not None:
                yield option, on
        case ast.Attribute(value=ast.Name() as owner) if facts.module.is_self(owner):
            if (option := _field(facts, test)) is not None:
                yield option, on


def _parameter(facts: Facts, name: ast.Name) -> str | None:
    """A parameter, by its function, that nothing else is bound to; one of a constructor that goes
    into a field is that field."""
    bindings = facts.names.binding(name)
    holder = facts.module.holder(name)
    if len(bindings) != 1 or bindings[0].kind != "param" or holder is None:
        return None
    function = holder.node
    owner = facts.module.class_of(function)
    if owner is not None and getattr(function, "name", "") == "__init__":
        for store in facts.module.inside(ast.Assign, function):
            if isinstance(store.value, ast.Name) and store.value.id == name.id:
                for target in store.targets:
                    if isinstance(target, ast.Attribute) and facts.module.is_self(target.value):
                        return _of_family(facts, owner, target.attr)
    return f"{getattr(function, 'lineno', 0)}:{getattr(function, 'col_offset', 0)} {name.id}"


def _field(facts: Facts, field: ast.Attribute) -> str | None:
    """A field that is set when the object is made, or said to be there by its class."""
    owner = facts.module.owner(field)
    stores = [n for n in facts.module.attributes(field.attr) if isinstance(n.ctx, ast.Store)]
    made = [facts.module.function(node) for node in stores]
    if owner is None or any(getattr(f, "name", "") != "__init__" for f in made):
        return None
    return _of_family(facts, owner, field.attr)


def _of_family(facts: Facts, owner: ast.ClassDef, field: str) -> str:
    """A field, by the class of this file that its class comes from in the end."""
    for _ in range(_DEPTH):
        bindings = map(facts.names.only_binding, owner.bases)
        bases = [b.node for b in bindings if b is not None and isinstance(b.node, ast.ClassDef)]
        if not bases:
            break
        owner = bases[0]
    return f"{owner.lineno} {field}"
