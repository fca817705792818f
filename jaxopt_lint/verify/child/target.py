"""The function under test, imported from its overlay and called the way the user's code does."""

from __future__ import annotations

import functools
import importlib
import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from . import absent, bytecode, clocks, startplace
from .lib import jax


class ImportFailed(Exception):
    """The module could not be imported, or has no such function."""


class OutsideOverlay(Exception):
    """A module of the project came from somewhere else than the overlay."""


def load(job: dict[str, Any]) -> Any:
    """The function that the job names."""
    overlay = Path(job["overlay"]).resolve()
    reach(job)
    sys.argv = [job["module"]]
    try:
        module = importlib.import_module(job["module"])
        found: Any = module
        for part in job["qualname"].split("."):
            found = getattr(found, part)
    except SyntaxError as error:  # which may be newer than the Python of the project
        python = f"{sys.version_info[0]}.{sys.version_info[1]}"
        where = f"line {error.lineno} of {Path(error.filename or '').name}"
        raise ImportFailed(f"Python {python} cannot read {where}: {error.msg}") from error
    except SystemExit as error:
        reads = ", as it reads the command line" if _reads_arguments(error) else ""
        raise ImportFailed(f"its import ends the process{reads}: SystemExit: {error}") from error
    except Exception as error:
        raise ImportFailed(f"{type(error).__name__}: {error}") from error
    if isinstance(found, absent.Absent):
        raise ImportFailed(f"it is made by {found!r}")
    check_origin(overlay, Path(job["root"]), job["module"])
    return found


def reach(job: dict[str, Any]) -> None:
    """Have the job's module importable from the overlay.

    Python takes a package before any folder without `__init__.py`, so that `tests`, which many a
    distribution installs as well, would be that of another project.
    """
    overlay = Path(job["overlay"]).resolve()
    absent.help_out(overlay)
    if job.get("clock"):
        clocks.steady(overlay)
    sys.path[:0] = [str(overlay / entry) for entry in job["path"]]
    startplace.settle(overlay, file_of(job))
    name, _, inner = job["module"].partition(".")
    folder = overlay / job["path"][0] / name
    if not inner or not folder.is_dir() or (folder / "__init__.py").is_file():
        return
    spec = importlib.machinery.PathFinder.find_spec(name)
    if spec is not None and spec.origin and overlay not in _real(spec.origin).parents:
        spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        sys.modules[name] = importlib.util.module_from_spec(spec)


def file_of(job: dict[str, Any]) -> Path | None:
    """The file of the job's module, in the copy of the project."""
    inside = Path(*job["module"].split("."))
    for folder in job["path"]:
        for tail in (inside.with_suffix(".py"), inside / "__init__.py"):
            file = Path(job["overlay"], folder).resolve() / tail
            if file.is_file():
                return file
    return None


def _reads_arguments(error: BaseException) -> bool:
    """Whether it was a reader of the command line that raised an error."""
    trace = error.__traceback__
    modules = set()
    while trace is not None:
        modules.add(str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0])
        trace = trace.tb_next
    return not modules.isdisjoint(("argparse", "absl", "click", "fire", "tyro", "optparse"))


def check_origin(overlay: Path, root: Path, target: str) -> None:
    """Raise unless the target, and all of the project that was imported, is the overlay's copy."""
    inside = os.path.join(root, "")
    # Where the root is that of the whole system, Python itself and this tool lie below it.
    below = (sys.prefix, sys.base_prefix, str(Path(__file__).parents[2]))
    apart = tuple(os.path.join(one, "") for one in below if one.startswith(inside))
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str):
            continue
        path = _real(file)
        if name == target and overlay not in path.parents:
            raise OutsideOverlay(f"{name} came from {path}")
        if not str(path).startswith(inside) or overlay in path.parents:
            continue
        if apart and str(path).startswith(apart):
            continue
        if "site-packages" not in path.parts and "dist-packages" not in path.parts:
            raise OutsideOverlay(f"{name} came from {path}")


def remember_origins() -> None:
    """Resolve the files of what is imported by now, so that no job has to do it again."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str):
            _real(file)


@functools.cache
def _real(file: str) -> Path:
    return Path(file).resolve()


class Entry:
    """A function together with how it is reached: as it is, or from inside a jit."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.function = load(job)
        absent.judge()
        bytecode.stop()
        self.jitted: bool = job["jitted"]
        self.project = Path(job["overlay"]).resolve()
        self._compiled: dict[str, Any] = {}

    def __call__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        clocks.rewind()
        if not self.jitted:
            return self.function(*args, **kwargs)
        split = Split.of((args, kwargs))
        made = self._compiled.get(split.key)
        if made is None:

            def inside(arrays: list[Any]) -> Any:
                inner_args, inner_kwargs = split.join(arrays)
                return self.function(*inner_args, **inner_kwargs)

            made = self._compiled[split.key] = jax.jit(inside)
        return made(split.arrays)


class Split:
    """A tree taken apart into its arrays and the rest."""

    def __init__(self, leaves: list[Any], treedef: Any, where: list[int]) -> None:
        self.leaves, self.treedef, self.where = leaves, treedef, where
        self.arrays = [leaves[i] for i in where]
        static = [(i, leaf) for i, leaf in enumerate(leaves) if i not in set(where)]
        self.key = f"{treedef} {static!r}"

    @classmethod
    def of(cls, tree: Any, *, host: bool = True, floats: bool = False) -> Split:
        """Take a tree apart; `host` counts numpy arrays as arrays, `floats` only float ones."""
        import numpy as np

        from .pickling import is_float

        kinds = (jax.Array, np.ndarray) if host else (jax.Array,)
        leaves, treedef = jax.tree_util.tree_flatten(tree)
        where = [
            i
            for i, leaf in enumerate(leaves)
            if isinstance(leaf, kinds)
            and leaf.dtype != object
            and (not floats or _differentiable(leaf, is_float))
        ]
        return cls(leaves, treedef, where)

    def join(self, arrays: list[Any]) -> Any:
        """The tree again, with other arrays in it."""
        leaves = list(self.leaves)
        for i, value in zip(self.where, arrays, strict=False):
            leaves[i] = value
        return jax.tree_util.tree_unflatten(self.treedef, leaves)


def _differentiable(leaf: Any, is_float: Any) -> bool:
    return not jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key) and is_float(leaf.dtype)
