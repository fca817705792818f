"""Verdicts of earlier runs, kept by content: what was decided is not run again.

So a run that was interrupted, or whose budget ended, goes on where it stopped. A verdict holds for
both texts of the change, for all files that the code read while it was judged, for the code that
calls it, for which other modules there are, for recorded calls, and for the interpreter with
everything that is installed there. A verdict is a file of its own, signed, as it lies where a
change can put things; the oldest go when there are many.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import msgspec

from jaxopt_lint import __version__
from jaxopt_lint.files.leftovers import sweep_files
from jaxopt_lint.files.signed import can_sign, read_signed, write_signed
from jaxopt_lint.finding import Evidence, Limit
from jaxopt_lint.observe.store import FOLDER as RECORDED
from jaxopt_lint.running.cache import mark, own_code
from jaxopt_lint.running.cachekeys import hash_of
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.standing import Piece, pieces
from jaxopt_lint.verify.overlay import snapshot
from jaxopt_lint.verify.session import KEPT, Session
from jaxopt_lint.verify.settings import VerifySettings

FOLDER = "verdicts"
MOST = 2_000
# What another run may decide otherwise, as it has more time, or another machine to itself.
_PASSING = {
    Reason.TIMEOUT, Reason.NOT_REACHED, Reason.NEEDS_BACKEND, Reason.NO_JAX, Reason.TREE_CHANGED,
    Reason.ORIGINAL_CRASHES, Reason.NONDETERMINISTIC,
}  # fmt: skip
# Data that libraries read without Python's knowing of it: such a file counts by its state.
_UNSEEN = (
    ".h5", ".hdf5", ".nc", ".nc4", ".zarr", ".so", ".pyd", ".tfrecord", ".parquet", ".arrow",
    ".feather", ".db", ".sqlite", ".safetensors", ".msgpack", ".bin", ".dat", ".npy", ".npz",
)  # fmt: skip
# Settings that decide how much is tried, and not what comes of it.
_NO_MATTER = {"budget", "timeout", "parallel", "compile_cache"}
_INSTALLED = """
import os, sys
print(sys.version)
for folder in sys.path:
    if os.path.isdir(folder):
        names = [n for n in os.listdir(folder) if n.endswith((".dist-info", ".egg-info", ".pth"))]
        print(folder, [(n, os.stat(os.path.join(folder, n)).st_mtime_ns) for n in sorted(names)])
"""


class _Kept(msgspec.Struct, array_like=True):
    """Evidence by function, with what it depends on besides what its name says.

    Attributes:
        read: file -> digest of what it held, files of the project from its root.
        callers: digest of the code that calls the functions; empty where nobody looked for it.
    """

    found: dict[str, Evidence]
    read: dict[str, str]
    callers: str


@dataclass(frozen=True)
class Change:
    """What `verify_change` is asked.

    Attributes:
        callers: functions whose callers matter, where it is not the functions themselves.
        limits: what the rewrite may refuse.
        whole: the file with all that stands in it, where `texts` hold less.
    """

    root: Path
    texts: Mapping[Path, tuple[str, str]]
    functions: Sequence[str]
    donated: Mapping[str, Collection[int]]
    jitted: Collection[str] = ()
    pieces: Sequence[Piece] = ()
    callers: Sequence[str] = ()
    limits: Sequence[Limit] = ()
    whole: str = ""


class Verdicts:
    """What earlier runs have decided.

    Args:
        folder: where verdicts lie.
    """

    def __init__(self, folder: Path, settings: VerifySettings) -> None:
        self.folder, self.settings = folder, settings
        given = {k: v for k, v in vars(settings).items() if k not in _NO_MATTER}
        about = [f"{name}={os.environ.get(name)}" for name in KEPT]
        self._about = [
            __version__, own_code(), repr(sorted(given.items(), key=str)), *about,
            str(os.cpu_count()), _installed(settings.python),
        ]  # fmt: skip
        self._sweep()

    def found(
        self, change: Change, session: Session, decide: Callable[[], dict[str, Evidence]]
    ) -> dict[str, Evidence]:
        """The evidence of an earlier run, or that of now, which is kept."""
        name = self._name(change)
        known = self._read(name)
        if known is not None and self._holds(known, change):
            with suppress(OSError):
                os.utime(self.folder / name)
            return {function: _earlier(evidence) for function, evidence in known.found.items()}
        session.lost = session.tested = False
        found = decide()
        if session.lost or any(one.reason in _PASSING for one in found.values()):
            return found
        own = {
            path.resolve().relative_to(change.root.resolve()).as_posix() for path in change.texts
        }
        files = {*session.read, *(self._all(change.root) if session.tested else ())}
        read = {file: _digest(change.root / file) for file in sorted(files - own)}
        stated = all({*one.sources} <= {"stated", "recorded"} for one in found.values())
        callers = "" if stated else _callers(change)
        self._write(name, _Kept(found, read, callers))
        return found

    def _name(self, change: Change) -> str:
        """Stands for a change, and for what may be told without running anything."""
        root = change.root.resolve()
        state = []
        near = sorted({path.resolve().parent for path in change.texts})
        for path, seen in sorted(snapshot(root, near).items()):
            place = os.path.relpath(path, root)
            if path.endswith(_UNSEEN) or place.startswith(RECORDED):
                state.append(f"{place} {seen}")
            elif path.endswith(".py"):  # a new one can take the place of another module
                state.append(place)
        texts = [
            part
            for path, pair in sorted(change.texts.items())
            for part in (os.path.relpath(path.resolve(), root), *pair)
        ]
        asked = repr((
            change.functions, sorted((k, sorted(v)) for k, v in change.donated.items()),
            sorted(change.jitted), change.pieces, change.limits, change.whole,
        ))  # fmt: skip
        return hash_of([*self._about, str(root), *state, *texts, asked])[:40] + ".msgpack"

    def _holds(self, known: _Kept, change: Change) -> bool:
        """Whether all that a verdict depends on is as it was."""
        root = change.root
        if any(_digest(root / file) != digest for file, digest in known.read.items()):
            return False
        return not known.callers or known.callers == _callers(change)

    def _all(self, root: Path) -> set[str]:
        return {os.path.relpath(path, root.resolve()) for path in snapshot(root.resolve())}

    def _read(self, name: str) -> _Kept | None:
        raw = read_signed(self.folder / name)
        if raw is not None:
            with suppress(msgspec.MsgspecError):
                return msgspec.msgpack.decode(raw, type=_Kept)
        return None

    def _write(self, name: str, kept: _Kept) -> None:
        """Keep a verdict at once, so that it is there however this run ends."""
        with suppress(OSError, UnicodeError, TypeError):
            raw = msgspec.msgpack.encode(kept)
            if can_sign():
                mark(self.folder.parent)
                self.folder.mkdir(exist_ok=True)
                write_signed(self.folder / name, raw)

    def _sweep(self) -> None:
        """Take away what is too much, what was not asked for longest first."""
        with suppress(OSError):
            sweep_files([self.folder])
            every = sorted(self.folder.glob("*.msgpack"), key=lambda one: one.stat().st_mtime)
            for one in every[: max(0, len(every) - MOST)]:
                one.unlink()


def _earlier(evidence: Evidence) -> Evidence:
    return replace(evidence, environment=evidence.environment | {"decided": "by an earlier run"})


def _callers(change: Change) -> str:
    """A digest of the code that calls the functions of a change."""
    root = change.root.resolve()
    told: list[str] = []
    for function in change.callers or change.functions:
        for path in change.texts:
            told += map(repr, pieces(root, path.resolve(), function.partition(":")[2]))
    return hash_of(told)


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "none"


@cache
def _installed(python: str) -> str:
    """What stands for an interpreter with all that is installed for it."""
    try:
        done = subprocess.run(
            [python, "-P", "-c", _INSTALLED], capture_output=True, stdin=subprocess.DEVNULL,
            check=False, timeout=60,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return hashlib.sha256(done.stdout).hexdigest()
