"""Calls that take a step of an optimizer, in a loop that hands on what they return."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import keywords
from jaxopt_lint.semantics.subjects.memory.optimizer_calls import is_optimizer_update

_DEPTH = 4  # functions that a step is looked for through


def takes_step(facts: Facts, call: ast.Call, depth: int = _DEPTH) -> bool:
    """Whether a call updates by an optimizer, itself or in the function that it calls; of one that
    is not in sight, whether it is given an optimizer's state, and its result is stored for it."""
    if is_optimizer_update(facts, call):
        return True
    callee = calls(facts).callee(call.func)
    if callee is not None and callee.node is not None:
        inside = facts.module.inside(ast.Call, callee.node)
        return depth > 0 and any(takes_step(facts, one, depth - 1) for one in inside)
    dotted = facts.names.call(call) or ""
    known = dotted.startswith(("jax.", "numpy.", "optax."))
    return not known and any(_is_state(facts, name) for name in carried(facts, call))


def carried(facts: Facts, call: ast.Call) -> list[ast.Name]:
    """The names that a call is given and whose next value it returns, among several."""
    stored = facts.module.parent[call]
    if not isinstance(stored, ast.Assign) or not isinstance(stored.targets[0], ast.Tuple):
        return []
    names = {n.id for n in ast.walk(stored.targets[0]) if isinstance(n, ast.Name)}
    return [a for a in call.args if isinstance(a, ast.Name) and a.id in names]


def _is_state(facts: Facts, name: ast.Name) -> bool:
    """Whether some value of a name is the first state of an optimizer: `optimizer.init(params)`,
    or a training state that is made with one."""
    for binding in facts.names.binding(name):
        match binding.value:
            case ast.Call(ast.Attribute(maker, "init")):
                made = [facts.names.call(one) or "" for one in origins(facts, maker)]
                if any(one.startswith("optax.") for one in made):
                    return True
            case ast.Call(ast.Attribute(_, "create")) as created if "tx" in keywords(created):
                return True
    return False
