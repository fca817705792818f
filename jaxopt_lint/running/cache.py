"""Results of earlier runs, kept by content: a file that did not change is not parsed again.

One file for each tool version, set of rules and settings lies in `.jaxopt_lint_cache`. What
a file's findings depend on is its bytes and what the project says about it; both are in the key.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from jaxopt_lint import __version__
from jaxopt_lint.files.leftovers import sweep_files
from jaxopt_lint.files.signed import can_sign, read_signed, write_signed
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Finding
from jaxopt_lint.running.cachekeys import hash_of
from jaxopt_lint.semantics.jax.interface import Summary

_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by jaxopt-lint; safe to delete.\n"


class _File(msgspec.Struct, array_like=True):
    content: str
    summary: Summary | None
    slice: str = ""
    findings: list[Finding] | None = None


class _Store(msgspec.Struct, array_like=True):
    files: dict[str, _File] = {}


class Cache:
    """What is known from earlier runs under the same settings.

    Args:
        folder: where the cache lies.
        settings: everything but the files that findings depend on.
    """

    def __init__(self, folder: Path, settings: Iterable[str]) -> None:
        self.folder = folder
        key = hash_of([__version__, own_code(), *settings])
        self.path = folder / f"{key[:24]}.msgpack"
        self._used: dict[str, _File] = {}
        self._known: dict[str, _File] = {}
        self._changed = False
        # The folder lies where a change can put things: what hides findings must be ours.
        raw = read_signed(self.path)
        if raw is not None:
            with suppress(msgspec.MsgspecError):
                self._known = msgspec.msgpack.decode(raw, type=_Store).files

    def summary(self, source: SourceFile) -> tuple[bool, Summary | None]:
        """Whether a file's summary is known, and the summary (None: it does not parse)."""
        content = _hash_bytes(source.raw)
        known = self._known.get(source.display)
        if known is None or known.content != content:
            return False, None
        self._used[source.display] = known
        return True, known.summary

    def add_summary(self, source: SourceFile, summary: Summary | None) -> None:
        """Remember the summary of a file."""
        self._used[source.display] = _File(_hash_bytes(source.raw), summary)
        self._changed = True

    def findings(self, source: SourceFile, about: str) -> list[Finding] | None:
        """The findings of a file, if nothing that they depend on has changed."""
        known = self._used.get(source.display)
        return known.findings if known is not None and known.slice == about else None

    def add_findings(self, source: SourceFile, about: str, findings: list[Finding]) -> None:
        """Remember the findings of a file."""
        known = self._used.get(source.display)
        if known is not None:
            known.slice, known.findings = about, findings
            self._changed = True

    def write(self) -> None:
        """Keep what was learnt; a cache that cannot be written is no error."""
        if not self._changed:
            return
        # File names that are no Unicode cannot be written down; they are rare enough.
        with suppress(OSError, UnicodeError):
            raw = msgspec.msgpack.encode(_Store({**self._known, **self._used}))
            if can_sign():
                mark(self.folder)
                sweep_files([self.folder])
                write_signed(self.path, raw)


def mark(folder: Path) -> None:
    """Make a folder, if it is not there, and let git and backups know that it holds a cache."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", _TAG)):
        if not (folder / name).exists():
            (folder / name).write_text(text, encoding="utf-8")


def own_code() -> str:
    """Changes with the installed rules, so that working on a rule never shows stale findings."""
    here = Path(__file__).parents[1]
    beside = [here.parent / "rules", here.parent / "codemods"]  # where they lie in a checkout
    stamps = []
    for top in (here, *(beside if not (here / "rules").is_dir() else ())):
        for folder, inside, names in os.walk(top):
            inside[:] = sorted(name for name in inside if name != "__pycache__")
            with suppress(OSError):
                stamps += [
                    f"{name}:{os.stat(os.path.join(folder, name)).st_mtime_ns}"
                    for name in sorted(names)
                    if name.endswith(".py")
                ]
    return hash_of(stamps)


def _hash_bytes(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()
