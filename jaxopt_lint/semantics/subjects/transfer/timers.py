"""Code that measures time: where clocks are read, and which compiled calls they enclose."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode, all_names, stored_names
from jaxopt_lint.semantics.subjects.differentiation.gradients import unconditional
from jaxopt_lint.semantics.subjects.transfer.waits import waits

CLOCKS = frozenset(
    {"time.time", "time.perf_counter", "time.monotonic", "time.process_time", "time.time_ns",
     "time.perf_counter_ns", "time.monotonic_ns", "timeit.default_timer"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Timing:
    """A span of time that ends before the device has finished what was started in it.

    Attributes:
        node: the reading of the clock that is subtracted from.
        call: the compiled call.
        statement: the statement that makes it.
        result: the name that the result is stored under; None where it is not.
    """

    node: ast.Call
    call: ast.Call
    statement: ast.stmt
    result: ast.expr | None


def times_its_turns(facts: Facts, loop: ast.AST) -> bool:
    """Whether a loop starts a clock in each turn: the time of it counts the wait for the device."""
    return any(_reads_clock(facts, node) for node in ast.walk(loop))


def is_timed(facts: Facts, node: ast.AST) -> bool:
    """Whether the function (or the module body) around a node reads a clock."""
    return facts.module.function(node) in _timed(facts)


@fact
def _timed(facts: Facts) -> set[FunctionNode | None]:
    """The functions that read a clock; None for code outside of functions."""
    return {
        facts.module.function(call)
        for call in facts.module.all(ast.Call)
        if facts.names.call(call) in CLOCKS
    }


@fact
def unfinished(facts: Facts) -> dict[ast.Call, Timing]:
    """The spans that measure how fast work is handed out, by the reading that ends them."""
    spans = (_span(facts, node) for node in facts.module.all(ast.BinOp))
    return {timing.node: timing for timing in spans if timing is not None}


def _span(facts: Facts, difference: ast.BinOp) -> Timing | None:
    """`clock() - start`, with `start = clock()` further up in the same block; or `end - start`,
    with `end = clock()` between the two."""
    end, start = difference.left, difference.right
    if not isinstance(difference.op, ast.Sub) or not isinstance(start, ast.Name):
        return None
    module = facts.module
    if isinstance(end, ast.Name):
        end = _last_reading(facts, difference, end.id) or end
    if not isinstance(end, ast.Call) or facts.names.call(end) not in CLOCKS:
        return None
    last = module.statement(end)
    if isinstance(last, (ast.FunctionDef, ast.ClassDef)) or not unconditional(module, end, last):
        return None
    block = module.block_of(last)
    first = None
    for i in range(block.index(last) - 1, -1, -1):
        if start.id in stored_names(block[i]):
            first = i if _reads_clock(facts, block[i]) else None
            break
    if first is None:
        what = "`{}` is not known to be read from a clock before it, in the same block"
        return facts.doubt(end, what, start.id)
    between = block[first + 1 : block.index(last)]
    return _only_dispatched(facts, end, between)


def _last_reading(facts: Facts, node: ast.expr, name: str) -> ast.Call | None:
    """The reading of a clock that a name stands for at a node, in the same block."""
    for statement in reversed(facts.module.before(facts.module.statement(node))):
        if name in stored_names(statement):
            read = statement.value if isinstance(statement, ast.Assign) else None
            return read if isinstance(read, ast.Call) and _reads_clock(facts, statement) else None
    return None


def _only_dispatched(facts: Facts, end: ast.Call, between: list[ast.stmt]) -> Timing | None:
    """The last compiled call of a span behind which nothing waits, or may wait unseen.

    What stands in front of it may run anything that is not seen to wait: nobody can have waited
    there for what is handed out later.
    """
    timing: Timing | None = None
    for statement in between:
        body: list[ast.stmt] = [statement]
        if isinstance(statement, ast.For):
            while any(isinstance(inner, ast.For) for inner in body):
                at = next(i for i, inner in enumerate(body) if isinstance(inner, ast.For))
                loop = body[at]
                assert isinstance(loop, ast.For)
                if loop.orelse or not _only_counts(facts, loop.iter):
                    return facts.doubt(end, "going over {} may wait", loop.iter, at=loop)
                body = [*body[:at], *loop.body, *body[at + 1 :]]
        elif isinstance(statement, FUNCTIONS):
            continue
        for inner in body:
            if not _dispatches(facts, inner):
                if timing is None and body == [statement] and _waits_unseen_at_most(facts, inner):
                    continue
                what = "a statement between the two readings may wait unseen"
                return facts.doubt(end, what, at=inner)
            if timing is not None and _overwrites(inner, timing.result):
                return None
            value = inner.value if isinstance(inner, (ast.Assign, ast.Expr)) else None
            if isinstance(value, ast.Call) and _computes(facts, value):
                result = inner.targets[0] if isinstance(inner, ast.Assign) else None
                timing = Timing(end, value, inner, result)
    if timing is None:
        facts.doubt(end, "no compiled call is seen between the two readings", early=True)
    return timing


def _waits_unseen_at_most(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a plain statement does nothing that is known to wait for the device."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
        return False
    return not any(isinstance(n, ast.Call) and waits(facts, n)[1] for n in ast.walk(statement))


def _only_counts(facts: Facts, head: ast.expr) -> bool:
    """Whether going over something takes no time: a range, with or without a progress bar."""
    name = facts.names.call(head) or ""
    if not isinstance(head, ast.Call) or facts.names.is_builtin(head.func, "range"):
        return isinstance(head, ast.Call)
    counts = name.endswith("trange") or (bool(head.args) and _only_counts(facts, head.args[0]))
    return name.startswith("tqdm.") and counts


def _dispatches(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement calls nothing but compiled functions, and otherwise only keeps things."""
    if not isinstance(statement, (ast.Assign, ast.AugAssign, ast.Expr)):
        return False
    for node in ast.walk(statement):
        if isinstance(node, (*FUNCTIONS, ast.JoinedStr)):
            return False
        if isinstance(node, ast.Call) and not _waits_for_nothing(facts, node):
            return False
    return True


def _waits_for_nothing(facts: Facts, call: ast.Call) -> bool:
    if isinstance(call.func, ast.Attribute) and call.func.attr == "append":
        return isinstance(call.func.value, ast.Name)
    return facts.names.of(call.func) in _KEEPS or tracing(facts).jitted(call.func) is not None


_KEEPS = ("flax.nnx.update", "flax.nnx.merge", "flax.nnx.split", "flax.nnx.state")


def _computes(facts: Facts, call: ast.Call) -> bool:
    """Whether a call is one of a compiled function that leaves the device something to do.

    A step that gives back what it got is there to time the dispatch.
    """
    wrap = tracing(facts).jitted(call.func)
    if wrap is None:
        return False
    if wrap.function is None:
        return True
    return any(
        isinstance(n, ast.BinOp)
        or (isinstance(n, ast.Call) and facts.names.of(n.func) not in _KEEPS)
        for n in ast.walk(wrap.function)
        if n not in getattr(wrap.function, "decorator_list", ())
    )


def _overwrites(statement: ast.stmt, result: ast.expr | None) -> bool:
    """Whether a statement that starts nothing takes a result, or the way to it, out of reach."""
    value = statement.value if isinstance(statement, (ast.Assign, ast.Expr)) else None
    if result is None or isinstance(value, ast.Call):
        return False
    return bool(all_names(result) & stored_names(statement))


def _reads_clock(facts: Facts, statement: ast.AST) -> bool:
    return isinstance(statement, ast.Assign) and facts.names.call(statement.value) in CLOCKS
