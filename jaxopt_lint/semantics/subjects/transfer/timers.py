"""Code that measures time: where clocks are read, and which compiled calls they enclose."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.api.clocks import CLOCKS
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.effects.effect import of_kinds
from jaxopt_lint.semantics.jax.effects.walk import effects
from jaxopt_lint.semantics.jax.machine.events import Span
from jaxopt_lint.semantics.jax.machine.timed import timed_spans
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.jax.switched import looks_through_results
from jaxopt_lint.semantics.python import (
    COMPREHENSIONS,
    FUNCTIONS,
    LOOPS,
    FunctionNode,
    all_names,
    argument,
    stored_names,
)
from jaxopt_lint.semantics.subjects.transfer.first_calls import (
    called_in_loop_later,
    is_first_call,
)
from jaxopt_lint.semantics.subjects.transfer.steps import waits_by_itself


@dataclass(frozen=True, slots=True)
class Timing:
    """A span of time that ends before the device has finished what was started in it.

    Attributes:
        node: the reading of the clock that is subtracted from, or the call that leads to it.
        call: the last compiled call of the span, or the call that leads to it.
        name: what that calls, for people.
        statement: the statement that makes it.
        result: the name that the result is stored under; None where it is not.
        there: where the reading is, as `file:row`, if it is in another function.
        early: the reading is the first one, and the call still runs when it is taken.
        first: nothing in its function has called the same before, so that the span may hold tracing
            and compilation as well.
        warm_up: besides, a loop calls it again later, and no clock that is started by then counts
            what is left of the run.
        behind: there may be more calls than those by which Python can be ahead of the device.
        long: what was called last is called many times as often.
    """

    node: ast.expr
    call: ast.Call
    name: str
    statement: ast.stmt
    result: ast.expr | None
    there: str = ""
    early: bool = False
    first: bool = False
    warm_up: bool = False
    seldom: bool = False
    behind: bool = False
    long: bool = False

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual."""
        return Severity.INFO if self.first or self.seldom or self.long else None


def is_timed(facts: Facts, node: ast.AST) -> bool:
    """Whether the function (or the module body) around a node reads a clock."""
    return facts.module.function(node) in _timed(facts)


def waits_for_clock(facts: Facts, wait: ast.Call, loop: ast.AST) -> bool:
    """Whether a wait in a loop may be there for the sake of a clock: one is read in the same
    loop, or in its function, and the wait gives nothing else."""
    if not is_timed(facts, wait):
        return False
    calls = facts.module.inside(ast.Call, loop)
    within = any(facts.names.call(call) in CLOCKS for call in calls)
    return within or isinstance(facts.module.parent[wait], ast.Expr)


@fact
def _timed(facts: Facts) -> set[FunctionNode | None]:
    """The functions that read a clock; None for code outside of functions."""
    return {
        facts.module.function(call)
        for call in facts.module.all(ast.Call)
        if facts.names.call(call) in CLOCKS
    }


@fact
def unfinished(facts: Facts) -> dict[ast.expr, Timing]:
    """The spans that measure how fast work is handed out, by the reading that ends them"""
    found: dict[ast.expr, Timing] = {}
    for span in timed_spans(facts):
        if span.waits is not None:
            warm = _warm_up(facts, span)
            if warm is not None:
                found.setdefault(warm.node, warm)
                continue
            what = "{} is known to wait between the two readings, or may wait unseen"
            facts.doubt(span.node, what, _shown(facts, span.waits))
            continue
        timing = _timing(facts, span)
        if timing is not None and timing.node not in found:
            first = is_first_call(facts, span, timing.call)
            again = first and called_in_loop_later(facts, span, timing.call)
            warm_up = again and not _runs_on(facts, span)
            seldom = _shown_seldom(facts, timing.node)
            ahead = span.runs is None or span.runs > AHEAD
            long = span.last is not None and span.last >= _MANY * AHEAD
            found[timing.node] = replace(
                timing, first=first, warm_up=warm_up, seldom=seldom, behind=ahead, long=long
            )
    return found


def _shown_seldom(facts: Facts, clock: ast.expr) -> bool:
    """Whether a reading only goes into a line of a log that is written for its first few times."""
    for _, around in facts.module.way_out(clock):
        if isinstance(around, ast.stmt):
            return False
        if isinstance(around, ast.Call) and facts.names.call(around) == "absl.logging.log_first_n":
            times = static_int(facts, argument(around, 2, "n"))
            return times is not None and times <= _SELDOM
    return False


_SELDOM = 16  # lines
# Programs that XLA takes on before the first is done, on CPUs and GPUs: who hands out another one
# waits. And the times that, of which the rest is little.
AHEAD, _MANY = 32, 10


def _runs_on(facts: Facts, span: Span) -> bool:
    """Whether another span begins while the work of one is still under way, and counts the rest."""
    return any(
        other.ahead is span.call and len(other.loops) == len(span.loops)
        for other in timed_spans(facts)
    )


_SPANS = (*LOOPS, *COMPREHENSIONS, *FUNCTIONS)


def _warm_up(facts: Facts, span: Span) -> Timing | None:
    """The finding that a span is whose first reading finds the same work still under way."""
    module, call, start = facts.module, span.ahead, span.started
    if not isinstance(call, ast.Call) or not isinstance(start, ast.expr):
        return None
    timed = span.call
    if not all(n in module.parent for n in (call, start, timed)) or not isinstance(timed, ast.Call):
        return None
    if module.function(call) is not module.function(start):
        return None
    if ast.dump(call.func) != ast.dump(timed.func) or call is timed:
        return None
    if module.around(timed, *_SPANS) is not module.around(start, *_SPANS):
        return facts.doubt(
            call, "{} is timed in a loop, of which one turn more tells little", timed
        )
    timing = _timing(facts, replace(span, node=start, call=call, there=""))
    return replace(timing, early=True) if timing is not None else None


def _shown(facts: Facts, node: ast.AST) -> ast.AST | str:
    return node if node in facts.module.parent else "code of another file"


def _timing(facts: Facts, span: Span) -> Timing | None:
    """The finding that a span is; None where nothing is left to wait for."""
    module, call = facts.module, span.call
    if not isinstance(call, ast.Call) or call not in module.parent or not _computes(facts, call):
        return None
    if waits_by_itself(facts, call.func):
        return facts.doubt(call, "{} waits for its results by itself", call.func)
    if looks_through_results(facts):
        return facts.doubt(call, "compiled calls wait here, to look for NaN in their results")
    if _calls_back(facts, call.func):
        return facts.doubt(call, "{} calls back to Python, for which the CPU waits", call.func)
    statement = module.statement(call)
    value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    result = None
    if value is call and call is not span.node:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]  # type: ignore[attr-defined]
        result = targets[0]
        block = module.block_of(statement)
        behind = block[block.index(statement) + 1 :]
        if any(_overwrites(s, result) for s in behind if s.lineno < span.node.lineno):
            return None
    if call is span.node:
        handed = argument(call, 0, "stmt")  # `timeit.timeit(step)`
        shown = module.source(handed) if handed is not None else ""
    else:
        shown = "" if module.within(call, span.node) else _named(facts, call.func)
    return Timing(span.node, call, shown or span.name, statement, result, span.there)


def _named(facts: Facts, func: ast.expr) -> str:
    """What a call runs, for people: without its arguments where it is long itself."""
    text = facts.module.source(func)
    if isinstance(func, ast.Call) and ("\n" in text or len(text) > _LONG):
        return f"{facts.module.source(func.func)}(...)"
    return text


_LONG = 60


def _computes(facts: Facts, call: ast.Call) -> bool:
    """Whether a call that is seen to be compiled leaves the device something to do.

    A step that gives back what it got is there to time the dispatch.
    """
    wrap = tracing(facts).jitted(call.func)
    if wrap is None or wrap.function is None:
        return True
    return any(
        isinstance(n, ast.BinOp)
        or (isinstance(n, ast.Call) and facts.names.of(n.func) not in _KEEPS)
        for n in ast.walk(wrap.function)
        if n not in getattr(wrap.function, "decorator_list", ())
    )


def _calls_back(facts: Facts, func: ast.expr) -> bool:
    """Whether what something compiled runs calls functions of Python while it runs: on a CPU, such
    a call returns only when it is done."""
    wrap = tracing(facts).jitted(func)
    if wrap is None or wrap.function is None:
        return False
    if any(of_kinds(effects(facts, wrap.function), "callback")):
        return True
    pure = (call for call, _ in called(facts, "jax.pure_callback"))
    return any(facts.module.within(call, wrap.function) for call in pure)


_KEEPS = ("flax.nnx.update", "flax.nnx.merge", "flax.nnx.split", "flax.nnx.state")


def _overwrites(statement: ast.stmt, result: ast.expr) -> bool:
    """Whether a statement that starts nothing takes a result, or the way to it, out of reach."""
    value = statement.value if isinstance(statement, (ast.Assign, ast.Expr)) else None
    return not isinstance(value, ast.Call) and bool(all_names(result) & stored_names(statement))
