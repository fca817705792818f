"""Objects of plain classes that are given to what takes trees of arrays, or come out of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made, reaching
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import arguments, positional

_ALL = frozenset({"jax.jit", "jax.vmap", "jax.pmap", "jax.checkpoint"})
_FIRST = frozenset({"jax.grad", "jax.value_and_grad", "jax.jacrev", "jax.jacfwd"})
# Bases that make no tree of a class.
_PLAIN_BASES = frozenset({"object", "typing.Generic", "abc.ABC"})


@dataclass(frozen=True, slots=True)
class Unregistered:
    """A plain class whose objects meet a transform.

    Attributes:
        node: the class.
        taker: the transform.
        where: the argument or the result that is one of its objects.
        given: it is an argument.
    """

    node: ast.ClassDef
    taker: str
    where: ast.expr
    given: bool


def unregistered(facts: Facts) -> Iterator[Unregistered]:
    """The plain classes of a file whose objects are given to transforms, or come out of them."""
    plain = {c for c in facts.module.all(ast.ClassDef) if _is_plain(facts, c)}
    if not plain:
        return
    told: set[ast.ClassDef] = set()
    for wrap in tracing(facts).wraps:
        for found in (*_given(facts, wrap, plain), *_returned(facts, wrap, plain)):
            if found.node not in told and not error_meant(facts, found.where):
                told.add(found.node)
                yield found


def _is_plain(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether a class is nothing but a class, which nobody is seen to register."""
    for decorator in owner.decorator_list:
        of = decorator.func if isinstance(decorator, ast.Call) else decorator
        if facts.names.of(of) != "dataclasses.dataclass":
            return False
    for base in owner.bases:
        head = base.value if isinstance(base, ast.Subscript) else base
        if (facts.names.of(head) or facts.module.source(head)) not in _PLAIN_BASES:
            return False
    if owner.keywords or calls(facts).dotted(owner) in facts.project.imported:
        return False
    # A number or an array of its own making passes for one.
    own = {s.name for s in owner.body if isinstance(s, ast.FunctionDef)}
    return not (own & _STANDS_FOR_ARRAY) and not _registered(facts, owner)


_STANDS_FOR_ARRAY = {"__jax_array__", "__array__", "tree_flatten", "__index__", "__float__"}


def _registered(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether the class is given to anything that may register it, or is bound anew."""
    for use in facts.module.named(owner.name):
        around = facts.module.parent[use]
        if isinstance(around, ast.keyword):
            around = facts.module.parent[around]
        if isinstance(use.ctx, ast.Store):
            return True
        if isinstance(around, ast.Call) and use is not around.func:
            if not facts.names.is_builtin(around.func, "isinstance"):
                return True
        if isinstance(around, (ast.List, ast.Tuple, ast.For)):
            return True
    return False


def _given(facts: Facts, wrap: Wrap, plain: set[ast.ClassDef]) -> Iterator[Unregistered]:
    function = wrap.function
    if function is None or wrap.name not in _ALL | _FIRST or wrap.bound or wrap.bound_names:
        return
    static, known = tracing(facts).static(wrap)
    if not known or (wrap.name in _FIRST and wrap.keyword("argnums") is not None):
        return
    for site in calls(facts).callers(function):
        callee = calls(facts).callee(site.func)
        if callee is None or not (wrap.decorator or any(at is wrap.site for _, at in callee.wraps)):
            continue
        for name, value in arguments(site, function, callee.bound):
            if name in static or (wrap.name in _FIRST and [name] != positional(function)[:1]):
                continue
            owner = _object(facts, value, site)
            if owner in plain and owner is not None:
                yield Unregistered(owner, wrap.name, value, True)


def _object(facts: Facts, value: ast.expr, site: ast.Call) -> ast.ClassDef | None:
    """The class of this file that a value is an object of."""
    if isinstance(value, ast.Call):
        return class_made(facts, value.func)
    holder = facts.module.holder(value) if isinstance(value, ast.Name) else None
    if not isinstance(value, ast.Name) or holder is None:
        return None
    found = reaching(facts, value, holder)
    # What the call gives back takes the place of what it was given.
    found = [b for b in found if not facts.module.within(site, b.node)]
    found = [b for b in found if facts.module.statement(b.node) is not facts.module.statement(site)]
    if len(found) == 1 and found[0].kind == "assign" and isinstance(found[0].value, ast.Call):
        return class_made(facts, found[0].value.func)
    return None


def _returned(facts: Facts, wrap: Wrap, plain: set[ast.ClassDef]) -> Iterator[Unregistered]:
    if wrap.function is None or wrap.name not in ("jax.jit", "jax.vmap", "jax.pmap") or wrap.inner:
        return
    for value in facts.module.results(wrap.function):
        for part in value.elts if isinstance(value, ast.Tuple) else [value]:
            owner = class_made(facts, part.func) if isinstance(part, ast.Call) else None
            if owner in plain and owner is not None and part is not None:
                yield Unregistered(owner, wrap.name, part, False)
