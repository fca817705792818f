"""Random keys that are used up more than once, or made of the same seed again and again."""

from __future__ import annotations

import weakref
from types import FrameType
from typing import Any

from . import unrolled
from .events import NOWHERE, KeyUse, Place
from .state import here
from .tally import place_of, tally

_MAKERS = {"key", "PRNGKey", "wrap_key_data"}
_KEEPERS = {"key_data", "key_impl", "fold_in", "clone", "default_prng_impl"}  # leave a key usable
_KEPT = 4_096
_CALLS = 8  # of a function that makes a key of the same seed, from which that is told
_used: dict[int, tuple[Any, Place, str, int]] = {}
_FOLDS = 4  # of a key with the same number in a row, from which that is told
_seeds: dict[int, tuple[Any, int]] = {}  # site -> the seed, how often in a row
_folds: dict[int, tuple[Any, int, int]] = {}  # site -> the key, weak, the number, how often


def used(entry: Any, value: Any, frame: FrameType) -> None:
    """A function of `jax.random` was called."""
    name = entry.role.name.rpartition(".")[2]
    if name == "fold_in":
        _folded(entry, frame)
    if name in _KEEPERS:
        return
    if name in _MAKERS:
        seed = entry.arguments[0] if entry.arguments else here.sites[entry.site].literal
        _made(entry, seed, frame)
        return
    key = next((one for one in entry.arguments if _is_key(one)), None)
    if key is None:
        return
    place = place_of(entry.site, frame)
    before = _used.get(id(key))
    if len(_used) > _KEPT:
        _used.clear()
    _used[id(key)] = (weakref.ref(key), place, name, entry.site)
    if before is None or before[0]() is not key:
        return
    how = "constant" if before[3] == entry.site else "reused"
    one = tally(KeyUse, entry.site, how, how=how)
    event = one.hit(frame)
    event.count += 1
    if event.count == 1:
        traced = isinstance(key, here.tracer)
        here.log.set(one.number, consumer=entry.role.name, earlier=before[1], traced=traced)


def _made(entry: Any, seed: Any, frame: FrameType) -> None:
    if not isinstance(seed, int):
        return
    before = _seeds.get(entry.site)
    times = before[1] + 1 if before is not None and before[0] == seed else 1
    _seeds[entry.site] = (seed, times)
    if times >= (2 if here.sites[entry.site].loop else _CALLS):
        # Several fits may begin with the same key; many calls in a loop want numbers of their own.
        if not unrolled.loop_around(place_of(entry.site, frame), here.chain(frame)):
            return
        constant(entry, frame)


def _folded(entry: Any, frame: FrameType) -> None:
    """A number was folded into a key, as a loop does to have a key of its own in each round."""
    key, number = (*entry.arguments, None, None)[:2]
    if not isinstance(number, int) or not _is_key(key) or isinstance(key, here.tracer):
        return
    before = _folds.get(entry.site)
    same = before is not None and before[0]() is key and before[1] == number
    times = before[2] + 1 if before is not None and same else 1
    _folds[entry.site] = (weakref.ref(key), number, times)
    if times >= _FOLDS and here.sites[entry.site].loop:
        constant(entry, frame)


def constant(
    entry: Any,
    frame: FrameType | None,
    drawn: tuple[Place, tuple[Place, ...]] | None = None,
    **more: Any,
) -> None:
    """A call draws the same numbers again and again.

    Args:
        drawn: the lines in compiled code that do so, where the cause lies there.
        more: is told of the first time.
    """
    if drawn is not None or frame is None:
        number, event = here.log.event(KeyUse, *(drawn or (NOWHERE, ())), how="constant")
        here.log.add(number)
    else:
        one = tally(KeyUse, entry.site, "constant", how="constant")
        event = one.hit(frame)
        event.count += 1
        number = one.number
    if event.count == 1:
        here.log.set(number, consumer=entry.role.name, **more)


def _is_key(value: Any) -> bool:
    """Whether a value is a key: typed, or two words of 32 bits (four for other generators)."""
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        return False
    if here.adapter.is_key_type(dtype):
        return not value.shape
    return str(dtype) == "uint32" and value.shape in ((2,), (4,))
