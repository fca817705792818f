"""Traces and compilations: how long, for whom, and why once more."""

from __future__ import annotations

import contextlib
import inspect
import sys
import time
import weakref
from dataclasses import dataclass
from typing import Any

from . import collectives, linked, outside, programs
from .adapters.public import Call
from .closures import alike, closed_over
from .events import GIVEN, NOTHING, NOWHERE, Compile, Place, Trace
from .jaxprs import jaxprs
from .state import here

_TRACE = "/jax/core/compile/jaxpr_trace_duration"
_LOWER = "/jax/core/compile/jaxpr_to_mlir_module_duration"
_BACKEND = "/jax/core/compile/backend_compile_duration"
_HITS = ("/jax/compilation_cache/cache_hits",)
_TOLD = 8  # differences
_HISTORY = 64  # compilations of one function that are compared
_LEAVES = 3_000


@dataclass
class _Seen:
    """One earlier compilation of a function."""

    signature: dict[str, str]
    function: Any  # weak
    wrapper: int
    around: tuple[Any, ...]  # what it closes over


class _Going:
    """What led to the program that is being made."""

    traced = 0.0
    lowered = 0.0
    hit = False
    jaxpr: Any = None  # of what was lowered last


_history: dict[Any, list[_Seen]] = {}
_BODIES = ("cond", "scan", "while")  # operations that are given functions
_bodies: set[Any] = set()  # by place and types, what such operations ran


def duration(event: str, seconds: float, **details: Any) -> None:
    """JAX says how long something took; called by the thread that did it."""
    if here.ended:
        return
    try:
        if event in (_TRACE, _LOWER, _BACKEND) and not (event == _TRACE and here.adapter.tracing()):
            here.compiling += seconds
        if event == _TRACE:
            _traced(seconds, details)
        elif event == _LOWER:
            _Going.lowered += seconds
            found = here.adapter.program(sys._getframe(2))
            if found is not None:
                _Going.jaxpr = found
                call = here.adapter.call(sys._getframe(2))
                place, chain = here.stack(sys._getframe(2))
                linked.lowered(found, call)
                programs.lowered(found, _name(call, details), _defined(call), place, chain)
        elif event == _BACKEND:
            _compiled(seconds, details)
    except Exception as error:
        here.failed("compile", error)


def happened(event: str, **_: Any) -> None:
    """JAX says that something happened."""
    if event in _HITS:
        _Going.hit = True


def _traced(seconds: float, details: dict[str, Any]) -> None:
    frame = sys._getframe(2)
    place, chain = here.stack(frame)
    call = here.adapter.call(frame)
    inner = bool(here.adapter.tracing())
    name = _name(call, details)
    number, _ = here.log.event(Trace, place, chain, function=name, inner=inner)
    here.log.add(number, seconds=seconds)
    defined = _defined(call)
    if defined is not None:
        here.log.set(number, defined=defined)
    if not inner:
        outside.traced(call)
        _Going.traced += seconds
        here.log.span(number, time.perf_counter() - seconds, seconds)


def _compiled(seconds: float, details: dict[str, Any]) -> None:
    frame = sys._getframe(2)
    place, chain = here.stack(frame)
    call = here.adapter.call(frame)
    name = _name(call, details)
    cause, differed = _cause(call) if call is not None else ("unknown", [])
    traced, lowered, hit, jaxpr = _Going.traced, _Going.lowered, _Going.hit, _Going.jaxpr
    forget()
    if cause == "eager" and call is not None and _known_body(name, place, call, jaxpr):
        cause = "body"
    number, event = here.log.event(Compile, place, chain, function=name, cached=hit, cause=cause)
    here.log.add(number, seconds=seconds + lowered)
    told = event.differed + [one for one in differed if one not in event.differed]
    here.log.set(
        number,
        differed=told[:_TOLD],
        defined=_defined(call),
        trace_seconds=event.trace_seconds + traced,
    )
    start = time.perf_counter() - seconds - lowered
    here.log.span(number, start, seconds + lowered)
    say_devices()
    collectives.compiled(here.adapter.executable(frame), jaxpr, name, place, chain)


def say_devices() -> None:
    """Say what the program runs on, once it has a backend."""
    jax = here.jax
    here.told = here.log
    backend = jax.default_backend()
    here.log.say("devices", backend=str(backend), devices=int(jax.device_count()))


def _name(call: Call | None, details: dict[str, Any]) -> str:
    if call is not None:
        function = _inside(call.function)
        name = getattr(function, "__qualname__", "") or getattr(function, "__name__", "")
        if name:
            return str(name).rpartition("<locals>.")[2]
    name = str(details.get("fun_name", "")).removesuffix(")")
    return name.removeprefix("jit(").removeprefix("pmap(")  # of releases that tell no call of pmap


def _inside(function: Any) -> Any:
    """The user's own function below wrappers of transforms and partial applications."""
    for _ in range(20):
        inner = getattr(function, "__wrapped__", None) or getattr(function, "func", None)
        if inner is None or not callable(inner):
            break
        function = inner
    return function


def _code(function: Any) -> Any:
    function = _inside(function)
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is None:
        method: Any = type(function).__dict__.get("__call__")
        code = getattr(method, "__code__", None)
    return code


def _defined(call: Call | None) -> Place | None:
    code = None if call is None else _code(call.function)
    if code is None or code.co_filename not in here.files:
        return None
    return Place(here.files[code.co_filename], code.co_firstlineno, code.co_qualname)


def _cause(call: Call) -> tuple[str, list[str]]:
    """Why a program is made, and what differed from the nearest earlier one."""
    function = call.function
    module = getattr(function, "__module__", "") or ""
    if module.partition(".")[0] == "jax" or getattr(function, "_apply_primitive", False):
        return "eager", []
    code = _code(function)
    if code is None:
        return "unknown", []
    signature = _signature(call)
    seen = _history.setdefault((code.co_filename, code.co_firstlineno, code.co_qualname), [])
    around = closed_over(function)
    cause, differed = _against(signature, call, around, seen)
    if len(seen) < _HISTORY:
        try:
            weak = weakref.ref(function)
        except TypeError:
            weak = None  # type: ignore[assignment]
        seen.append(_Seen(signature, weak, id(call.wrapper), around))
    return cause, differed


def _known_body(name: str, place: Place, call: Call, jaxpr: Any) -> bool:
    """Whether an operation was compiled at a place before, for functions that do the same."""
    if name not in _BODIES or place == NOWHERE or jaxpr is None:
        return False
    types = tuple(_type(leaf) for leaf in here.jax.tree_util.tree_leaves(call.args))
    does = hash(tuple(one.primitive.name for part in jaxprs(jaxpr) for one in part.eqns))
    found = (place, name, types, does)
    if found in _bodies:
        return True
    if len(_bodies) < _HISTORY * _HISTORY:
        _bodies.add(found)
    return False


def _against(
    signature: dict[str, str], call: Call, around: tuple[Any, ...], seen: list[_Seen]
) -> tuple[str, list[str]]:
    if not seen:
        return "first", []
    same = [one for one in seen if one.function is not None and one.function() is call.function]
    if not same:
        known = [one for one in seen if alike(one.around, around)]
        if any(one.signature == signature for one in known):
            return "function", [NOTHING]
        return "function", [GIVEN] if known else []
    if any(one.signature == signature and one.wrapper == id(call.wrapper) for one in same):
        return "again", []
    if any(one.signature == signature for one in same):
        return "wrapper", []
    nearest = min(same, key=lambda one: len(_differences(one.signature, signature)))
    return "arguments", _differences(nearest.signature, signature)[:_TOLD]


def _differences(before: dict[str, str], now: dict[str, str]) -> list[str]:
    names = [*before, *(name for name in now if name not in before)]
    return [
        f"{name}: {before.get(name, 'absent')} -> {now.get(name, 'absent')}"
        for name in names
        if before.get(name) != now.get(name)
    ]


def _signature(call: Call) -> dict[str, str]:
    """What JAX keys a program by: types of leaves by the paths to them, and static values."""
    out: dict[str, str] = {}
    names = _parameters(call.function)
    static = set(call.static_positions) | {
        i + len(call.args) for i in call.static_positions if i < 0
    }
    for position, value in enumerate(call.args):
        name = names[position] if position < len(names) else f"argument {position}"
        if position in static or name in call.static_names:
            out[name] = _static(value)
        else:
            _leaves(name, value, out)
    for name, value in call.kwargs.items():
        if name in call.static_names:
            out[name] = _static(value)
        else:
            _leaves(name, value, out)
    config = here.jax.config
    out["jax_enable_x64"] = str(getattr(config, "jax_enable_x64", None))
    return out


def _static(value: Any) -> str:
    if not here.values:
        return f"{type(value).__name__} #{hash(value) & 0xFFFF:04x}"
    return f"{type(value).__name__} {value!r}"[:80]


def _leaves(name: str, value: Any, out: dict[str, str]) -> None:
    tree = here.jax.tree_util
    paths, structure = tree.tree_flatten_with_path(value)
    for path, leaf in paths[:_LEAVES]:
        out[name + tree.keystr(path)] = _type(leaf)
    if len(paths) != 1 or paths[0][0]:
        out[f"{name} (structure)"] = f"{structure}"[:200]


def _type(leaf: Any) -> str:
    if isinstance(leaf, (bool, int, float, complex)):
        return f"Python {type(leaf).__name__}"
    dtype = getattr(leaf, "dtype", None)
    if dtype is None:
        return type(leaf).__name__
    shape = ",".join(map(str, getattr(leaf, "shape", ())))
    with contextlib.suppress(TypeError, ValueError):
        dtype = here.jax.dtypes.canonicalize_dtype(dtype)
    text = f"{dtype}[{shape}]"
    if getattr(leaf, "weak_type", False) is True:
        text += " weak"
    sharding = getattr(leaf, "sharding", None)
    if sharding is not None:
        kind = type(sharding).__name__
        if kind != "SingleDeviceSharding":
            text += f" on {getattr(sharding, 'spec', kind)}"
        elif getattr(leaf, "committed", False) is True:
            text += " committed"
    return text


def _parameters(function: Any) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []


def forget_programs() -> None:
    """Take what is compiled from now on for first compilations."""
    _history.clear()
    _bodies.clear()


def forget() -> None:
    """Begin anew, with the next program and in a process that was forked."""
    _Going.traced, _Going.lowered, _Going.hit, _Going.jaxpr = 0.0, 0.0, False, None
