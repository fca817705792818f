"""Calls within a span of time that may be the first ones of what they call.

The first call of a compiled function traces and compiles it, and the program waits for that: what a
clock shows of it is not the time to hand out work alone. Programs warm up so, and say how long it
took.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.machine.events import Span
from jaxopt_lint.semantics.jax.recurrence import loop_around


def is_first_call(facts: Facts, span: Span, call: ast.Call) -> bool:
    """Whether nothing in the function around a span, or in the body of the module, calls the same
    before the span begins."""
    if loop_around(facts, call) is not None:
        return False
    began = getattr(span.started, "lineno", call.lineno)
    if span.started not in facts.module.parent:
        began = call.lineno
    return not any(other.lineno < began for other in _same(facts, call))


def called_in_loop_later(facts: Facts, span: Span, call: ast.Call) -> bool:
    """Whether a loop behind a span calls the same."""
    ended = span.node.lineno
    return any(
        other.lineno > ended and loop_around(facts, other) is not None
        for other in _same(facts, call)
    )


def _same(facts: Facts, call: ast.Call) -> Iterator[ast.Call]:
    """The calls of the same in the same function, its inner functions included."""
    text = ast.unparse(call.func)
    around = facts.module.function(call) or facts.module.tree
    for other in facts.module.inside(ast.Call, around):
        if other is not call and ast.unparse(other.func) == text:
            yield other
