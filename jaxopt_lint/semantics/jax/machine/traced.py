"""What comes to pass in a function while it is traced, from all ways to it that the file shows.

A function is run from where it is compiled: from the calls of what was compiled, with what they
give, or else with arguments of which nothing is known. What only tests compile is no proof.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from jaxopt_lint.semantics.jax.api.transforms import STAGING
from jaxopt_lint.semantics.jax.applied import applied
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.frameworks import outer_function
from jaxopt_lint.semantics.jax.machine.events import Concretization, Guard, Trace
from jaxopt_lint.semantics.jax.machine.run import Run
from jaxopt_lint.semantics.jax.project import is_test_file
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, FunctionNode

_UP = 4  # calls that are followed from a function to what compiles it


@dataclass(slots=True)
class Runs:
    """The runs of a file in which compiled functions are looked into.

    Attributes:
        done: from where they have set out.
    """

    run: Run
    done: set[object] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Traced:
    """What the machine saw of a function while it was traced.

    Attributes:
        run: it was run at least once, and no run that leads to it was cut short.
        asked: the tracers whose value is asked for in it, by the node that asks; the first for
            each, those first that nothing can keep from happening.
        met: the calls and tests in it that some run has come to; with the tests passed on the first
            way that may give them a tracer, or None if there is none.
    """

    run: bool
    asked: dict[ast.expr, Concretization]
    met: dict[ast.expr, tuple[Guard, ...] | None]


@fact
def _runs(facts: Facts) -> Runs:
    return Runs(Run(facts, opaque=False))


@fact
def traced(facts: Facts, function: FunctionNode) -> Traced:
    """What comes to pass in a function while it is traced, on all ways that the file shows"""
    runs = _runs(facts)
    run = runs.run
    entered = [entry for entry in _ways(facts, function) if _set_out(facts, runs, entry)]
    asked: dict[ast.expr, Concretization] = {}
    for event in run.events:
        if isinstance(event, Concretization) and event.function is function:
            known = asked.get(event.node)
            if known is None or (event.certain and not known.certain):
                asked[event.node] = event
    met = {
        call: open_ for call, open_ in run.met.items() if facts.module.function(call) is function
    }
    whole = not any(entry in run.exhausted for entry in entered)
    return Traced(whole and function in run.latest, asked, met)


def _set_out(facts: Facts, runs: Runs, entry: object) -> bool:
    """Run from an entry, if that has not been done; whether there is anything to run."""
    if entry in runs.done:
        return True
    runs.done.add(entry)
    run = runs.run
    if isinstance(entry, Wrap):
        before = run.latest.get(entry.function) if entry.function is not None else None
        for caller in _callers(facts, entry):
            if caller not in runs.done:
                runs.done.add(caller)
                run.enter(caller)
        if entry.function is None or run.latest.get(entry.function) is before:
            run.enter_wrap(entry)
    elif isinstance(entry, FUNCTIONS):
        for there in applied(facts).elsewhere(entry):
            if there.transform in STAGING and not _of_test(there.where):
                run.enter_traced(entry, there)
        sites = calls(facts)
        own = "" if isinstance(entry, ast.Lambda) else sites.own_name(entry)
        witness = facts.project.staged_callers.get(own)
        # What this file compiles is entered from there, with what is given there.
        here = witness is not None and f" at {facts.display}:" in witness
        if witness is not None and not here and not _of_test(witness):
            run.enter_called(entry, witness)
    return True


def _callers(facts: Facts, wrap: Wrap) -> Iterator[FunctionNode]:
    """The functions that call what a wrap makes, or that run it where they make it."""
    found = calls(facts).callers(wrap.function) if wrap.function is not None else []
    sites: list[ast.AST] = [*found]
    if not wrap.transform.wrapper:
        sites = [wrap.site]
    for site in sites:
        caller = facts.module.function(site)
        if caller is not None and not in_test(facts, site):
            yield caller


def _ways(facts: Facts, function: FunctionNode) -> list[object]:
    """What a function is traced by, itself or through those that call it or hold it."""
    out: dict[object, None] = {}
    level: list[FunctionNode] = [function]
    seen: set[FunctionNode] = {function}
    for _ in range(_UP):
        above: list[FunctionNode] = []
        for one in level:
            for wrap in applied(facts).of(one):
                if not wrap.transform.host and not in_test(facts, wrap.site):
                    out[wrap] = None
            if not isinstance(one, ast.Lambda):
                out[one] = None
            around = outer_function(facts, one)
            callers = [facts.module.function(c) for c in calls(facts).callers(one)]
            above += [f for f in (*callers, around) if f is not None and f not in seen]
            seen.update(above)
        level = above
    return list(out)


def _of_test(witness: str) -> bool:
    """Whether a witness, as `jit at tests/test_a.py:3`, stands in a file of tests."""
    return is_test_file(witness.rpartition(" at ")[2].partition(":")[0])


def told(facts: Facts, event: Concretization) -> str:
    """How the code around an event comes to be traced: "jitted at train.py:41, through `loss`"."""
    trace = event.trace
    assert trace is not None
    inner = [facts.module.function(call) for call in event.chain[trace.depth + 1 :]]
    names = dict.fromkeys(f"`{getattr(f, 'name', 'lambda')}`" for f in inner if f is not None)
    through = f", through {' and '.join(names)}" if names else ""
    return f"{_verb(trace)} at {trace.where}{_called(facts, event, trace)}{through}"


def _called(facts: Facts, event: Concretization, trace: Trace) -> str:
    """Where the compiled function is called with what makes it fail, if the file shows that."""
    call = event.chain[trace.depth] if trace.depth < len(event.chain) else None
    if not isinstance(call, ast.Call) or call is trace.site or trace.site is None:
        return ""
    return f" and called at {facts.at(call)}"


def _verb(trace: Trace) -> str:
    return {
        "jit": "jitted", "pmap": "pmapped", "vmap": "vmapped", "scan": "scanned",
        "shard_map": "shard_mapped", "grad": "differentiated",
    }.get(trace.kind, f"passed to `{trace.kind}`")  # fmt: skip
