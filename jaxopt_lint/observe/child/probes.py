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
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from . import calls, looping, operators, rewriting, values
from .roles import NONE, Role, known, learn, of_generator, of_method, of_object
from .state import here
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
        "ready",
        "role",
        "site",
        "start",
        "thread",
    )

    def __init__(self, site: int, callee: Any, role: Role, code: int) -> None:
        self.site = site
        self.callee = callee
        self.role = role
        self.code = code  # id of the code that the call stands in
        self.thread = get_ident()
        self.arguments: list[Any] = []
        self.ready = True
        self.compiling = here.compiling
        self.start = _clock()


opened: list[Open] = []  # of all threads; each looks for its own


def callee(site: int, function: Any) -> Any:
    """A call is about to evaluate its arguments."""
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
        else:
            return function
    elif kind is MethodType:
        if type(function.__self__) in _plain:
            return function
        role = of_method(function, _plain)
    else:
        role = of_object(function, kind, _quiet, site)
    if role is not NONE and here.on:
        if role.effect:
            calls.effect(site, role, sys._getframe(1))
        if role.reads and not role.receiver:
            _readers[site] = role
        elif role.kind != "effect":
            entry = _open(site, function, role, sys._getframe(1))
            if role.receiver:
                entry.arguments.append(function.__self__)
                if role.reads:
                    entry.ready = is_ready(function.__self__)
                    entry.start = _clock()
    return function


def _open(site: int, function: Any, role: Role, frame: FrameType) -> Open:
    entry = Open(site, function, role, id(frame.f_code))
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
        _argument(site, value)
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
    if role is None or not here.on:
        return
    if here.jax is not None and (role.deep or holds_array(value)):
        entry = _open(site, None, role, sys._getframe(2))
        entry.arguments.append(value)
        entry.ready = is_ready(value)
        entry.start = _clock()


def result(site: int, value: Any) -> Any:
    """A call has returned."""
    if opened:
        _result(site, value)
    elif type(value) is array:
        calls.returned_array(site, value, sys._getframe(1))
    return value


def _result(site: int, value: Any) -> None:
    seconds = _clock()
    thread = get_ident()
    for index in range(len(opened) - 1, -1, -1):
        entry = opened[index]
        if entry.thread == thread and entry.site == site:
            above = [one for one in opened[index + 1 :] if one.thread != thread]
            opened[index:] = above
            took = seconds - entry.start - (here.compiling - entry.compiling)
            calls.close(entry, value, max(took, 0.0), sys._getframe(2))
            entry.arguments.clear()
            return
    if type(value) is array:
        calls.returned_array(site, value, sys._getframe(2))


def operator(site: int, value: Any) -> Any:
    """An operator has given a value."""
    if type(value) is array and here.on:
        operators.dispatched(site, value, sys._getframe(1))
    return value


def reading() -> bool:
    """Whether this thread is inside of a call that is timed as a wait."""
    thread = get_ident()
    return any(entry.role.reads and entry.thread == thread for entry in opened)


def sweep() -> None:
    """Drop the entries of calls that raised: their code does not run any more."""
    if opened:
        running: dict[int, set[int]] = {}
        for thread, frame in sys._current_frames().items():
            codes = running[thread] = set()
            walk: Any = frame
            while walk is not None:
                codes.add(id(walk.f_code))
                walk = walk.f_back
        opened[:] = [one for one in opened if one.code in running.get(one.thread, ())]


def install() -> None:
    """Make the probes known to rewritten code, under names that no program has."""
    from . import watching

    for name, probe in (
        (rewriting.CALLEE, callee),
        (rewriting.ARGUMENT, argument),
        (rewriting.RESULT, result),
        (rewriting.OPERATOR, operator),
        (rewriting.STORING, operators.storing),
        (rewriting.STORED, operators.stored),
        (rewriting.LOOP, looping.entered),
        (rewriting.ITERATION, looping.iteration),
        (rewriting.ENTERED, values.entered),
        (rewriting.RETURNED, values.returned),
        (rewriting.IMPORTED, watching.imported),
    ):
        setattr(builtins, name, probe)
