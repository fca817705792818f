"""Loops of which what a turn dispatches operation by operation matters little."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.recurrence import body_loop
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.subjects.transfer.weight import FEW, epochs


def rare_turns(facts: Facts, loop: ast.AST) -> bool:
    """Whether a loop has few turns as its author left it, or its turns do what takes longer than
    operations one by one: epochs, which run a compiled step many times, and figures."""
    if loop in epochs(facts):
        return True
    calls = facts.module.inside(ast.Call, loop)
    if any((facts.names.call(call) or "").startswith("matplotlib.") for call in calls):
        return True
    usual = usual_turns(facts, loop) if isinstance(loop, (ast.For, ast.While)) else None
    return usual is not None and usual.number < FEW and body_loop(facts, loop) is None
