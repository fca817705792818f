"""Loops whose turns run different code, or take parts that differ in shape: layers, and pieces."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.machine.asking import LoopedWork
from jaxopt_lint.semantics.python import assigned_names, read_names

_MODULES = ("flax.linen.", "flax.nnx.", "haiku.", "equinox.nn.")


def unlike(facts: Facts, work: LoopedWork) -> ast.AST | None:
    """What a turn takes out of a list to run it, or to look into it: turns are layers then."""
    node = work.node
    counters = set[str]()
    if not isinstance(node, ast.While):
        targets = [one.target for one in getattr(node, "generators", [node])]
        counters = assigned_names(*targets)
    for one in ast.walk(node):
        if isinstance(one, ast.Call):
            name = facts.names.of(one.func) or ""
            if name.startswith(_MODULES) and name.rpartition(".")[2][:1].isupper():
                return one
        if isinstance(one, ast.JoinedStr) and counters:
            around = facts.module.parent.get(one)
            if isinstance(around, (ast.Subscript, ast.Call)) and counters & read_names(one):
                if not _told(facts, around):
                    return one
        if isinstance(one, ast.Slice) and (_grows(one, counters) or _cut(node, one)):
            return one
        if isinstance(one, ast.Subscript) and one in work.indexed and not _is_place(one):
            around = facts.module.parent.get(one)
            looked_into = isinstance(around, (ast.Attribute, ast.Subscript)) or (
                isinstance(around, ast.Call) and around.func is one
            )
            if looked_into and counters & read_names(one.slice):
                return one
    return None


def _grows(part: ast.Slice, counters: set[str]) -> bool:
    """Whether a slice differs in length from turn to turn: the counter is one of its bounds, or a
    product of the counter with itself."""
    bounds = (part.lower, part.upper)
    moves = [end is not None and bool(counters & read_names(end)) for end in bounds]
    return moves[0] is not moves[1] or any(
        isinstance(n, ast.BinOp)
        and isinstance(n.op, ast.Mult)
        and counters & read_names(n.left)
        and counters & read_names(n.right)
        for n in ast.walk(part)
    )


def _cut(loop: ast.AST, part: ast.Slice) -> bool:
    """Whether a slice ends where a turn has worked out that it does, as the last of several pieces:
    `x[start:end]` with `end = min(start + size, n)`."""
    if not isinstance(part.upper, ast.Name) or part.lower is None:
        return False
    begin = ast.unparse(part.lower)
    for one in ast.walk(loop):
        if isinstance(one, ast.Assign) and part.upper.id in assigned_names(*one.targets):
            match one.value:
                case ast.BinOp(left, ast.Add(), right):
                    return begin not in (ast.unparse(left), ast.unparse(right))
            return True
    return False


def _is_place(node: ast.Subscript) -> bool:
    """`x.at[i]`: a place in an array, which takes nothing out of it."""
    return isinstance(node.value, ast.Attribute) and node.value.attr == "at"


def _told(facts: Facts, node: ast.AST) -> bool:
    """Whether a text is only shown to people."""
    name = facts.names.call(node) or ""
    return isinstance(node, ast.Call) and (
        facts.names.is_builtin(node.func, "print") or name.startswith(("logging.", "absl.logging."))
    )
