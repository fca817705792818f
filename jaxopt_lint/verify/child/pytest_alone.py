"""What tests need of pytest to be imported and run, where it is not installed: marks, parameters,
fixtures, `raises`, `warns`, `approx` and ways to end a test, each as pytest documents it.

Whatever else pytest has is not there, as for any package that is not installed.
"""

from __future__ import annotations

import contextlib
import importlib
import math
import re
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from typing import Any

NAME = "pytest"
WORDS = "pytest (its marks, fixtures, raises, warns and approx alone)"
_REL, _ABS = 1e-6, 1e-12


def fill(module: types.ModuleType) -> types.ModuleType:
    """Give a module what tests need."""
    module.__dict__.update(
        mark=Marks(), param=Param, fixture=fixture, raises=raises, warns=warns, approx=Approx,
        deprecated_call=deprecated_call, skip=_ends(Skipped), fail=_ends(Failed),
        xfail=_ends(Skipped), importorskip=importorskip,
    )  # fmt: skip
    return module


class Skipped(Exception):
    """A test ended before it could fail."""


class Failed(Exception):
    """A test failed by its own word."""


def _ends(kind: type[Exception]) -> Callable[..., None]:
    def end(reason: str = "", **_: Any) -> None:
        raise kind(reason)

    return end


def importorskip(name: str, *args: Any, **kwargs: Any) -> Any:
    """A module; the test ends where it is not there."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Skipped(str(error)) from error


class Mark:
    """A mark of a test, which it carries in `pytestmark`."""

    def __init__(self, name: str, args: Any = (), kwargs: Any = None) -> None:
        self.name, self.args, self.kwargs = name, args, kwargs or {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Mark a function or a class, or say more of the mark."""
        if len(args) == 1 and not kwargs and isinstance(args[0], (types.FunctionType, type)):
            marked: Any = args[0]
            marked.pytestmark = [*getattr(marked, "pytestmark", []), self]
            return marked
        return Mark(self.name, (*self.args, *args), {**self.kwargs, **kwargs})


class Marks:
    """`pytest.mark`."""

    def __getattr__(self, name: str) -> Mark:
        if name.startswith("_"):
            raise AttributeError(name)
        return Mark(name)


class Param:
    """One set of parameters."""

    def __init__(self, *values: Any, marks: Any = (), id: Any = None) -> None:
        self.values, self.marks, self.id = values, marks, id


def fixture(function: Any = None, **_: Any) -> Any:
    """A function that makes what tests take; it stays one."""
    return function if function is not None else lambda made: made


class _Caught:
    """What `raises` has seen."""

    def __init__(self) -> None:
        self.value: Any = None
        self.type: Any = None

    def match(self, pattern: str) -> bool:
        """Whether the error says something."""
        if not re.search(pattern, str(self.value)):
            raise AssertionError(f"{pattern!r} does not match {str(self.value)!r}")
        return True


def raises(expected: Any, *args: Any, match: str | None = None, **kwargs: Any) -> Any:
    """A block, or a call, that has to raise."""
    if args:
        with _raising(expected, match) as seen:
            args[0](*args[1:], **kwargs)
        return seen
    return _raising(expected, match)


@contextlib.contextmanager
def _raising(expected: Any, match: str | None) -> Iterator[_Caught]:
    seen = _Caught()
    try:
        yield seen
    except expected as error:
        seen.value, seen.type = error, type(error)
        if match is not None:
            seen.match(match)
        return
    raise Failed(f"DID NOT RAISE {expected}")


@contextlib.contextmanager
def warns(expected: Any = Warning, *, match: str | None = None) -> Iterator[list[Any]]:
    """A block that has to warn."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        yield seen
    those = [one for one in seen if issubclass(one.category, expected)]
    if not any(match is None or re.search(match, str(one.message)) for one in those):
        raise Failed(f"DID NOT WARN {expected}")


def deprecated_call(*, match: str | None = None) -> Any:
    """A block that has to warn of what is going away."""
    kinds = (DeprecationWarning, PendingDeprecationWarning, FutureWarning)
    return warns(kinds, match=match)


class Approx:
    """A number, or several, that others are held against with room for rounding."""

    __array_ufunc__ = None
    __array_priority__ = 100
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        expected: Any,
        rel: Any = None,
        abs: Any = None,
        nan_ok: bool = False,
    ) -> None:
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def _of(self, expected: Any) -> Approx:
        return Approx(expected, self.rel, self.abs, self.nan_ok)

    def __eq__(self, actual: Any) -> bool:
        expected = self.expected
        array = _array(expected)
        if array is not None:
            other = _array(actual)
            other = importlib.import_module("numpy").asarray(actual) if other is None else other
            if other.shape != array.shape and other.shape != ():
                return False
            ones = other.flatten().tolist() * (array.size if other.shape != array.shape else 1)
            return all(
                self._of(b) == a for a, b in zip(ones, array.flatten().tolist(), strict=True)
            )
        if isinstance(expected, Mapping):
            return set(actual) == set(expected) and all(
                self._of(expected[name]) == actual[name] for name in expected
            )
        if isinstance(expected, Sequence) and not isinstance(expected, (str, bytes)):
            if not isinstance(actual, Sized) or len(actual) != len(expected):
                return False
            pairs = zip(actual, expected, strict=True)  # type: ignore[call-overload]
            return all(self._of(b) == a for a, b in pairs)
        several = _array(actual)
        if several is not None:
            return all(self._near(one) for one in several.flatten().tolist())
        return self._near(actual)

    def __ne__(self, actual: Any) -> bool:
        return not self == actual

    def _near(self, actual: Any) -> bool:
        expected = self.expected
        if isinstance(expected, bool) and not isinstance(actual, bool):
            return False
        if actual == expected:
            return True
        if not (_is_number(expected) and _is_number(actual)):
            return False
        if math.isnan(abs(expected)):
            return self.nan_ok and math.isnan(abs(actual))
        if math.isinf(abs(expected)):
            return False
        absolute = _ABS if self.abs is None else self.abs
        if self.rel is None and self.abs is not None:
            return bool(abs(expected - actual) <= absolute)
        relative = (_REL if self.rel is None else self.rel) * abs(expected)
        return bool(abs(expected - actual) <= max(relative, absolute))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, complex)) or hasattr(value, "__abs__")


def _array(value: Any) -> Any:
    """An array as one of NumPy, or None for anything else."""
    if not hasattr(value, "__array__") or isinstance(value, (bool, int, float, complex)):
        return None
    numpy: Any = importlib.import_module("numpy")
    return None if numpy.isscalar(value) else numpy.asarray(value)
