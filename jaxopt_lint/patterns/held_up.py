"""Loops whose turns take far longer than operations that Python dispatches one by one."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.fresh_jits import in_loops
from jaxopt_lint.patterns.worth import calls_of
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, tracing
from jaxopt_lint.semantics.jax.recurrence import guarded
from jaxopt_lint.semantics.subjects.transfer.steps import seldom_come_to

# What waits for a clock, for other programs, or for services that answer each call.
_OTHERS = ("time.sleep.", "subprocess.", "mlflow.", "requests.", "urllib.request.")


def is_held_up(facts: Facts, loop: ast.AST) -> bool:
    """Whether each turn waits for a clock, for other programs or for services, itself or in a
    function of the file, or compiles something anew."""
    if any(not seldom_come_to(facts, call, loop) for call in calls_of(facts, loop, _OTHERS)):
        return True
    made = (fresh.region for fresh in in_loops(facts).values() if not fresh.slight)
    if any(region is loop or loop in facts.module.ancestors(region) for region in made):
        return True
    return any(_compiles_its_own(facts, wrap, loop) for wrap in tracing(facts).wraps)


def _compiles_its_own(facts: Facts, wrap: Wrap, loop: ast.AST) -> bool:
    """Whether a turn compiles a function that it defines, on purpose or not."""
    if wrap.transform.kind not in ("jit", "pmap") or wrap.function is None:
        return False
    if loop not in facts.module.ancestors(wrap.function):
        return False
    site = wrap.function if wrap.decorator else wrap.site
    here = facts.module.function(site) is facts.module.function(loop)
    within = loop in facts.module.ancestors(site)
    return here and within and not (guarded(facts, site, loop) or seldom_come_to(facts, site, loop))
