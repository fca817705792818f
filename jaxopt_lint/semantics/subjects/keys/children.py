"""Which of the keys that a split makes anything reads: a name that nothing reads is no use of it.

Two splits of one key make equal keys. Where the one use draws from the first of them alone and the
other from the second, nothing is drawn twice.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python import COMPREHENSIONS, FUNCTIONS, LOOPS


def children_read(facts: Facts, split: ast.Call, part: int | None) -> frozenset[int] | None:
    """The numbers of the keys of a split that are read; None where all of them may be.

    Args:
        part: the one key that is taken at once (`split(key)[0]`), where that is known.
    """
    if part is not None:
        return frozenset({part}) if part >= 0 else None
    stored = facts.module.stored_by(split)
    if not isinstance(stored, ast.Assign) or stored.value is not split:
        return None
    match stored.targets:
        case [ast.Tuple(items) | ast.List(items)] if all(isinstance(i, ast.Name) for i in items):
            found = {n for n, item in enumerate(items) if _is_read(facts, stored, item)}
            return frozenset(found)
    return None


def _is_read(facts: Facts, stored: ast.Assign, target: ast.expr) -> bool:
    """Whether a name may be read after a statement has stored it."""
    assert isinstance(target, ast.Name)
    module, function = facts.module, facts.module.function(stored)
    scope = module.scope[target].holder(target.id)
    if function is None or scope is not module.scopes[function]:
        return True
    for _, around in module.way_out(stored):
        if isinstance(around, FUNCTIONS):
            break
        if isinstance(around, (*LOOPS, *COMPREHENSIONS)):
            return True
    end = stored.end_lineno or stored.lineno
    return any(
        read.lineno > end or module.function(read) is not function
        for read in module.reads(scope, target.id)
    )
