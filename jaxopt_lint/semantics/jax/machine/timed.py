"""What clocks enclose: from one reading to a later one that it is subtracted from."""

from __future__ import annotations

import ast
import itertools
from dataclasses import replace

from jaxopt_lint.semantics.jax.api.clocks import CLOCKS, TIMERS
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.machine.asking import place_of, seen_from
from jaxopt_lint.semantics.jax.machine.events import Span
from jaxopt_lint.semantics.jax.machine.run import Run
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.walking import walk

_NAMES = (ast.Name, ast.Attribute)
_CLOCK_WORDS = ("time.", "from time import", "default_timer")  # in files that may read one


@fact
def timed_spans(facts: Facts) -> tuple[Span, ...]:
    """The spans of time that a file takes while something compiled is handed to the device, in the
    order in which they come to pass; through calls, of other files too"""
    run, events = seen_from(facts, _timing(facts))
    parted = (_parted(run, e) for e in events if isinstance(e, Span) and not e.traces)
    spans = [span for span in parted if span is not None]
    # What is started and timed in another file is a matter of that file.
    return tuple(s for s in spans if run.is_own(s.node) and run.is_own(s.call))


def _parted(run: Run, span: Span) -> Span | None:
    """A span as the function sees it in which the ways to the clock and to the work part; None
    where what leads to the clock is no call that is written out: a callback that is run later."""
    both = zip(span.chain, span.way, strict=False)
    common = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] is pair[1], both))
    way = span.way[common:]
    if way[:1] == (span.node,):
        way = way[1:]  # `timeit.timeit(f)`: it reads the clock around what it calls
    call = way[0] if way else span.call
    if len(span.chain) == common:
        return replace(span, call=call)
    node = span.chain[common]
    if not isinstance(node, ast.expr):
        return None
    return replace(span, node=node, call=call, there=place_of(run, span.node))


def _timing(facts: Facts) -> list[FunctionNode | None]:
    """The functions on the host that read a clock, or use what does; None for the module."""
    readers = {_top_name(facts, c) for c in facts.module.all(ast.Call) if _reads_clock(facts, c)}
    out: dict[FunctionNode | None, None] = {}
    for call in facts.module.all(ast.Call):
        function = facts.module.function(call)
        if function in out or tracing(facts).staged(function):
            continue
        name = facts.names.of(call.func)
        own = isinstance(call.func, ast.Name) and call.func.id in readers
        if own or name in CLOCKS or name in TIMERS or (name and _times_elsewhere(facts, name)):
            out[function] = None
    return list(out)


def _times_elsewhere(facts: Facts, dotted: str) -> bool:
    """Whether something of another file may read a clock, itself or through its own file."""
    module, name = facts.project.home(dotted)
    text = facts.project.texts.get(module)
    if text is None or module not in facts.project.near(facts.module.name):
        return False
    other = elsewhere(facts, module) if any(map(text.mentions, _CLOCK_WORDS)) else None
    return other is not None and name.partition(".")[0] in _clocked(other)


@fact
def _clocked(facts: Facts) -> frozenset[str]:
    """The names of a module's top level that may read a clock when they are used."""
    said: dict[str, set[str]] = {}
    found: set[str] = set()
    for name, bindings in facts.module.top.bindings.items():
        nodes = [node for binding in bindings for node in walk(binding.node)]
        said[name] = {n.id for n in nodes if isinstance(n, ast.Name)}
        said[name] |= {n.attr for n in nodes if isinstance(n, ast.Attribute)}
        if any(facts.names.of(n) in CLOCKS | TIMERS for n in nodes if isinstance(n, _NAMES)):
            found.add(name)
    more = found
    while more:
        more = {name for name, words in said.items() if name not in found and words & more}
        found |= more
    return frozenset(found)


def _reads_clock(facts: Facts, call: ast.Call) -> bool:
    return facts.names.of(call.func) in CLOCKS


def _top_name(facts: Facts, node: ast.AST) -> str | None:
    """The function or class of the module's top level that holds a node."""
    while (around := facts.module.parent.get(node)) is not facts.module.tree:
        if around is None:
            return None
        node = around
    return getattr(node, "name", None)
