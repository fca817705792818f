"""The folder of a project's runs: where they lie, how they are found, how many are kept.

.jaxopt-lint/
    .gitignore           holds `*`
    files/SHA256         texts of source files as they were when they ran
    values/SHA256        bytes of arrays that recorded calls got
    runs/NAME/run.json   what was run
    runs/NAME/PID-N.jsonl  what one process wrote of itself
    runs/NAME/PID.calls  calls that one process recorded
    runs/NAME/end.json   how it ended; `sealing.py` says what the last three hold
    runs/NAME/seal       signature of a run that has ended
    runs/NAME/held       signature of what a run has recorded so far
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from jaxopt_lint.observe.careful import (
    AS,
    Odd,
    content,
    counts,
    moment,
    objects,
    parsed,
    text,
    texts,
)
from jaxopt_lint.observe.child.events import FORMAT
from jaxopt_lint.observe.sealing import HEADER, is_sealed, seal

FOLDER = ".jaxopt-lint"
RUNS = f"{FOLDER}/runs"
RUNS_KEPT = 20
BYTES_KEPT = 512 << 20
_NAME = re.compile(r"[0-9]{8}-[0-9]{6}(-[0-9]{1,6})?")
# What a run's options are.
_OPTIONS = {
    "steps": "int", "after": "int", "functions": "list[str]", "values": "bool", "watch": "bool",
    "record": "bool", "only": "list[str]", "limit": "int",
}  # fmt: skip


class UnknownRun(Exception):
    """No run has this name."""


@dataclass(frozen=True)
class Header:
    """What is known of a run before it starts.

    Attributes:
        name: of its folder: date and time, and a number where several began in one second.
        command: as it was given.
        cwd: where it was started; `root`: the project that it belongs to.
        started: seconds since the epoch.
        options: as `running.Options` has them.
        tool: version of jaxopt-lint.
        variables: of the environment that were set, and that set JAX or XLA up.
    """

    name: str
    command: list[str]
    cwd: str
    root: str
    started: float
    options: dict[str, object]
    tool: str
    format: int = FORMAT
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def watched(self) -> bool:
        """Whether the run was watched, and not recorded alone."""
        return self.options.get("watch") is not False


class Store:
    """The runs of one project.

    Args:
        root: of the project.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / FOLDER
        self.runs = root / RUNS
        self.contents = self.folder / "files"
        self.values = self.folder / "values"

    def new(self, command: Sequence[str], options: dict[str, object], tool: str) -> Header:
        """Make the folder of a new run, and take away the oldest ones past the bounds."""
        self.runs.mkdir(parents=True, exist_ok=True)
        for folder in (self.contents, self.values):
            folder.mkdir(exist_ok=True)
        ignore = self.folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n")
        started = time.time()
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(started))
        name, turn = stamp, 1
        while True:
            try:
                (self.runs / name).mkdir()
                break
            except FileExistsError:
                turn += 1
                name = f"{stamp}-{turn}"
        header = Header(
            name, list(command), os.getcwd(), str(self.root), started, dict(options), tool,
            variables=_variables(os.environ),
        )  # fmt: skip
        (self.runs / name / HEADER).write_text(json.dumps(asdict(header), indent=1))
        self._bound()
        return header

    def names(self) -> list[str]:
        """The names of all runs, the oldest first."""
        found = []
        for path in self.runs.glob(f"*/{HEADER}"):
            if _NAME.fullmatch(path.parent.name) and not path.parent.is_symlink():
                found.append((_started(path), path.parent.name))
        return [name for _, name in sorted(found)]

    def watched(self) -> list[str]:
        """The names of the runs that were not recorded alone, the oldest first."""
        out = []
        for name in self.names():
            with contextlib.suppress(UnknownRun):
                if self.header(name).watched:
                    out.append(name)
        return out

    def strangers(self) -> list[str]:
        """The names of what lies among the runs and is none."""
        with contextlib.suppress(OSError):
            return sorted(set(os.listdir(self.runs)) - set(self.names()))
        return []

    def path(self, name: str = "") -> Path:
        """The folder of a run; of the last one that was watched, or else of the last one.

        Raises:
            UnknownRun: there is none of that name.
        """
        names = self.names()
        if not name and names:
            return self.runs / (self.watched() or names)[-1]
        if name not in names:
            raise UnknownRun(f"no run `{name}` in {self.folder}" if name else "no run was observed")
        return self.runs / name

    def header(self, name: str) -> Header:
        """What is known of a run without reading what its processes wrote.

        Raises:
            UnknownRun: there is none of that name, or it cannot be read.
        """
        try:
            return header(self.path(name))
        except (OSError, ValueError) as error:
            raise UnknownRun(f"run `{name}` cannot be read: {error}") from None

    def seal(self, name: str) -> None:
        """Sign a run that has ended, as one that this user made on this machine."""
        seal(self.path(name))

    def genuine(self, name: str) -> bool:
        """Whether this user made a run on this machine, and nobody has changed it since."""
        return is_sealed(self.path(name))

    def own(self) -> Iterator[str]:
        """The names of the runs that this user made on this machine, the newest first."""
        return (name for name in reversed(self.names()) if self.genuine(name))

    def loaded(self, name: str, file: str) -> bool:
        """Whether a run that was watched loaded a file, which is told by its path from the root."""
        for path in self.path(name).glob("*.jsonl"):
            with contextlib.suppress(OSError):
                for line in objects(content(path), b'{"is": "file"'):
                    if line is not None and line.get("path") == file:
                        return True
        return False

    def interpreter(self) -> str | None:
        """The interpreter that used JAX in the newest run that this user made on this machine, if
        it is still there."""
        for name in self.own():
            for path in sorted(self.path(name).glob("*.jsonl")):
                with contextlib.suppress(OSError, Odd):
                    lines = objects(content(path))
                    told = text((next(lines, None) or {}).get("executable", ""))
                    if told and Path(told).is_file() and any(_tells_jax(one) for one in lines):
                        return told
        return None

    def clear(self) -> None:
        """Take away all that is kept, whatever mentions it."""
        for folder in (self.runs, self.contents, self.values):
            shutil.rmtree(folder, ignore_errors=True)

    def remove(self, names: Sequence[str]) -> None:
        """Take runs away, and the texts of files that no other run has."""
        for name in names:
            shutil.rmtree(self.path(name), ignore_errors=True)
        self._drop_contents()

    def _bound(self) -> None:
        names = self.names()[:-1]  # the new one stays
        recorded = [name for name in names if any((self.runs / name).glob("*.calls"))]
        others = [name for name in names if name not in recorded]
        # Watched runs, of which there may be many a day, do not drive recorded calls out.
        dropped = {*recorded[: 1 - RUNS_KEPT], *others[: 1 - RUNS_KEPT]}
        sizes = {name: _size(self.runs / name) for name in names if name not in dropped}
        while sum(sizes.values()) > BYTES_KEPT:
            oldest = next(iter(sizes))
            dropped.add(oldest)
            del sizes[oldest]
        for name in dropped:
            shutil.rmtree(self.runs / name, ignore_errors=True)
        self._drop_contents()

    def _drop_contents(self) -> None:
        """Take away texts and values that no run mentions, but those that are an hour old."""
        told = set()
        for path in self.runs.glob("*/*.jsonl"):
            with contextlib.suppress(OSError):
                for line in objects(content(path), b'{"is": "file"'):
                    told.add(str(line and line.get("content")))
        for path in self.runs.glob("*/*.calls"):
            told.update(_values_of(path))
        recent = time.time() - 3600
        for path in (*self.contents.glob("*"), *self.values.glob("*")):
            with contextlib.suppress(OSError):
                if path.name not in told and path.stat().st_mtime < recent:
                    path.unlink()


def header(folder: Path) -> Header:
    """The header of the run in a folder.

    Raises:
        OSError, ValueError: there is none that can be read.
    """
    found = parsed(content(folder / HEADER))
    if not isinstance(found, dict) or "format" not in found:
        raise Odd("it says nothing of a run")
    if found["format"] != FORMAT:
        raise Odd(f"written in another format ({str(found['format'])[:20]})")
    try:
        options = found["options"]
        return Header(
            folder.name,
            texts(found["command"]),
            text(found["cwd"]),
            text(found["root"]),
            moment(found["started"]),
            {name: AS[of](options[name]) for name, of in _OPTIONS.items() if name in options},
            text(found["tool"]),
            variables=_variables(found.get("variables", {})),
        )
    except (KeyError, TypeError, Odd) as error:
        raise Odd(f"it says something else than a run does: {error}") from None


def _variables(found: Mapping[str, object]) -> dict[str, str]:
    """Those of the environment that set JAX or XLA up."""
    if not isinstance(found, Mapping):
        raise Odd("its variables are none")
    names = (name for name in sorted(found) if _SETS_UP.fullmatch(name))
    told = {name: text(found[name]) for name in names}
    return {name: value for name, value in told.items() if len(value) <= _LONGEST}


_SETS_UP = re.compile(r"JAX_[A-Z0-9_]{1,80}|XLA_FLAGS")
_LONGEST = 1_000  # characters of one


def _tells_jax(line: dict[str, object] | None) -> bool:
    return line is not None and line.get("is") == "jax"


def _started(header: Path) -> float:
    try:
        return moment(parsed(content(header))["started"])
    except (OSError, ValueError, TypeError, KeyError):
        return 0.0


def _size(folder: Path) -> int:
    """The bytes of a run, with those of the arrays that it mentions."""
    own = sum(path.lstat().st_size for path in folder.glob("*") if path.is_file())
    return own + sum(sum(_values_of(path).values()) for path in folder.glob("*.calls"))


def _values_of(path: Path) -> dict[str, int]:
    """The arrays that recorded calls mention, and their sizes."""
    out: dict[str, int] = {}
    with contextlib.suppress(OSError):
        for line in objects(content(path), b'{"is": "call"'):
            with contextlib.suppress(Odd):
                out |= counts((line or {}).get("values"))
    return out
