"""Keys of functions, which are the same in every process: by what a function is made of.

Equal keys stand for functions that do the same as long as libraries are the same; what cannot be
keyed stays apart from all else.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import hashlib
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .lib import jax

_PARTS = 5_000  # of one function, with all that it encloses
_DEPTH = 60
_JITTED: Any = type(jax.jit(lambda: None))
_RULED = (jax.custom_jvp, jax.custom_vjp)
_WRITTEN = (bool, int, float, complex, str, bytes, type(None), type(...), np.dtype)
# What only tells of a function, and where it stands; `_jit_info` is written down by itself.
_SAYING = ("__annotations__", "__doc__", "_jit_info", "fun_sourceinfo", "fun_signature")


class Unkeyed(Exception):
    """There is no key for a value."""


def named(text: str, treedef: Any, project: Path) -> str:
    """The text of a tree's structure with keys in place of the addresses of functions."""
    if " at 0x" not in text:
        return text
    found: dict[str, str] = {}
    for function in _functions(treedef):
        written = repr(function)
        if " at 0x" in written:
            found[written] = _named(function, written, project)
    if not found:
        return text
    longest = sorted(found, key=len, reverse=True)  # what is jitted shows the function in it
    return re.sub("|".join(map(re.escape, longest)), lambda match: found[match[0]], text)


def _named(function: Any, written: str, project: Path) -> str:
    try:
        told = _Writer(project).key(function)
    except Exception:  # user code may raise anything, and what has no key keeps its address
        return written
    digest = hashlib.sha256(told.encode()).hexdigest()[:24]
    return f"<{type(function).__name__} {getattr(function, '__qualname__', '')} {digest}>"


def _functions(treedef: Any) -> Iterator[Any]:
    """The functions in the static data of a tree, jitted ones and ones with rules as well."""
    pending = [treedef]
    seen: dict[int, Any] = {}  # kept alive, so that no other takes its place
    while pending and len(seen) < _PARTS:
        item = pending.pop()
        if id(item) in seen:
            continue
        seen[id(item)] = item
        if isinstance(item, jax.tree_util.PyTreeDef):
            pending += [item.node_data(), *item.children()]
        elif isinstance(item, (types.FunctionType, _JITTED, *_RULED)):
            yield item
        elif isinstance(item, (tuple, list, set, frozenset)):
            pending += item
        elif isinstance(item, dict):
            pending += [*item, *item.values()]
        elif isinstance(item, functools.partial):
            pending += [item.func, item.args, item.keywords]
        elif dataclasses.is_dataclass(item) and not isinstance(item, type):
            pending += [getattr(item, field.name, None) for field in dataclasses.fields(item)]


class _Writer:
    """Writes down what a function is made of; one that comes again is told by its number."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._seen: dict[int, int] = {}
        self._parts = 0
        self._depth = 0

    def key(self, value: Any) -> str:
        """A value as text that is the same in every process, and another for any other value.

        Raises:
            Unkeyed: there is none, or it would be too long.
        """
        self._parts += 1
        if self._parts > _PARTS or self._depth > _DEPTH:
            raise Unkeyed
        self._depth += 1
        try:
            return f"{type(value).__module__}.{type(value).__qualname__}({self._of(value)})"
        finally:
            self._depth -= 1

    def _of(self, value: Any) -> str:
        if isinstance(value, enum.Enum):
            return f"{self._of(type(value))} {value.name} {value.value!r}"
        if type(value) in _WRITTEN or isinstance(value, np.dtype):
            return repr(value)
        if isinstance(value, (types.FunctionType, _JITTED, *_RULED)):
            return self._function(value)
        if isinstance(value, types.CodeType):
            return self._code(value)
        if isinstance(value, types.ModuleType):
            return value.__name__
        if isinstance(value, (type, types.BuiltinFunctionType, np.ufunc)):
            return self._by_name(value)
        if isinstance(value, types.MethodType):
            return self._all((value.__func__, value.__self__))
        if type(value) is functools.partial:
            return self._all((value.func, value.args, value.keywords, vars(value)))
        if isinstance(value, (np.ndarray, np.generic, jax.Array)):
            return _array(value)
        return self._holder(value)

    def _holder(self, value: Any) -> str:
        kind = type(value)
        if kind in (tuple, list):
            return self._all(value)
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return self._of(kind) + self._all(value)
        if kind in (set, frozenset):
            if any(type(one) not in _WRITTEN for one in value):  # they come in any order
                raise Unkeyed
            return ",".join(sorted(self.key(one) for one in value))
        if kind is dict:
            return self._all(value.items())
        if dataclasses.is_dataclass(value):
            names = {field.name for field in dataclasses.fields(value)}
            if names == getattr(value, "__dict__", {}).keys():
                return self._of(kind) + self._all(vars(value).items())
        raise Unkeyed

    def _all(self, values: Any) -> str:
        return "[" + ",".join(self.key(one) for one in values) + "]"

    def _by_name(self, value: Any) -> str:
        """What libraries and modules hold at their top; a class that a function makes may be any,
        and so may the method of an object."""
        owner = getattr(value, "__self__", None)
        name = getattr(value, "__qualname__", value.__name__)
        if "<" in name or not (owner is None or isinstance(owner, (type, types.ModuleType))):
            raise Unkeyed
        return f"{getattr(value, '__module__', '')}.{name}"

    def _function(self, value: Any) -> str:
        if id(value) in self._seen:
            return f"again {self._seen[id(value)]}"
        self._seen[id(value)] = len(self._seen)
        if isinstance(value, _JITTED):
            return self._attributes(value) + _options(value)
        if isinstance(value, _RULED):
            return self._attributes(value)
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        parts = (value.__code__, cells, value.__defaults__, value.__kwdefaults__)
        read = self._all((*parts, self._globals(value)))
        return f"{value.__module__}.{value.__qualname__}{read}{self._attributes(value)}"

    def _attributes(self, value: Any) -> str:
        return self._all((n, v) for n, v in vars(value).items() if n not in _SAYING)

    def _code(self, code: types.CodeType) -> str:
        return self._all(
            (code.co_name, code.co_flags, code.co_argcount, code.co_posonlyargcount,
             code.co_kwonlyargcount, code.co_code, code.co_consts, code.co_names, code.co_varnames,
             code.co_freevars, code.co_cellvars, getattr(code, "co_exceptiontable", b""))
        )  # fmt: skip

    def _globals(self, function: types.FunctionType) -> dict[str, Any]:
        """What a function of the project reads of its module: the two sides may differ there."""
        if self._project not in Path(function.__code__.co_filename).parents:
            return {}
        names = sorted(set(_names(function.__code__)) & function.__globals__.keys())
        return {name: function.__globals__[name] for name in names}


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield from _names(part)


def _options(jitted: Any) -> str:
    """What `jax.jit` was told of a function: it shows in no representation."""
    info = getattr(jitted, "_jit_info", None)
    if info is None:
        raise Unkeyed
    told = {name: value for name, value in info._asdict().items() if name not in _SAYING}
    if " at 0x" in repr(told):
        raise Unkeyed
    return repr(told)


def _array(value: Any) -> str:
    kind = f"{value.dtype}{value.shape}{getattr(value, 'weak_type', '')}"
    if isinstance(value, jax.Array):
        kind += str(value.sharding)
        if jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key):
            value = jax.random.key_data(value)
    array = np.asarray(value)
    if array.dtype.hasobject:
        raise Unkeyed
    return kind + hashlib.sha256(array.tobytes()).hexdigest()
