"""Reads values that were kept, each time anew."""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib
import os
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .keeping import DEFAULT, defaults_of, function_of
from .made import made


class CannotRead(Exception):
    """What was kept is damaged, or what it names is not there."""


@dataclass(frozen=True)
class Making:
    """What makes arrays of their contents, numpy's own: jax's by value and weak type, random keys
    by implementation and data."""

    numpy: Callable[[Any], Any]
    jax: Callable[[Any, bool], Any]
    key: Callable[[str, Any], Any]


class Reader:
    """Reads one value.

    Args:
        folder: where the bytes of arrays lie by their hash.
    """

    def __init__(self, folder: str, making: Making) -> None:
        self.folder = folder
        self.making = making
        self._known: dict[int, Any] = {}

    def read(self, told: Any) -> Any:
        """The value that is told.

        Raises:
            CannotRead: it is not what `Keeper` writes, or names what is not there.
        """
        try:
            return self._value(told)
        except (LookupError, TypeError, ValueError, OSError, RecursionError) as error:
            raise CannotRead(f"{type(error).__name__}: {error}") from error

    def _value(self, told: Any) -> Any:
        if told is None or isinstance(told, (bool, int, str)):
            return told
        kind, *parts = told
        return getattr(self, f"_of_{_METHODS[kind]}")(*parts)

    def _values(self, told: list[Any]) -> list[Any]:
        return [self._value(one) for one in told]

    # -- what stands for itself

    def _of_int(self, text: str) -> int:
        return int(text, 16)

    def _of_float(self, text: str) -> float:
        return float.fromhex(text)

    def _of_complex(self, real: str, imaginary: str) -> complex:
        return complex(float.fromhex(real), float.fromhex(imaginary))

    def _of_bytes(self, text: str) -> bytes:
        return base64.b64decode(text)

    def _of_dots(self) -> Any:
        return ...

    def _of_tuple(self, told: list[Any]) -> Any:
        return tuple(self._values(told))

    def _of_set(self, told: list[Any]) -> Any:
        return set(self._values(told))

    def _of_frozenset(self, told: list[Any]) -> Any:
        return frozenset(self._values(told))

    def _of_slice(self, *told: Any) -> Any:
        return slice(*self._values([*told]))

    def _of_range(self, *told: Any) -> Any:
        return range(*self._values([*told]))

    def _of_same(self, number: int) -> Any:
        return self._known[number]

    def _of_list(self, number: int, told: list[Any]) -> Any:
        out = self._known[number] = []
        out += self._values(told)
        return out

    def _of_dict(self, number: int, told: list[Any]) -> Any:
        out: dict[Any, Any] = {}
        self._known[number] = out
        for name, value in told:
            out[self._value(name)] = self._value(value)
        return out

    # -- arrays

    def _of_numpy(self, number: int, *kept: Any) -> Any:
        out = self._known[number] = self.making.numpy(self._data(*kept))
        return out

    def _of_jax(self, number: int, kind: str, shape: list[int], digest: str, weak: bool) -> Any:
        out = self._known[number] = self.making.jax(self._data(kind, shape, digest), weak)
        return out

    def _of_key(self, number: int, impl: str, *kept: Any) -> Any:
        out = self._known[number] = self.making.key(impl, self._data(*kept))
        return out

    def _of_scalar(self, kind: str, raw: str) -> Any:
        numpy: Any = importlib.import_module("numpy")
        return numpy.frombuffer(base64.b64decode(raw), dtype=_dtype(kind))[0]

    def _of_dtype(self, kind: str) -> Any:
        return _dtype(kind)

    def _data(self, kind: str, shape: list[int], digest: str) -> Any:
        numpy: Any = importlib.import_module("numpy")
        with open(os.path.join(self.folder, os.path.basename(digest)), "rb") as file:
            raw = file.read()
        if hashlib.sha256(raw).hexdigest() != digest:
            raise CannotRead(f"the bytes of {digest} are others")
        return numpy.frombuffer(raw, dtype=_dtype(kind)).reshape(shape)

    # -- devices

    def _of_device(self, number: int) -> Any:
        return _devices(number + 1)[number]

    def _of_mesh(
        self, number: int, numbers: list[int], shape: list[int], names: Any, types_: list[str]
    ) -> Any:
        numpy: Any = importlib.import_module("numpy")
        sharding: Any = importlib.import_module("jax.sharding")
        known = _devices(max(numbers, default=0) + 1)
        devices = numpy.empty(len(numbers), dtype=object)
        devices[:] = [known[one] for one in numbers]
        kinds = getattr(sharding, "AxisType", None)
        options = {"axis_types": tuple(kinds[one] for one in types_)} if kinds and types_ else {}
        out = sharding.Mesh(devices.reshape(shape), self._value(names), **options)
        self._known[number] = out
        return out

    def _of_spec(self, told: list[Any]) -> Any:
        sharding: Any = importlib.import_module("jax.sharding")
        return sharding.PartitionSpec(*self._values(told))

    def _of_sharding(self, number: int, mesh: Any, spec: Any) -> Any:
        sharding: Any = importlib.import_module("jax.sharding")
        out = sharding.NamedSharding(self._value(mesh), self._value(spec))
        self._known[number] = out
        return out

    # -- functions, classes, instances

    def _of_ref(self, name: str) -> Any:
        return lookup(name)

    def _of_module(self, name: str) -> Any:
        return importlib.import_module(name)

    def _of_method(self, owner: Any, name: str) -> Any:
        return getattr(self._value(owner), name)

    def _of_enum(self, kind: str, name: str) -> Any:
        return lookup(kind)[name]

    def _of_named(self, kind: str, told: list[Any]) -> Any:
        return tuple.__new__(lookup(kind), self._values(told))

    def _of_partial(self, kind: str, function: Any, told: list[Any], keywords: list[Any]) -> Any:
        arguments = self._values(told)
        named = {name: self._value(value) for name, value in keywords}
        made: Any = functools.partial.__new__(
            lookup(kind), self._value(function), *arguments, **named
        )
        return made

    def _of_closure(
        self,
        number: int,
        name: str,
        place: list[Any],
        qualname: str,
        defaults: Any,
        keywords: list[Any],
        cells: list[Any],
    ) -> Any:
        module = importlib.import_module(name)
        code = _code(module, place)
        if len(cells) != len(code.co_freevars):
            raise CannotRead(f"`{qualname}` of {name} closes over something else now")
        holding = tuple(types.CellType() for _ in cells)
        out = types.FunctionType(code, vars(module), code.co_name, None, holding)
        out.__qualname__ = qualname
        self._known[number] = out
        for cell, told in zip(holding, cells, strict=True):
            cell.cell_contents = self._value(told)
        out.__defaults__ = self._value(defaults)
        named = {self._value(one): self._value(value) for one, value in keywords}
        out.__kwdefaults__ = named or None
        return out

    def _of_jitted(self, number: int, function: Any, options: dict[str, Any]) -> Any:
        jax: Any = importlib.import_module("jax")
        out = self._known[number] = jax.jit(self._value(function), **options)
        return out

    def _of_made(self, number: int, name: str, told: list[Any]) -> Any:
        out = self._known[number] = made(name, self._values(told))
        return out

    def _of_object(
        self, number: int, name: str, arguments: Any, state: Any, items: Any, entries: Any
    ) -> Any:
        kind = lookup(name)
        if not isinstance(kind, type):
            raise CannotRead(f"{name} is no class")
        out: Any = kind.__new__(kind, *self._values(arguments))
        self._known[number] = out
        for one in items:
            out.append(self._value(one))
        for one, value in entries:
            out[self._value(one)] = self._value(value)
        found = self._value(state)
        if found is not None and hasattr(kind, "__setstate__"):
            out.__setstate__(found)
        elif found is not None:
            attributes, slots = found if isinstance(found, tuple) else (found, None)
            if attributes:
                vars(out).update(attributes)
            for one, value in (slots or {}).items():
                object.__setattr__(out, one, value)
        return out


def lookup(target: str) -> Any:
    """The object that `package.module:qualified.name` names."""
    module, _, name = target.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _devices(least: int) -> list[Any]:
    """The devices of this process, `least` of them at least."""
    jax: Any = importlib.import_module("jax")
    found: list[Any] = jax.devices()
    if len(found) < least:
        raise CannotRead(f"what was kept needs {least} devices, and there are {len(found)}")
    return found


def _dtype(kind: str) -> Any:
    numpy: Any = importlib.import_module("numpy")
    if kind[0] in "<>|=":
        return numpy.dtype(kind)
    return numpy.dtype(getattr(importlib.import_module("ml_dtypes"), kind))


def _code(module: Any, place: list[Any]) -> types.CodeType:
    """The code at a place in a module; see `keeping.place_of`."""
    (names, _), *inner = place
    found: Any = module
    for name in names:
        found = found.__dict__[name]
    function: Any = function_of(found)
    if inner and inner[0][0] == DEFAULT:
        function = function_of(dict(defaults_of(function))[inner.pop(0)[1]])
    code: Any = function.__code__
    for name, number in inner:
        alike = [
            one for one in code.co_consts if isinstance(one, types.CodeType) and one.co_name == name
        ]
        code = alike[number]
    return code  # type: ignore[no-any-return]


_METHODS = {
    name: name
    for name in (
        "int", "float", "complex", "bytes", "tuple", "set", "frozenset", "slice", "range", "same",
        "list", "dict", "numpy", "jax", "key", "scalar", "dtype", "ref", "module", "method", "enum",
        "named", "partial", "closure", "jitted", "made", "object", "device", "mesh", "spec",
        "sharding",
    )
} | {"...": "dots"}  # fmt: skip
