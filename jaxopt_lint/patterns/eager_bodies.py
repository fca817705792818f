"""Loops on the host whose turns take something new, and run many operations on it as they are.

What a turn takes from an iterator keeps the loop from being one operation, and not its body from
being one function: a pass over data that is evaluated batch by batch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.eager_calls import eager_programs
from jaxopt_lint.patterns.eager_forwards import eager_forwards
from jaxopt_lint.patterns.eager_passes import eager_passes
from jaxopt_lint.patterns.eager_turns import eager_turns
from jaxopt_lint.patterns.eager_updates import eager_updates
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.machine.asking import LoopedWork, looped_work
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import LOOPS, all_names, root_of, stored_names

FEW = 16  # turns, where they are known: fewer are not worth a word
WORK = 6  # operations that are worth a function


@dataclass(frozen=True, slots=True, eq=False)
class EagerBody:
    """One loop whose body could be a function, and is run operation by operation.

    Attributes:
        node: the loop.
        operations: how many of them a turn runs.
    """

    node: ast.stmt
    operations: int

    @property
    def because(self) -> tuple[str, ...]:
        """What was proven."""
        return ("a turn asks for the value of what it computes, so that nothing traces it",)


def eager_bodies(facts: Facts) -> Iterator[EagerBody]:
    """The loops of a file that run what they are given operation by operation, and ask each turn
    for what comes out"""
    told: set[ast.AST] = set()
    for found in (eager_steps, eager_passes, eager_forwards, eager_programs, eager_updates):
        told |= {one.loop for one in found(facts).values()}  # type: ignore[operator]
    told |= eager_turns(facts).keys()
    for node, work in looped_work(facts).items():
        if not isinstance(node, LOOPS) or work.work < WORK or work.compiled:
            continue
        if (work.count is not None and work.count < FEW) or in_test(facts, node):
            continue
        if not tracing(facts).untraced(work.function) or not _waits(facts, work):
            continue
        if any(one is node or facts.module.within(one, node) for one in told):
            continue  # that says more
        if not _takes_anew(facts, node):
            facts.doubt(node, "its turns take nothing from an iterator of data", early=True)
            continue
        if _writes(facts, node) or _cuts(facts, node):
            facts.doubt(node, "its turns do more than to compute, or shapes differ in them")
            continue
        yield EagerBody(node, work.work)


def _waits(facts: Facts, work: LoopedWork) -> bool:
    """Whether a turn asks for the value of what it computes, so that nothing traces it."""
    return any(facts.module.within(node, work.node) for node in work.asked)


def _takes_anew(facts: Facts, loop: ast.AST) -> bool:
    """Whether each turn hands the device what it takes from an iterator, or what is gone over."""
    taken: set[str] = set()
    for one in facts.module.inside(ast.Assign, loop):
        made = one.value
        if isinstance(made, ast.Call) and facts.names.is_builtin(made.func, "next"):
            taken |= stored_names(*one.targets)
    if isinstance(loop, ast.For) and isinstance(loop.iter, (ast.Name, ast.Attribute)):
        taken |= stored_names(loop.target)
    return any(
        facts.names.call(call) in _HANDS_OVER
        and isinstance(root_of(call.args[0], (ast.Attribute, ast.Subscript)), ast.Name)
        and taken & all_names(call.args[0])
        for call in facts.module.inside(ast.Call, loop)
        if call.args
    )


def _writes(facts: Facts, loop: ast.AST) -> bool:
    """Whether a turn writes a file, or shows a picture, which takes longer."""
    if any(isinstance(one, (ast.With, ast.AsyncWith)) for one in ast.walk(loop)):
        return True
    made = (facts.names.call(call) or "" for call in facts.module.inside(ast.Call, loop))
    return any(name.startswith(_SLOW) for name in made)


_SLOW = ("numpy.save", "jax.numpy.save", "matplotlib.", "pickle.dump", "json.dump")


def _cuts(facts: Facts, loop: ast.AST) -> bool:
    """Whether a turn takes a part of something, up to a place that it has worked out."""
    bounds = [b for s in facts.module.inside(ast.Slice, loop) for b in (s.lower, s.upper)]
    return any(bound is not None and all_names(bound) for bound in bounds)


_HANDS_OVER = frozenset({"jax.numpy.array", "jax.numpy.asarray", "jax.device_put"})
