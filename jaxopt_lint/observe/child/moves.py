"""Arrays of the host that a line hands to the device: which of them were there just before.

A line may have handed over the same ones the time before, or the program fetched them from there.
"""

from __future__ import annotations

import sys
import weakref
from typing import Any

from .trees import leaves

_LEAST = 4_096  # bytes of an array that is worth a look
_WHOLE = 1 << 16  # bytes that are looked at as they are; of larger arrays some elements
_ELEMENTS = 4_096
_LARGE = 1 << 20  # bytes of a fetched array that it matters of whether it goes back
_fetched: dict[int, tuple[weakref.ref[Any], tuple[Any, ...]]] = {}
_before: dict[int, set[tuple[Any, ...]]] = {}  # site -> what it moved the time before


def again(site: int, arrays: list[Any]) -> list[Any]:
    """The arrays that lie where one lay the time before, with the same type and content.

    A buffer that is filled anew each time has another content, of which a sample tells.
    """
    signed = [(signature(one), one) for one in arrays if one.nbytes >= _LEAST]
    last = _before.get(site, set())
    _before[site] = {signature for signature, _ in signed}
    return [one for signature, one in signed if signature in last]


def fetched(value: Any) -> None:
    """A call that fetches from the device gave this."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return
    for one in leaves(value):
        if isinstance(one, numpy.ndarray) and one.nbytes >= _LARGE:
            _keep(one)


def _keep(array: Any) -> None:
    name = id(array)
    reference = weakref.ref(array, lambda _: _fetched.pop(name, None))
    _fetched[name] = (reference, signature(array))


def back(arrays: list[Any]) -> list[Any]:
    """The arrays that are, as they came, what was fetched from the device."""
    found = []
    for one in arrays:
        known = _fetched.get(id(one))
        if known is not None and known[0]() is one and known[1] == signature(one):
            found.append(one)
    return found


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _fetched.clear()
    _before.clear()


def signature(array: Any) -> tuple[Any, ...]:
    """Where an array lies, its type, and its content, of a large one as a sample tells it."""
    address = array.__array_interface__["data"][0]
    if not array.flags.c_contiguous or array.dtype.hasobject:
        return (address, object())  # like no other
    flat = array.reshape(-1)
    if array.nbytes > _WHOLE:
        flat = flat[:: max(1, flat.size // _ELEMENTS)]
    return (address, array.shape, str(array.dtype), hash(flat.tobytes()))
