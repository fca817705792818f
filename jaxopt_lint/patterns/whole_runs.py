"""Functions each call of which is a run of its own: a training, a fit, a figure. What such a call
compiles besides is a small part of it."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.recurring import recurs
from jaxopt_lint.patterns.worth import draws
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.recurrence import loop_around
from jaxopt_lint.semantics.python import FunctionNode

_SOLVERS = ("scipy.optimize.", "scipy.integrate.")


def is_whole_run(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function draws a figure, has a solver of SciPy call something, or hands a state
    through something compiled in a loop of its own, turn by turn."""
    for call in facts.module.inside(ast.Call, function):
        if (facts.names.call(call) or "").startswith(_SOLVERS):
            return True
        if facts.module.function(call) is not function or not tracing(facts).compiled(call.func):
            continue
        loop = loop_around(facts, call)
        if loop is not None and recurs(facts, call, loop):
            return True
    return draws(facts, function)


def called_once_here(facts: Facts, function: FunctionNode) -> bool:
    """Whether the only call of a function in sight stands in its file, and in no loop of it: what
    others do with it, if there are any, nobody knows."""
    sites = calls(facts).callers(function)
    return len(sites) == 1 and loop_around(facts, sites[0]) is None
