"""What traced code has to do with state outside of it: reads that are baked in, tracers left there.

State is an attribute of an object, or an item of a container, that was there before the trace, or a
global name. What a trace read of it is compared with what is there when the compiled function is
called again; what a trace left there is looked at when no trace is going on any more. State that
nobody else holds by then, as a list that the traced function made for itself, is no state.
"""

from __future__ import annotations

import contextlib
import sys
import weakref
from dataclasses import dataclass
from types import FrameType, ModuleType
from typing import Any

from .events import Impurity, Place
from .moves import signature
from .state import here
from .tally import place_of

_OUTSIDE = 64  # passes of a site outside of traces, after which it is taken for no traced code
_KEPT = 4_096
_READS = 256  # of one traced function
_ITEMS = 64
_SCALARS = (bool, int, float, complex, str, bytes)
_NOTHING = object()
_ITEM = "[]"

_passes: dict[int, int] = {}
_plain: set[int] = set()  # sites that are not looked at any more
_known: dict[int, Any] = {}  # id of an object -> itself (weak), seen while nothing was traced


@dataclass(slots=True)
class _Read:
    """Something that a trace read.

    Attributes:
        owner: gives the object, or `None` where it is gone.
        name: of the attribute, or the key of an item; `item` tells which.
        value: what tells that it is another one now.
        argument: whether the object was an argument of the call that was traced.
    """

    owner: Any
    name: Any
    item: bool
    value: Any
    place: Place
    chain: tuple[Place, ...]
    text: str
    argument: bool = False


@dataclass(slots=True)
class _Left:
    """Something that a trace stored.

    Attributes:
        owner: gives the object, or `None` where it is gone.
        name: of the attribute or global; `None` where the object itself is the container.
        changed: whether it was changed by its own value.
    """

    owner: Any
    name: Any
    place: Place
    chain: tuple[Place, ...]
    text: str
    changed: bool


_reads: list[_Read] = []  # of the trace that is going on
_baked: dict[int, tuple[Any, list[_Read]]] = {}  # id of a traced function -> itself, what it read
left: list[_Left] = []


def seen(value: Any) -> None:
    """An object that a function of the user's got while nothing was traced."""
    if len(_known) > _KEPT:
        _known.clear()
    try:
        _known[id(value)] = weakref.ref(value)
    except TypeError:
        return


def _is_outside(owner: Any, frame: FrameType) -> bool:
    """Whether an object was there before the trace that is going on."""
    if isinstance(owner, (type, ModuleType)):
        return True
    known = _known.get(id(owner))
    if known is not None and known() is owner:
        return True
    if not _held_by_traced(owner, frame):
        return False
    seen(owner)
    return True


def _held_by_traced(owner: Any, frame: FrameType) -> bool:
    """Whether the function that is traced got an object from outside: with itself, as a global."""
    call = here.adapter.call(frame)
    if call is None:
        return False
    function = call.function
    if getattr(function, "__self__", None) is owner or any(one is owner for one in call.args):
        return True
    for cell in getattr(function, "__closure__", None) or ():
        with contextlib.suppress(ValueError):
            if cell.cell_contents is owner:
                return True
    names = getattr(getattr(function, "__func__", function), "__globals__", {})
    return any(one is owner for one in list(names.values()))


def _traced(site: int) -> bool:
    """Whether a trace is going on; sites that were passed outside of one too often are left."""
    if here.adapter is not None and here.adapter.tracing():
        return True
    times = _passes[site] = _passes.get(site, 0) + 1
    if times > _OUTSIDE:
        _plain.add(site)
    return False


def read(site: int, owner: Any) -> Any:
    """An attribute or an item of this is about to be read."""
    if site not in _plain:
        try:
            if _traced(site):
                _note_read(site, owner, sys._getframe(1))
        except Exception as error:
            here.failed("read", error)
    return owner


def read_name(site: int, value: Any) -> Any:
    """A global name was read that the program gives other values, too."""
    if site not in _plain:
        try:
            if _traced(site):
                frame = sys._getframe(1)
                name = here.sites[site].name
                if _is_global(value, name, frame):
                    holder = _Strong(frame.f_globals)
                    _add_read(name, site, holder, name, True, value, frame)
        except Exception as error:
            here.failed("read", error)
    return value


def _note_read(site: int, owner: Any, frame: FrameType) -> None:
    if frame.f_code.co_filename not in here.files:
        return
    at = here.sites[site]
    name = str(at.literal)
    if at.what == "item":
        if type(owner) is dict and name in owner and _is_global(owner, at.name, frame):
            text = f"{at.name}[{name!r}]"
            _add_read(text, site, _Strong(owner), name, True, owner[name], frame)
        return
    if isinstance(owner, here.tracer) or type(owner) is here.array or not _is_outside(owner, frame):
        return
    value = _attribute(owner, name)
    if _told(value) is not None:
        _add_read(at.name, site, _holder(owner), name, False, value, frame)
    elif hasattr(value, "__dict__") and not isinstance(value, here.tracer):
        seen(value)  # what an object from outside holds is from outside, too


def _add_read(
    text: str, site: int, owner: Any, name: Any, item: bool, value: Any, frame: FrameType
) -> None:
    told = _told(value)
    if told is None or len(_reads) >= _READS:
        return
    here.busy.add((here.sites[site].file, here.sites[site].function))
    place = place_of(site, frame)
    _reads.append(_Read(owner, name, item, told, place, here.chain(frame), text))


class _Strong:
    """Holds what lives as long as the program, the way a weak reference does."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self) -> Any:
        return self.value


def _holder(owner: Any) -> Any:
    return _Strong(owner) if isinstance(owner, (type, ModuleType)) else weakref.ref(owner)


def _is_global(value: Any, name: str, frame: FrameType) -> bool:
    """Whether a container is what a global name of the frame's module stands for."""
    return frame.f_globals.get(name) is value


def _attribute(owner: Any, name: str) -> Any:
    """An attribute as it lies in an object or its classes; nothing is run for it."""
    names = getattr(owner, "__dict__", None)
    if names is not None and name in names:
        return names[name]
    for one in type(owner).__mro__:
        if name in one.__dict__:
            value = one.__dict__[name]
            return _NOTHING if hasattr(type(value), "__get__") else value
    return _NOTHING


def _told(value: Any) -> Any:
    """What tells a value from another one, or `None` where that is not looked at."""
    kind = type(value)
    if kind in _SCALARS:
        return (kind, repr(value))
    if kind is here.array:
        return (kind, weakref.ref(value))
    if kind in (tuple, list):
        if len(value) > _ITEMS or not all(type(one) in _SCALARS for one in value):
            return None
        return (kind, repr(value))
    if kind.__module__ == "numpy":
        if not hasattr(value, "__array_interface__") or not value.flags.c_contiguous:
            return None
        if value.dtype.hasobject:
            return None
        return (kind, signature(value)[1:])
    return None


_own: dict[int, Any] = {}  # objects that the trace made that is going on, by their ids


def made_in_trace(value: Any) -> None:
    """Traced code made an object whose methods change it."""
    _own[id(value)] = value


def is_of_trace(value: Any) -> bool:
    """Whether the trace that is going on made an object itself."""
    return id(value) in _own


def traced(call: Any) -> None:
    """A trace has ended that was no part of another one; `call` led to it."""
    _own.clear()
    if not _reads:
        return
    found = list(_reads)
    _reads.clear()
    if call is None:
        return
    function = call.function
    if id(function) not in _baked and len(_baked) > 512:
        _baked.clear()
    _, reads = _baked.setdefault(id(function), (function, []))
    arguments = {id(one) for one in (*call.args, *call.kwargs.values())}
    for one in found:
        one.argument = id(one.owner()) in arguments
        if len(reads) < _READS:
            reads.append(one)


def called(callee: Any, arguments: list[Any]) -> None:
    """A compiled function was called: has anything changed that its traces read?"""
    if not _baked:
        return
    callee = getattr(callee, "__func__", callee)
    callee = getattr(callee, "func", callee)
    function = getattr(callee, "__wrapped__", None)
    known = _baked.get(id(function))
    if known is None or known[0] is not function:
        return
    given = {id(one) for one in arguments}
    by_state: dict[Any, list[_Read]] = {}
    for one in known[1]:
        owner = one.owner()
        if owner is not None and (not one.argument or id(owner) in given):
            by_state.setdefault((id(owner), one.name), []).append(one)
    for reads in by_state.values():
        _compare(reads, known[1], getattr(function, "__qualname__", ""))


def _compare(reads: list[_Read], whole: list[_Read], function: str) -> None:
    owner, name = reads[0].owner(), reads[0].name
    now = owner.get(name, _NOTHING) if reads[0].item else _attribute(owner, name)
    if now is _NOTHING or isinstance(now, here.tracer) or any(_same(one, now) for one in reads):
        return
    for one in reads:
        number, event = here.log.event(Impurity, one.place, one.chain, how="stale", what=one.text)
        event.count += 1
        here.log.set(number, function=function.rpartition("<locals>.")[2])
        whole.remove(one)


def _same(one: _Read, now: Any) -> bool:
    told = _told(now)
    if told is None or told[0] is not one.value[0]:
        return False
    if told[0] is here.array:
        return one.value[1]() is now
    return bool(told == one.value)


# -- what a trace leaves


def kept(site: int, owner: Any) -> None:
    """An attribute or an item of this, or of an attribute of it, was stored."""
    if site not in _plain:
        try:
            if _traced(site):
                _note_left(site, owner, sys._getframe(1))
        except Exception as error:
            here.failed("store", error)


def kept_name(site: int, value: Any) -> None:
    """A global name was given this value."""
    if site not in _plain:
        try:
            if _traced(site):
                frame, at = sys._getframe(1), here.sites[site]
                if at.literal or _tracer_in(value):
                    _add_left(site, _Strong(frame.f_globals), at.name, frame)
        except Exception as error:
            here.failed("store", error)


def _note_left(site: int, owner: Any, frame: FrameType) -> None:
    """The name of a site tells what was stored: `self.last`, `self.seen[]`, `seen[]`."""
    if frame.f_code.co_filename not in here.files:
        return
    at = here.sites[site]
    root, _, attribute = at.name.removesuffix(_ITEM).partition(".")
    if attribute:
        if not _is_outside(owner, frame) and not _is_global(owner, root, frame):
            return
        value = _attribute(owner, attribute)
        if at.literal or _tracer_in(value):
            _add_left(site, _holder(owner), attribute, frame)
    elif _is_global(owner, root, frame) or _is_of_caller(root, frame):
        if at.literal or _tracer_in(owner):
            _add_left(site, _Strong(owner), None, frame)


def _is_of_caller(name: str, frame: FrameType) -> bool:
    """Whether a variable is that of a function around, which is not traced itself."""
    code = frame.f_code
    if name not in code.co_freevars:
        return False
    around = code.co_qualname.rpartition(".<locals>.")[0]
    outer = frame.f_back
    while outer is not None:
        one = outer.f_code
        if one.co_filename == code.co_filename and one.co_qualname.startswith(around):
            if name in one.co_cellvars:
                return not _called_by_jax(outer.f_back)
        outer = outer.f_back
    return False  # it has returned: who holds the variable now is not known


def _called_by_jax(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("jax."):
            return True
        frame = frame.f_back
    return False


def _add_left(site: int, owner: Any, name: Any, frame: FrameType) -> None:
    at = here.sites[site]
    here.busy.add((at.file, at.function))
    if len(left) < _KEPT:
        place, chain = place_of(site, frame), here.chain(frame)
        text = at.name.removesuffix(_ITEM)
        left.append(_Left(owner, name, place, chain, text, bool(at.literal)))


def settle() -> None:
    """See what is left of what traces stored, when none is going on any more."""
    if here.adapter.tracing():
        return
    while left:
        one = left.pop()
        owner = one.owner()
        if owner is None:
            continue
        value = owner
        if one.name is not None:
            if type(owner) is dict:
                value = owner.get(one.name, _NOTHING)
            else:
                value = _attribute(owner, one.name)
        if _tracer_in(value):
            how = "leak"
        elif one.changed and value is not _NOTHING:
            how = "changed"
        else:
            continue
        number, event = here.log.event(Impurity, one.place, one.chain, how=how, what=one.text)
        event.count += 1
        here.log.set(number, function=one.place.function.rpartition("<locals>.")[2])


def _tracer_in(value: Any, depth: int = 2) -> bool:
    """Whether a value is a tracer or a container that holds some."""
    if isinstance(value, here.tracer):
        return True
    kind = type(value)
    if depth and kind in (list, tuple):
        return any(_tracer_in(one, depth - 1) for one in value[-_ITEMS:])
    if depth and kind is dict:
        return any(_tracer_in(one, depth - 1) for one in list(value.values())[-_ITEMS:])
    return False


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _reads.clear()
    _own.clear()
    left.clear()
