"""Losses that a loop computes after its update, at which the next turn takes the gradient.

A gradient runs its function forward. Where a turn calls the function again on the new parameters,
and nothing that it reads changes until the next turn takes the gradient at the same, all of that is
computed twice: the gradient could have handed it out one turn later.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.clocks import CLOCKS
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.captures import captured
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.python import (
    FUNCTIONS,
    LOOPS,
    FunctionNode,
    Loop,
    assigned_names,
    read_names,
)
from jaxopt_lint.semantics.subjects.differentiation.gradients import (
    STATEFUL,
    Gradient,
    argument_texts,
    draws,
    evaluates,
    gradients,
    may_change,
    plain,
    unconditional,
)

_FEW = 16


@dataclass(frozen=True, slots=True)
class AfterUpdate:
    """A function that is called at what the next turn of a loop takes its gradient at.

    Attributes:
        node: the call.
        gradient: where the gradient is taken.
        function: the function, as it is written.
        parts: it gives more than the value that is differentiated.
        few: the loop is known to have a few turns.
    """

    node: ast.Call
    gradient: Gradient
    function: ast.expr
    parts: bool
    few: bool


def after_updates(facts: Facts) -> Iterator[AfterUpdate]:
    """The losses that loops on the host compute after the update, of a file."""
    for gradient in gradients(facts):
        loop = facts.module.around(gradient.call, *LOOPS)
        here = facts.module.function(gradient.call)
        if not isinstance(loop, (ast.For, ast.While)) or facts.module.function(loop) is not here:
            continue
        if tracing(facts).staged(here) is not None or gradient.transform in STATEFUL:
            continue
        of, parts = _projected(gradient.of)
        function = _known(facts, of)
        if function is None or not plain(gradient.call) or draws(facts, function):
            continue
        wanted, count = argument_texts(gradient.call), len(gradient.call.args)
        for call in facts.module.inside(ast.Call, loop):
            if call is gradient.call or len(call.args) != count or argument_texts(call) != wanted:
                continue
            if evaluates(facts, call, of) and _is_computed_again(
                facts, loop, gradient, call, function
            ):
                turns = usual_turns(facts, loop)
                few = turns is not None and turns.number < _FEW
                yield AfterUpdate(call, gradient, of, parts or gradient.has_aux is True, few)
                break


def _projected(of: ast.expr) -> tuple[ast.expr, bool]:
    """The function that is differentiated, and whether it gives more: `lambda p: f(p)[0]`."""
    if isinstance(of, ast.Lambda):
        names = [parameter.arg for parameter in of.args.args]
        match of.body:
            case ast.Subscript(ast.Call(func, args, []), ast.Constant(0)):
                if [a.id for a in args if isinstance(a, ast.Name)] == names:
                    return func, True
    return of, False


def _known(facts: Facts, of: ast.expr) -> FunctionNode | None:
    """The function itself, where it stands in this file."""
    callee = calls(facts).callee(of) if isinstance(of, (ast.Name, ast.Attribute)) else None
    return callee.node if callee is not None and not callee.bound else None


def _is_computed_again(
    facts: Facts, loop: Loop, gradient: Gradient, call: ast.Call, function: FunctionNode
) -> bool:
    """Whether the next turn takes the gradient at what a call of this turn is given."""
    module = facts.module
    first, last = module.statement(gradient.call), module.statement(call)
    if not unconditional(module, gradient.call, first) or not unconditional(module, call, last):
        return False
    block = module.block_of(last)
    taken = next((s for s in block if s is first or module.within(first, s)), None)
    if taken is None or last not in block or not _reaches(facts, taken, first):
        return False
    start, end = block.index(taken), block.index(last)
    between = block[start:end]
    given = read_names(*call.args, *(k.value for k in call.keywords))
    if start >= end or not given & assigned_names(*between):
        return False
    read = {name.id for name, _ in captured(module, function)} | read_names(call)
    after, before = list(block[end:]), list(block[:start])
    inner: ast.AST = last
    while block is not loop.body:
        inner = module.parent[inner]
        if not isinstance(inner, ast.If):
            return False
        block = module.block_of(inner)
        place = block.index(inner)
        after, before = [*after, *block[place + 1 :]], [*block[:place], *before]
    around = [loop.target] if isinstance(loop, ast.For) else []
    if read & assigned_names(*around) or may_change(facts, [*before, *after], read):
        return False
    if may_change(facts, between, read - given):
        return False
    timed = (c for s in between for c in module.inside(ast.Call, s))
    return not any(facts.names.call(c) in CLOCKS for c in timed)


def _reaches(facts: Facts, around: ast.stmt, statement: ast.stmt) -> bool:
    """Whether a statement is run in its place by another one, at most behind a test."""
    while statement is not around:
        outer = facts.module.parent[statement]
        if not isinstance(outer, (ast.If, ast.With)) or isinstance(outer, FUNCTIONS):
            return False
        statement = outer
    return True
