"""Writes values down; what cannot be kept raises, with the place of it in the value."""

from __future__ import annotations

import base64
import collections
import contextlib
import copyreg
import enum
import functools
import sys
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .made import parts_of

_NEW: Any = copyreg.__newobj__  # type: ignore[attr-defined]
PARTS = 100_000  # of a value: containers, numbers, and eight characters of a text each
_WHOLE = 1 << 53  # below that any reader of JSON gives an integer back as it is
JITTED = ("static_argnums", "static_argnames", "donate_argnums", "donate_argnames")
_NATIVE = "biufcSUmM"  # kinds of dtypes that numpy has itself


def implementation(jax: Any, keys: Any) -> str:
    """The name of what draws with some keys, by which `wrap_key_data` knows it.

    Releases of JAX around 0.4.33 give an object that shows a short tag where it is asked for its
    text.
    """
    told = jax.random.key_impl(keys)
    inside = getattr(told, "_impl", told)
    return told if isinstance(told, str) else str(getattr(inside, "name", told))


class CannotKeep(Exception):
    """A value cannot be told as data; the text says which part of it, and why."""


@dataclass(frozen=True)
class OnDevice:
    """An array whose value came through a callback, where jax must not be called.

    Attributes:
        impl: of a random key, whose data `value` is then.
    """

    value: Any
    weak: bool
    impl: str | None


class Keeper:
    """Keeps one value; see the package for what comes of it.

    Attributes:
        values: bytes of arrays by their hash.

    Args:
        put: keeps the bytes of an array, and gives their hash.
        main: the module that `__main__` is, for whoever imports it later.
        room: bytes of arrays that may be kept; what else there is, is bounded by `PARTS`.
    """

    def __init__(self, put: Callable[[bytes], str], main: str, room: int) -> None:
        self.put = put
        self.main = main
        self.room = room
        self.values: dict[str, int] = {}
        self._parts = 0
        self._numbers: dict[int, int] = {}
        self._held: list[Any] = []  # so that no other object gets an id that is told
        self._jax: Any = sys.modules.get("jax")
        self._numpy: Any = sys.modules.get("numpy")

    def keep(self, value: Any, path: str = "") -> Any:
        """A value as what JSON can hold.

        Raises:
            CannotKeep: some part of it is no data.
        """
        try:
            return self._value(value, path)
        except RecursionError:
            raise CannotKeep(f"{path or 'it'} is nested too deeply") from None

    def _value(self, value: Any, path: str) -> Any:
        kind = type(value)
        self._parts += 1 + (len(value) >> 3 if kind in (str, bytes) else 0)
        if self._parts > PARTS:
            raise CannotKeep(
                f"{path or 'it'} and what comes before it have more than {PARTS:,} parts"
            )
        if value is None or kind in (bool, str):
            return value
        if kind is int:
            return value if abs(value) < _WHOLE else ["int", hex(value)]
        simple = _SIMPLE.get(kind)
        if simple is not None:
            return simple(value)
        if kind in (tuple, set, frozenset):
            return [kind.__name__, [self._value(v, f"{path}[{i}]") for i, v in enumerate(value)]]
        if kind in (slice, range):
            parts = (value.start, value.stop, value.step)
            return [kind.__name__, *(self._value(one, path) for one in parts)]
        if isinstance(value, type):
            return ["ref", self._named(value, path)]
        known = self._numbers.get(id(value))
        if known is not None:
            return ["same", known]
        return self._shared(value, kind, path)

    def _shared(self, value: Any, kind: type, path: str) -> Any:
        """What may be told of more than once, and is the same object each time."""
        array = self._array(value, path)
        if array is not None:
            return array
        spread = self._spread(value, path)
        if spread is not None:
            return spread
        if kind is list:
            number = self._number(value)
            return ["list", number, [self._value(v, f"{path}[{i}]") for i, v in enumerate(value)]]
        if kind is dict:
            return ["dict", self._number(value), self._entries(value.items(), path)]
        if isinstance(value, enum.Enum):
            return ["enum", self._named(kind, path), value.name]
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            parts = zip(kind._fields, value, strict=True)
            told = [self._value(one, f"{path}.{name}") for name, one in parts]
            return ["named", self._named(kind, path), told]
        if isinstance(value, functools.partial):
            return self._partial(value, kind, path)
        if isinstance(value, types.MethodType):
            return ["method", self._value(value.__self__, path), value.__func__.__name__]
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if self._numpy is not None and isinstance(value, self._numpy.dtype):
            return ["dtype", self._type(value, path)]
        named = self._name_of(value)
        if named:
            return ["ref", named]
        if isinstance(value, types.FunctionType):
            return self._closure(value, path)
        if kind.__name__ == "PjitFunction":
            return self._jitted(value, path)
        return self._object(value, kind, path)

    def _number(self, value: Any) -> int:
        number = self._numbers[id(value)] = len(self._numbers)
        self._held.append(value)
        return number

    def _entries(self, items: Iterable[tuple[Any, Any]], path: str) -> list[Any]:
        return [
            [self._value(name, path), self._value(one, f"{path}[{str(name)[:40]!r}]")]
            for name, one in items
        ]

    # -- arrays

    def _array(self, value: Any, path: str) -> Any:
        numpy: Any = self._numpy
        jax: Any = self._jax
        if numpy is None:
            return None
        if isinstance(value, OnDevice):
            data = numpy.asarray(value.value)
            if value.impl:
                return ["key", self._number(value), value.impl, *self._kept(data, path)]
            return ["jax", self._number(value), *self._kept(data, path), value.weak]
        if type(value) is numpy.ndarray:
            return ["numpy", self._number(value), *self._kept(value, path)]
        if isinstance(value, numpy.generic):
            raw = base64.b64encode(value.tobytes()).decode()
            return ["scalar", self._type(value.dtype, path), raw]
        if jax is None or not hasattr(jax, "Array") or not isinstance(value, jax.Array):
            return None
        if isinstance(value, jax.core.Tracer):
            raise CannotKeep(f"{path or 'it'} is a tracer")
        if value.is_deleted():
            raise CannotKeep(f"{path or 'it'} is an array that was donated or deleted")
        number = self._number(value)
        if jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key):
            data = numpy.asarray(jax.random.key_data(value))
            return ["key", number, implementation(jax, value), *self._kept(data, path)]
        weak = bool(getattr(value, "weak_type", False))
        self._check_room(value.nbytes, path)  # before it is fetched
        return ["jax", number, *self._kept(numpy.asarray(value), path), weak]

    def _kept(self, data: Any, path: str) -> tuple[str, list[int], str]:
        kind = self._type(data.dtype, path)
        self._check_room(data.nbytes, path)
        self.room -= data.nbytes
        digest = self.put(data.tobytes())
        self.values[digest] = data.nbytes
        return kind, list(data.shape), digest

    def _check_room(self, size: int, path: str) -> None:
        if size > self.room:
            raise CannotKeep(f"{path or 'it'} has more bytes ({size:,}) than are kept of a call")

    def _type(self, dtype: Any, path: str) -> str:
        if dtype.type.__module__ == "ml_dtypes":
            return str(dtype.name)
        if dtype.kind not in _NATIVE or dtype.fields:
            raise CannotKeep(f"{path or 'it'} is an array of {str(dtype)[:60]}")
        return str(dtype.str)

    # -- devices: by their numbers, as another process has others of the same

    def _spread(self, value: Any, path: str) -> Any:
        """A mesh, a sharding by one, or a device; None for anything else."""
        kinds: Any = getattr(self._jax, "sharding", None)
        if kinds is None or not hasattr(self._jax, "Device"):
            return None
        if isinstance(value, kinds.Mesh):
            types_ = [one.name for one in getattr(value, "axis_types", None) or ()]
            numbers = [int(one.id) for one in value.devices.flat]
            shape = list(value.devices.shape)
            names = self._value(value.axis_names, path)
            return ["mesh", self._number(value), numbers, shape, names, types_]
        if type(value) is kinds.PartitionSpec:
            return ["spec", [self._value(one, path) for one in value]]
        named = kinds.NamedSharding
        if type(value) is named and named(value.mesh, value.spec) == value:
            parts = self._value(value.mesh, path), self._value(value.spec, path)
            return ["sharding", self._number(value), *parts]
        if isinstance(value, self._jax.Device):
            return ["device", int(value.id)]
        return None

    # -- functions, classes, instances

    def _name_of(self, value: Any) -> str:
        """Where a value can be imported from; empty where it cannot."""
        module = getattr(value, "__module__", None)
        name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
        if not isinstance(module, str) or not isinstance(name, str):
            return ""
        found: Any = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is None or bare(found) is not bare(value):
            return ""
        return f"{self.main if module == '__main__' else module}:{name}"

    def _named(self, kind: Any, path: str) -> str:
        named = self._name_of(kind)
        if not named:
            name = f"{kind.__module__}.{kind.__qualname__}"
            raise CannotKeep(f"{path or 'it'} has to do with `{name}`, which nobody can import")
        return named

    def _partial(self, value: Any, kind: type, path: str) -> Any:
        told = [self._value(one, f"{path}[{i}]") for i, one in enumerate(value.args)]
        keywords = self._entries(value.keywords.items(), path)
        function = self._value(value.func, path)
        return ["partial", self._named(kind, path), function, told, keywords]

    def _closure(self, value: types.FunctionType, path: str) -> Any:
        """A function that nobody can import, as the place of its code, and what it closes over."""
        value = bare(value)
        home = value.__globals__.get("__name__")  # of a wrapper; its `__module__` is copied
        module = sys.modules.get(home) if isinstance(home, str) else None
        place = place_of(value.__code__, module)
        if module is None or not place or value.__globals__ is not vars(module):
            raise CannotKeep(f"{path or 'it'} is `{value.__qualname__}`, which is not to be found")
        name = self.main if home == "__main__" else home
        number = self._number(value)
        cells = []
        for variable, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
            try:
                held = cell.cell_contents
            except ValueError:
                raise CannotKeep(f"`{variable}` of `{value.__qualname__}` is not set") from None
            cells.append(self._value(held, f"{path}<{variable}>"))
        keywords = self._entries((value.__kwdefaults__ or {}).items(), path)
        defaults = self._value(value.__defaults__, path)
        return ["closure", number, name, place, value.__qualname__, defaults, keywords, cells]

    def _jitted(self, value: Any, path: str) -> Any:
        options = compiling(value, self._jax)
        if options is None:
            raise CannotKeep(f"{path or 'it'} is compiled with options that are no data")
        return ["jitted", self._number(value), self._value(value.__wrapped__, path), options]

    def _object(self, value: Any, kind: Any, path: str) -> Any:
        """An instance of a class that leaves it to Python how it is copied, or a known one."""
        known = parts_of(value)
        if known is not None:
            number = self._number(value)
            return ["made", number, known[0], [self._value(one, path) for one in known[1]]]
        own = kind.__reduce_ex__ is object.__reduce_ex__ and kind.__reduce__ is object.__reduce__
        reduced: Any = None
        if kind in (collections.OrderedDict, collections.defaultdict):
            factory = getattr(value, "default_factory", None)
            state = (None, {"default_factory": factory}) if factory is not None else None
            reduced = _NEW, (kind,), state, None, value.items()
        elif own:
            with contextlib.suppress(TypeError):
                reduced = value.__reduce_ex__(4)
        name = f"{kind.__module__}.{kind.__qualname__}"
        if reduced is None or reduced[0] is not _NEW:
            raise CannotKeep(f"{path or 'it'} is of the type `{name}`, which is no data")
        _, (_, *arguments), state, items, entries = (*reduced, None, None, None)[:5]
        self._held.append(state)
        number = self._number(value)
        return [
            "object",
            number,
            self._named(kind, path),
            [self._value(one, path) for one in arguments],
            self._state(state, path),
            [self._value(one, f"{path}[{i}]") for i, one in enumerate(items or ())],
            self._entries(entries or (), path),
        ]

    def _state(self, state: Any, path: str) -> Any:
        """Attributes are told by their names, so that what cannot be kept is named so."""
        if type(state) is dict:
            told = [[n, self._value(one, f"{path}.{n}")] for n, one in state.items()]
            return ["dict", self._number(state), told]
        if type(state) is tuple and len(state) == 2 and type(state[1]) is dict:
            return ["tuple", [self._state(one, path) for one in state]]
        return self._value(state, path)


def compiling(value: Any, jax: Any) -> dict[str, Any] | None:
    """What `jax.jit` has to be told for such a function of what this one wraps; None where it is
    none, or has been told what is no data, such as shardings."""
    info = getattr(value, "_jit_info", None)
    jit = bare(getattr(jax, "jit", None))
    if info is None or jit is None or not hasattr(value, "__wrapped__"):
        return None
    try:
        options: dict[str, Any] = {name: [*getattr(info, name)] for name in JITTED}
        if info.keep_unused:
            options["keep_unused"] = True
        made = jit(value.__wrapped__, **options)
        return (
            options if type(made) is type(value) and tuple(made._jit_info) == tuple(info) else None
        )
    except Exception:  # a jax that keeps something else here
        return None


def bare(value: Any) -> Any:
    """What a wrapper of a recorder stands for; any other value is itself."""
    try:
        return value.__jaxopt_recorded__
    except Exception:
        return value


DEFAULT = "<default>"  # in a place: the next step is into a default of a parameter


def place_of(code: types.CodeType, module: Any) -> list[list[Any]]:
    """Where code stands in that of a module: names from the outside in, each with its number among
    those of its name there; empty where it is not found."""
    pieces = code.co_qualname.split(".")
    outer: Any = module
    index = 0
    for index, piece in enumerate(pieces):
        found = getattr(outer, "__dict__", {}).get(piece)
        if found is None:
            break
        outer = found
        inner = getattr(function_of(outer), "__code__", None)
        if inner is not None:
            path = _path_to(code, inner)
            return [[pieces[: index + 1], 0], *path] if path is not None else []
    return _among_values(code, module)


def _among_values(code: types.CodeType, module: Any) -> list[list[Any]]:
    """The place of a lambda that is kept under another name than its own: a value of the module or
    of a class, `act = lambda x: x`, or the default of a parameter."""
    named = list(vars(module).items())
    held: list[tuple[list[str], Any]] = [([name], value) for name, value in named]
    for name, kind in named:
        if isinstance(kind, type) and kind.__module__ == module.__name__:
            held += [([name, inner], value) for inner, value in vars(kind).items()]
    for names, value in held:
        function = function_of(value)
        if not isinstance(function, types.FunctionType):
            continue
        if function.__code__ is code:
            return [[names, 0]]
        if function.__globals__ is not vars(module):
            continue
        for key, default in defaults_of(function):
            if getattr(function_of(default), "__code__", None) is code:
                return [[names, 0], [DEFAULT, key]]
    return []


def defaults_of(function: types.FunctionType) -> list[tuple[int | str, Any]]:
    """The defaults of a function's parameters, by place from the first that has one, or by name."""
    return [*enumerate(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).items()]


def function_of(value: Any) -> Any:
    """The function below wrappers and descriptors."""
    for _ in range(20):
        value = bare(value)
        inner = getattr(value, "__func__", None) or getattr(value, "__wrapped__", None)
        if inner is None:
            break
        value = inner
    return value


def _path_to(code: types.CodeType, outer: types.CodeType) -> list[list[Any]] | None:
    if outer is code:
        return []
    seen: dict[str, int] = {}
    for one in outer.co_consts:
        if isinstance(one, types.CodeType):
            number = seen.get(one.co_name, 0)
            seen[one.co_name] = number + 1
            inner = _path_to(code, one)
            if inner is not None:
                return [[one.co_name, number], *inner]
    return None


_SIMPLE: dict[type, Callable[[Any], Any]] = {
    float: lambda value: ["float", value.hex()],
    complex: lambda value: ["complex", value.real.hex(), value.imag.hex()],
    bytes: lambda value: ["bytes", base64.b64encode(value).decode()],
    type(...): lambda _: ["..."],
}
