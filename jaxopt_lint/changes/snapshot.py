"""The working tree as git objects, byte for byte, in a folder of its own.

`git diff COMMIT` compares what git would commit, not what lies on the disk: attributes that come
with a change (`filter`, `working-tree-encoding`, `ident`, `eol`) and the index's idea of what is
unchanged stand between the two. What is linted is what lies on the disk. So the bytes there are
hashed as they are, and compared as objects.
"""

from __future__ import annotations

import hashlib
import os
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

_LINK, _SUBMODULE = b"120000", b"160000"


def entries(
    listed: bytes, top: Path, objects: Path, algorithm: str, wanted: Iterable[str]
) -> Iterator[bytes]:
    """Lines for `git update-index -z --index-info` that describe the working tree.

    Files that git tracks and that are gone, or hidden behind a link in their path, are left out;
    so are submodules.

    Args:
        listed: what `git ls-files -s -z` prints.
        top: the repository's directory.
        objects: where to put objects that the repository lacks.
        algorithm: the repository's hash, `sha1` or `sha256`.
        wanted: ends of names; other files are taken as they stand in the index.
    """
    ends = tuple(end.encode() for end in wanted)
    directories: dict[bytes, bool] = {}
    for line in filter(None, listed.split(b"\0")):
        head, _, name = line.partition(b"\t")
        mode, known, stage = head.split(b" ")
        if mode == _SUBMODULE or stage not in (b"0", b"2"):
            continue
        if name.endswith(ends):
            found = _raw(top, name, directories)
            if found is None:
                continue
            mode, raw = found
            known = _stored(raw, known, objects, algorithm)
        yield b"%s %s 0\t%s" % (mode, known, name)


def _raw(top: Path, name: bytes, directories: dict[bytes, bool]) -> tuple[bytes, bytes] | None:
    """The mode and the bytes of a file of the working tree, None if there is no such file."""
    path = os.path.join(os.fsencode(top), name)
    folder = os.path.dirname(path)
    if folder not in directories:
        directories[folder] = os.path.realpath(folder) == os.path.normpath(folder)
    if not directories[folder]:
        return None
    with suppress(OSError):
        state = os.lstat(path)
        if stat.S_ISLNK(state.st_mode):
            return _LINK, os.readlink(path)
        if stat.S_ISREG(state.st_mode):
            with open(path, "rb") as file:
                return (b"100755" if state.st_mode & 0o100 else b"100644"), file.read()
    return None


def _stored(raw: bytes, known: bytes, objects: Path, algorithm: str) -> bytes:
    """The name of the object with these bytes, which is written down unless it is the known one."""
    whole = b"blob %d\0%s" % (len(raw), raw)
    name = hashlib.new(algorithm, whole, usedforsecurity=False).hexdigest()
    if name.encode() != known:
        place = objects / name[:2] / name[2:]
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(zlib.compress(whole, 1))
    return name.encode()
