"""Spans of time that hold the first call of a compiled function, and with it the compilation."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS, TURNING
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.machine.events import Span
from jaxopt_lint.semantics.jax.machine.timed import timed_spans
from jaxopt_lint.semantics.jax.recurrence import in_test, looped_call
from jaxopt_lint.semantics.python import COMPREHENSIONS, LOOPS

_TURNS = (*LOOPS, *COMPREHENSIONS)


@dataclass(frozen=True, slots=True)
class FirstCall:
    """The only call of a compiled function, between two readings of a clock.

    Attributes:
        node: the call.
        why: why it is compiled.
        compared: the time is divided, by another one or into an amount, or given back.
        brief: the function is in sight and has no loop, so that it may run for less than it takes
            to compile.
    """

    node: ast.Call
    why: str
    compared: bool
    brief: bool


def timed_compilations(facts: Facts) -> Iterator[FirstCall]:
    """The spans of a file that time the compilation of a function together with its one run."""
    seen = set()
    for span in timed_spans(facts):
        call = span.call
        if not isinstance(call, ast.Call) or not isinstance(span.node, ast.expr) or call in seen:
            continue
        if span.waits is None:
            continue  # it says nothing of the work either: a clock that is stopped too early
        seen.add(call)
        wrap = tracing(facts).jitted(call.func) if call in facts.module.parent else None
        if wrap is None or not _is_all(facts, span, call) or in_test(facts, call):
            continue
        if not _is_first(facts, call, wrap):
            facts.doubt(call, "{} may have been compiled before", call.func)
            continue
        why = f"{tracing(facts).verb(wrap)} at {facts.at(wrap.site)}"
        yield FirstCall(call, why, _compared(facts, span.node), _is_brief(facts, wrap))


def _is_brief(facts: Facts, wrap: Wrap) -> bool:
    """Whether the body of what is compiled is in sight, and has no loop in it."""
    if wrap.function is None:
        return False
    for node in ast.walk(wrap.function):
        if isinstance(node, _TURNS):
            return False
        found = TRANSFORMS.get(facts.names.call(node) or "") if isinstance(node, ast.Call) else None
        if found is not None and found.kind in TURNING:
            return False
    return True


def _is_all(facts: Facts, span: Span, call: ast.Call) -> bool:
    """Whether a span is taken around one call, in one function, and outside of loops."""
    module, start = facts.module, span.started
    if start not in module.parent or span.there or not isinstance(start, ast.expr):
        return False
    home = module.function(call)
    if module.function(start) is not home or module.function(span.node) is not home:
        return False
    first, last = module.statement(start), module.statement(span.node)
    block = module.block_of(first)
    if last not in block or module.statement(call) not in block:
        return False
    within = block[block.index(first) : block.index(last) + 1]
    return not any(isinstance(n, (*_TURNS, ast.With)) for s in within for n in ast.walk(s))


def _is_first(facts: Facts, call: ast.Call, wrap: Wrap) -> bool:
    """Whether nothing has called, or compiled, a function when a call of it is reached."""
    module = facts.module
    home = module.function(call)
    if any(isinstance(a, _TURNS) for a in _up_to(facts, call, home)):
        return False
    if home is not None and module.function(wrap.site) is home and not wrap.decorator:
        return _only_read(facts, call)  # a new one with each call of the function
    if home is not None and (looped_call(facts, home) or len(calls(facts).callers(home)) > 1):
        return False
    if wrap.decorator and wrap.function is not None:
        named = calls(facts).references(wrap.function)
        exported = calls(facts).dotted(wrap.function) in facts.project.imported
        return len(named) == 1 and not exported and named[0] is call.func
    return _only_read(facts, call)


def _only_read(facts: Facts, call: ast.Call) -> bool:
    """Whether what a call runs is a name that nothing else reads."""
    if not isinstance(call.func, ast.Name) or facts.names.only_binding(call.func) is None:
        return False
    holder = facts.module.holder(call.func)
    return len(facts.module.reads(holder, call.func.id)) == 1


def _up_to(facts: Facts, node: ast.AST, home: ast.AST | None) -> Iterator[ast.AST]:
    for around in facts.module.ancestors(node):
        if around is home:
            return
        yield around


def _compared(facts: Facts, reading: ast.expr) -> bool:
    """Whether the time that ends with a reading is divided, divides, or is what a function gives
    back."""
    differences = (facts.module.parent[read] for read in _reads(facts, reading))
    spans = [d for d in differences if isinstance(d, ast.BinOp) and isinstance(d.op, ast.Sub)]
    return any(_is_compared(facts, read) for span in spans for read in _reads(facts, span))


def _reads(facts: Facts, value: ast.expr) -> Sequence[ast.expr]:
    """Where a value is used: where the name that it is stored under is read, or where it stands."""
    stored = facts.module.stored_by(value)
    target = stored.targets[0] if stored is not None else None
    if not isinstance(target, ast.Name):
        return (value,)
    return facts.module.reads(facts.module.holder(target), target.id)


def _is_compared(facts: Facts, time: ast.expr) -> bool:
    """Whether a time is returned, is divided by what is no constant, or divides."""
    for inner, around in facts.module.way_out(time):
        if isinstance(around, ast.Return):
            return True
        if isinstance(around, ast.BinOp) and isinstance(around.op, ast.Div):
            if inner is around.right or not isinstance(around.right, ast.Constant):
                return True
        if not isinstance(around, (ast.BinOp, ast.Tuple)):
            return False
    return False
