"""What the turns of a loop do with keys and counters, and whether one builds on another."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python import all_names, assigned_names, reads_first, stored_names


def sets_back(facts: Facts, call: ast.Call, name: str, loop: ast.AST) -> bool:
    """Whether a loop goes on with the key of the turn before, and some turns put a new one in its
    place, whatever it is then."""
    for around in facts.module.ancestors(call):
        if around is loop:
            break
        if name in all_names(getattr(around, "test", None) or ast.Pass()):
            return False
    return reads_first(facts.module, loop.body, name)  # type: ignore[attr-defined]


def counter(facts: Facts, seed: ast.expr, loop: ast.For | ast.While | ast.AsyncFor) -> str:
    """The counter of a loop that is all that a seed is made of; "" if it is made of more."""
    if isinstance(loop, ast.While) or any(isinstance(n, ast.Call) for n in ast.walk(seed)):
        return ""
    names = {n.id for n in ast.walk(seed) if isinstance(n, ast.Name)}
    if len(names) != 1 or not isinstance(loop.iter, ast.Call):
        return ""
    target, over = loop.target, loop.iter
    if facts.names.is_builtin(over.func, "enumerate") and isinstance(target, ast.Tuple):
        target = target.elts[0]
    elif not any(facts.names.is_builtin(n, "range") for n in ast.walk(over)):
        return ""
    return target.id if isinstance(target, ast.Name) and target.id in names else ""


def goes_on(facts: Facts, loop: ast.For | ast.While | ast.AsyncFor) -> bool:
    """Whether a turn of a loop reads what an earlier one has stored, besides what only counts."""
    given = stored_names(loop.target) if not isinstance(loop, ast.While) else set()
    for name in assigned_names(*loop.body) - given:
        if reads_first(facts.module, loop.body, name) and not _counts(loop, name):
            return True
    return False


def _counts(loop: ast.AST, name: str) -> bool:
    """Whether all that a loop stores under a name is itself and a constant."""
    stores = [n for n in ast.walk(loop) if isinstance(n, (ast.Assign, ast.AugAssign))]
    mine = [s for s in stores if name in stored_names(*_targets(s))]
    return bool(mine) and all(all_names(s.value) <= {name} for s in mine)


def _targets(node: ast.Assign | ast.AugAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]
