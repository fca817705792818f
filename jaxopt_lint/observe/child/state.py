"""What all parts of the watch share: the log, the settings, the user's files, the types of JAX."""

from __future__ import annotations

import fnmatch
import itertools
import os
import sys
import sysconfig
from types import CodeType, FrameType
from typing import Any

from .events import NOWHERE, Place
from .importable import importable
from .log import Log
from .sites import Site

DEPTH = 12  # callers that a chain tells
_SKIPPED = {"site-packages", "dist-packages", "__pycache__", "node_modules"}


class Nothing:
    """Stands for the types of JAX until there is a JAX."""


class State:
    """There is one in a process, `here`.

    Attributes:
        on: whether what happens is written down now; off before `after` and past `steps`.
        array: the type of arrays on the device; `tracer`: the base class of tracers; `jitted`: the
            type of compiled functions.
        adapter: what knows the private parts of this JAX.
        watched: whether code gets probes; `recorded`: whether calls are kept for later.
        beside: folders outside of the root whose files are the user's, too.
        files: paths of rewritten files as code objects have them, to paths from the root.
    """

    def __init__(self) -> None:
        self.config: dict[str, Any] = {}
        self.root = ""
        self.beside: tuple[str, ...] = ()
        self.log: Log = None  # type: ignore[assignment]
        self.on = False
        self.array: Any = Nothing
        self.tracer: Any = Nothing
        self.jitted: Any = Nothing
        self.told: Any = None  # the log that knows of the devices
        self.ended = False
        self.know: Any = None  # tells the probes what the type of arrays is
        self.jax: Any = None
        self.adapter: Any = None
        self.files: dict[str, str] = {}
        self.sites: dict[int, Site] = {}
        self.values = True
        self.watched = True
        self.recorded = False
        self.busy: set[tuple[str, str]] = set()  # functions in which anything happened, by file
        self.plain: dict[tuple[str, int, str], Any] = {}  # code of functions without probes
        self.compiling = 0.0  # seconds that went to tracing and compiling so far
        self.dispatches = 0  # calls of the user's compiled functions so far
        self._places: dict[tuple[int, int], tuple[Any, Place]] = {}

    def configure(self, config: dict[str, Any]) -> None:
        """Take over the settings of the run."""
        self.config = config
        self.root = config["root"]
        self.beside = beside(config["beside"], self.root) if "beside" in config else ()
        self.values = config["values"]
        self.watched = config["watch"]
        self.recorded = config["record"]

    def failed(self, what: str, error: Exception) -> None:
        """Tell what went wrong: watching must never change what the user's program does."""
        self.log.say("note", text=f"{what}: {type(error).__name__}: {str(error)[:120]}")

    def relative(self, path: str) -> str:
        """A path from the root, or empty for what is not one of the user's files."""
        if not path.endswith(".py"):
            return ""
        real = os.path.realpath(path)
        for root in (self.root, *self.beside):
            if real.startswith(root + os.sep):
                parts = real[len(root) + 1 :].split(os.sep)
                hidden = any(part.startswith(".") or part in _SKIPPED for part in parts)
                if hidden or self._in_environment(root, parts):
                    return ""
                return "/".join(os.path.relpath(real, self.root).split(os.sep))
        return ""

    @staticmethod
    def _in_environment(root: str, parts: list[str]) -> bool:
        folder = root
        for part in parts[:-1]:
            folder = os.path.join(folder, part)
            if os.path.exists(os.path.join(folder, "pyvenv.cfg")):
                return True
        return False

    def wanted(self, function: str) -> bool:
        """Whether a function is to be watched, by the globs of the run."""
        globs = self.config["functions"]
        return not globs or any(fnmatch.fnmatchcase(function, one) for one in globs)

    def to_record(self, name: str) -> bool:
        """Whether the calls of a function, named "package.module:qualified.name", are kept."""
        only = self.config["only"]
        return name in only if only else self.wanted(name.partition(":")[2])

    def module(self, relative: str) -> str:
        """The name by which a file is imported, from its path below the root."""
        parts = relative.removesuffix(".py").split("/")
        if parts[-1] == "__init__":
            parts.pop()
        parts = [part for part in parts if part != "src"]
        return ".".join(importable(parts, self._packaged))

    def _packaged(self, folder: str) -> bool:
        return os.path.isfile(os.path.join(self.config["root"], folder, "__init__.py"))

    def place(self, frame: FrameType, column: int = 0) -> Place:
        """The place that a frame of the user's is at."""
        code = frame.f_code
        line = frame.f_lineno or code.co_firstlineno
        if column:
            return Place(self.files[code.co_filename], line, code.co_qualname, column)
        known = self._places.get((id(code), line))
        if known is None or known[0] is not code:
            place = Place(self.files[code.co_filename], line, code.co_qualname)
            known = self._places[id(code), line] = (code, place)
        return known[1]

    def users(self, frame: FrameType | None) -> FrameType | None:
        """The innermost frame of the user's files, from a frame outwards."""
        while frame is not None and frame.f_code.co_filename not in self.files:
            frame = frame.f_back
        return frame

    def chain(self, frame: FrameType | None) -> tuple[Place, ...]:
        """The places of the user's frames that called a frame."""
        out: list[Place] = []
        frame = frame and frame.f_back
        while frame is not None and len(out) < DEPTH:
            if frame.f_code.co_filename in self.files:
                out.append(self.place(frame))
            frame = frame.f_back
        return tuple(out)

    def stack(self, frame: FrameType | None) -> tuple[Place, tuple[Place, ...]]:
        """Place and chain of whatever a frame does, also one in a library."""
        found = self.users(frame)
        if found is None:
            return NOWHERE, ()
        return self.place(found), self.chain(found)


def beside(asked: list[str], root: str) -> tuple[str, ...]:
    """Folders outside of the root that hold code of the user's, and no installed packages.

    Args:
        asked: folders that the command names; those of the path for imports come to these.
    """
    installed = {os.path.realpath(one) for one in sysconfig.get_paths().values()}
    tool = os.path.dirname(os.path.realpath(__file__))
    out: dict[str, None] = {}
    for one in (*asked, *sys.path):
        folder = os.path.realpath(one)
        parts = folder.split(os.sep)
        if not one or folder == os.sep or f"{root}{os.sep}".startswith(folder + os.sep):
            continue  # a folder around the root is no folder beside it
        if folder.startswith(root + os.sep) or tool.startswith(folder + os.sep):
            continue
        if _SKIPPED.intersection(parts) or any(folder.startswith(base) for base in installed):
            continue
        if os.path.isdir(folder) and not _holds_packages(folder):
            out[folder] = None
    return tuple(out)


def _holds_packages(folder: str) -> bool:
    """Whether packages were installed into a folder, or an environment lies there."""
    if os.path.exists(os.path.join(folder, "pyvenv.cfg")):
        return True
    try:
        return any(name.endswith(".dist-info") for name in os.listdir(folder))
    except OSError:
        return True


here = State()


def line_at(code: CodeType, offset: int) -> int | None:
    """The line of an instruction; `None` for one that belongs to no line."""
    return next((line for start, end, line in code.co_lines() if start <= offset < end), None)


def lines_at(code: CodeType, offset: int) -> tuple[int, int]:
    """The first and the last line of the expression that an instruction belongs to."""
    found = next(itertools.islice(code.co_positions(), offset // 2, None), None)
    first = (found and found[0]) or line_at(code, offset) or code.co_firstlineno
    return first, max(first, (found and found[1]) or first)


def typed(value: Any) -> str:
    """The type of what has a shape and a dtype, as "float32[3,4]"."""
    return f"{value.dtype}[{','.join(map(str, value.shape))}]"


def shape(value: Any) -> str:
    """The same of an array, or whatever else it turns out to be."""
    try:
        return typed(value)
    except Exception:
        return type(value).__name__
