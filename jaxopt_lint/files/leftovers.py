"""Temporary files and folders by names that are known again: what a killed run left is swept.

A name holds the process that made it, and what is in use is locked besides, so that one run never
takes away what another one needs: not when process numbers are used again, and not when runs in
separate containers share a directory.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows, where the name alone has to do
    fcntl = None  # type: ignore[assignment]

_FILE = re.compile(r"\.jaxopt-lint-(\d{1,10})-[0-9a-f]{16}\.tmp")
_FOLDER = re.compile(r"jaxopt-lint-(\d{1,10})-[0-9a-f]{16}")
_LOCK = "in-use"
# What this process has made, with the handle that locks it. A name stands here before anything is
# made by it: a request to end may come between any two steps.
_made: dict[Path, int] = {}


def is_ours(name: str) -> bool:
    """Whether a file or folder has a name that only this tool gives, for what lasts no longer than
    a run."""
    return bool(_FILE.fullmatch(name) or _FOLDER.fullmatch(name))


@contextmanager
def file_beside(target: Path) -> Iterator[tuple[int, Path]]:
    """A new, empty file in the directory of another one: its handle and its path.

    Whatever is still there at the end of the block is removed.
    """
    path = target.parent / f".jaxopt-lint-{os.getpid()}-{os.urandom(8).hex()}.tmp"
    _made[path] = -1
    try:
        binary = getattr(os, "O_BINARY", 0)
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | binary, 0o600)
        _made[path] = handle
        _locked(handle)
        yield handle, path
    finally:
        with suppress(OSError):
            os.unlink(path)
        _forget(path)


def replace_file(target: Path, raw: bytes, *, shared: bool = False) -> None:
    """Put bytes in the place of a file, completely or not at all.

    Args:
        shared: it is a file of the project: others may read it, and it is on the disk, come what
            may, when this returns. Else this user alone can read it.

    Raises:
        OSError: it cannot be written.
    """
    with file_beside(target) as (handle, temporary):
        with open(handle, "wb", closefd=False) as file:
            file.write(raw)
        if shared:
            os.fsync(handle)
            os.chmod(temporary, 0o644)
        os.replace(temporary, target)


def new_folder() -> Path:
    """A new folder for temporary files, to be given to `remove`."""
    path = Path(tempfile.gettempdir(), f"jaxopt-lint-{os.getpid()}-{os.urandom(8).hex()}")
    _made[path] = -1
    try:
        path.mkdir(mode=0o700)
        handle = os.open(path / _LOCK, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    except OSError:
        remove(path)
        raise
    _made[path] = handle
    _locked(handle)
    return path


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder for temporary files, which ends with the block."""
    path = new_folder()
    try:
        yield path
    finally:
        remove(path)


def remove(path: Path) -> None:
    """Take a folder away with all that is in it."""
    shutil.rmtree(path, ignore_errors=True)
    _forget(path)


def made() -> frozenset[Path]:
    """Whatever this process has made and not taken away yet."""
    return frozenset(_made)


def remove_all(but: Collection[Path] = ()) -> None:
    """Take away whatever this process has made and not taken away yet, `but` what is another's."""
    for path in made().difference(but):
        with suppress(OSError):
            os.unlink(path)
        remove(path)


def sweep_folders() -> None:
    """Take away the temporary folders of runs that were killed."""
    for path in _left(Path(tempfile.gettempdir()), _FOLDER):
        with suppress(OSError):
            if stat.S_ISDIR(path.lstat().st_mode) and _unlocked(path / _LOCK):
                shutil.rmtree(path, ignore_errors=True)


def sweep_files(directories: Iterable[Path]) -> None:
    """Take away the temporary files that killed runs left in some directories."""
    for directory in directories:
        for path in _left(directory, _FILE):
            with suppress(OSError):
                if stat.S_ISREG(path.lstat().st_mode) and _unlocked(path):
                    os.unlink(path)


def _left(directory: Path, pattern: re.Pattern[str]) -> Iterator[Path]:
    """What has one of our names, belongs to us, and comes of a process that is gone."""
    try:
        names = os.listdir(directory)
    except OSError:
        return
    for name in names:
        match = pattern.fullmatch(name)
        if match is None or _alive(int(match[1])):
            continue
        path = directory / name
        with suppress(OSError):
            if not hasattr(os, "getuid") or path.lstat().st_uid == os.getuid():
                yield path


def _alive(pid: int) -> bool:
    if pid == os.getpid():
        return True
    if os.name != "posix":
        return True  # asking would end it there
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _locked(handle: int) -> None:
    if fcntl is not None:
        with suppress(OSError):  # a file system without locks: the name alone has to do
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unlocked(path: Path) -> bool:
    """Whether nobody holds a file; one that is not there nobody holds."""
    if fcntl is None:
        return True
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        os.close(handle)
    return True


def _forget(path: Path) -> None:
    handle = _made.pop(path, -1)
    if handle >= 0:
        with suppress(OSError):
            os.close(handle)
