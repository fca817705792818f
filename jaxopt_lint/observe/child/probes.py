"""The probes that rewritten code passes. They give back what they get, and note what it was.

These run at every call of the user's: what is of no interest must cost next to nothing. A call of
interest is *opened*, gathers its arguments, and is closed by its result: one of a compiled
function or of JAX by its callee, one of a function that reads arrays on the host by its first
argument that is or may hold an array. A call that raises leaves its entry behind; it is dropped
when the call around it closes, when its site opens again, or by the next flush.
"""

from __future__ import annotations

import builtins
import random
import sys
import time
from _thread import get_ident
from collections.abc import Callable
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from . import calls, donation, looping, operators, outside, sampling, sites, values, waits
from .roles import NONE, Role, known, learn, of_class_method, of_generator, of_method, of_object
from .state import here
from .tally import Tally, lights
from .trees import holds_array, is_ready

_clock = time.perf_counter
_quiet: set[type] = set()  # types of callees that never matter
_plain: set[type] = set()  # types whose methods never matter
_readers: dict[int, Role] = {}  # sites whose callee reads what it gets
_changing: set[type] = {random.Random}  # types of objects whose methods have effects
# Types of arguments that are arrays or may hold some; that of arrays comes with JAX.
_held: set[Any] = {list, tuple, dict}


array: Any = object()  # the type of arrays, once there is JAX


def know(kind: type) -> None:
    """There is JAX now, and its arrays are of this type."""
    global array
    array = kind
    _held.add(kind)


class Open:
    """A call that is going on."""

    __slots__ = (
        "arguments",
        "callee",
        "code",
        "compiling",
        "frame",
        "ready",
        "role",
        "site",
        "start",
        "thread",
    )

    def __init__(self, site: int, callee: Any, role: Role, frame: FrameType) -> None:
        self.site = site
        self.callee = callee
        self.role = role
        self.frame = id(frame)  # that the call stands in
        self.code = id(frame.f_code)
        self.thread = get_ident()
        self.arguments: list[Any] = []
        self.ready = True
        self.compiling = here.compiling
        self.start = _clock()


opened: list[Open] = []  # of all threads; each looks for its own


def callee(site: int, function: Any) -> Any:
    """A call is about to evaluate its arguments."""
    try:
        kind = type(function)
        if kind in _quiet:
            return function
        if kind is FunctionType or kind is type:
            role = known.get(id(function))
            if role is None:
                role = learn(function)
        elif kind is BuiltinFunctionType:
            owner: Any = type(function.__self__)
            if owner is ModuleType:
                role = known.get(id(function))
                if role is None:
                    role = learn(function)
            elif owner in _changing:
                role = of_generator(owner, function.__name__)
            elif owner is type:
                role = of_class_method(function.__self__, function.__name__)
            else:
                return function
        elif kind is MethodType:
            if type(function.__self__) in _plain:
                return function
            role = of_method(function, _plain)
        else:
            role = of_object(function, kind, _quiet, site)
        if role is not NONE:
            _begin(site, function, role)
    except Exception as error:
        _failed(error)
    return function


def _begin(site: int, function: Any, role: Role) -> None:
    """A call of something that has a role begins."""
    if donation.waiting:
        donation.settle()
    if outside.left:
        outside.settle()
    if not here.on:
        here.dispatches += role.kind == "jitted"
        return
    if role.effect:
        calls.effect(site, role, getattr(function, "__self__", None), sys._getframe(2))
        if role.kind == "effect":
            return
    if role.light and not waits.gap:  # until when the device stood still has to be known
        one = lights.get(site)
        if one is not None and one.part is role and one.light():
            if one.by_result:
                return  # its result counts
            if not here.adapter.tracing():
                one.n += 1
                one.event.count += 1
                here.dispatches += 1
                return
    if role.reads and not role.receiver:
        _readers[site] = role
        return
    entry = _open(site, function, role, sys._getframe(2))
    if role.receiver:
        entry.arguments.append(function.__self__)
        if role.reads:
            entry.ready = is_ready(function.__self__)
            entry.start = _clock()


def _open(site: int, function: Any, role: Role, frame: FrameType) -> Open:
    entry = Open(site, function, role, frame)
    if opened:
        top = opened[-1]
        if top.site == site and top.thread == entry.thread and top.code == entry.code:
            opened.pop()  # it raised
        if len(opened) > 200:
            opened.clear()
    opened.append(entry)
    return entry


def argument(site: int, value: Any) -> Any:
    """A call has evaluated an argument."""
    if opened or type(value) in _held:
        try:
            _argument(site, value)
        except Exception as error:
            _failed(error)
    return value


def _argument(site: int, value: Any) -> None:
    if opened:
        entry = opened[-1]
        if entry.site == site and entry.thread == get_ident():
            entry.arguments.append(value)
            if entry.role.reads:
                entry.ready = entry.ready and is_ready(value)
            entry.start = _clock()
            return
    role = _readers.get(site)
    if role is None or not here.on or here.jax is None:
        return
    if not role.deep and (type(value) not in _held or not holds_array(value)):
        return
    if type(value) is array:
        one = lights.get(site)
        if one is not None and one.part == role.name and one.light():
            if not is_ready(value):
                _timed.append((site, get_ident(), one, _clock()))
                if len(_timed) > 50:
                    _timed.clear()
            _counted(one, value)
            return
    entry = _open(site, None, role, sys._getframe(2))
    entry.arguments.append(value)
    entry.ready = is_ready(value)
    entry.start = _clock()


fetched = [0]  # id of an array whose fetch is told already


def _counted(one: Tally, value: Any) -> None:
    """A value that was ready was read once more."""
    one.n += 1
    one.event.count += 1
    one.event.bytes += one.size
    if one.moved is not None:
        one.moved.count += 1
        one.moved.bytes += one.size
    fetched[0] = id(value)


# Reads of values that were not there yet, which are timed and looked at no further.
_timed: list[tuple[int, int, Tally, float]] = []
afterwards: list[Callable[[], None]] = []  # what is to be done when the call that goes on returns


def _waited(site: int) -> None:
    """A read that was timed has ended, or another one has while it raised."""
    now, mine = _clock(), (site, get_ident())
    while afterwards:
        afterwards.pop()()
    for index in range(len(_timed) - 1, -1, -1):
        entry = _timed[index]
        if entry[:2] == mine:
            del _timed[index:]
            event = entry[2].event
            event.seconds += now - entry[3]
            event.blocked += 1
            here.log.touch(entry[2].number)
            return


def result(site: int, value: Any) -> Any:
    """A call has returned."""
    if _timed or afterwards:
        _waited(site)
    if opened or type(value) is array:
        try:
            _result(site, value)
        except Exception as error:
            _failed(error)
    return value


def _result(site: int, value: Any) -> None:
    if opened:
        seconds = _clock()
        thread = get_ident()
        for index in range(len(opened) - 1, -1, -1):
            entry = opened[index]
            if entry.thread == thread and entry.site == site:
                opened[index:] = [one for one in opened[index + 1 :] if one.thread != thread]
                if waits.gap and entry.role.works and entry.start > waits.gap[0][3]:
                    waits.work_came(entry.start)
                took = seconds - entry.start - (here.compiling - entry.compiling)
                calls.close(entry, value, max(took, 0.0), sys._getframe(2))
                entry.arguments.clear()
                return
    if type(value) is array and here.on:
        one = lights.get(site)
        if one is not None and one.by_result and one.light():
            one.n += 1
            one.event.count += 1


def operator(site: int, value: Any) -> Any:
    """An operator has given a value."""
    if type(value) is array and here.on:
        try:
            if waits.gap:
                waits.work_came(_clock())
            one = lights.get(site)
            if one is not None and one.light():
                one.n += 1
                one.event.count += 1
            else:
                operators.dispatched(site, value, sys._getframe(1))
        except Exception as error:
            _failed(error)
    return value


def _failed(error: Exception) -> None:
    """A probe went wrong: say where."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    at = "" if where is None else f"{where.tb_frame.f_code.co_name}:{where.tb_lineno}"
    here.failed(f"probe {at}", error)


def raised() -> None:
    """Something that raised is handled: calls of frames that have ended are closed."""
    if opened:
        thread = get_ident()
        outer = set()
        frame = sys._getframe(1).f_back
        while frame is not None:
            outer.add(id(frame))
            frame = frame.f_back
        opened[:] = [one for one in opened if one.thread != thread or one.frame in outer]


def reading() -> bool:
    """Whether this thread is inside of a call that is timed as a wait."""
    if not opened:
        return False
    thread = get_ident()
    return any(entry.role.reads and entry.thread == thread for entry in opened)


def sweep() -> None:
    """Drop the entries of calls that raised: their code does not run any more."""
    if opened:
        running: dict[int, set[int]] = {}
        for thread in {entry.thread for entry in opened}:
            codes = running[thread] = set()
            walk = sampling.stack(thread)
            while walk is not None:
                codes.add(id(walk.f_code))
                walk = walk.f_back
        opened[:] = [one for one in opened if one.code in running.get(one.thread, ())]


def forget() -> None:
    """Begin anew, in a process that was forked."""
    opened.clear()
    _timed.clear()
    afterwards.clear()


def disarm() -> None:
    """Have the probes of code that is still there do nothing."""
    values = (sites.CALLEE, sites.ARGUMENT, sites.RESULT, sites.OPERATOR,
              sites.STORING, sites.LOOP, sites.RETURNED, sites.READ,
              sites.READ_NAME)  # fmt: skip
    for name in values:
        setattr(builtins, name, _pass_on)
    for name in (sites.STORED, sites.ITERATION, sites.ENTERED, sites.IMPORTED,
                 sites.RAISED, sites.KEPT, sites.KEPT_NAME):  # fmt: skip
        setattr(builtins, name, _do_nothing)


def _pass_on(_: int, value: Any) -> Any:
    return value


def _do_nothing(*_: Any) -> None:
    return None


def install() -> None:
    """Make the probes known to rewritten code, under names that no program has."""
    from . import watching

    for name, probe in (
        (sites.CALLEE, callee),
        (sites.ARGUMENT, argument),
        (sites.RESULT, result),
        (sites.OPERATOR, operator),
        (sites.STORING, operators.storing),
        (sites.STORED, operators.stored),
        (sites.LOOP, looping.entered),
        (sites.ITERATION, looping.iteration),
        (sites.ENTERED, values.entered),
        (sites.RETURNED, values.returned),
        (sites.IMPORTED, watching.imported),
        (sites.RAISED, raised),
        (sites.READ, outside.read),
        (sites.READ_NAME, outside.read_name),
        (sites.KEPT, outside.kept),
        (sites.KEPT_NAME, outside.kept_name),
    ):
        setattr(builtins, name, probe)
