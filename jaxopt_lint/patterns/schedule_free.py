"""Predictions by the parameters that a schedule-free optimizer trains with, which are no averages.

Such an optimizer takes its gradients at points between its fast steps and their average; the
average is what has learned, and `schedule_free_eval_params` gives it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.frameworks import is_apply
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import LOOPS, FunctionNode, assigned_names

_OPTIMIZERS = ("optax.contrib.schedule_free", "optax.contrib.schedule_free_adamw",
               "optax.contrib.schedule_free_sgd")  # fmt: skip


@dataclass(frozen=True, slots=True)
class AtTrainingPoint:
    """A prediction by parameters that are for training.

    Attributes:
        node: the call that predicts.
        params: the parameters.
        optimizer: the call that makes the optimizer.
    """

    node: ast.Call
    params: ast.Name
    optimizer: ast.Call


def training_points(facts: Facts) -> Iterator[AtTrainingPoint]:
    """The predictions of a file behind the loop that trains."""
    if not facts.module.mentions("schedule_free"):
        return
    if facts.module.mentions("schedule_free_eval_params"):
        return
    makers = [call for call, _ in called(facts, *_OPTIMIZERS)]
    for step, maker in _steps(facts, makers):
        for site in calls(facts).callers(step):
            loop = facts.module.around(site, *LOOPS)
            trained = _trained(facts, site) if loop is not None else set()
            if loop is None or not trained:
                continue
            for call in facts.module.all(ast.Call):
                given = _predicts(facts, call, trained)
                if given is None or facts.module.function(call) is not facts.module.function(site):
                    continue
                if _follows(facts, loop, call, given.id) and not in_test(facts, call):
                    yield AtTrainingPoint(call, given, maker)


def _steps(facts: Facts, makers: list[ast.Call]) -> Iterator[tuple[FunctionNode, ast.Call]]:
    """The functions that update by one of some optimizers, each with it."""
    seen: set[FunctionNode] = set()
    for read in facts.module.attributes("update") if makers else ():
        function = facts.module.function(read)
        made = origins(facts, read.value)
        if function is None or function in seen or len(made) != 1:
            continue
        if isinstance(made[0], ast.Call) and made[0] in makers:
            seen.add(function)
            yield function, made[0]


def _trained(facts: Facts, site: ast.Call) -> set[str]:
    """The variables that a step is given, and that take what it gives."""
    statement = facts.module.statement(site)
    if not isinstance(statement, ast.Assign) or statement.value is not site:
        return set()
    given = {a.id for a in site.args if isinstance(a, ast.Name)}
    return given & assigned_names(statement)


def _predicts(facts: Facts, call: ast.Call, trained: set[str]) -> ast.Name | None:
    """The trained parameters that a loss, or a module of Linen, is asked for a value with."""
    first = call.args[0] if call.args else None
    if first is None:
        return None
    if is_apply(call.func):
        names = [n for n in facts.module.inside(ast.Name, first) if n.id in trained]
        return names[0] if len(names) == 1 else None
    found = calls(facts).callee(call.func)
    if found is None or found.node is None or any(name != "jax.jit" for name, _ in found.wraps):
        return None
    is_loss = tracing(facts).differentiated(found.node) is not None
    return first if is_loss and isinstance(first, ast.Name) and first.id in trained else None


def _follows(facts: Facts, loop: ast.AST, call: ast.Call, name: str) -> bool:
    """Whether a call stands behind a loop, with a variable as the loop leaves it."""
    module = facts.module
    around = [loop, *(a for a in module.ancestors(loop) if isinstance(a, ast.stmt))]
    statement: ast.AST = module.statement(call)
    while isinstance(statement, ast.stmt):
        for before in reversed(module.before(statement)):
            if before in around:
                return not any(
                    isinstance(n.ctx, ast.Store) and n.id == name and not module.within(n, loop)
                    for n in module.inside(ast.Name, before)
                )
            if name in assigned_names(before):
                return False
        statement = module.parent[statement]
    return False
