"""What shows that a loop is run by Python: what its function does beside it cannot be traced, or
makes no sense under a trace."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.effects.walk import own_effects
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.recurrence import loop_around
from jaxopt_lint.semantics.python import FunctionNode, root_name


def kept_on_host(facts: Facts, loop: ast.AST) -> bool:
    """Whether a loop certainly runs on the host: it tells the outside what it does, or a loop of
    the same function trains with a compiled step."""
    function = facts.module.function(loop)
    if framework_of(facts, facts.module.owner(loop)) is not None:
        return False  # methods of networks are nearly always traced, and print shapes
    return trains(facts, function) or tells(facts, loop)


def trains(facts: Facts, function: FunctionNode | None) -> bool:
    """Whether a function has a loop that hands its state to a compiled step and has it back: nobody
    traces one that trains."""
    return _trains(facts, function)


@fact
def _trains(facts: Facts, function: FunctionNode | None) -> bool:
    if function is None or tracing(facts).staged(function) is not None:
        return False
    for call in facts.module.inside(ast.Call, function):
        taken = facts.module.parent[call]
        if facts.module.function(call) is not function or not isinstance(taken, ast.Assign):
            continue
        target = taken.targets[0]
        if not isinstance(target, ast.Tuple) or loop_around(facts, call) is None:
            continue
        given = {one.id for one in call.args if isinstance(one, ast.Name)}
        renewed = {one.id for one in target.elts if isinstance(one, ast.Name)}
        if len(given & renewed) > 1 and tracing(facts).compiled(call.func):
            return True
    return False


def tells(facts: Facts, loop: ast.AST) -> bool:
    """Whether a turn prints, draws, or calls something for what it does: a bar, a log, a file."""
    if not isinstance(loop, (ast.For, ast.While)):
        return False
    for effect in own_effects(facts, *loop.body):
        if effect.kind in ("prints", "draws"):
            return True
        node = effect.node
        if effect.kind == "unknown" and effect.certain and isinstance(node, ast.Call):
            gathers = isinstance(node.func, ast.Attribute) and node.func.attr in _GATHER
            if isinstance(node.func, ast.Attribute) and root_name(node.func) and not gathers:
                return True
    return False


_GATHER = ("append", "extend", "insert")
