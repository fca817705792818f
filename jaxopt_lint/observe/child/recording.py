"""Keeps the first few calls of each function, distinct by the shapes of their arguments.

Arguments are written at the moment of the call, since they may be donated or changed later.
Calls that happen while jax traces are recorded too, by a callback that gets the real values.

A process writes one file of JSON lines:

    {"is": "function", "name": NAME}: it can be called
    {"is": "call", "name": NAME, "kind": HASH, "traced": .., "call": [args, kwargs], "values": ..}
    {"is": "lost", "name": NAME, "kind": HASH, "why": .., "described": ..}: it is no data
"""

from __future__ import annotations

import builtins
import functools
import hashlib
import json
import os
import sys
import threading
from typing import Any

from . import loading, marking
from .adapters import adapter_for
from .adapters.public import Public
from .carried.keeping import CannotKeep, Keeper, OnDevice, implementation
from .log import put
from .state import here
from .values import described

CALL = 64 << 20  # bytes of arrays that are kept of one call
PROCESS = 192 << 20  # and of all calls of a process
LINES = 32 << 20  # bytes of the file of a process, half of what is read of one
IDLE = 2_000  # times that programs call back for calls that are kept already

_MAPPED = (
    "it was called inside of an axis that has a name (`vmap`, `pmap`, `shard_map`), and such a "
    "call is none of its own"
)

_lock = threading.RLock()
_functions: dict[str, Recorder] = {}
_busy = threading.local()
_kept = [0]  # bytes of arrays that this process has kept
_idle = [0]  # how often programs have called back for nothing


def start(config: dict[str, Any]) -> None:
    """Record the calls of functions that are loaded from now on; see `watching.start`."""
    if not config["watch"]:
        here.configure(config)
    setattr(builtins, marking.RECORDED, decorate)
    loading.install()


def decorate(name: str) -> Any:
    """The decorator that records the calls of one function."""

    def wrap(function: Any) -> Any:
        known = name in _functions
        recorder = _functions.setdefault(name, Recorder(name))
        if not callable(function):
            return function
        if not known:
            _say({"is": "function", "name": name})
        if type(function).__name__ != "function":
            return Proxy(function, recorder)

        @functools.wraps(function)
        def recorded(*args: Any, **kwargs: Any) -> Any:
            recorder.see(args, kwargs)
            return function(*args, **kwargs)

        recorded.__jaxopt_recorded__ = function  # type: ignore[attr-defined]
        return recorded

    return wrap


class Proxy:
    """Stands for a callable object, such as a jitted function, with all of its attributes."""

    def __init__(self, function: Any, recorder: Recorder) -> None:
        object.__setattr__(self, "__jaxopt_recorded__", function)
        object.__setattr__(self, "_recorder", recorder)
        functools.update_wrapper(self, function, updated=())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._recorder.see(args, kwargs)
        return self.__jaxopt_recorded__(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "__jaxopt_recorded__"), name)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __reduce__(self) -> Any:
        return self.__jaxopt_recorded__.__reduce__()


class Recorder:
    """The recorded calls of one function."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: set[str] = set()
        self.kept = 0
        self.mapped = False  # whether it is told that a call was inside of a mapped axis

    def see(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Write a call down, unless there are enough or one of its kind is there already."""
        if _idle[0] > IDLE:
            _without_callbacks()
        if self.kept >= here.config["limit"] or getattr(_busy, "now", False):
            return
        _busy.now = True
        on, here.on = here.on, False
        try:
            self._see(args, kwargs)
        except Exception as error:
            # Recording must never change what the user's program does.
            self._lost("", f"{type(error).__name__}: {str(error)[:200]}", None)
        finally:
            here.on = on
            _busy.now = False

    def _see(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        jax = sys.modules.get("jax")
        if jax is None or not hasattr(jax, "tree_util"):
            return
        leaves, treedef = jax.tree_util.tree_flatten((args, kwargs))
        kind = _signature(leaves, treedef)
        if kind in self.seen:
            return
        traced = [i for i, leaf in enumerate(leaves) if isinstance(leaf, jax.core.Tracer)]
        if not traced:
            self.write(kind, (args, kwargs), traced=False)
        elif not _adapter().mapped():
            self._see_later(jax, kind, leaves, treedef, traced)
        elif not self.mapped:
            self.mapped = True
            self._lost(kind, _MAPPED, (args, kwargs))

    def _see_later(
        self, jax: Any, kind: str, leaves: list[Any], treedef: Any, traced: list[int]
    ) -> None:
        """Have the values delivered when the traced program runs."""
        impls = {}
        values = []
        for i in traced:
            leaf = leaves[i]
            if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
                impls[i] = implementation(jax, leaf)
                leaf = jax.random.key_data(leaf)
            values.append(leaf)
        weak = {i: bool(getattr(leaves[i], "weak_type", False)) for i in traced}

        def deliver(*given: Any) -> None:
            if kind in self.seen or self.kept >= here.config["limit"]:
                _idle[0] += 1
                return
            filled = list(leaves)
            for i, value in zip(traced, given, strict=False):
                filled[i] = OnDevice(value, weak[i], impls.get(i))
            try:
                self.write(kind, jax.tree_util.tree_unflatten(treedef, filled), traced=True)
            except Exception as error:
                self._lost(kind, f"{type(error).__name__}: {str(error)[:200]}", None)

        jax.debug.callback(deliver, *_one_of_each(jax, values))

    def write(self, kind: str, call: Any, *, traced: bool) -> None:
        """Write one call down; the first of each kind.

        Nothing is locked while values are fetched: one that is still computed may wait for a
        callback in which another thread wants to write.
        """
        with _lock:
            if kind in self.seen or self.kept >= here.config["limit"]:
                return
            self.seen.add(kind)
            self.kept += 1
            room = min(CALL, PROCESS - _kept[0])
        keeper = Keeper(_put, main_module(), room)
        written = False
        try:
            told = _arguments(keeper, *call)
            line = {"is": "call", "name": self.name, "kind": kind, "traced": traced}
            written = _say({**line, "call": told, "values": keeper.values})
            if not written:
                self._lost(kind, "there is no room for more calls of this process", call)
        except CannotKeep as reason:
            self._lost(kind, str(reason), call)
        finally:
            with _lock:
                _kept[0] += sum(keeper.values.values())
                self.kept -= not written

    def _lost(self, kind: str, why: str, call: Any) -> None:
        """Write down that a call cannot be told as data: why, and what it was."""
        shown = ""
        if call is not None:
            args, kwargs = call
            _know_types()
            parts = [described(one) for one in args]
            parts += [f"{name}={described(one)}" for name, one in kwargs.items()]
            shown = ", ".join(parts)[:1_000]
        _say({"is": "lost", "name": self.name, "kind": kind, "why": why, "described": shown})


def _without_callbacks() -> None:
    """Have programs made anew that call back from each round of a loop on the device, long after
    all is kept: that can take far longer than what they compute."""
    adapter = _adapter()
    if type(adapter) is Public or adapter.tracing():
        return  # where nobody knows whether it is traced, nothing is thrown away
    from . import compiling  # which who does not watch need not load

    _idle[0] = 0
    compiling.forget_programs()
    sys.modules["jax"].clear_caches()


def _one_of_each(jax: Any, values: list[Any]) -> Any:
    """Values as they are in the first row of whatever maps over them.

    One call of many alike is kept, and what calls back for each row of a `jax.vmap` makes programs
    of hundreds of callbacks, which take minutes to compile and to run.
    """

    def given_back(*given: Any) -> Any:
        return given

    def rule(size: int, mapped: Any, *given: Any) -> Any:
        rows = [
            value if not many
            else jax.lax.index_in_dim(value, 0, keepdims=False) if size
            else jax.lax.full(value.shape[1:], 0, value.dtype)
            for value, many in zip(given, mapped, strict=True)
        ]  # fmt: skip
        return first(*rows), (False,) * len(rows)

    first = jax.custom_batching.custom_vmap(given_back)
    first.def_vmap(rule)
    return first(*map(jax.lax.stop_gradient, values))


def _adapter() -> Any:
    """What knows the private parts of this JAX."""
    return here.adapter or adapter_for(sys.modules["jax"])


def _know_types() -> None:
    """Learn what arrays are, where nobody watches who would have done so."""
    if here.jax is None:
        here.array, here.tracer = _adapter().array_type(), _adapter().tracer_type()


def _arguments(keeper: Keeper, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    told = [keeper.keep(one, f"argument {i + 1}") for i, one in enumerate(args)]
    return [told, {name: keeper.keep(one, f"`{name}`") for name, one in kwargs.items()}]


def _put(data: bytes) -> str:
    digest = hashlib.sha256(data).hexdigest()
    if not put(here.config["kept"], digest, data):
        raise CannotKeep("there is no room on the disk")
    return digest


def _say(line: dict[str, Any]) -> bool:
    """Append a line to the file of this process, with one system call."""
    path = os.path.join(here.config["folder"], f"{os.getpid()}.calls")
    data = (json.dumps(line) + "\n").encode()
    full = LINES if line["is"] == "call" else 2 * LINES - len(data)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            if os.fstat(handle).st_size + len(data) > full:
                return False
            return os.write(handle, data) == len(data)
        finally:
            os.close(handle)
    except OSError:
        return False


def main_module() -> str:
    """The name by which what runs as `__main__` can be imported."""
    main: Any = sys.modules.get("__main__")
    spec = getattr(main, "__spec__", None)
    if spec is not None and spec.name != "__main__":
        return str(spec.name)
    return here.module(here.relative(getattr(main, "__file__", None) or "")) or "__main__"


def _signature(leaves: list[Any], treedef: Any) -> str:
    parts = [str(treedef)]
    for leaf in leaves:
        shape = getattr(leaf, "shape", None)
        if shape is not None:
            parts.append(f"{shape}{getattr(leaf, 'dtype', '')}")
        else:
            text = f"{leaf!r}" if isinstance(leaf, (bool, int, float, str)) else ""
            parts.append(type(leaf).__name__ + text)
    return hashlib.sha256("|".join(parts).encode(errors="surrogatepass")).hexdigest()[:16]
