"""What others ask the machine: the events of a file, from the entries that can lead to them.

Nothing is run that cannot lead to an event of the kind that is asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.frameworks import outer_function
from jaxopt_lint.semantics.jax.machine.events import Wait
from jaxopt_lint.semantics.jax.machine.run import Run
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python.nodes import LOOPS
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, FunctionNode

_UP = 3  # calls that are followed from a loop to where they come from


@fact
def looped_waits(facts: Facts) -> tuple[Wait, ...]:
    """Where a loop on the host waits for what was computed in the same turn, in the order in which
    it comes to pass; through calls within the file"""
    run = Run(facts, opaque=True)
    looping = _looping(facts)
    if not looping:
        return ()
    for entry in _entries(facts, looping):
        if entry is None:
            run.enter_module()
        else:
            run.enter(entry)
    for function in looping:
        if function is not None and function not in run.latest:
            run.enter(function)
    waits = (e for e in run.events if isinstance(e, Wait) and not e.traces)
    return tuple(_from_here(run, w) for w in waits if w.fresh and run.is_own(w.fresh.node))


def _from_here(run: Run, wait: Wait) -> Wait:
    """A wait as the file that is looked at sees it: at the call that leads to it, where it comes
    to pass in another file."""
    if run.is_own(wait.node):
        return wait
    last = next(i for i, node in reversed([*enumerate(wait.chain)]) if run.is_own(node))
    node = wait.chain[last]
    assert isinstance(node, ast.expr)
    return replace(
        wait, node=node, function=run.own.facts.module.function(node), chain=wait.chain[:last],
        expression=node, there=wait.there or _place(run, wait.node),
    )  # fmt: skip


def _place(run: Run, node: ast.expr) -> str:
    homes = [home for home in run.homes.values() if home is not None]
    found = next((h for h in homes if node in h.facts.module.parent), None)
    return found.facts.at(node) if found is not None else ""


def _looping(facts: Facts) -> list[FunctionNode | None]:
    """The functions on the host that have a loop which may hand work to the device; None for the
    module."""
    touching = _touching(facts)
    out: dict[FunctionNode | None, None] = {}
    for loop in facts.module.all(*LOOPS, *COMPREHENSIONS):
        function = facts.module.function(loop)
        if function in out or function not in touching:
            continue
        if tracing(facts).staged(function) is None and not in_test(facts, loop):
            out[function] = None
    return list(out)


def _touching(facts: Facts) -> set[FunctionNode | None]:
    """The functions that call JAX or what it compiled, themselves or through others."""
    found: set[FunctionNode | None] = set()
    transforms = tracing(facts)
    for call in facts.module.all(ast.Call):
        function = facts.module.function(call)
        if function in found:
            continue
        name = facts.names.of(call.func)
        if (name or "").startswith("jax.") or transforms.compiled(call.func):
            found.add(function)
    pending = list(found)
    while pending:
        function = pending.pop()
        if function is None:
            continue
        callers = [facts.module.function(c) for c in calls(facts).callers(function)]
        for caller in (*callers, outer_function(facts, function)):
            if caller not in found:
                found.add(caller)
                pending.append(caller)
    return found


def _entries(facts: Facts, functions: list[FunctionNode | None]) -> Iterator[FunctionNode | None]:
    """From where the callers of some functions set out in this file; None for its body."""
    given: set[FunctionNode | None] = set()
    for function in functions:
        for entry in _above(facts, function):
            if entry not in given:
                given.add(entry)
                yield entry


def _above(facts: Facts, function: FunctionNode | None) -> list[FunctionNode | None]:
    out: dict[FunctionNode | None, None] = {}
    level: list[FunctionNode | None] = [function]
    seen = {function}
    for _ in range(_UP):
        above: list[FunctionNode | None] = []
        for one in level:
            sites = calls(facts).callers(one) if one is not None else []
            sites = [s for s in sites if not in_test(facts, s)]
            callers = [facts.module.function(site) for site in sites]
            fresh = [c for c in callers if c not in seen]
            if not fresh:
                out[one] = None
            seen.update(fresh)
            above += fresh
        level = above
    out.update(dict.fromkeys(level))
    return list(out)
