"""Puts changed texts on the disk: completely or not at all, and never outside of the project."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from jaxopt_lint.files import leftovers
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.notebook import Notebook
from jaxopt_lint.files.source import SourceChanged, SourceFile, reason

OUTSIDE = "the file is a link that leads out of the project"


def write_atomically(source: SourceFile, new_text: str, notebook: Notebook | None = None) -> None:
    """Put a changed text in the place of a file: completely, or not at all.

    Mode, encoding, byte order mark and line ends stay; a symbolic link stays a link.

    Args:
        notebook: the changed cells, where the file is a notebook: all else in it stays.

    Raises:
        SourceChanged: the file no longer holds the bytes that were read.
        SourceError: it cannot be written, or its encoding does not survive a round trip.
    """
    data = source.encode(new_text, notebook)
    if not source.survives:
        raise SourceError(f"its encoding ({source.encoding}) does not survive a round trip")
    target = Path(os.path.realpath(source.path))
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
        if not os.access(target, os.W_OK):
            raise SourceError("cannot be written: the file is read-only")
        with leftovers.file_beside(target) as (handle, temporary):
            _write(handle, data)
            os.fsync(handle)
            os.chmod(temporary, mode)
            if target.read_bytes() != source.raw:
                raise SourceChanged(
                    "the file changed while it was being linted; nothing was written"
                )
            os.replace(temporary, target)
    except OSError as error:
        raise SourceError(f"cannot be written: {reason(error)}") from None


def leads_out(path: Path, inside: Iterable[Path]) -> bool:
    """Whether a file is a link to somewhere that lies in none of some directories."""
    if not os.path.islink(path):
        return False
    real = Path(os.path.realpath(path))
    return not any(real.is_relative_to(os.path.realpath(directory)) for directory in inside)


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
