"""What is stored for a while only: later in the same function it is put back, or taken out."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python import FUNCTIONS
from jaxopt_lint.semantics.python.walking import walk

_REMOVERS = frozenset({"pop", "popleft", "popitem", "remove", "discard", "clear"})


def put_back(facts: Facts, node: ast.AST, target: ast.expr) -> bool:
    """Whether every way from a statement that stores something comes to one that ends that.

    Whatever that one stores instead is looked at by itself.
    """
    current = node
    for around in facts.module.ancestors(node):
        if isinstance(around, ast.Try) and any(current is s for s in around.body + around.orelse):
            if any(_ends(facts, s, target) for s in around.finalbody):
                return True
        for block in _blocks(around):
            place = next((i for i, s in enumerate(block) if s is current), None)
            for later in block[place + 1 :] if place is not None else ():
                if _ends(facts, later, target):
                    return True
                if any(isinstance(n, (ast.Return, ast.Raise)) for n in walk(later)):
                    return False
        if isinstance(around, FUNCTIONS):
            return False
        current = around
    return False


def _blocks(node: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def _ends(facts: Facts, statement: ast.stmt, target: ast.expr) -> bool:
    """Whether a statement, whichever way it goes, replaces what a target holds, or drops it."""
    match statement:
        case ast.Assign(targets=targets):
            return any(_is_same(facts, part, target) for one in targets for part in _parts(one))
        case ast.AnnAssign(target=stored, value=ast.expr()):
            return _is_same(facts, stored, target)
        case ast.Delete(targets=targets):
            return any(_is_same(facts, one, target) for one in targets)
        case ast.Expr(value=ast.Call() as call):
            return _undoes(facts, call, target)
        case ast.With(body=body) | ast.AsyncWith(body=body):
            return any(_ends(facts, s, target) for s in body)
        case ast.Try(body=body, finalbody=final):
            return any(_ends(facts, s, target) for s in (*final, *body[:1]))
    return False


def _undoes(facts: Facts, call: ast.Call, target: ast.expr) -> bool:
    """Whether a call takes things out of a container, or sets the attributes of an object."""
    func, text = call.func, facts.module.source
    if isinstance(func, ast.Attribute) and func.attr in _REMOVERS:
        if not isinstance(target, ast.Subscript):
            return text(func.value) == text(target)
        key = call.args[0] if call.args else None
        other = key is not None and text(key) != text(target.slice)
        return text(func.value) == text(target.value) and not other
    if not isinstance(target, ast.Attribute):
        return False
    owner = text(target.value)
    if isinstance(func, ast.Attribute) and func.attr == "update":
        return text(func.value) in (f"{owner}.__dict__", f"vars({owner})")
    if isinstance(func, ast.Name) and func.id == "setattr" and len(call.args) == 3:
        name = call.args[1]
        named = isinstance(name, ast.Constant) and name.value == target.attr
        return named and text(call.args[0]) == owner
    return False


def _parts(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, (ast.Tuple, ast.List)):
        for part in target.elts:
            yield from _parts(part)
    else:
        yield target


def _is_same(facts: Facts, one: ast.expr, other: ast.expr) -> bool:
    """Whether two targets are the same place, or the one is what holds the other."""
    text = facts.module.source
    if isinstance(one, ast.Attribute) and one.attr == "__dict__":
        return isinstance(other, ast.Attribute) and text(one.value) == text(other.value)
    held = isinstance(other, ast.Subscript) and text(one) == text(other.value)
    return held or text(one) == text(other)
