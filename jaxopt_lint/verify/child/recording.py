"""Keeps the first few calls of each function, distinct by the shapes of their arguments.

Arguments are written at the moment of the call, since they may be donated or changed later.
Calls that happen while jax traces are recorded too, by a callback that gets the real values.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import importlib
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

from .instrument import _config
from .names import folder_name

_lock = threading.RLock()
_functions: dict[str, Recorder] = {}
_busy = threading.local()


def decorate(name: str) -> Any:
    """The decorator that records the calls of one function."""

    def wrap(function: Any) -> Any:
        recorder = _functions.setdefault(name, Recorder(name))
        if not callable(function):
            return function
        if type(function).__name__ != "function":
            return Proxy(function, recorder)

        @functools.wraps(function)
        def recorded(*args: Any, **kwargs: Any) -> Any:
            recorder.see(args, kwargs)
            return function(*args, **kwargs)

        return recorded

    return wrap


def script(module: str) -> None:
    """From now on `__main__` is written as a module of this name."""
    _config["main"] = module


class Proxy:
    """Stands for a callable object, such as a jitted function, with all of its attributes."""

    def __init__(self, function: Any, recorder: Recorder) -> None:
        object.__setattr__(self, "_function", function)
        object.__setattr__(self, "_recorder", recorder)
        functools.update_wrapper(self, function, updated=())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._recorder.see(args, kwargs)
        return self._function(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __reduce__(self) -> Any:
        from .pickling import lookup

        return lookup, (self._recorder.name,)


class Recorder:
    """The recorded calls of one function."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: set[str] = set()
        self.problem = ""
        self.folder = Path(_config["store"]) / folder_name(name)

    def see(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Write a call down, unless there are enough or one of its kind is there already."""
        if len(self.seen) >= _config["limit"] or getattr(_busy, "now", False):
            return
        _busy.now = True
        try:
            self._see(args, kwargs)
        except Exception as error:
            # Recording must never change what the user's program does.
            self.problem = f"{type(error).__name__}: {str(error)[:200]}"
        finally:
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
        elif not _mapped_axes():
            self._see_later(jax, kind, leaves, treedef, traced)

    def _see_later(
        self, jax: Any, kind: str, leaves: list[Any], treedef: Any, traced: list[int]
    ) -> None:
        """Have the values delivered when the traced program runs."""
        from .pickling import OnDevice

        impls = {}
        values = []
        for i in traced:
            leaf = leaves[i]
            if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
                impls[i] = str(jax.random.key_impl(leaf))
                leaf = jax.random.key_data(leaf)
            values.append(leaf)
        weak = {i: bool(getattr(leaves[i], "weak_type", False)) for i in traced}

        def deliver(*given: Any) -> None:
            filled = list(leaves)
            for i, value in zip(traced, given, strict=False):
                filled[i] = OnDevice(value, weak[i], impls.get(i))
            try:
                self.write(kind, jax.tree_util.tree_unflatten(treedef, filled), traced=True)
            except Exception as error:
                self.problem = f"{type(error).__name__}: {str(error)[:200]}"

        jax.debug.callback(deliver, *values)

    def write(self, kind: str, call: Any, *, traced: bool) -> None:
        """One file per call, named in the order of the calls."""
        from .pickling import dumps, name_main

        with _lock:
            if kind in self.seen or len(self.seen) >= _config["limit"]:
                return
            name_main(_config.get("main", ""))
            blob = dumps(call)
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / f"{len(self.seen):03d}-{kind}.call"
            partial = path.with_suffix(f".{os.getpid()}")
            partial.write_bytes(blob)
            partial.replace(path)
            self.seen.add(kind)
            (self.folder / ("traced" if traced else "eager")).touch()


def _signature(leaves: list[Any], treedef: Any) -> str:
    parts = [str(treedef)]
    for leaf in leaves:
        shape = getattr(leaf, "shape", None)
        if shape is not None:
            parts.append(f"{shape}{getattr(leaf, 'dtype', '')}")
        else:
            text = f"{leaf!r}" if isinstance(leaf, (bool, int, float, str)) else ""
            parts.append(type(leaf).__name__ + text)
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]


def _mapped_axes() -> bool:
    """Whether a mapped axis is in scope: such a call cannot be repeated on its own."""
    try:
        core: Any = importlib.import_module("jax._src.core")
        return bool(core.get_axis_env().axis_sizes)
    except (ImportError, AttributeError):
        return False


@atexit.register
def _summarise() -> None:
    problems = {name: one.problem for name, one in _functions.items() if one.problem}
    store = Path(_config.get("store", ""))
    if _config and store.is_dir():
        text = json.dumps({"problems": problems, "functions": sorted(_functions)})
        (store / f"summary-{os.getpid()}.json").write_text(text)
