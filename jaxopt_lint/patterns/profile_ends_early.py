"""Profiles that end before the device has done what was handed to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Kind, tracing, values
from jaxopt_lint.semantics.jax.called import called

_NEVER_WAITS = ("jax.random.", "jax.profiler.", "jax.nn.")
_BUILTINS = ("enumerate", "len", "range", "reversed", "zip")


@dataclass(frozen=True, slots=True)
class EndsEarly:
    """A profile in which nobody waits.

    Attributes:
        node: what ends it: the context, or the call.
        work: the last call in it that hands out work.
    """

    node: ast.expr
    work: ast.Call


def profiles(facts: Facts) -> Iterator[EndsEarly]:
    """The profiles of a file that end before the work is done."""
    for call, name in called(facts, "jax.profiler.trace", "jax.profiler.stop_trace"):
        if name == "jax.profiler.trace":
            item = facts.module.parent[call]
            around = facts.module.parent[item]
            span = around.body if isinstance(around, ast.With) else []
        else:
            span = _since_start(facts, call)
        work = _unfinished(facts, span)
        if work is not None:
            yield EndsEarly(call, work)


def _since_start(facts: Facts, stop: ast.Call) -> list[ast.stmt]:
    """The statements of the same block between `start_trace` and `stop_trace`."""
    statement = facts.module.statement(stop)
    if not isinstance(statement, ast.Expr) or facts.module.block_of(statement) is None:
        return []
    before = facts.module.before(statement)
    for place in reversed(range(len(before))):
        started = before[place]
        if isinstance(started, ast.Expr):
            if facts.names.call(started.value) == "jax.profiler.start_trace":
                return before[place + 1 :]
    return []


def _unfinished(facts: Facts, span: list[ast.stmt]) -> ast.Call | None:
    """The last compiled call of a span in which nothing waits, and nothing may."""
    work = None
    for node in facts.module.inside(ast.AST, *span):
        if isinstance(node, (ast.If, ast.While, ast.Assert, ast.IfExp, ast.Yield, ast.Await)):
            test = getattr(node, "test", None)
            if test is None or values(facts).kind(test) is not Kind.STATIC:
                return None
        elif isinstance(node, (ast.FormattedValue, ast.Return)):
            return None
        elif isinstance(node, ast.Call):
            name = facts.names.call(node) or ""
            if tracing(facts).compiled(node.func):
                if work is None or node.lineno >= work.lineno:
                    work = node
            elif not name.startswith(_NEVER_WAITS) and not _is_plain(facts, node, name):
                return None
    return work


def _is_plain(facts: Facts, call: ast.Call, name: str) -> bool:
    """Whether a call of Python or of `jax.numpy` does not wait for the device."""
    if facts.names.is_builtin(call.func, *_BUILTINS):
        return True
    if name.startswith("jax.numpy.") or name == "jax.device_put":
        return True
    return not name and isinstance(call.func, ast.Attribute) and call.func.attr == "append"
