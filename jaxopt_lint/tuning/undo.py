"""The texts as they were before `tune`, kept in the project until the next one.

A change could bring such a file with it, so it is signed, and believed only if this user wrote it
on this machine.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.leftovers import replace_file
from jaxopt_lint.files.secret import genuine, signature
from jaxopt_lint.files.source import SourceFile, read_source
from jaxopt_lint.files.writing import write_atomically
from jaxopt_lint.observe.store import FOLDER

_FILE = "tune.json"


class NothingToUndo(Exception):
    """There is no earlier text that can be believed; the message says why."""


def keep(root: Path, files: Sequence[tuple[SourceFile, str]]) -> bool:
    """Keep the texts of files that are about to change into others; False if they can't be signed.

    Raises:
        OSError: the project's folder takes no file.
    """
    told = {
        source.path.relative_to(root).as_posix(): {
            "before": base64.b64encode(source.raw).decode(),
            "after": hashlib.sha256(source.encode(new)).hexdigest(),
        }
        for source, new in files
    }
    body = json.dumps({"files": told}).encode()
    signed = signature(str(root).encode(), body)
    if signed is None:
        return False
    target = root / FOLDER / _FILE
    target.parent.mkdir(exist_ok=True)
    replace_file(target, signed.hex().encode() + b"\n" + body)
    return True


def undo(root: Path) -> tuple[list[str], dict[str, str]]:
    """Put the kept texts back; returns the files that are as they were, and why others are not.

    A file that has changed since is left alone.

    Raises:
        NothingToUndo: nothing is kept, or it is not believed.
    """
    done: list[str] = []
    left: dict[str, str] = {}
    for path, told in _kept(root).items():
        try:
            source = read_source(root / path, path)
            if hashlib.sha256(source.raw).hexdigest() != told["after"]:
                left[path] = "it has changed since"
                continue
            before = base64.b64decode(told["before"])
            write_atomically(source, before.decode(source.encoding))
            done.append(path)
        except (SourceError, UnicodeError) as error:
            left[path] = str(error)
    if not left:
        forget(root)
    return done, left


def forget(root: Path) -> None:
    """Keep nothing any longer."""
    with suppress(FileNotFoundError):
        (root / FOLDER / _FILE).unlink()


def _kept(root: Path) -> Mapping[str, Mapping[str, str]]:
    try:
        signed, _, body = (root / FOLDER / _FILE).read_bytes().partition(b"\n")
    except OSError:
        why = "there is nothing to undo: no `tune` has changed this project"
        raise NothingToUndo(why) from None
    try:
        if genuine(bytes.fromhex(signed.decode()), str(root).encode(), body):
            found: Mapping[str, Mapping[str, str]] = json.loads(body)["files"]
            return found
    except (ValueError, KeyError):
        pass
    raise NothingToUndo("what is kept of an earlier `tune` was not written by you on this machine")
