"""Which of several bindings of a name may hold where the name is read.

A file may import one name twice, from different modules: in a branch, or further down, under the
name that another module has at the top. What a statement reads is the last binding in front of it
that every way to it passes, or one that only some ways pass; what a function reads was bound before
it was defined, or is bound afterwards, as it may be called at any time.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxopt_lint.semantics.python.nodes import LOOPS
from jaxopt_lint.semantics.python.scopes import Binding, Scope

if TYPE_CHECKING:
    from jaxopt_lint.semantics.python.module import Module


def holding(
    module: Module, node: ast.Name, holder: Scope, bindings: Sequence[Binding]
) -> list[Binding]:
    """The bindings that a name may mean where it stands, in the order of the file; all of them
    where none is in front of it.

    Args:
        holder: the scope whose name it is.
        bindings: what binds it there, statements or definitions.
    """
    point, later = _read_at(module, node, holder)
    around = {point, *module.ancestors(point)}
    before: list[Binding] = []
    found: list[Binding] = []
    for binding in bindings:
        path = _within(module, binding.node, holder)
        if path is None:
            found.append(binding)  # a function binds it by `global`, whenever it is called
            continue
        inner = _outside(path, around)  # its last node that does not hold the point as well
        meeting = module.parent[inner] if inner is not None else None
        if any(isinstance(n, LOOPS) for n in path if n in around):
            found.append(binding)  # a turn before this one may have bound it
        elif _place(binding.node) > _place(point):
            found += [binding] if later else []
        elif inner is None or not _are_arms(module, meeting, inner, around):
            before.append(binding)
    for number, binding in enumerate(before):
        if not any(_replaces(module, other, binding, around) for other in before[number + 1 :]):
            found.append(binding)
    return [b for b in bindings if b in found] or list(bindings)


def _read_at(module: Module, node: ast.Name, holder: Scope) -> tuple[ast.AST, bool]:
    """The node of a scope at which a name is read, and whether it is read later on: in a function
    that is defined there."""
    point: ast.AST = node
    scope: Scope | None = module.scope.get(node)
    while scope is not None and scope is not holder:
        if scope.is_function:
            point = scope.node
        scope = scope.parent
    return point, point is not node


def _within(module: Module, node: ast.AST, holder: Scope) -> list[ast.AST] | None:
    """A binding and the nodes around it, up to its scope; None if another function holds it."""
    path = [node]
    while path[-1] is not holder.node:
        around = module.parent.get(path[-1])
        if around is None or (around is not holder.node and around in module.scopes):
            return None
        path.append(around)
    return path


def _outside(path: Sequence[ast.AST], around: set[ast.AST]) -> ast.AST | None:
    return next((n for n in reversed(path) if n not in around), None)


def _are_arms(
    module: Module, meeting: ast.AST | None, inner: ast.AST, around: set[ast.AST]
) -> bool:
    """Whether a binding and a point stand in two arms of one choice."""
    if isinstance(meeting, ast.If) and inner is not meeting.test:
        # Whatever holds the point in this choice; its test is evaluated before all arms.
        same = module.block_of(inner)  # type: ignore[arg-type]
        return not any(s in around for s in same)
    return isinstance(meeting, ast.Match) and any(case in around for case in meeting.cases)


def _replaces(module: Module, other: Binding, binding: Binding, around: set[ast.AST]) -> bool:
    """Whether what a binding has bound is always bound anew by another one, further down, before
    a point is come to that both are in front of."""
    if not isinstance(other.node, ast.stmt):
        return False
    block = module.block_of(other.node)
    if any(s in around for s in block):
        return True  # every way to the point passes it
    whole = module.parent[other.node]
    outer = {binding.node, *module.ancestors(binding.node)}
    if isinstance(whole, (ast.Try, ast.TryStar)) and whole in around:
        return False  # what fails in between leads to a handler
    return whole in outer and any(s in outer for s in block[: block.index(other.node)])


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
