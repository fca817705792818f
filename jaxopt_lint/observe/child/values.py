"""What parameters and results are, of the first calls of each of the user's functions."""

from __future__ import annotations

import sys
from types import CodeType, FrameType
from typing import Any

from . import donation, outside
from .events import Called, Place, Value
from .repeats import CALLS, Repeats
from .sites import Site
from .state import here, typed
from .tally import chain_key

_SAMPLES = 50  # calls of a function whose values are looked at
_TYPES = 16  # different kinds that are told of one parameter
_CALLERS = 40
_DULL = 500  # calls after which a function that has nothing to do with arrays runs without probes
_PARTS = 8  # of a container


class _Function:
    __slots__ = (
        "callers", "code", "event", "n", "number", "place", "repeats", "results", "values",
    )  # fmt: skip

    def __init__(self, site: Site, code: CodeType) -> None:
        self.place = Place(site.file, site.line, site.function)
        self.code = code
        self.n = 0
        self.results = 0
        self.event: Any = None
        self.number = -1
        self.repeats = Repeats()
        self.callers: dict[tuple[int, ...], tuple[int, Any]] = {}
        self.values: dict[tuple[str, str, bool], tuple[int, Any]] = {}


_functions: dict[int, _Function] = {}
_by_code: dict[int, _Function] = {}  # by the number of the code object, which stays with it


def entered(site: int, *values: Any) -> None:
    """One of the user's functions was called with these."""
    if donation.waiting:
        donation.settle()
    if outside.left:
        outside.settle()
    known = _functions.get(site)
    if known is None:
        if site not in here.sites:
            return
        code = sys._getframe(1).f_code
        known = _functions[site] = _by_code[id(code)] = _Function(here.sites[site], code)
    known.n += 1
    n = known.n
    if n == _DULL and (known.place.file, known.place.function) not in here.busy:
        _let_go(sys._getframe(1))
    if n <= _SAMPLES or not n & 15:
        try:
            _looked(known, here.sites[site], values, sys._getframe(1))
        except Exception as error:
            here.failed("values", error)
    else:
        known.event.count += 1
    if known.event is not None:
        if _tracing():
            known.event.traced += 1
            here.log.touch(known.number)
        elif n <= CALLS and known.repeats.on and values and here.jax is not None:
            _compare(known, values)


def _compare(known: _Function, values: tuple[Any, ...]) -> None:
    again = known.repeats.again(values)
    if again is not None:
        known.event.compared += 1
        known.event.again += again
        here.log.touch(known.number)


def _let_go(frame: FrameType) -> None:
    """Give a function its plain code back, where it is found by its name."""
    code = frame.f_code
    plain = here.plain.get((code.co_filename, code.co_firstlineno, code.co_qualname))
    if plain is None or plain.co_freevars != code.co_freevars:
        return
    owner: Any = None
    for index, name in enumerate(code.co_qualname.split(".")):
        names = frame.f_globals if index == 0 else getattr(owner, "__dict__", {})
        owner = names.get(name)
    for _ in range(5):
        if getattr(owner, "__code__", None) is code:
            owner.__code__ = plain
            return
        owner = getattr(owner, "__func__", None) or getattr(owner, "__wrapped__", None)


def _looked(known: _Function, site: Site, values: tuple[Any, ...], frame: FrameType) -> None:
    caller = here.users(frame.f_back)
    found = chain_key(caller)[:4]
    event = known.callers.get(found)
    if event is None and len(known.callers) < _CALLERS:
        chain = () if caller is None else (here.place(caller), *here.chain(caller))
        event = known.callers[found] = here.log.event(Called, known.place, chain)
    if event is not None:
        known.number, known.event = event
    known.event.count += 1
    if known.n <= _SAMPLES and here.values:
        for name, value in zip(site.parameters, values, strict=False):
            _add(known, "parameter", name, described(value))
    if values and not _tracing():
        outside.seen(values[0])


def returned(site: int, value: Any) -> Any:
    """One of the user's functions returns this."""
    if donation.waiting:
        donation.settle()
    if site in here.sites and here.values:
        known = _by_code.get(id(sys._getframe(1).f_code))
        if known is not None and known.results < _SAMPLES:
            known.results += 1
            try:
                _add(known, "result", "", described(value))
            except Exception as error:
                here.failed("values", error)
    return value


def _tracing() -> bool:
    return here.adapter is not None and here.adapter.tracing()


def _add(known: _Function, role: str, name: str, text: str) -> None:
    traced = _tracing()
    found = known.values.get((role, name, traced))
    if found is None:
        found = here.log.event(Value, known.place, (), role=role, name=name, traced=traced)
        known.values[role, name, traced] = found
    number, event = found
    event.count += 1
    if text in event.types or len(event.types) < _TYPES:
        event.types[text] = event.types.get(text, 0) + 1
        here.log.touch(number)


def described(value: Any, depth: int = 3) -> str:
    """The kind of a value, without its content: "jax float32[3,4]", "tuple(int, str)"."""
    kind = type(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        return kind.__name__
    if kind is here.array:
        return f"jax {_typed(value)}"
    if isinstance(value, here.tracer):
        return f"tracer {_typed(getattr(value, 'aval', value))}"
    if kind.__module__ == "numpy":
        return f"numpy {_typed(value)}" if hasattr(value, "shape") else f"numpy {kind.__name__}"
    if kind in (tuple, list):
        parts = [described(one, depth - 1) for one in value[:_PARTS]] if depth else []
        if len(parts) == len(value) and len(set(parts)) == 1 and len(parts) > 1:
            return f"{kind.__name__}[{len(value)} x {parts[0]}]"
        more = ", ..." if len(parts) < len(value) else ""
        return f"{kind.__name__}({', '.join(parts)}{more})"
    if kind is dict:
        names = list(value)[:_PARTS] if depth else []
        parts = [f"{str(one)[:40]}: {described(value[one], depth - 1)}" for one in names]
        more = ", ..." if len(parts) < len(value) else ""
        return f"dict({', '.join(parts)}{more})"
    if isinstance(value, tuple) and hasattr(kind, "_fields") and depth:
        parts = [
            f"{n}: {described(v, depth - 1)}" for n, v in zip(kind._fields, value, strict=False)
        ]
        return f"{kind.__qualname__}({', '.join(parts[:_PARTS])})"
    if isinstance(value, type):
        return f"class {value.__qualname__}"
    name = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
    return name.removeprefix("__main__.")


def _typed(value: Any) -> str:
    weak = " weak" if getattr(value, "weak_type", False) is True else ""
    return typed(value) + weak


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _functions.clear()
    _by_code.clear()
