"""What others ask the machine: the events of a file, from the entries that can lead to them.

Nothing is run that cannot lead to an event of the kind that is asked for.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from jaxopt_lint.semantics.jax.api.frameworks import is_apply
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.effects.effect import LASTING, of_kinds
from jaxopt_lint.semantics.jax.effects.walk import effects
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.frameworks import outer_function
from jaxopt_lint.semantics.jax.hosted import hosted, on_request
from jaxopt_lint.semantics.jax.machine.annotations import believed
from jaxopt_lint.semantics.jax.machine.contents import leaves
from jaxopt_lint.semantics.jax.machine.events import (
    Compiled,
    Deed,
    EagerCall,
    Event,
    Guard,
    Looped,
    LoopNode,
    Turn,
    Upload,
    Wait,
)
from jaxopt_lint.semantics.jax.machine.run import Run
from jaxopt_lint.semantics.jax.machine.values import Array, Network, Tree
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.writes import writes_at
from jaxopt_lint.semantics.python.nodes import LOOPS, all_names
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, FunctionNode
from jaxopt_lint.semantics.python.walking import walk

_Told = TypeVar("_Told", Wait, Upload)
_UP = 3  # calls that are followed from a loop to where they come from


@dataclass(frozen=True, slots=True, eq=False)
class LoopedWork:
    """What a turn of a loop hands to the device, on the busiest of the ways to it.

    Attributes:
        node: the loop.
        function: the function around it; None for the body of the module.
        work: how many operations that are, of two ways both; calls of compiled functions are one.
        compiled: how many of them are calls of compiled functions.
        eager: see `Looped`.
        steps: see `Looped`.
        count: how many turns there are at most; None if that is not known.
        over: see `Turn`.
        carries: a turn needs what an earlier one has computed.
        gathers: see `Turn`.
        forward: a call of a network that nothing compiles, with its name.
        hosted: it is certainly not traced: it is run from the body of the module, or some program
            of the project runs the function around it as it is.
        guards: the tests passed on the way to it.
        unknown: the names of which nobody knows at the end of a turn what they hold.
        indexed: the items of lists and of what is not known that a turn takes.
        asked: the nodes that ask for the value of an array, and the calls that lead to such.
        rests: the default that the count rests on, as a clause; "" where it is known.
        repeats: how often loops around it come to it at the least, as far as their turns are known.
    """

    node: LoopNode
    function: FunctionNode | None
    work: int
    compiled: int
    eager: tuple[Deed, ...]
    steps: tuple[str, ...]
    count: int | None
    over: str
    carries: bool
    gathers: bool
    forward: tuple[ast.expr, str] | None
    hosted: bool
    guards: tuple[Guard, ...]
    unknown: frozenset[str]
    indexed: frozenset[ast.Subscript]
    asked: frozenset[ast.AST]
    rests: str = ""
    repeats: int = 1


@fact
def looped_waits(facts: Facts) -> tuple[Wait, ...]:
    """Where a loop on the host waits for what was computed in the same turn, in the order in which
    it comes to pass; through calls, of other files too"""
    run, events, _ = on_the_host(facts)
    waits = (e for e in events if isinstance(e, Wait) and not e.traces)
    return tuple(from_here(run, w) for w in waits if w.fresh and run.is_own(w.fresh.node))


@fact
def looped_work(facts: Facts) -> dict[LoopNode, LoopedWork]:
    """What the turns of loops hand to the device, on the host and where they are unrolled"""
    run, _, _ = on_the_host(facts)
    for function in _looping(facts, staged=True):
        if function is not None and (function not in run.latest or function in run.cut):
            run.enter(function)
    found: dict[LoopNode, list[Looped]] = {}
    for looped in run.looped:
        if run.is_own(looped.turn.node):
            found.setdefault(looped.turn.node, []).append(looped)
    return {node: _joined(run, several) for node, several in found.items()}


@fact
def looped_calls(facts: Facts) -> tuple[EagerCall, ...]:
    """The calls in loops on the host that only compute, operation by operation, where they are or
    lead to in this file; through other files, too"""
    run, _, _ = on_the_host(facts)
    return tuple(
        c for c in _only_computing(run, run.eager_calls)
        if run.is_own(c.loops[-1].node) and run.is_own(c.site if run.is_own(c.site) else c.node)
    )  # fmt: skip


def _only_computing(run: Run, found: Iterable[EagerCall]) -> Iterator[EagerCall]:
    """The outermost calls that do nothing but to compute."""
    for call in found:
        if not _does_more(run, call):
            yield call
        else:
            yield from _only_computing(run, call.within)


def _does_more(run: Run, call: EagerCall) -> bool:
    """Whether what a call runs does anything but to compute."""
    homes = [home.facts for home in run.homes.values() if home is not None]
    there = next((facts for facts in homes if call.function in facts.module.parent), None)
    if there is None:
        return True
    found = of_kinds(effects(there, call.function), *LASTING, "waits", "callback", "collective")
    return any(found)


@fact
def eager_work(facts: Facts, function: FunctionNode) -> int:
    """How many operations a call of a function hands to the device one by one, at the most"""
    return Run(facts, opaque=True).cost(function)


@fact
def asks_for_values(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function asks for the value of what it computes, so that nobody can trace it"""
    run = Run(facts, opaque=True)
    run.enter(function)
    waits = (e for e in run.events if isinstance(e, Wait) and e.function is function)
    return any(isinstance(e.value, (Array, Tree)) and e.value.made is not None for e in waits)


@fact
def looped_compiles(facts: Facts) -> tuple[tuple[Compiled, str], ...]:
    """The control flow that loops on the host compile anew on each turn, with the place where it
    is run, once for each place of this file"""
    run, _, _ = on_the_host(facts)
    found: dict[ast.expr, Compiled] = {}
    for one in run.compiled_anew:
        if run.is_own(one.turn.node) and run.is_own(one.node):
            found.setdefault(one.node, one)
    return tuple(
        (one, facts.at(one.site) if run.is_own(one.site) else place_of(run, one.site))
        for one in found.values()
    )


def _joined(run: Run, found: list[Looped]) -> LoopedWork:
    most = max(found, key=lambda one: one.work)
    counts = [one.turn.count for one in found]
    known = [count for count in counts if count is not None]
    forwards = [one.forward for one in found]
    return LoopedWork(
        most.turn.node, most.function, most.work, most.compiled,
        tuple(d for d in most.eager if run.is_own(d.node)), most.steps,
        max(known) if len(known) == len(counts) else None, most.turn.over,
        any(one.turn.carries for one in found), any(one.turn.gathers for one in found),
        next((f for f in forwards if f and run.is_own(f[0])), None),
        _hosted(run, found), most.guards,
        frozenset[str]().union(*(one.unknown for one in found)), frozenset(run.indexed),
        frozenset(node for e in run.events for node in (e.node, *_way(e))),
        max(found, key=lambda one: one.turn.count or 0).turn.rests,
        max(math.prod(_times(one, around) for around in one.around) for one in found),
    )  # fmt: skip


def _times(one: Looped, around: Turn) -> int:
    """How often a loop around another one comes to it at the least: once where a test of the
    number of the turn lets it through, as every hundredth step."""
    tests = [guard.test for guard in one.guards[around.guards :] if guard.test is not None]
    node = around.node
    numbers = all_names(node.target) if isinstance(node, (ast.For, ast.AsyncFor)) else set()
    asked = any(not numbers.isdisjoint(all_names(test)) for test in tests)
    return 1 if asked else around.count or 1


def _hosted(run: Run, found: list[Looped]) -> bool:
    """Whether a program of the project certainly runs a loop as it is, without being asked to."""
    facts, function = run.own.facts, found[0].function
    seen = any(one.hosted for one in found) and not on_request(facts, function)
    return seen or bool(hosted(facts, function))


def _way(event: Event) -> tuple[ast.AST, ...]:
    """The calls that lead to where something waits, on the host."""
    return event.chain if isinstance(event, Wait) and not event.traces else ()


def on_the_host(facts: Facts) -> tuple[Run, list[Event], list[Upload]]:
    """The run of the loops on the host, with what was seen to happen by then"""
    return _on_the_host(facts)


@fact
def _on_the_host(facts: Facts) -> tuple[Run, list[Event], list[Upload]]:
    run = run_of(facts, _looping(facts))
    return run, [*run.events], [*run.uploads]


def run_of(facts: Facts, functions: list[FunctionNode | None]) -> Run:
    """A run of some functions, from where their callers set out; None stands for the module."""
    run = Run(facts, opaque=True)
    for entry in _entries(facts, functions):
        if entry is None:
            run.enter_module()
        else:
            run.enter(entry)
        run.stages.append((entry, len(run.events), frozenset(run.latest.keys() - run.cut)))
    for function in functions:
        if function is not None and (function not in run.latest or function in run.cut):
            run.enter(function)
    return run


def seen_from(facts: Facts, functions: list[FunctionNode | None]) -> tuple[Run, list[Event]]:
    """A run of some functions and what comes to pass in it: that of the loops on the host as far as
    it is the same one."""
    run, events, _ = on_the_host(facts)
    entries = [*_entries(facts, functions)]
    if entries and entries == [entry for entry, _, _ in run.stages[: len(entries)]]:
        _, seen, whole = run.stages[len(entries) - 1]
        if whole.issuperset(function for function in functions if function is not None):
            return run, events[:seen]
    run = run_of(facts, functions)
    return run, run.events


def from_here(run: Run, wait: _Told) -> _Told:
    """A wait as the file that is looked at sees it: at the call that leads to it, where it comes
    to pass in another file."""
    if run.is_own(wait.node):
        return wait
    last = next(i for i, node in reversed([*enumerate(wait.chain)]) if run.is_own(node))
    node = wait.chain[last]
    assert isinstance(node, ast.expr)
    return replace(
        wait, node=node, function=run.own.facts.module.function(node), chain=wait.chain[:last],
        expression=node, there=wait.there or place_of(run, wait.node),
    )  # fmt: skip


def place_of(run: Run, node: ast.expr) -> str:
    """Where a node of any of the files stands that a run has come to."""
    homes = [home for home in run.homes.values() if home is not None]
    found = next((h for h in homes if node in h.facts.module.parent), None)
    return found.facts.at(node) if found is not None else ""


def _looping(facts: Facts, staged: bool = False) -> list[FunctionNode | None]:
    """The functions on the host that have a loop which may hand work to the device, or those that
    are staged; None for the module."""
    touching = _touching(facts)
    out: dict[FunctionNode | None, None] = {}
    for loop in facts.module.all(*LOOPS, *COMPREHENSIONS):
        function = facts.module.function(loop)
        may = function in touching or _networks(facts, function) or _given_arrays(facts, function)
        if function in out or not may:
            continue
        if (tracing(facts).staged(function) is not None) is staged and not in_test(facts, loop):
            out[function] = None
    return list(out)


@fact
def _networks(facts: Facts, function: FunctionNode | None) -> bool:
    """Whether a function may call a network: it or its class is given one, or says so."""
    if function is None:
        return False
    given, owner = facts.project.given, facts.module.class_of(function)
    known = calls(facts).dotted
    if known(function) in given or (owner is not None and known(owner) in given):
        return True
    if any(isinstance(value, Network) for value in believed(facts, function).values()):
        return True
    return any(isinstance(node, ast.Attribute) and is_apply(node) for node in walk(function))


@fact
def _given_arrays(facts: Facts, function: FunctionNode | None) -> bool:
    """Whether a function says that it is given arrays, or objects of the project, which may hold
    some."""
    if function is None:
        return False
    if any(leaves(value) for value in believed(facts, function).values()):
        return True
    args = function.args
    for one in (*args.posonlyargs, *args.args, *args.kwonlyargs):
        binding = facts.names.only_binding(one.annotation)
        name = facts.names.of(one.annotation) or ""
        here = binding is not None and isinstance(binding.node, ast.ClassDef)
        if here or facts.project.home(name)[0]:
            return True
    return False


@fact
def _touching(facts: Facts) -> set[FunctionNode | None]:
    """The functions that call JAX or what it compiled, themselves or through others; what code of
    other files does is found out by running it."""
    found: set[FunctionNode | None] = set()
    transforms, project = tracing(facts), facts.project
    near = project.near(facts.module.name) if project.texts else set[str]()
    for call in facts.module.all(ast.Call):
        function = facts.module.function(call)
        if function in found:
            continue
        name = facts.names.of(call.func)
        if name is None:
            touches = transforms.compiled(call.func) or writes_at(call)
        else:
            there = bool(near) and not name.startswith("jax.") and project.home(name)[0] in near
            touches = there or name.startswith("jax.") or transforms.compiled(call.func)
        if touches:
            found.add(function)
    pending = list(found)
    makers = _makers(facts)
    while pending:
        function = pending.pop()
        if function is None:
            continue
        callers = [facts.module.function(c) for c in calls(facts).callers(function)]
        callers += makers.pop(facts.module.class_of(function), [])
        for caller in (*callers, outer_function(facts, function)):
            if caller not in found:
                found.add(caller)
                pending.append(caller)
    return found


def _makers(facts: Facts) -> dict[ast.ClassDef | None, list[FunctionNode | None]]:
    """The functions that make objects of the classes of a file, by the class: they may call what
    its methods do."""
    out: dict[ast.ClassDef | None, list[FunctionNode | None]] = {}
    for call in facts.module.all(ast.Call):
        binding = facts.names.only_binding(call.func)
        if binding is not None and isinstance(binding.node, ast.ClassDef):
            out.setdefault(binding.node, []).append(facts.module.function(call))
    return out


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
