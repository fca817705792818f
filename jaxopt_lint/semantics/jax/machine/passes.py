"""Functions of which a turn of a loop runs every operation by itself, and could run as one program.

A call counts where all that it does is to compute: nothing within it is compiled, nothing waits,
nothing is called that is not seen, and arrays come out.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax.machine.contents import hosts, leaves
from jaxopt_lint.semantics.jax.machine.events import Deed, EagerCall, Turn
from jaxopt_lint.semantics.jax.machine.values import (
    Array,
    Clock,
    Const,
    Func,
    Host,
    Instance,
    Made,
    Manager,
    Map,
    Method,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    Wrapped,
    items_of,
    of_map,
)
from jaxopt_lint.semantics.jax.machine.work import Work, held_by
from jaxopt_lint.semantics.python.scopes import FunctionNode

LEAST = 8  # operations that are worth one program


@dataclass(frozen=True, slots=True)
class Mark:
    """How much a run had done when a call began."""

    operations: int
    jitted: int
    forwards: int
    waited: int
    unseen: int
    looped: int
    calls: int
    handed: int
    deeds: int
    events: int
    steps: int


@dataclass(frozen=True, slots=True)
class Known:
    """What a call of a function did that only computes, so that it need not be run again.

    Attributes:
        value: what it gave.
        handed: how much work it handed to the device.
        operations: how many operations these were.
        compiled: its control flow, each with its number, its name, and the calls that lead there.
        deeds: what it noted down in the loop around.
        guards: how many tests had been passed before it, in that loop.
    """

    value: Value
    handed: int
    operations: int
    compiled: tuple[tuple[int, ast.AST, str, tuple[ast.AST, ...]], ...]
    deeds: tuple[Deed, ...]
    guards: int


def mark(state: Work) -> Mark:
    """How much a run has done by now."""
    return Mark(
        state.operations, state.jitted, len(state.forwards), len(state.waited),
        len(state.unseen), len(state.looped), len(state.eager_calls), state.handed,
        len(state.deeds), len(state.events), len(state.steps),
    )  # fmt: skip


def note(
    state: Work,
    node: ast.AST,
    function: FunctionNode,
    began: Mark,
    given: Sequence[Value],
    value: Value,
    transform: str = "",
) -> None:
    """Note a call, if all that it did is to compute; what it called itself is then part of it."""
    if state.traces or not state.loops or not state.recording or not isinstance(node, ast.expr):
        return
    now = mark(state)
    operations = now.operations - began.operations
    if operations < LEAST or isinstance(function, ast.Lambda) or not _arrays(value):
        return
    if (now.forwards, now.waited, now.unseen) != (began.forwards, began.waited, began.unseen):
        return
    if (now.jitted - began.jitted) * LEAST > operations:
        return  # control flow is compiled wherever it stands
    if not transform and not _of_arrays(state, given):
        return  # it makes what is there once: first weights of a random key, grids of numbers
    # A loop over what is not known to be arrays may go over data, and not over layers.
    if now.looped > began.looped and not all(_known(one) for one in given):
        return
    turn = state.loops[-1]
    chain = tuple(state.chain)
    within = tuple(state.eager_calls[began.calls :])
    del state.eager_calls[began.calls :]
    state.eager_calls.append(
        EagerCall(
            node,
            held_by(turn, node, chain),
            function,
            getattr(function, "name", ""),
            transform,
            operations,
            tuple(state.loops),
            state.frame.function,
            tuple(state.guards[turn.guards :]),
            state.hosted,
            _step_before(state, turn),
            within,
        )
    )


def _step_before(state: Work, turn: Turn) -> str:
    """The last compiled function that a turn has called; control flow by itself is none."""
    for number, _, name, _ in reversed(state.compilations):
        if number <= turn.began:
            break
        if name not in _CONTROL:
            return name
    return ""


_CONTROL = frozenset({"scan", "while_loop", "fori_loop", "cond", "switch", "map"})


def signed(function: FunctionNode, args: Sequence[Value], kwargs: object) -> object | None:
    """Stands for a call of a function with values that are alike; None where it may change one."""
    given = (*args, *dict(kwargs).values())  # type: ignore[call-overload]
    if not all(_fixed(one) for one in given):
        return None
    names = tuple(dict(kwargs))  # type: ignore[call-overload]
    fetched = tuple(h.came.node if h.came is not None else None for v in given for h in hosts(v))
    return function, names, tuple(renewed(one, None) for one in given), fetched


def remember(state: Work, key: object, began: Mark, value: Value) -> None:
    """Keep what a call did, where it did nothing but to compute."""
    if state.traces or not state.loops or not _fixed(value) or _makes(value):
        return
    now = mark(state)
    if (now.steps, now.forwards, now.waited, now.unseen, now.looped, now.events) != (
        began.steps, began.forwards, began.waited, began.unseen, began.looped, began.events,
    ):  # fmt: skip
        return
    if any(began.handed < number for number in state.keys):
        return
    turn = state.loops[-1]
    deeds = tuple(deed for _, deed in state.deeds[began.deeds :])
    state.passes[state.recording, key] = Known(
        value, now.handed - began.handed, now.operations - began.operations,
        tuple(
            (number - began.handed, site, name, way[len(state.chain) + 1 :])
            for number, site, name, way in state.compilations if number > began.handed
        ), deeds,
        len(state.guards) - turn.guards,
    )  # fmt: skip


def recall(state: Work, node: ast.AST, key: object) -> Value | None:
    """Do again what a call did that was the same but for which arrays it was given."""
    known = state.passes.get((state.recording, key))
    if known is None or state.traces or not state.loops:
        return None
    turn, began = state.loops[-1], state.handed
    here = tuple(state.guards[turn.guards :])
    held = held_by(turn, node, tuple(state.chain)) if isinstance(node, ast.expr) else None
    for at, deed in enumerate(known.deeds):
        if held is not None:
            guards = (*here, *deed.guards[known.guards :])
            state.deeds.append((turn, Deed(began + at + 1, deed.site, held, deed.name, guards)))
    for number, site, name, way in known.compiled:
        state.jitted += 1
        state.last[site] = began + number
        state.compilations.append((began + number, site, name, (*state.chain, node, *way)))
        state.tested.append(tuple(state.guards))
        state.turned.append(tuple(state.loops))
    state.handed += known.handed
    state.operations += known.operations
    return renewed(known.value, state)


def renewed(value: Value, state: Work | None) -> Value:
    """A value as work that is handed out now gives it; without any work if no run is given."""

    def made(old: Made | None) -> Made | None:
        if old is None or state is None:
            return None
        state.last[old.node] = state.handed
        return replace(old, number=state.handed, depth=len(state.loops))

    match value:
        case Array(levels, shape, work):
            return Array(levels, shape, made(work))
        case Host(_, _, came) if came is not None and state is not None:
            number = state.number()
            return replace(value, came=replace(came, root=number, born=number))
        case Tree(levels, work):
            return Tree(levels, made(work))
        case Seq(kind, items, item, count):
            if items is not None:
                return Seq(kind, tuple(renewed(one, state) for one in items))
            return Seq(kind, None, renewed(item, state), count)
        case Map(items, rest):
            kept = tuple((name, renewed(one, state)) for name, one in items)
            return Map(kept, renewed(rest, state) if rest is not None else None)
        case Record(owner, fields, pair):
            return Record(owner, tuple((n, renewed(one, state)) for n, one in fields), pair)
        case Unknown(why, of_shapes, holds):
            return Unknown(why, of_shapes, made(holds))
    return value


def _fixed(value: Value) -> bool:
    """Whether nothing that is done with a value can change it, as far as the machine keeps it."""
    match value:
        case Seq(kind):
            return kind != "iterator" and all(_fixed(one) for one in items_of(value))
        case Map():
            return all(_fixed(one) for one in of_map(value))
        case Record(_, fields):
            return all(_fixed(one) for _, one in fields)
        case Clock():
            return False
    return not isinstance(value, Instance)


def _makes(value: Value) -> bool:
    """Whether a value is, or holds, a function that the call has made: each call makes another."""
    match value:
        case Seq():
            return any(_makes(one) for one in items_of(value))
        case Map():
            return any(_makes(one) for one in of_map(value))
        case Record(_, fields):
            return any(_makes(one) for _, one in fields)
    return isinstance(value, (Func, Wrapped, Method, Manager))


def _arrays(value: Value) -> bool:
    """Whether a value is made of arrays of JAX; some parts of it may be none, or not be known."""
    match value:
        case Array() | Tree():
            return True
        case Seq("tuple" | "list", items) if items != ():
            return _some(items_of(value))
        case Map(items):
            return bool(items) and _some(of_map(value))
        case Record(_, fields):
            return _some([held for _, held in fields])
    return False


def _some(values: list[Value]) -> bool:
    plain = (Const, Host, Unknown)
    return any(map(_arrays, values)) and all(_arrays(v) or isinstance(v, plain) for v in values)


def _of_arrays(state: Work, given: Sequence[Value]) -> bool:
    """Whether arguments are more than numbers and random keys; what is not known may be more,
    but not beside a key: whoever makes first weights is given a key and sizes."""
    found = [leaf for one in given for leaf in leaves(one)]
    keys = [f for f in found if f.made is not None and f.made.number in state.keys]
    if len(found) > len(keys) or any(isinstance(one, Host) and one.array for one in given):
        return True
    return not keys and any(isinstance(one, (Unknown, Instance, Seq, Map)) for one in given)


def _known(value: Value) -> bool:
    """Whether an argument is known to be numbers and arrays, or a function."""
    match value:
        case Seq():
            return value.items == () or all(_known(one) for one in items_of(value))
        case Map():
            return all(_known(one) for one in of_map(value))
        case Record(_, fields):
            return all(_known(one) for _, one in fields)
        case Array() | Tree() | Const() | Host():
            return True
    return not isinstance(value, (Unknown, Instance))
