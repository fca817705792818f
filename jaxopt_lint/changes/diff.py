"""Reads `git diff`: which lines of which files a change added."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from jaxopt_lint.running.ends import CannotDo

_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_LINK = re.compile(rb"(?:new file mode |new mode |index \S+ )120000\s*$")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f",
            b"r": b"\r"}  # fmt: skip


class Lines(NamedTuple):
    """A range of lines, both ends included, counted from 1."""

    first: int
    last: int

    def overlap(self, other: Lines) -> Lines | None:
        """The lines that two ranges have in common."""
        first, last = max(self.first, other.first), min(self.last, other.last)
        return Lines(first, last) if first <= last else None

    def holds(self, other: Lines) -> bool:
        """Whether all lines of another range are in this one."""
        return self.first <= other.first and other.last <= self.last


@dataclass(frozen=True, slots=True)
class FileDiff:
    """What a change did to one file that is still there.

    Attributes:
        path: posix, relative to the top of the repository.
        added: runs of added or changed lines.
        hunks: the same with the unchanged lines that the forge shows around them.
        link: it is a symbolic link, so that the diff is not about the text it leads to.
    """

    path: str
    added: tuple[Lines, ...] = ()
    hunks: tuple[Lines, ...] = ()
    link: bool = False


def parse(patch: bytes) -> dict[str, FileDiff]:
    """The files of a git patch by their new path; deleted ones are left out.

    Raises:
        CannotDo: the patch says that a file differs, and not how.
    """
    found: dict[str, FileDiff] = {}
    for header, hunks in _sections(patch.split(b"\n")):
        for line in header:
            if line.startswith((b"Binary files ", b"GIT binary patch")):
                told = header[0].decode("utf-8", "replace")
                raise CannotDo(f"git does not say what changed: {told}")
        path, link = _new_path(header)
        if path is None:
            continue
        added: list[Lines] = []
        shown: list[Lines] = []
        for first, body in hunks:
            row = first
            for line in body:
                if line[:1] == b"+":
                    if added and added[-1].last == row - 1:
                        added[-1] = Lines(added[-1].first, row)
                    else:
                        added.append(Lines(row, row))
                row += line[:1] != b"-"
            if row > first:
                shown.append(Lines(first, row - 1))
        found[path] = FileDiff(path, tuple(added), tuple(shown), link)
    return found


def unquote(name: bytes) -> bytes:
    """A path as it is on disk, from how git prints it."""
    if len(name) < 2 or not (name.startswith(b'"') and name.endswith(b'"')):
        return name
    return _ESCAPE.sub(_unescaped, name[1:-1])


_Section = tuple[list[bytes], list[tuple[int, list[bytes]]]]


def _sections(lines: list[bytes]) -> Iterator[_Section]:
    """Per file: its header lines, and its hunks with the row that each starts at."""
    header: list[bytes] = []
    hunks: list[tuple[int, list[bytes]]] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        match = _HUNK.match(line)
        if match is None:
            if line.startswith(b"diff --git "):
                if header:
                    yield header, hunks
                header, hunks = [], []
            header.append(line)
            continue
        # Lines are counted, not recognised: code that is itself a patch must not mislead us.
        old, new = (int(n) if n is not None else 1 for n in match.group(1, 3))
        first = int(match[2]) if new else int(match[2]) + 1
        body: list[bytes] = []
        while (old > 0 or new > 0) and at < len(lines):
            line = lines[at]
            at += 1
            if line[:1] == b"\\":  # "\ No newline at end of file"
                continue
            old -= line[:1] != b"+"
            new -= line[:1] != b"-"
            body.append(line)
        hunks.append((first, body))
    if header:
        yield header, hunks


def _new_path(header: list[bytes]) -> tuple[str | None, bool]:
    """The path after the change, None if there is none to speak of, and whether it is a link."""
    path: bytes | None = None
    link = False
    for line in header:
        if line.startswith(b"+++ "):
            name = line[4:].rstrip(b"\r")
            name = unquote(name.removesuffix(b"\t"))  # the tab ends a name with spaces
            path = name[2:] if name.startswith(b"b/") else None
        elif line.startswith((b"rename to ", b"copy to ")):
            path = unquote(line.partition(b" to ")[2].rstrip(b"\r"))
        elif _LINK.match(line):
            link = True
    return (None if path is None else path.decode("utf-8", "surrogateescape")), link


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8) & 0xFF]) if len(code) == 3 else _LETTERS.get(code, code)
