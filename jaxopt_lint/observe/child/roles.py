"""What a callee is to the watch: compiled, of JAX, a reader of arrays on the host, a clock.

Callees are told by what they are, and by the module that they are from; never by how the user
calls them.
"""

from __future__ import annotations

import builtins
import contextlib
import datetime
import functools
import os
import random
import time
import weakref
from dataclasses import dataclass, field
from types import GenericAlias, MethodDescriptorType, MethodType, MethodWrapperType
from typing import Any

from .state import here


@dataclass(frozen=True, slots=True, eq=False)
class Role:
    """How calls of a callee are watched.

    Attributes:
        kind: `jitted`, `eager`, `library`, `sink`, `random`, `clock`, `effect`, `generator` (makes
            an object that draws numbers on the host), or empty for none.
        name: of the callee, for a report.
        reads: whether it needs the values of its arguments on the host.
        deep: whether trees of arguments are looked into as far as they go.
        effect: whether it does something that shows outside of the program.
        receiver: whether the object that it is a method of is an argument.
    """

    kind: str
    name: str = ""
    reads: bool = False
    receiver: bool = False
    effect: bool = False
    deep: bool = False

    light: bool = field(init=False)  # whether calls are only counted where there are many
    works: bool = field(init=False)  # whether calls hand work to the device

    def __post_init__(self) -> None:
        object.__setattr__(self, "light", self.kind in _LIGHT)
        object.__setattr__(self, "works", self.kind in _WORKING)


_WORKING = ("jitted", "eager", "library", "random")
_LIGHT = ("jitted", "eager", "library")
NONE = Role("")
known: dict[int, Role] = {}  # by id of the callee; see `learn`
_lasting: dict[int, Role] = {}  # the same of objects that JAX and numpy hold for good
_KNOWN_AT_MOST = 20_000

_READERS = {
    builtins.float, builtins.int, builtins.bool, builtins.complex, builtins.str, builtins.repr,
    builtins.print, builtins.format, builtins.round, builtins.list, builtins.tuple,
    builtins.sum, builtins.min, builtins.max, builtins.sorted, builtins.any, builtins.all,
    builtins.range, builtins.bytes,
}  # fmt: skip
_CLOCKS = {
    time.time, time.perf_counter, time.monotonic, time.process_time, time.time_ns,
    time.perf_counter_ns, time.monotonic_ns, time.process_time_ns,
}  # fmt: skip
_GENERATORS = {"default_rng", "RandomState", "Generator"}
_DATES = {"now", "utcnow", "today"}  # class methods of dates that read a clock
# Modules whose calls have effects.
_EFFECTS = ("random", "numpy.random", "numpy.random.mtrand", "logging", "uuid", "secrets")
_READING_METHODS = {
    "item", "tolist", "block_until_ready", "__array__", "tobytes", "to_py", "__float__",
    "copy_to_host_async",
}  # fmt: skip
_NUMPY_QUIET = {"dtype", "ndarray", "iinfo", "finfo", "result_type", "shape", "ndim", "random"}
_JAX_READERS = {"device_get", "block_until_ready"}
# Parts of JAX that take functions or say something, and hand no work to a device by themselves.
_JAX_QUIET = {
    "jit", "pjit", "pmap", "vmap", "grad", "value_and_grad", "jacfwd", "jacrev", "jacobian",
    "hessian", "checkpoint", "remat", "custom_jvp", "custom_vjp", "eval_shape", "make_jaxpr",
    "shard_map", "named_call", "named_scope", "devices", "local_devices", "device_count",
    "local_device_count", "default_backend", "process_index", "process_count", "xmap",
    "default_device", "disable_jit", "ShapeDtypeStruct", "closure_convert", "linear_transpose",
    "ensure_compile_time_eval", "clear_caches", "live_arrays",
}  # fmt: skip


def learn(function: Any) -> Role:
    """The role of a function, a builtin or a class, kept by its id.

    A function that ends may leave its id to another one. Those of JAX and numpy live on; of the
    user's none has a role, so that at worst a short-lived one of a library goes unseen.
    """
    try:
        role = _of_function(function)
    except Exception:
        role = NONE
    if here.jax is None and role is NONE:
        return role  # JAX may come yet, and with it a meaning
    if len(known) > _KNOWN_AT_MOST:
        known.clear()
    known[id(function)] = role
    return role


def _of_function(function: Any) -> Role:
    try:
        if function in _READERS:
            name = function.__name__
            return Role("sink", name, reads=True, effect=name == "print")
        if function in _CLOCKS:
            return Role("clock", f"time.{function.__name__}")
    except TypeError:
        return NONE
    module = getattr(function, "__module__", None) or ""
    name = getattr(function, "__name__", "")
    package = module.partition(".")[0]
    if function is random.Random or (module.startswith("numpy.random") and name in _GENERATORS):
        return Role("generator", f"{module}.{name}")
    if package == "jax":
        return of_jax(module, name)
    if package == "numpy" and not isinstance(function, type):
        return _of_numpy(module, name)
    if module in _EFFECTS:
        return Role("effect", f"{module}.{name}", effect=True)
    if hasattr(function, "lower") and hasattr(function, "__wrapped__"):
        return _compiled(_inner_name(function), False)
    code = getattr(function, "__code__", None)
    if code is not None and code.co_filename.endswith("traceback_util.py"):
        inside = function.__closure__[code.co_freevars.index("fun")].cell_contents
        code = getattr(inside, "__code__", None)
    return _of_library(code, f"{module}.{name}")


def _inner_name(function: Any) -> str:
    """The qualified name of a function, without those of functions around it."""
    name = getattr(function, "__qualname__", "") or getattr(function, "__name__", "")
    return str(name).rpartition("<locals>.")[2]


def _of_library(code: Any, name: str) -> Role:
    """The role of what is written in Python: of a library that may call JAX, or the user's."""
    path = "" if code is None else code.co_filename
    if path in here.files or not any(part in path for part in _LIBRARIES):
        return NONE
    if f"{os.sep}jax{os.sep}" in path:  # made by a transform, named after what it was made of
        made = code.co_qualname.partition(".")[0]
        return NONE if made in _JAX_QUIET_MAKERS else Role("eager", f"jax.{made}")
    return Role("library", name)


_LIBRARIES = (f"site-packages{os.sep}", f"dist-packages{os.sep}")
_JAX_QUIET_MAKERS = {"checkpoint", "remat", "named_call", "eval_shape", "make_jaxpr"}


@functools.cache
def of_generator(owner: type, name: str) -> Role:
    """The role of a method of an object that the methods of one kind change."""
    module = owner.__module__
    if owner is random.Random or module.startswith("numpy.random"):
        package = "numpy.random" if module.startswith("numpy") else module
        return Role("effect", f"{package}.{name}", effect=True)
    return NONE


@functools.cache
def of_class_method(owner: type, name: str) -> Role:
    """The role of a method of a class that is written in C."""
    if issubclass(owner, datetime.date) and name in _DATES:
        return Role("clock", f"datetime.{name}")
    return NONE


def _of_numpy(module: str, name: str) -> Role:
    if name in _NUMPY_QUIET or "random" in module:
        return NONE
    return Role("sink", f"numpy.{name}", reads=True)


def of_jax(module: str, name: str) -> Role:
    """The role of a function of JAX, by the module it says it is from."""
    if name in _JAX_READERS:
        return Role("sink", name, reads=True, deep=True)
    if module in ("jax._src.random", "jax.random", "jax._src.random.core"):
        return Role("random", f"jax.random.{name}")
    if name in _JAX_QUIET or not name or module.startswith(_NO_WORK):
        return NONE
    return Role("eager", _public(module, name))


_NO_WORK = (
    "jax._src.api_util", "jax._src.tree", "jax.tree", "jax._src.config", "jax._src.mesh",
    "jax._src.sharding", "jax._src.named_sharding", "jax.sharding", "jax._src.partition_spec",
    "jax._src.xla_bridge", "jax._src.core", "jax.core", "jax._src.dtypes", "jax._src.monitoring",
    "jax._src.profiler", "jax.experimental.mesh_utils", "jax._src.mesh_utils", "jax._src.stages",
)  # fmt: skip


def _public(module: str, name: str) -> str:
    if "numpy" in module:
        return f"jax.numpy.{name}"
    if module.startswith("jax._src.lax"):
        return f"jax.lax.{name}"
    if module.startswith("jax._src.nn"):
        return f"jax.nn.{name}"
    return f"jax.{name}" if module.startswith("jax._src") else f"{module}.{name}"


@functools.cache
def _reading(name: str) -> Role:
    return Role("sink", name, reads=True, receiver=True)


@functools.cache
def _computing(name: str) -> Role:
    return Role("eager", f"jax.Array.{name}", receiver=True)


def of_method(method: MethodType, plain: set[type]) -> Role:
    """The role of a bound method: of an array, or a compiled function that a class holds.

    Types of which no method can matter go to `plain`.
    """
    owner = method.__self__
    kind: Any = type(owner)
    if kind is random.Random or kind.__module__.startswith("numpy.random"):
        return of_generator(kind, method.__name__)
    if type(owner) is here.array:
        return of_array_method(method.__name__)
    if type(method.__func__) is here.jitted:
        return _jitted_role(method.__func__, receiver=True)
    if kind.__module__.startswith("jax.") and kind.__name__.startswith("_IndexUpdate"):
        return _computing(f"at.{method.__name__}")
    if here.jax is None:
        return NONE
    code = getattr(method.__func__, "__code__", None)
    if code is not None and any(part in code.co_filename for part in _LIBRARIES):
        return _of_library_method(code, f"{kind.__module__}.{kind.__qualname__}")
    if not _has_compiled(kind) and not _inherits_from_library(kind):
        plain.add(kind)
    return NONE


@functools.lru_cache(4_096)
def _of_library_method(code: Any, owner: str) -> Role:
    return _of_library(code, f"{owner}.{code.co_name}")


def _inherits_from_library(kind: type) -> bool:
    """Whether methods of a class may be those of a library."""
    for base in kind.__mro__[:-1]:
        for one in base.__dict__.values():
            path = getattr(getattr(one, "__code__", None), "co_filename", "")
            if any(part in path for part in _LIBRARIES):
                return True
    return False


def _has_compiled(kind: type) -> bool:
    """Whether a class has a compiled function for a method."""
    if kind is type or kind.__module__.partition(".")[0] == "jax":
        return True  # what it is a method of may be anything
    return any(type(one) is here.jitted for base in kind.__mro__ for one in base.__dict__.values())


def of_array_method(name: str) -> Role:
    """The role of a method of an array."""
    if not name.startswith("__"):
        name = name.lstrip("_")
    if name in _READING_METHODS:
        return _reading(name)
    if name in ("is_ready", "is_deleted", "delete", "devices", "unsafe_buffer_pointer"):
        return NONE
    return _computing(name)


def of_object(function: Any, kind: type, quiet: set[type], site: int) -> Role:
    """The role of any other callable; types that never matter go to `quiet`."""
    if kind is here.jitted:
        kept = _compiled_by_id.get(id(function))
        if kept is not None and kept[0]() is function:
            return kept[1]
        compiled = _jitted_role(function)
        with contextlib.suppress(TypeError):
            if len(_compiled_by_id) > _KNOWN_AT_MOST:
                _compiled_by_id.clear()
            _compiled_by_id[id(function)] = (weakref.ref(function), compiled)
        return compiled
    if kind.__name__ == "PmapFunction":  # of JAX until 0.7
        return _compiled(_inner_name(function), False)
    if kind.__name__ == "nb_bound_method":  # of JAX's own C++, which has no name
        if type(function.__self__) is here.array:
            return of_array_method(here.sites[site].name.rpartition(".")[2])
        return NONE
    if here.jax is None or kind in (MethodWrapperType, MethodDescriptorType, GenericAlias):
        return NONE
    # A module of flax is set up when it is asked for anything that it does not have.
    if not hasattr(kind, "__getattr__") and str(getattr(function, "__name__", "")) in _GENERATORS:
        return learn(function)
    module = kind.__module__ or ""
    if module.partition(".")[0] == "numpy" and kind.__name__ in (
        "ufunc",
        "_ArrayFunctionDispatcher",
    ):
        role = _lasting.get(id(function))
        if role is None:
            role = _of_numpy("numpy", getattr(function, "__name__", ""))
            _lasting[id(function)] = role
        return role
    if module.partition(".")[0] == "jax":
        name = getattr(function, "__name__", "")
        role = _lasting.get(id(function))
        if role is None:
            role = _lasting[id(function)] = _object_of_jax(function, kind, name)
        return role
    if kind is functools.partial:
        inner = function.func
        return _jitted_role(inner) if type(inner) is here.jitted else NONE
    if isinstance(function, type):
        quiet.add(kind)
        return NONE
    if _wraps_compiled(function):
        return _jitted_role(function)
    _looked_at[kind] = _looked_at.get(kind, 0) + 1
    if _looked_at[kind] > 3:
        quiet.add(kind)
    return NONE


_compiled_by_id: dict[int, tuple[Any, Role]] = {}  # compiled functions, themselves weakly
_looked_at: dict[type, int] = {}  # types of callable objects, and how many were none of interest


def _object_of_jax(function: Any, kind: type, name: str) -> Role:
    if kind.__name__ in ("Compiled", "JitWrapped"):
        return Role("jitted", name or kind.__name__)
    if kind.__name__ in ("custom_jvp", "custom_vjp", "ufunc", "_ScalarMeta"):
        return of_jax(getattr(function, "__module__", "") or "", name)
    return NONE


def _wraps_compiled(function: Any) -> bool:
    """Whether an object of a framework is a compiled function, such as `nnx.jit` gives."""
    held = getattr(function, "__dict__", None) or {}
    return any(type(one) is here.jitted for one in list(held.values())[:12])


def _jitted_role(function: Any, *, receiver: bool = False) -> Role:
    """The role of a compiled function; one of JAX's own is an eager operation."""
    role = _lasting.get(id(function))
    if role is not None:
        return role
    module = getattr(function, "__module__", "") or ""
    name = getattr(function, "__name__", "") or type(function).__name__
    if module.partition(".")[0] == "jax":
        role = _lasting[id(function)] = of_jax(module, name)
        return role
    qualname = getattr(function, "__qualname__", "") or name
    return _compiled(qualname.rpartition("<locals>.")[2], receiver)


@functools.cache
def _compiled(name: str, receiver: bool) -> Role:
    return Role("jitted", name, receiver=receiver)
