"""What code that is run for its inputs alone may not do: start processes, reach the network, write
or remove what lies elsewhere.

Python's audit hooks see that. They stop what a program does by accident, not what is bent on it.

Some packages start a program while they are imported, to look for a library of the system or for
their own version. In a sandbox such a program reaches no more than the process itself does, and it
may start. Where there is none it is as if the program were not installed, for which many packages
are prepared.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import types
from collections.abc import Sequence
from typing import Any

from . import sandbox, temporary

_NEVER = {
    "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.kill",
    "os.killpg", "subprocess.Popen", "socket.connect", "socket.bind", "socket.sendto",
    "socket.getaddrinfo", "webbrowser.open",
}  # fmt: skip
_STARTS = {"os.system", "os.posix_spawn", "subprocess.Popen"}
_CHANGES = {
    "os.remove": 1, "os.rename": 2, "os.rmdir": 1, "os.mkdir": 1, "os.link": 2, "os.symlink": 2,
    "os.truncate": 1, "os.chmod": 1, "os.chown": 1, "os.utime": 1, "shutil.rmtree": 1,
    "shutil.move": 2,
}  # fmt: skip
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_DEVICES = ("/dev/null", "/dev/shm", "/proc/self")


class Confined(PermissionError):
    """Code did what it may not do here."""


class NotStarted(Confined, FileNotFoundError, subprocess.SubprocessError):
    """A package would have started a program while it was imported: there is none."""


def confine(folders: Sequence[str]) -> None:
    """Keep this process from acting on anything but what lies in the folders."""
    inside = tuple(os.path.realpath(folder) + os.sep for folder in folders)

    def allowed(path: Any) -> bool:
        if isinstance(path, int) or path is None:  # a file that is open already
            return True
        real = os.path.realpath(os.fsdecode(path))
        return (real + os.sep).startswith((*inside, *_DEVICES)) or temporary.holds(real)

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if event in _STARTS and _imports_a_package(inside):
            if not sandbox.unconfined:
                return
            why = f"{event} is not allowed outside of a sandbox"
            raise NotStarted(errno.ENOENT, why)
        if event in _NEVER:
            raise Confined(f"{event} is not allowed where calls are collected")
        paths: Sequence[Any] = ()
        if event == "open":
            path, mode, flags = given
            writes = flags & _WRITES if isinstance(flags, int) else set(mode or "") & set("wax+")
            paths = (path,) if writes else ()
        elif event in _CHANGES:
            paths = given[: _CHANGES[event]]
        for path in paths:
            if isinstance(path, (str, bytes, os.PathLike)) and not allowed(path):
                raise Confined(f"{event} of {path!r} is not allowed where calls are collected")

    sys.addaudithook(hook)


def _imports_a_package(project: tuple[str, ...]) -> bool:
    """Whether what runs now was begun by an import alone, of what does not lie in the project."""
    frame: types.FrameType | None = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if "importlib._bootstrap" in file:
            return True
        if file.startswith(project):
            return False
        frame = frame.f_back
    return False
