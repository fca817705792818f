"""Arrays of the host that a line hands to the device: which of them it handed over just before."""

from __future__ import annotations

from typing import Any

_LEAST = 4_096  # bytes of an array that is worth a look
_WHOLE = 1 << 16  # bytes that are looked at as they are; of larger arrays some elements
_ELEMENTS = 4_096
_before: dict[int, set[tuple[Any, ...]]] = {}  # site -> what it moved the time before


def again(site: int, arrays: list[Any]) -> list[Any]:
    """The arrays that lie where one lay the time before, with the same type and content.

    A buffer that is filled anew each time has another content, of which a sample tells.
    """
    signed = [(signature(one), one) for one in arrays if one.nbytes >= _LEAST]
    last = _before.get(site, set())
    _before[site] = {signature for signature, _ in signed}
    return [one for signature, one in signed if signature in last]


def signature(array: Any) -> tuple[Any, ...]:
    """Where an array lies, its type, and its content, of a large one as a sample tells it."""
    address = array.__array_interface__["data"][0]
    if not array.flags.c_contiguous or array.dtype.hasobject:
        return (address, object())  # like no other
    flat = array.reshape(-1)
    if array.nbytes > _WHOLE:
        flat = flat[:: max(1, flat.size // _ELEMENTS)]
    return (address, array.shape, str(array.dtype), hash(flat.tobytes()))
