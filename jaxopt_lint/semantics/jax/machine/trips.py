"""Where arrays of the host come from, and when they are handed to the device.

An array of NumPy has an origin (`Came`): it was made on the host, or fetched, and what NumPy does
to it in the ways of `jax.numpy` leaves it what was fetched. Views share their memory: who writes to
one has written to all.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from jaxopt_lint.semantics.jax.api.numpy import RAISE_ON_TRACERS
from jaxopt_lint.semantics.jax.machine.contents import hosts
from jaxopt_lint.semantics.jax.machine.events import Upload
from jaxopt_lint.semantics.jax.machine.shapes import Shape
from jaxopt_lint.semantics.jax.machine.state import State
from jaxopt_lint.semantics.jax.machine.values import (
    Array,
    Came,
    Const,
    Host,
    Lib,
    Record,
    Seq,
    Tree,
    Value,
)

# Methods of arrays that leave them as they are: those that look, and those that make new ones.
LOOKS = frozenset(
    {"all", "any", "argmax", "argmin", "argsort", "astype", "clip", "conj", "copy", "cumprod",
     "cumsum", "diagonal", "dot", "flatten", "item", "max", "mean", "min", "nonzero", "prod",
     "ravel", "repeat", "reshape", "round", "searchsorted", "squeeze", "std", "sum", "swapaxes",
     "take", "tobytes", "tolist", "trace", "transpose", "var", "view"}
)  # fmt: skip
# Of these the rest is computed on the host, or their results have shapes that depend on values.
_NOT_THE_SAME = frozenset({"nonzero", "view", "tobytes"})
# They hand out the memory that they are given.
_VIEWS = frozenset(
    {"asarray", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_to", "diagonal",
     "expand_dims", "fliplr", "flipud", "moveaxis", "ravel", "reshape", "squeeze", "swapaxes",
     "transpose", "view", "ascontiguousarray"}
)  # fmt: skip
_ALSO_OF_JAX = RAISE_ON_TRACERS | {
    "numpy.sum", "numpy.mean", "numpy.max", "numpy.min", "numpy.prod", "numpy.std", "numpy.var",
    "numpy.any", "numpy.all", "numpy.argmax", "numpy.argmin", "numpy.cumsum", "numpy.cumprod",
    "numpy.reshape", "numpy.transpose", "numpy.squeeze", "numpy.swapaxes", "numpy.moveaxis",
    "numpy.repeat", "numpy.ascontiguousarray", "numpy.amax", "numpy.amin", "numpy.round",
    "numpy.split",
}  # fmt: skip
# NumPy computes in these where JAX does not, unless it is told to.
_WIDE = ("numpy.float64", "numpy.double", "numpy.complex128", "numpy.longdouble", "builtins.float")


def made(state: State, shape: Shape = None, array: bool = True) -> Host:
    """A new array of the host."""
    number = state.number()
    return Host(shape, array, Came(number, 0 if state.handed < 0 else number))


def fetched(
    state: State, node: ast.expr, value: Array | Tree, shape: Shape = None, array: bool = True
) -> Host:
    """What is fetched from the device."""
    new = made(state, shape, array)
    assert new.came is not None
    return replace(new, came=replace(new.came, node=node, made=value.made, as_is=True))


def of_numpy(
    state: State, dotted: str, given: Sequence[Value], shape: Shape, options: Sequence[Value] = ()
) -> Host:
    """What a function of NumPy makes of values of the host."""
    new = made(state, shape)
    found = [one for value in given for one in hosts(value)]
    came = _common(found) if dotted in _ALSO_OF_JAX and not _wide((*given, *options)) else None
    if dotted.removeprefix("numpy.") in _VIEWS and len(found) == 1:
        return _of(new, came, found[0])
    return _of(new, came)


def of_method(state: State, name: str, of: Host, given: Sequence[Value], shape: Shape) -> Host:
    """What a method makes of an array of the host; others than these may write to it."""
    if name not in LOOKS:
        write(state, of)
        return made(state, shape)
    same = name not in _NOT_THE_SAME and not _wide(given)
    came = of.came if same else None
    return _of(made(state, shape), came, of if name in _VIEWS else None)


def part_of(state: State, of: Host, shape: Shape) -> Host:
    """One item of an array, or a slice: a view."""
    return _of(made(state, shape), of.came, of)


def combined(state: State, values: Sequence[Value], shape: Shape, array: bool) -> Host:
    """What an operator makes of values of the host."""
    if not array:
        return Host(shape)
    return _of(made(state, shape), _common([one for value in values for one in hosts(value)]))


def _of(new: Host, came: Came | None, view: Host | None = None) -> Host:
    """A new array of what was fetched, or in the memory of another one."""
    assert new.came is not None
    own = new.came
    if came is not None and came.node is not None:
        own = replace(own, node=came.node, made=came.made)
    if view is not None:
        own = replace(own, root=view.came.root) if view.came is not None else None  # type: ignore[assignment]
    return replace(new, came=own)


def _common(values: list[Host]) -> Came | None:
    """Where several values come from, if all of their arrays were fetched."""
    found = [one for one in values if one.array or one.came is not None]
    cames = [one.came for one in found if one.came is not None and one.came.node is not None]
    if not cames or len(cames) < len(found):
        return None
    return max(cames, key=lambda came: came.born)


def _wide(given: Sequence[Value]) -> bool:
    return any(
        (isinstance(one, Lib) and one.dotted in _WIDE) or one in (Const("float64"), Const("f8"))
        for one in given
    )


def _unfetched(value: Host) -> Host:
    """The same of which nothing was fetched, or has been written over since."""
    assert value.came is not None
    return replace(value, came=replace(value.came, node=None, made=None, as_is=False))


def write(state: State, value: Value, certain: bool = False) -> None:
    """Note that somebody writes to arrays of the host, or may do so."""
    for one in hosts(value):
        if one.array and one.came is not None:
            state.altered[one.came.root] = state.number()
            if certain:
                state.written.add(one.came.root)


def lift(state: State, number: int, given: Sequence[Value]) -> None:
    """Note that some work of a number was but to hand over what the host certainly had."""
    if given and all(_of_host(one) for one in given):
        state.lifted.add(number)


def _of_host(value: Value) -> bool:
    match value:
        case Host():
            return True
        case Const(known):
            return isinstance(known, (int, float))
        case Seq("list" | "tuple", items) if items:
            return all(_of_host(one) for one in items)
    return False


def upload(
    state: State, node: ast.expr, expression: ast.expr, value: Value, via: str,
    compiled: bool = False,
) -> None:  # fmt: skip
    """Note that a value of the host is handed to the device."""
    if state.traces or not state.recording:
        return
    listed = isinstance(value, (Seq, Record))
    gathered = isinstance(value, Seq) and value.items is None
    found = [one for one in hosts(value) if one.came is not None and (one.array or listed)]
    if not found:
        return
    kept = [one for one in found if one.came is not None and one.came.root not in state.written]
    back = next((one for one in kept if one.came is not None and one.came.node), None)
    chosen = back or _unfetched(found[0])
    came = chosen.came
    assert came is not None
    last = max(came.born, state.altered.get(came.root, 0))
    fresh = next((t for t in reversed(state.loops) if came.born > t.opened), None)
    same = next((t for t in state.loops if last <= t.opened), None)
    state.uploads.append(
        Upload(
            node, state.frame.function, tuple(state.chain), tuple(state.loops),
            tuple(state.guards), (), chosen, expression, via, compiled, listed, gathered,
            state.handed, fresh, same if chosen.array else None,
        )
    )  # fmt: skip
