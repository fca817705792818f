"""Arguments as bytes: every jax array becomes a numpy one and comes back as what it was.

Each call of the function under test gets its own copy by loading the bytes again, so donation
and in-place writes cannot leak from one call into the next. Loading can also widen every float
to float64 or move it by one unit of rounding, which is how the f64 run and the conditioning
run get the very same inputs.

A recorded call comes as data and stays so. The rest is pickled by one child of a session for
another, in its folder, into which nobody else may write.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import pickle
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import callables
from .lib import jax, keeping, kept

lookup = kept.lookup

_PICKLED = b"\x80"  # the first byte of any pickle of this protocol
_Base: Any = pickle.Pickler
with contextlib.suppress(ImportError):  # it carries closures and lambdas as well
    _Base = importlib.import_module("cloudpickle").CloudPickler


@dataclass
class Loading:
    """How floating-point arrays change while a case is loaded."""

    widen: bool = False
    nudge: bool = False


_loading = Loading()


@dataclass(frozen=True)
class Ref:
    """An argument that each side builds for itself: a call of a factory in the user's code."""

    target: str
    args: tuple[Any, ...]
    kwargs: tuple[tuple[str, Any], ...]


def is_float(dtype: Any) -> bool:
    """Whether a dtype is a real floating-point one, the small ml_dtypes kinds included."""
    return bool(jax.numpy.issubdtype(dtype, jax.numpy.floating))


def _adjust(value: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if is_float(value.dtype):
        if _loading.widen:
            value = value.astype(np.float64)
        if _loading.nudge:
            # No pattern: equal rows have to become different ones.
            signs = np.random.default_rng(17).choice([-1.0, 1.0], value.shape)
            eps = float(jax.numpy.finfo(value.dtype).eps)
            exact = value.astype(np.float64)
            largest = np.max(np.abs(exact), initial=0.0)
            # A relative step leaves zeros where they are, and would call chaos well-conditioned.
            size = np.where(exact == 0.0, largest or 1.0, exact)
            value = (exact + eps * signs * size).astype(value.dtype)
    return value


def rebuild_array(value: np.ndarray[Any, Any], weak: bool) -> Any:
    """A jax array from its numpy value."""
    value = _adjust(value)
    if weak and value.ndim == 0:
        return jax.numpy.asarray(value.item())
    return jax.numpy.asarray(value)


def rebuild_numpy(value: np.ndarray[Any, Any]) -> Any:
    """A numpy array of its own."""
    return np.array(_adjust(value))


def rebuild_key(impl: str, data: np.ndarray[Any, Any]) -> Any:
    """A typed random key."""
    return jax.random.wrap_key_data(jax.numpy.asarray(data), impl=impl)


def rebuild_ref(target: str, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> Any:
    """The result of a factory of the user's code, looked up on this side."""
    return lookup(target)(*args, **dict(kwargs))


def _is_key(value: Any) -> bool:
    return bool(jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key))


class CasePickler(_Base):  # type: ignore[misc]
    """Pickles arguments with jax arrays turned into numpy ones."""

    def reducer_override(self, obj: Any) -> Any:
        """How jax arrays, keys and factories are written."""
        if isinstance(obj, Ref):
            return rebuild_ref, (obj.target, obj.args, obj.kwargs)
        if type(obj) is np.ndarray and obj.dtype != object:
            return rebuild_numpy, (_Plain(obj),)
        jax = sys.modules.get("jax")
        if jax is not None and isinstance(obj, jax.Array):
            if _is_key(obj):
                impl = keeping.implementation(jax, obj)
                return rebuild_key, (impl, _Plain(np.asarray(jax.random.key_data(obj))))
            return rebuild_array, (_Plain(np.asarray(obj)), bool(getattr(obj, "weak_type", False)))
        if isinstance(obj, _Plain):
            return _plain, (obj.value.dtype, obj.value.shape, obj.value.tobytes())
        if _Base is pickle.Pickler:
            return NotImplemented
        return super().reducer_override(obj)


class _Plain:
    """A numpy array on its way into a pickle, past the rule for numpy arrays."""

    def __init__(self, value: Any) -> None:
        self.value = np.asarray(value)


def _plain(dtype: Any, shape: tuple[int, ...], raw: bytes) -> np.ndarray[Any, Any]:
    return np.frombuffer(raw, dtype=dtype).reshape(shape)


class _CaseUnpickler(pickle.Unpickler):
    """Finds this package's functions under whatever name it was loaded."""

    def find_class(self, module: str, name: str) -> Any:
        if module.endswith(".pickling") and name in _OWN:
            return _OWN[name]
        if module.endswith(".callables") and name in callables.OWN:
            return callables.OWN[name]
        return super().find_class(module, name)


_OWN = {
    made.__name__: made
    for made in (rebuild_array, rebuild_numpy, rebuild_key, rebuild_ref, lookup, _plain)
}


def dumps(value: Any) -> bytes:
    """A value as bytes.

    Raises:
        PicklingError: it cannot be written.
    """
    stream = io.BytesIO()
    try:
        CasePickler(stream, protocol=5).dump(value)
    except pickle.PicklingError:
        raise
    except Exception as error:  # pickle itself raises many types, and what is pickled any
        raise pickle.PicklingError(f"{type(error).__name__}: {error}") from error
    return stream.getvalue()


def loads(blob: bytes, *, widen: bool = False, nudge: bool = False) -> Any:
    """A fresh copy of a value, with its floats widened or nudged on request."""
    _loading.widen, _loading.nudge = widen, nudge
    try:
        if not blob.startswith(_PICKLED):
            return _recorded(blob)
        return _CaseUnpickler(io.BytesIO(blob)).load()
    finally:
        _loading.widen = _loading.nudge = False


def _recorded(blob: bytes) -> Any:
    """The arguments of a call that was recorded."""
    call = json.loads(blob)
    making = kept.Making(rebuild_numpy, rebuild_array, rebuild_key)
    reader = kept.Reader(call["folder"], making)
    args, kwargs = call["told"]
    return (
        tuple(reader.read(one) for one in args),
        {name: reader.read(one) for name, one in kwargs.items()},
    )
