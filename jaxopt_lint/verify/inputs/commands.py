"""Command lines that start a script, so that what reads its arguments gets those: of runs that the
user has observed, and such as stand in the project, in its README, its shell scripts and its
Makefile."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jaxopt_lint.observe.store import Store, UnknownRun
from jaxopt_lint.verify.overlay import is_skipped

_SUFFIXES = (".md", ".rst", ".sh", ".bash", ".slurm", ".sbatch")
_NAMES = ("Makefile", "makefile", "justfile", "Justfile")
_FILES = 200
_BYTES = 300_000  # of one file
_STARTS = re.compile(r"(?:^|[\s`$>&;|])(?:python3?(?:\.\d+)?|uv run(?: python3?)?)\s+(.*)")
_PYTHON = re.compile(
    r"(?:^|[/\\])(?:pypy|python)[0-9.]*(?:\.exe)?$"
)  # how an interpreter is called
_OPERATORS = {"|", "||", "&", "&&", ";", ">", ">>", "<", "2>&1"}
_LEFT_OPEN = re.compile(r"[<>${}\[\]]|\.\.\.")  # what a reader is to fill in, or a shell


@dataclass(frozen=True)
class Command:
    """One command line.

    Attributes:
        script: what it starts, as it says it: a path, or the name of a module.
        arguments: that the script gets.
        place: where it stands, for people.
    """

    script: str
    arguments: tuple[str, ...]
    place: str

    @property
    def file(self) -> str:
        """The file that it stands in; empty for one of a run."""
        return self.place.rpartition(":")[0]

    def starts(self, file: str) -> bool:
        """Whether it starts a file, which is told by its path from the root."""
        parts = Path(file).with_suffix("").parts
        said = self.script.removesuffix(".py").strip("./").replace("/", ".").split(".")
        count = min(len(parts), len(said))
        return tuple(said[-count:]) == parts[-count:]


def command_for(root: Path, file: str) -> Command | None:
    """The command line that starts a file: of the newest run that was observed, or the one with as
    many arguments as any that stands in the project; None where there is none."""
    for one in _observed(root, tuple(Store(root).names())):
        if one.starts(file):
            return one
    found = [one for one in commands(root) if one.starts(file)]
    return max(found, key=lambda one: len(one.arguments), default=None)


@functools.lru_cache(maxsize=4)
def _observed(root: Path, names: tuple[str, ...]) -> list[Command]:
    """The command lines of those of some runs that are the user's own, the newest first."""
    store, out = Store(root), []
    for name in reversed(names):
        with contextlib.suppress(UnknownRun):
            words = store.header(name).command if store.genuine(name) else []
            start = next((n for n, one in enumerate(words) if _PYTHON.search(one)), None)
            found = None if start is None else _read(words[start + 1 :], f"run {name}", said=False)
            out += [found] if found is not None else []
    return out


@functools.lru_cache(maxsize=4)
def commands(root: Path) -> list[Command]:
    """The command lines of a project."""
    return [one for file in _files(root) for one in _of(file, root)]


def _files(root: Path) -> Iterator[Path]:
    count = 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(one for one in folders if not is_skipped(folder, one))
        for name in sorted(names):
            if name.endswith(_SUFFIXES) or name in _NAMES:
                count += 1
                if count > _FILES:
                    return
                yield Path(folder, name)


def _of(file: Path, root: Path) -> Iterator[Command]:
    try:
        if file.is_symlink() or file.stat().st_size > _BYTES:
            return
        lines = file.read_text("utf-8", errors="replace").split("\n")
    except OSError:
        return
    for number, line in enumerate(lines):
        match = _STARTS.search(line)
        if match is None:
            continue
        said, further = match[1], number
        while said.rstrip().endswith("\\") and further + 1 < len(lines):
            further += 1
            said = said.rstrip()[:-1] + " " + lines[further].strip()
        place = f"{file.relative_to(root).as_posix()}:{number + 1}"
        try:
            words = shlex.split(said.split("`")[0].split(" #")[0])
        except ValueError:
            continue
        command = _read(words, place)
        if command is not None:
            yield command


def _read(words: list[str], place: str, *, said: bool = True) -> Command | None:
    """The command that the words after the interpreter's name are.

    Args:
        said: whether somebody wrote it down, who may have left some of it open.
    """
    words = [*words]
    while words and words[0] in ("-u", "-O", "-m", "-B"):
        words.pop(0)
    if not words or words[0].startswith("-"):
        return None
    script, *rest = words
    if not said:
        return Command(script, tuple(rest), place)
    end = next((place for place, one in enumerate(rest) if one in _OPERATORS), len(rest))
    arguments = rest[:end]
    if any(_LEFT_OPEN.search(one) for one in arguments):
        return None
    return Command(script, tuple(arguments), place)
