"""Arguments that die at a call, have the type of a result, and were not donated."""

from __future__ import annotations

import collections
import inspect
import weakref
from types import FrameType
from typing import Any

from .events import Undonated
from .state import here
from .tally import Tally, tally
from .trees import leaves

_CALLS = range(2, 8)  # of a site, that are looked at: the first one compiles
_LEAST = 1_024  # bytes of an array that is worth a look
waiting: list[tuple[Tally, Any, list[Any], collections.Counter[Any], Any, Any]] = []


def called(entry: Any, given: list[Any], out: list[Any], n: int, frame: FrameType) -> None:
    """A compiled function was called for the n-th time at a site."""
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
            if array.nbytes >= _LEAST and id(array) not in kept and not array.is_deleted():
                kind = (array.shape, array.dtype, array.sharding)
                if results[kind]:
                    refs.append((weakref.ref(array), kind, array.nbytes, position))
    if refs:
        one = tally(Undonated, entry.site, entry.role, function=entry.role.name)
        event = one.hit(frame)
        here.log.set(one.number, looked=event.looked + 1)
        names = _names(entry.callee, entry.role.receiver)
        waiting.append((one, event, refs, results, names, one.number))


def settle() -> None:
    """See which arguments of the call before are gone by now, at the first probe after it."""
    while waiting:
        _, event, refs, results, names, number = waiting.pop()
        amount = 0
        found: list[str] = []
        for ref, kind, size, position in refs:
            if ref() is None and results[kind]:
                results[kind] -= 1
                amount += size
                name = names[position] if position < len(names) else f"argument {position}"
                if name not in found:
                    found.append(name)
        if amount:
            event.count += 1
            event.bytes = max(event.bytes, amount)
            here.log.set(number, arguments=found[:8])


def _names(function: Any, receiver: bool) -> list[str]:
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []
    return ["self", *names] if receiver and "self" not in names[:1] else names


def forget() -> None:
    """Begin anew, in a process that was forked."""
    waiting.clear()
