"""Code that measures time: where clocks are read, and which compiled calls they enclose."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from jaxopt_lint.semantics.gradients import unconditional
from jaxopt_lint.semantics.module import FUNCTIONS

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts

CLOCKS = frozenset(
    {"time.time", "time.perf_counter", "time.monotonic", "time.process_time", "time.time_ns",
     "time.perf_counter_ns", "time.monotonic_ns", "timeit.default_timer"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Timing:
    """A span of time that ends before the device has finished what was started in it.

    Attributes:
        end: the reading of the clock that is subtracted from.
        call: the compiled call.
        statement: the statement that makes it.
        result: the name that the result is stored under; None where it is not.
    """

    end: ast.Call
    call: ast.Call
    statement: ast.stmt
    result: ast.expr | None


def is_timed(facts: Facts, node: ast.AST) -> bool:
    """Whether the function (or the module body) around a node reads a clock."""
    around = facts.module.function(node)
    for call in facts.module.nodes.get(ast.Call, ()):
        if facts.names.call(call) in CLOCKS and facts.module.function(call) is around:
            return True
    return False


def unfinished(facts: Facts) -> dict[ast.Call, Timing]:
    """The spans that measure how fast work is handed out, by the reading that ends them."""
    found = _cache.get(facts)
    if found is None:
        found = _cache[facts] = {}
        for node in facts.module.nodes.get(ast.BinOp, ()):
            assert isinstance(node, ast.BinOp)
            timing = _span(facts, node)
            if timing is not None:
                found[timing.end] = timing
    return found


_cache: WeakKeyDictionary[Facts, dict[ast.Call, Timing]] = WeakKeyDictionary()


def _span(facts: Facts, difference: ast.BinOp) -> Timing | None:
    """`clock() - start`, with `start = clock()` further up in the same block."""
    end, start = difference.left, difference.right
    if not isinstance(difference.op, ast.Sub) or not isinstance(start, ast.Name):
        return None
    module = facts.module
    if not isinstance(end, ast.Call) or facts.names.call(end) not in CLOCKS:
        return None
    last = module.statement(end)
    if isinstance(last, (ast.FunctionDef, ast.ClassDef)) or not unconditional(module, end, last):
        return None
    block = module.block_of(last)
    first = None
    for i in range(block.index(last) - 1, -1, -1):
        if _stores(block[i], start.id):
            first = i if _reads_clock(facts, block[i]) else None
            break
    if first is None:
        return None
    between = block[first + 1 : block.index(last)]
    return _only_dispatched(facts, end, between)


def _only_dispatched(facts: Facts, end: ast.Call, between: list[ast.stmt]) -> Timing | None:
    """The last compiled call of a span in which nothing waits, or may wait unseen."""
    timing: Timing | None = None
    for statement in between:
        if isinstance(statement, ast.For):
            if not _counts(facts, statement.iter):
                return None
            body = statement.body
        else:
            body = [statement]
        for inner in body:
            if _collects(inner):
                continue
            if not isinstance(inner, (ast.Assign, ast.Expr)) or not _dispatches(facts, inner):
                return None
            if isinstance(inner.value, ast.Call):
                result = inner.targets[0] if isinstance(inner, ast.Assign) else None
                timing = Timing(end, inner.value, inner, result)
    return timing


def _counts(facts: Facts, head: ast.expr) -> bool:
    """Whether a loop goes over `range(...)`, with or without a progress bar."""
    if not isinstance(head, ast.Call):
        return False
    if facts.names.of(head.func) in _BARS and head.args:
        return _counts(facts, head.args[0])
    return facts.names.is_builtin(head.func, "range") or facts.names.of(head.func) in _RANGES


_BARS = ("tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.notebook.tqdm", "tqdm.rich.tqdm")
_RANGES = ("tqdm.trange", "tqdm.auto.trange", "tqdm.notebook.trange")


def _collects(statement: ast.stmt) -> bool:
    """Whether a statement puts a value away as it is: `losses.append(loss)`."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "append"
        and all(isinstance(a, ast.Name) for a in call.args)
    )


def _dispatches(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement calls nothing but compiled functions."""
    for node in ast.walk(statement):
        if isinstance(node, (*FUNCTIONS, ast.JoinedStr)):
            return False
        if isinstance(node, ast.Call) and facts.tracing.jitted(node.func) is None:
            return False
    return True


def _stores(statement: ast.stmt, name: str) -> bool:
    return any(
        isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store)
        for n in ast.walk(statement)
    )


def _reads_clock(facts: Facts, statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and facts.names.call(statement.value) in CLOCKS
