"""Arguments that die at a call, have the type of a result, and were not donated."""

from __future__ import annotations

import collections
import inspect
import weakref
from dataclasses import dataclass
from types import FrameType
from typing import Any

from .events import Place, Undonated
from .state import here
from .tally import place_of
from .trees import leaves

_CALLS = range(2, 8)  # of a site, that are looked at: the first one compiles


@dataclass(slots=True)
class _Looked:
    """One call, until the next probe sees what is left of its arguments.

    Attributes:
        arguments: for each that has the type of a result: itself (weak), its type, its bytes, its
            position.
    """

    place: Place
    chain: tuple[Place, ...]
    function: str
    site: int
    arguments: list[tuple[Any, Any, int, int]]
    results: collections.Counter[Any]
    names: list[str]
    mapped: bool


waiting: list[_Looked] = []
_held: dict[Any, _Looked] = {}  # by site and name, the call before whose arguments were still there
_looked: collections.Counter[Any] = collections.Counter()  # calls, by site and name


def called(entry: Any, given: list[Any], out: list[Any], n: int, frame: FrameType) -> None:
    """A compiled function was called for the n-th time at a site."""
    before = _held.pop((entry.site, entry.role.name), None) if _held else None
    if before is not None:
        _let_go(before)
    if n not in _CALLS:
        return
    results: collections.Counter[Any] = collections.Counter()
    kept = set()
    for array in out:
        if type(array) is here.array:
            results[array.shape, array.dtype, array.sharding] += 1
            kept.add(id(array))
    refs: list[Any] = []
    for position, argument in enumerate(entry.arguments):
        for array in leaves(argument):
            if type(array) is not here.array:
                continue
            if id(array) not in kept and not array.is_deleted():
                kind = (array.shape, array.dtype, array.sharding)
                if results[kind]:
                    refs.append((weakref.ref(array), kind, array.nbytes, position))
    if refs:
        name = entry.role.name
        _looked[entry.site, name] += 1
        names = _names(entry.callee, entry.role.receiver)
        place = place_of(entry.site, frame)
        chain, mapped = here.chain(frame), _is_mapped(entry.callee)
        waiting.append(_Looked(place, chain, name, entry.site, refs, results, names, mapped))


def settle() -> None:
    """See which arguments of the call before are gone by now, at the first probe after it."""
    while waiting:
        one = waiting.pop()
        amount, found = _gone(one)
        number, event = here.log.event(Undonated, one.place, one.chain, function=one.function)
        event.mapped = one.mapped
        event.looked = _looked[one.site, one.function]
        if amount:
            event.count += 1
            event.bytes = max(event.bytes, amount)
            event.arguments = found[:8]
        else:
            _held[one.site, one.function] = one
        here.log.touch(number)


def _let_go(one: _Looked) -> None:
    """See whether what held the arguments of a call has let go of them before the next one."""
    amount, found = _gone(one)
    if amount:
        number, event = here.log.event(Undonated, one.place, one.chain, function=one.function)
        event.held += 1
        event.bytes = max(event.bytes, amount)
        event.arguments = event.arguments or found[:8]
        here.log.touch(number)


def _gone(one: _Looked) -> tuple[int, list[str]]:
    """Bytes of the arguments that are gone and match a result, and the names of these."""
    amount = 0
    found: list[str] = []
    for ref, kind, size, position in one.arguments:
        if ref() is None and one.results[kind]:
            one.results[kind] -= 1
            amount += size
            known = position < len(one.names)
            name = one.names[position] if known else f"argument {position}"
            if name not in found:
                found.append(name)
    return amount, found


def _is_mapped(function: Any) -> bool:
    """Whether a compiled function is one of `jax.pmap`."""
    code = getattr(function, "__code__", None)
    return type(function).__name__ == "PmapFunction" or (
        code is not None and code.co_filename.endswith("pmap.py")
    )


def _names(function: Any, receiver: bool) -> list[str]:
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []
    return ["self", *names] if receiver and "self" not in names[:1] else names


def forget() -> None:
    """Begin anew, in a process that was forked."""
    waiting.clear()
    _held.clear()
