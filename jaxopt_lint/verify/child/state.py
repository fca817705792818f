"""What a call leaves behind besides its result: globals, attributes of objects, files."""

from __future__ import annotations

import contextlib
import inspect
import os
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from . import leaves
from .lib import jax

Leaf = dict[str, Any]
Tracer = jax.core.Tracer
_DEPTH = 5
_LIMIT = 5_000  # entries of one snapshot; what lies beyond is not compared
_OF_NNX = ("Object", "Module", "Pytree")
_SEQUENCES = (list, tuple, deque)


def of_modules(overlay: Path) -> dict[str, Leaf]:
    """The data that the modules of a project hold at their top, in their classes and in their
    functions, by path."""
    found: dict[str, Leaf] = {}
    for name, module in sorted(sys.modules.items()):
        if isinstance(module, ModuleType) and _lies_in(overlay, module):
            _gather(found, held_by(module), name, overlay)
    return found


def of_objects(tree: Any, overlay: Path) -> dict[str, Leaf]:
    """The attributes of the objects in a tree that are of classes of the project, and the variables
    of modules and optimizers of Flax's NNX."""
    found: dict[str, Leaf] = {}
    for path, value in leaves.with_paths(tree):
        if is_own(value, overlay):
            _gather(found, value, path, overlay)
        for inner, one in _variables(value):
            found[path + inner] = {"path": path + inner, **leaves.leaf(one)}
    return found


def held(tree: Any, overlay: Path) -> dict[str, Any]:
    """What the caller's objects hold before a call: leaves that nobody can change as they are, and
    records of what the others hold."""
    return {**dict(leaves.with_paths(tree)), "": of_objects(tree, overlay)}


def has_changed(before: Mapping[str, Any], tree: Any, overlay: Path) -> bool:
    """Whether a call has left something else in the caller's objects."""
    now = held(tree, overlay)
    if before.keys() != now.keys() or changes(before[""], now[""]):
        return True
    other = [path for path, one in now.items() if path and before[path] is not one]
    # A tree may make its leaves each time that it is asked for them.
    again = held(tree, overlay) if other else {}
    return any(now[path] is again.get(path) for path in other)


def _variables(value: Any) -> list[tuple[str, Any]]:
    """What an object of NNX holds that its library can change, where it is no tree to JAX."""
    nnx = sys.modules.get("flax.nnx")
    kinds = tuple(
        kind for name in _OF_NNX if isinstance(kind := getattr(nnx, name, None), type)
    )  # fmt: skip
    if nnx is None or not isinstance(value, kinds):
        return []
    try:
        return leaves.with_paths(nnx.state(value))
    except Exception:  # which is of its own making, such as a part that JAX knows nothing of
        return []


def top(path: str) -> str:
    """The module and the name at its top that a path in the data of modules begins with."""
    return path.partition("]")[0]


def changes(before: Mapping[str, Leaf], after: Mapping[str, Leaf]) -> dict[str, Leaf]:
    """What differs between two snapshots: the new records, and `{}` for what is gone."""
    changed = {path: leaf for path, leaf in after.items() if not _same(before.get(path), leaf)}
    return changed | {path: {} for path in before.keys() - after.keys()}


def moving(first: Mapping[str, Leaf], second: Mapping[str, Leaf]) -> set[str]:
    """The paths that two runs of one program leave in different states."""
    paths = first.keys() | second.keys()
    return {path for path in paths if not _same(first.get(path), second.get(path, {}))}


def contents(tree: Any) -> list[str]:
    """What the NumPy arrays of a tree hold, which a call may change in place."""
    arrays = [value for _, value in leaves.with_paths(tree) if isinstance(value, np.ndarray)]
    return [leaves.digest(one) for one in arrays if one.dtype != object]


def change_arrays(tree: Any) -> bool:
    """Put other numbers into the NumPy arrays of a tree; whether there are any."""
    found = False
    for _, value in leaves.with_paths(tree):
        if isinstance(value, np.ndarray) and value.flags.writeable and value.dtype.kind in "fiu":
            value[...] = value / 2 if value.dtype.kind == "f" else np.flip(value).copy()
            found = True
    return found


def own_modules(overlay: Path) -> list[ModuleType]:
    """The modules of a project that are loaded."""
    modules = [m for m in sys.modules.values() if isinstance(m, ModuleType)]
    return [module for module in modules if _lies_in(overlay, module)]


class Files:
    """Notes which files this process writes, makes or removes, from the beginning on.

    Library code that is not Python, and processes that are started, go unnoticed.
    """

    def __init__(self, project: Path, ignored: str) -> None:
        self._project = str(project)
        self._ignored = (os.path.join(ignored, ""), "/dev/", "/proc/")
        self.written: set[str] = set()
        self.grown: set[str] = set()  # by further calls
        self._emptied: set[str] = set()  # as they were opened
        sys.addaudithook(self._hear)

    def sizes(self) -> dict[str, int]:
        """The sizes of the files that were written so far, in bytes, from which they may grow."""
        found = {}
        self._emptied.clear()
        for path in self.written:
            with contextlib.suppress(OSError):
                found[path] = os.path.getsize(os.path.join(self._project, path))
        return found

    def note_grown(self, before: Mapping[str, int]) -> None:
        """Note which files are larger than they were, and were never begun anew: the other side
        may be at work on the same file."""
        emptied = set(self._emptied)
        now = self.sizes()
        larger = {path for path, size in before.items() if now.get(path, 0) > size}
        self.grown |= larger - emptied

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = args
            if isinstance(path, (str, bytes)) and isinstance(flags, int) and flags & _WRITES:
                self._note(path, emptied=bool(flags & os.O_TRUNC))
        elif event in _CHANGES:
            self._note(args[0])

    def _note(self, path: Any, *, emptied: bool = False) -> None:
        with contextlib.suppress(TypeError, ValueError):
            full = os.path.abspath(os.fsdecode(path))
            if not os.path.join(full, "").startswith(self._ignored):
                name = os.path.relpath(full, self._project)
                self.written.add(name)
                if emptied:
                    self._emptied.add(name)


_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND
_CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink")


def _lies_in(overlay: Path, module: ModuleType) -> bool:
    """Whether a module's file is below a folder: asked of a thousand modules at each call."""
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and file.startswith(f"{overlay}{os.sep}")


def is_own(value: Any, overlay: Path) -> bool:
    """Whether a value is an object of a class of the project, with attributes to look at."""
    module = sys.modules.get(type(value).__module__)
    return module is not None and _lies_in(overlay, module) and hasattr(value, "__dict__")


def held_by(holder: Any) -> dict[str, Any]:
    """What a module or a class holds that is no code and no part of the language."""
    own = getattr(holder, "__name__", "")
    found = {}
    for name, value in vars(holder).items():
        if name.startswith("__") or isinstance(value, ModuleType):
            continue
        if isinstance(value, type):
            if isinstance(holder, ModuleType) and value.__module__ == own:
                found[name] = held_by(value)
        elif callable(value) and isinstance(holder, ModuleType):
            function = inspect.unwrap(value)
            if isinstance(function, FunctionType) and function.__module__ == own:
                if held := _held(function):
                    found[name] = held
        elif not callable(value) and not hasattr(value, "__get__"):
            found[name] = value
    return found


def _held(function: FunctionType) -> dict[str, Any]:
    """What a function carries from call to call: attributes, what it encloses, defaults that can
    be changed."""
    found = {name: value for name, value in vars(function).items() if name != "__wrapped__"}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    for name, cell in cells:
        with contextlib.suppress(ValueError):  # nothing is bound to it yet
            found[name] = cell.cell_contents
    defaults = {str(n): value for n, value in enumerate(function.__defaults__ or ())}
    for name, value in {**defaults, **(function.__kwdefaults__ or {})}.items():
        if isinstance(value, (dict, set, *_SEQUENCES, np.ndarray)) and not _is_plain(value):
            found[f"default {name}"] = value
    return {name: value for name, value in found.items() if not callable(value)}


def _is_plain(value: Any) -> bool:
    """Whether a tuple holds nothing that can be changed."""
    return isinstance(value, tuple) and all(
        _is_plain(one) or not isinstance(one, (dict, set, *_SEQUENCES, np.ndarray)) for one in value
    )


def _gather(found: dict[str, Leaf], value: Any, path: str, overlay: Path) -> None:
    """Write down a value and what it holds, the nearest first."""
    pending = deque([(path, value, _DEPTH)])
    seen: set[int] = set()
    while pending and len(found) < _LIMIT:
        where, item, depth = pending.popleft()
        if isinstance(item, (dict, set, *_SEQUENCES)) or is_own(item, overlay):
            if id(item) in seen or not depth:
                continue
            seen.add(id(item))
            found[where] = {"path": where, "type": type(item).__name__, "text": str(_length(item))}
            pending += [(f"{where}{key}", part, depth - 1) for key, part in _parts(item)]
        elif isinstance(item, Tracer):  # left by a trace that the harness began
            found[where] = {"path": where, "type": "tracer", "text": "tracer"}
        elif item is not None:
            found[where] = {"path": where, **leaves.leaf(item)}
        else:
            found[where] = {"path": where, "type": "None", "text": "None"}


def _length(item: Any) -> int:
    return len(item) if hasattr(item, "__len__") else len(vars(item))


def _parts(item: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(item, dict):
        yield from ((f"[{key!r}]", value) for key, value in item.items())
    elif isinstance(item, set):
        yield "", repr(sorted(map(repr, item)))
    elif isinstance(item, _SEQUENCES):
        yield from ((f"[{index}]", value) for index, value in enumerate(item))
    else:
        yield from ((f".{name}", value) for name, value in vars(item).items())


def _same(a: Leaf | None, b: Leaf) -> bool:
    if a is None or a.get("type") != b.get("type") or a.get("text") != b.get("text"):
        return False
    if ("value" in a) != ("value" in b):
        return False
    return "value" not in a or a["value"].tobytes() == b["value"].tobytes()
