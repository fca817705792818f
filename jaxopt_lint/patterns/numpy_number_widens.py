"""Arithmetic in which a number of NumPy makes arrays of 16 bits ones of 32."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.typed_arrays import is_short
from jaxopt_lint.patterns.wide_numbers import is_wide
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import keywords

_MIXING = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)


@dataclass(frozen=True, slots=True)
class Widened:
    """One place where the type changes.

    Attributes:
        node: the operation.
        wide: the number or array of NumPy.
        short: the array of 16 bits.
    """

    node: ast.BinOp | ast.AugAssign
    wide: ast.expr
    short: ast.expr


def widened(facts: Facts) -> Iterator[Widened]:
    """The operations of a file that widen arrays of 16 bits by a number of NumPy."""
    if not facts.module.mentions("numpy"):
        return
    for node in facts.module.all(ast.BinOp, ast.AugAssign):
        if not isinstance(node.op, _MIXING):
            continue
        pair = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
        for wide, short in (pair, pair[::-1]):
            if not is_wide(facts, wide) or not is_short(facts, short):
                continue
            if not _is_cast(facts, node) and not error_meant(facts, node):
                yield Widened(node, wide, short)
            break


def _is_cast(facts: Facts, node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether somebody sees to the type of the result: in the same expression, or wherever the
    name is read that it is stored in."""
    module = facts.module
    for around in module.ancestors(node):
        if isinstance(around, ast.Call):
            method = isinstance(around.func, ast.Attribute) and around.func.attr == "astype"
            if method or {"dtype", "preferred_element_type"} & set(keywords(around)):
                return True
        if isinstance(around, ast.stmt):
            break
    statement = module.statement(node)
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    for target in targets:
        if isinstance(target, ast.Name):
            for read in module.reads(module.holder(target), target.id):
                around = module.parent[read]
                if isinstance(around, ast.Attribute) and around.attr in ("astype", "dtype"):
                    return True
    return False
