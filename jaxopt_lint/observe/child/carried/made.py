"""Values of the standard library, of numpy and of Flax that say themselves how they are copied, and
are plain data all the same: what each is made of, and how it is made again.

What is read is bound to this list: a recording names no other callable that would be called.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

_LOCKS = {"lock": "Lock", "RLock": "RLock"}


def parts_of(value: Any) -> tuple[str, list[Any]] | None:
    """The name of what makes such a value, and what it is made of; None for any other value."""
    kind = type(value)
    if kind.__module__ == "_thread" and kind.__name__ in _LOCKS:
        return _LOCKS[kind.__name__], []
    for name, (module, of, taken, _) in _KINDS.items():
        known = getattr(sys.modules.get(module), of, None)
        if known is not None and kind is known:
            return name, taken(value)
    return None


def made(name: str, parts: list[Any]) -> Any:
    """The value again.

    Raises:
        KeyError: nothing of this name is made here.
    """
    if name in _LOCKS.values():
        return getattr(importlib.import_module("threading"), name)()
    module, of, _, make = _KINDS[name]
    return make(getattr(importlib.import_module(module), of), *parts)


def _plainly(kind: Any, *parts: Any) -> Any:
    return kind(*parts)


def _named(kind: Any, names: dict[str, Any]) -> Any:
    return kind(**names)


def _of_bits(kind: Any, name: str, state: Any) -> Any:
    random: Any = importlib.import_module("numpy.random")
    bits = getattr(random, {*_BITS}.intersection([name]).pop())()
    bits.state = state
    return kind(bits)


def _of_state(kind: Any, state: Any) -> Any:
    out = kind()
    out.set_state(state)
    return out


def _logger(_: Any, name: str) -> Any:
    return importlib.import_module("logging").getLogger(name)


def _pattern(_: Any, pattern: Any, flags: int) -> Any:
    return importlib.import_module("re").compile(pattern, flags)


def _text(value: Any) -> list[Any]:
    return [str(value)]


def _times(value: Any) -> list[Any]:
    names = ("year", "month", "day", "hour", "minute", "second", "microsecond")
    parts = [getattr(value, name) for name in names if hasattr(value, name)]
    zone = getattr(value, "tzinfo", None)
    return [*parts, zone] if zone is not None else parts


_BITS = ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")
_Kind = tuple[str, str, Callable[[Any], list[Any]], Callable[..., Any]]
# Name -> the module and the class, what a value is made of, and how it is made of that.
_KINDS: dict[str, _Kind] = {
    "PosixPath": ("pathlib", "PosixPath", _text, _plainly),
    "WindowsPath": ("pathlib", "WindowsPath", _text, _plainly),
    "PurePosixPath": ("pathlib", "PurePosixPath", _text, _plainly),
    "PureWindowsPath": ("pathlib", "PureWindowsPath", _text, _plainly),
    "date": ("datetime", "date", _times, _plainly),
    "datetime": ("datetime", "datetime", _times, _plainly),
    "timezone": ("datetime", "timezone", lambda v: [v.utcoffset(None)], _plainly),
    "timedelta": (
        "datetime", "timedelta", lambda v: [v.days, v.seconds, v.microseconds], _plainly,
    ),
    "Decimal": ("decimal", "Decimal", _text, _plainly),
    "Fraction": ("fractions", "Fraction", lambda v: [v.numerator, v.denominator], _plainly),
    "SimpleNamespace": ("types", "SimpleNamespace", lambda v: [{**vars(v)}], _named),
    "MappingProxyType": ("types", "MappingProxyType", lambda v: [{**v}], _plainly),
    "deque": ("collections", "deque", lambda v: [[*v], v.maxlen], _plainly),
    "Counter": ("collections", "Counter", lambda v: [{**v}], _plainly),
    "Pattern": ("re", "Pattern", lambda v: [v.pattern, int(v.flags)], _pattern),
    "Logger": ("logging", "Logger", lambda v: [v.name], _logger),
    "Generator": (
        "numpy.random", "Generator",
        lambda v: [type(v.bit_generator).__name__, v.bit_generator.state], _of_bits,
    ),
    "RandomState": (
        "numpy.random", "RandomState", lambda v: [v.get_state(legacy=False)], _of_state,
    ),
    "FrozenDict": ("flax.core.frozen_dict", "FrozenDict", lambda v: [{**v._dict}], _plainly),
}  # fmt: skip
