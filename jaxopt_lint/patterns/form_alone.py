"""Reads of an attribute of which only the form counts: `self.state.hidden.shape`, `len(...)`."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.results import METADATA, OF_FORM, TREE_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import COMPREHENSIONS, positional


def asks_form(facts: Facts, node: ast.expr) -> bool:
    """Whether nothing but the shape, the dtype or the length of a value, or of each of its parts,
    comes of a read of it: that stays the same while the values change."""
    around = facts.module.parent.get(node)
    match around:
        case ast.Attribute(_, attr):
            called = facts.module.parent.get(around)
            if isinstance(called, ast.Call) and called.func is around:
                return False
            return attr in METADATA or asks_form(facts, around)
        case ast.Subscript(value=value) if value is node:
            return asks_form(facts, around)
        case ast.Starred():
            return asks_form(facts, around)
        case ast.Call(func=func, args=args):
            if node not in args:
                return False
            if facts.names.is_builtin(func, "len") or facts.names.of(func) in OF_FORM:
                return True
            maps = facts.names.of(func) in TREE_MAPS or facts.names.is_builtin(func, "map")
            return maps and node in args[1:] and _takes_form(facts, args[0], args.index(node) - 1)
        case ast.comprehension(target=ast.Name() as part, iter=iterated) if iterated is node:
            made = facts.module.parent.get(around)
            return isinstance(made, COMPREHENSIONS) and _only_form(facts, part)
    return False


def _takes_form(facts: Facts, mapped: ast.expr, place: int) -> bool:
    """Whether a function only asks for the form of the argument at a place."""
    if facts.names.of(mapped) in OF_FORM:
        return True
    callee = calls(facts).callee(mapped)
    if callee is None or callee.node is None or callee.bound or callee.wraps:
        return False
    names = positional(callee.node)
    if place >= len(names):
        return False
    scope = facts.module.scopes.get(callee.node)
    reads = facts.module.reads(scope, names[place]) if scope is not None else []
    return bool(reads) and all(asks_form(facts, read) for read in reads)


def _only_form(facts: Facts, part: ast.Name) -> bool:
    reads = facts.module.reads(facts.module.holder(part), part.id)
    return bool(reads) and all(asks_form(facts, read) for read in reads)
