"""Calls that are a step of what a loop works out: they take what the turn before has left, and the
next turn goes on with what they give."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python import LOOPS, Loop, reads_first
from jaxopt_lint.semantics.python.walking import walk


def recurs(facts: Facts, call: ast.expr, loop: ast.AST) -> bool:
    """Whether a call stands in the circle of a loop: from what a turn is left with by the one
    before, through the call, to what it leaves to the next; through other calls, too. A sum or a
    list to which a result is added is none: no turn asks it for anything."""
    if not isinstance(loop, LOOPS):
        return False
    if not any(one is call for one in walk(loop)):
        return False
    flows = _flows(facts, loop)
    given = _read(call)
    left = next((stored for stored, _, one in flows if any(n is call for n in walk(one))), None)
    if left is None:
        return False
    anew = _stored(loop.target) if isinstance(loop, (ast.For, ast.AsyncFor)) else set()
    return any(
        given & _closed({name}, flows)
        for name in _closed(set(left), flows) - anew  # which the next turn has from elsewhere
        if "." in name or reads_first(facts.module, loop.body, name)
    )


_Flow = tuple[set[str], set[str], ast.stmt]


def _flows(facts: Facts, loop: Loop) -> list[_Flow]:
    """The assignments of a loop's body: what each stores, what it reads, and the statement."""
    stores = facts.module.inside(ast.Assign, *loop.body)
    found: list[_Flow] = [(_stored(*one.targets), _read(one.value), one) for one in stores]
    for added in facts.module.inside(ast.AugAssign, *loop.body):
        name = _stored(added.target)
        found.append((name, _read(added.value) | name, added))
    return found


def _closed(names: set[str], flows: list[_Flow]) -> set[str]:
    """Names, and all that is worked out of them."""
    out, before = set(names), 0
    while len(out) != before:
        before = len(out)
        for stored, read, _ in flows:
            if read & out:
                out |= stored
    return out


def _stored(*targets: ast.AST) -> set[str]:
    """The names that targets bind, and the attributes, `self.place`."""
    out = set()
    for node in (part for target in targets for part in walk(target)):
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            out.add(ast.unparse(node))
    return out


def _read(value: ast.AST) -> set[str]:
    out = set()
    for node in walk(value):
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
            out.add(node.id if isinstance(node, ast.Name) else ast.unparse(node))
    return out
