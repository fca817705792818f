"""Losses that a loop computes beside a step which runs them forward for their gradient."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import LOOPS, FunctionNode, arguments, read_names, unpacks
from jaxopt_lint.semantics.subjects.differentiation.gradients import (
    STATEFUL,
    Gradient,
    argument_texts,
    calls_of,
    draws,
    evaluates,
    gradients,
    plain,
    unconditional,
    undisturbed,
)


@dataclass(frozen=True, slots=True)
class BesideStep:
    """A loss that is computed on what a step takes its gradient at.

    Attributes:
        node: the call that computes the loss.
        step: the call of the function that takes the gradient.
        gradient: where it takes it.
    """

    node: ast.Call
    step: ast.Call
    gradient: Gradient


def beside_steps(facts: Facts) -> Iterator[BesideStep]:
    """The losses that loops of a file compute beside their steps."""
    for gradient in gradients(facts):
        taker = facts.module.function(gradient.call)
        if not isinstance(taker, ast.FunctionDef) or gradient.transform in STATEFUL:
            continue
        read = _parameters(facts, taker, gradient)
        if read is None:
            continue
        for step in calls(facts).callers(taker):
            node = _value_beside(facts, gradient, taker, read, step)
            if node is not None:
                yield BesideStep(node, step, gradient)


def _parameters(facts: Facts, taker: ast.FunctionDef, gradient: Gradient) -> list[str] | None:
    """The parameters of a function at which it takes a gradient whenever it is called, in the
    order of the arguments; None where it takes it at something else."""
    module, call = facts.module, gradient.call
    statement = module.statement(call)
    if statement not in taker.body or not unconditional(module, call, statement):
        return None
    if call.keywords or not call.args or not isinstance(gradient.of, ast.Name):
        return None
    if any(isinstance(n, ast.Return) for s in module.before(statement) for n in ast.walk(s)):
        return None
    names = [a.id for a in call.args if isinstance(a, ast.Name)]
    scope = module.scopes[taker]
    for name in names:
        for binding in scope.bindings.get(name, ()):
            if binding.kind != "param" and getattr(binding.node, "lineno", 0) < statement.lineno:
                return None
    known = all(any(b.kind == "param" for b in scope.bindings.get(n, ())) for n in names)
    return names if known and len(names) == len(call.args) else None


def _value_beside(
    facts: Facts, gradient: Gradient, taker: FunctionNode, read: list[str], step: ast.Call
) -> ast.Call | None:
    module = facts.module
    statement = module.statement(step)
    loop = module.around(step, *LOOPS)
    if loop is None or module.function(loop) is not module.function(step):
        return None  # once for all
    callee = calls(facts).callee(step.func)
    if callee is None or unpacks(step) or not unconditional(module, step, statement):
        return None
    given = dict(arguments(step, taker, callee.bound))
    if any(name not in given or not _is_path(given[name]) for name in read):
        return None
    wanted = [ast.dump(given[name]) for name in read]
    block = module.block_of(statement)
    for call in calls_of(module, block):
        if call is step or argument_texts(call) != wanted or not plain(call):
            continue
        if not evaluates(facts, call, gradient.of) or draws(facts, gradient.node):
            continue
        first, last = sorted((module.statement(call), statement), key=block.index)
        if first is not last and undisturbed(facts, first, last, read_names(call)):
            return call
    return None


def _is_path(node: ast.expr) -> bool:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return isinstance(node, ast.Name)
