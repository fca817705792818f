"""What a closed call was: work for the device, a wait for it, a key used up, a clock read."""

from __future__ import annotations

import sys
import zlib
from types import FrameType
from typing import Any

from . import compiling, donation, keys, linked, moves, narrowing, outside, producers, timers
from .adapters.public import Unknown
from .events import Dispatch, Impurity, Transfer
from .roles import Role
from .state import here, shape
from .tally import ALWAYS, lights, place_of, tally
from .trees import holds_array, leaves
from .waits import waited


def close(entry: Any, value: Any, seconds: float, frame: FrameType) -> None:
    """A call that was opened has returned.

    Args:
        entry: an `Open` of probes.py.
        value: its result.
        seconds: from its last argument to its result.
        frame: the user's own, that the call stands in.
    """
    role: Role = entry.role
    if frame.f_code.co_filename not in here.files:
        return
    try:
        if here.adapter is not None and here.adapter.missing:
            _look_at_types(value)
            if any(isinstance(one, here.tracer) for one in leaves(value)):
                return
        if here.told is not here.log and role.kind in ("jitted", "eager") and _computed(value):
            compiling.say_devices()
        _HANDLERS[role.kind](entry, value, seconds, frame)
    except Exception as error:
        here.failed(role.kind, error)


def _computed(value: Any) -> bool:
    """Whether a value came from a device, so that asking for the devices starts none."""
    array = here.jax.Array
    return any(isinstance(one, array) and not isinstance(one, here.tracer) for one in leaves(value))


def _look_at_types(value: Any) -> None:
    """Learn the type of arrays from the first one, where no private part of JAX says it."""
    if here.array is not Unknown:
        return
    for one in here.jax.tree_util.tree_leaves(value):
        if isinstance(one, here.jax.Array) and not isinstance(one, here.tracer):
            here.array = type(one)
            here.know(here.array)
            return


def _jitted(entry: Any, value: Any, seconds: float, frame: FrameType) -> None:
    site, role = entry.site, entry.role
    if here.adapter.tracing():
        return  # a part of another program
    here.dispatches += 1
    outside.called(entry.callee, entry.arguments)
    one = tally(Dispatch, site, role, how="jitted", operation=role.name)
    event = one.hit(frame)
    event.count += 1
    event.seconds += one.seconds(seconds)
    lights[site] = one
    if not one.full and timers.near(site):
        one.full = True
    if not one.looked():
        producers.latest(value, site, frame)
        return
    out = leaves(value)
    given = leaves(entry.arguments)
    if one.n in (1, 2):
        arrays = [leaf for leaf in out if type(leaf) is here.array]
        if arrays:
            here.log.set(one.number, shape=shape(arrays[0]), loop=here.sites[site].loop)
    if one.n > 1:  # the first one may be of its own kind, and is compiled in any case
        _count_shapes(one, event, given)
    if one.n <= ALWAYS:
        linked.called(one, event, entry, given, value, frame)
    producers.made(out, site, frame, role.name)
    _moved_in(given, site, role, frame)
    donation.called(entry, given, out, one.n, frame)


_SHAPES = 32  # different ones of one site
_PLAIN = (bool, int, float, str, type(None))


def _count_shapes(one: Any, event: Any, given: list[Any]) -> None:
    """Tell calls with arguments of these shapes and plain values from others."""
    shapes = repr([getattr(leaf, "shape", ()) for leaf in given])
    plain = repr([leaf for leaf in given if type(leaf) in _PLAIN])
    found = f"{_short(shapes)}/{_short(plain)}"
    if found in event.shapes or len(event.shapes) < _SHAPES:
        event.shapes[found] = event.shapes.get(found, 0) + 1
        here.log.touch(one.number)


def _short(text: str) -> str:
    """The same text for the same one in every process of a run."""
    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):x}"


def _moved_in(given: list[Any], site: int, role: Role, frame: FrameType) -> None:
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return
    arrays = [one for one in given if isinstance(one, numpy.ndarray)]
    amount = sum(one.nbytes for one in arrays)
    if amount:
        one = tally(Transfer, site, role.name, direction="to_device", via=role.name)
        event = one.hit(frame)
        weight = tally(Dispatch, site, role).weight()
        event.count += len(arrays) * weight
        event.bytes += amount * weight
        narrowing.moved(site, arrays, one.n, frame)
        if one.n == 1:
            here.log.set(one.number, shape=shape(max(arrays, key=lambda array: array.nbytes)))
        same = moves.again(site, arrays)
        if same:
            here.log.set(
                one.number,
                again=event.again + len(same) * weight,
                again_bytes=event.again_bytes + sum(one.nbytes for one in same) * weight,
            )
        returned = moves.back(arrays)
        if returned:
            here.log.set(
                one.number,
                back=event.back + len(returned) * weight,
                back_bytes=event.back_bytes + sum(one.nbytes for one in returned) * weight,
            )


def _eager(entry: Any, value: Any, seconds: float, frame: FrameType) -> None:
    site, role = entry.site, entry.role
    kind = type(value)
    if kind is here.array or isinstance(value, here.tracer):
        narrowing.asked(entry, value, frame)
    whole = kind is here.array
    if not whole:
        if value is None or here.adapter is None or here.adapter.tracing():
            return
        whole = _is_key(value)
        if not whole and not holds_array(value):
            return
    how = "library" if role.kind == "library" else "eager"
    one = tally(Dispatch, site, role, how=how, operation=role.name)
    event = one.hit(frame)
    event.count += 1
    event.seconds += one.seconds(seconds)
    if kind is here.array:
        lights[site] = one
        one.by_result = True
    if one.n == 1:
        first = value if whole else leaves(value)[0]
        here.log.set(one.number, shape=shape(first), loop=here.sites[site].loop)
    if one.n <= ALWAYS and seconds >= linked.LONG and role.kind != "random":
        linked.repeated(one, event, entry, place_of(site, frame))
    if one.looked():
        producers.made(leaves(value), site, frame, role.name)
        _moved_in(
            [one for one in entry.arguments if type(one) is not here.array], site, role, frame
        )


def _is_key(value: Any) -> bool:
    """Whether a value is a typed key, of a class of its own."""
    dtype = getattr(value, "dtype", None)
    return dtype is not None and here.adapter is not None and here.adapter.is_key_type(dtype)


def _sink(entry: Any, value: Any, seconds: float, frame: FrameType) -> None:
    arrays = [one for part in entry.arguments for one in leaves(part) if type(one) is here.array]
    if arrays:
        waited(entry.role.name, arrays, entry.ready, seconds, entry.site, frame)
        moves.fetched(value)


def _random(entry: Any, value: Any, seconds: float, frame: FrameType) -> None:
    keys.used(entry, value, frame)
    _eager(entry, value, seconds, frame)


def _clock(entry: Any, value: Any, seconds: float, frame: FrameType) -> None:
    if here.adapter is not None and here.adapter.tracing():
        _effect(entry.site, entry.role, frame)
    else:
        timers.read(entry.site, entry.role.name, frame)


def _generator(entry: Any, value: Any, seconds: float, frame: FrameType) -> None:
    if here.adapter is not None and here.adapter.tracing():
        outside.made_in_trace(value)


def effect(site: int, role: Role, owner: Any, frame: FrameType) -> None:
    """Something that shows outside is about to be done: it matters while tracing.

    Args:
        owner: that it is a method of; what such an object does that was made in the same trace,
            of a seed, is the same each time.
    """
    if here.adapter is None or not here.adapter.tracing():
        return
    if outside.is_of_trace(owner):
        return
    if frame.f_code.co_filename in here.files:
        _effect(site, role, frame)


def _effect(site: int, role: Role, frame: FrameType) -> None:
    one = tally(Impurity, site, role, how="effect", what=role.name)
    event = one.hit(frame)
    event.count += 1
    event.function = here.sites[site].function.rpartition("<locals>.")[2]
    here.log.touch(one.number)


_HANDLERS = {
    "jitted": _jitted,
    "eager": _eager,
    "library": _eager,
    "sink": _sink,
    "random": _random,
    "clock": _clock,
    "generator": _generator,
}
