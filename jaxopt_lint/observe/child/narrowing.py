"""64 bits that were asked for, where 32 came as `jax_enable_x64` is off.

Data of the host that JAX makes narrower is worth a word only where that changes it: whole numbers
that do not fit, and values that differ but fall together.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from .events import Promotion
from .state import here
from .tally import tally

_NARROW = {"float64": "float32", "int64": "int32", "uint64": "uint32", "complex128": "complex64"}
_SAMPLE = 4_096
_LOOKED = 4  # times that a site hands data over which are looked at
_LOST = 0.3  # of the values that differ, from which they are told to fall together
_NOISE = 1e-12  # relative difference below which values are meant to be equal


def asked(entry: Any, value: Any, frame: FrameType) -> None:
    """A call gave this: was it asked for a wider type?"""
    for argument in (*entry.arguments, *here.sites[entry.site].parameters):
        before = _named(argument)
        if before in _NARROW and str(getattr(value, "dtype", "")) == _NARROW[before]:
            _tell(entry.site, before, frame, 0.0)
            return


def _named(argument: Any) -> str:
    """The name of the type that an argument stands for, or empty."""
    if isinstance(argument, str):
        return argument
    if isinstance(argument, type):
        package = argument.__module__.partition(".")[0]
        return argument.__name__ if package in ("numpy", "jax") else ""
    return str(argument) if type(argument).__module__.startswith("numpy.dtype") else ""


def moved(site: int, arrays: list[Any], n: int, frame: FrameType) -> None:
    """Arrays of numpy are handed to the device for the n-th time at a site."""
    if n > _LOOKED or here.jax.config.jax_enable_x64:
        return
    for array in arrays:
        before = str(array.dtype)
        if before in _NARROW and array.size:
            lost = float(_lost(array, sys.modules["numpy"]))
            if lost >= _LOST:
                _tell(site, before, frame, lost)
                return


def _lost(array: Any, numpy: Any) -> Any:
    """The part of the first values that do not keep what tells them apart."""
    values = array.reshape(-1)[:_SAMPLE]
    if values.dtype.kind in "iu":
        limits = numpy.iinfo(_NARROW[str(values.dtype)])
        return ((values < limits.min) | (values > limits.max)).any()
    if values.dtype.kind == "c":
        values = values.real
    wide = numpy.unique(values[numpy.isfinite(values)])
    if wide.size < 3:
        return 0.0
    with numpy.errstate(over="ignore"):
        narrow = wide.astype(numpy.float32)
    if not numpy.isfinite(narrow).all():
        return 1.0
    gaps = numpy.diff(wide)
    fallen = (numpy.diff(narrow) == 0) & (gaps > _NOISE * numpy.abs(wide[1:]))
    return fallen.sum() / (wide.size - 1)


def _tell(site: int, before: str, frame: FrameType, lost: float) -> None:
    one = tally(Promotion, site, before, before=before, after=_NARROW[before], silent=True)
    event = one.hit(frame)
    event.count += 1
    if event.count == 1:
        name = here.sites[site].function.rpartition("<locals>.")[2]
        here.log.set(one.number, lost=lost, function="" if name == "<module>" else name)
