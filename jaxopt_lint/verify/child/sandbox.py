"""A place apart for the code of others: it reaches no network, sees no other process, and writes
into the given folders alone.

Linux gives that to anybody by namespaces (user, mount, network, PID), where the system allows
them. Standard library only: this runs before anything else of a child process.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import socket
import struct
import sys
from collections.abc import Sequence
from typing import Any

from . import family

_NEW_MOUNTS, _NEW_IPC, _NEW_USER = 0x00020000, 0x08000000, 0x10000000
_NEW_PIDS, _NEW_NETWORK = 0x20000000, 0x40000000
_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 0x40000
_NOSUID, _NODEV, _NOEXEC = 2, 4, 8
_MOUNT_SETATTR = 442  # the number of the system call, on all but one architecture
_READ_ONLY, _BELOW = 1, 0x8000
_NO_NEW_PRIVILEGES, _DROP_BOUND, _AMBIENT = 38, 24, 47
_SET_FILE_CAPABILITIES = 31
_CAPABILITIES = 0x20080522  # version of the structure that the kernel takes
_SET_FLAGS, _UP = 0x8914, 0x41
TEMPORARY = "/tmp"  # what programs name that make files for a while
OUTSIDE = "outside"  # the folder of those that may be written to in which all see it as it is

unconfined: str = "it was not asked for"  # why this process is free; empty in a sandbox


def enter(writable: Sequence[str]) -> None:
    """Go on in a sandbox, where the system has one; `unconfined` says what became of it.

    The process that called waits outside for the one that goes on, and ends as that one does.

    Args:
        writable: the folders that may be written to.
    """
    global unconfined
    unconfined = "this system has no namespaces"
    if sys.platform != "linux":
        return
    for pids in (True, False):
        unconfined = _tried(writable, pids)
        if not unconfined:
            _go(writable, pids)
            return


def run(writable: Sequence[str], command: Sequence[str]) -> None:
    """Become a command, in a sandbox where there is one."""
    from . import temporary

    enter(writable)
    temporary.try_out(writable)
    temporary.make_own(writable)
    os.execvp(command[0], list(command))


def _tried(writable: Sequence[str], pids: bool) -> str:
    """Why a sandbox cannot be made; empty where one was, by a process that has ended."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        try:
            said = ""
            _leave(writable, pids)
            inner = os.fork() if pids else 0
            if inner:
                os._exit(os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1]))
            _settle(pids)
        except BaseException as error:
            said = f"{error}" or type(error).__name__
        os.write(theirs, (said or "fine").encode()[:300])
        os._exit(0)
    os.close(theirs)
    with open(ours, "rb") as pipe:
        answer = pipe.read().decode()
    os.waitpid(child, 0)
    return "" if answer == "fine" else answer or "it cannot be tried"


def _go(writable: Sequence[str], pids: bool) -> None:
    """Make the sandbox; what returns is inside."""
    _leave(writable, pids)
    outer = os.getpid()
    inner = os.fork()
    if inner:
        for handle in (0, 1):
            with contextlib.suppress(OSError):
                os.close(handle)
        code = os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1])
        os._exit(code if code >= 0 else 128 - code)
    # Seen from a namespace of processes of its own, nobody is the parent.
    family.end_with_parent(0 if pids else outer)
    _settle(pids)


def _leave(writable: Sequence[str], pids: bool) -> None:
    """Take this process out of the system's namespaces, processes of it yet to come included."""
    unshare(_NEW_NETWORK | _NEW_IPC | (_NEW_PIDS if pids else 0))
    folders = [os.path.realpath(folder) for folder in writable]
    for folder in folders:
        mount(folder, folder, None, _BIND)
    if os.path.isdir(os.path.join(folders[0], OUTSIDE)):  # as it is below what lies on it
        with contextlib.suppress(OSError):
            mount(TEMPORARY, os.path.join(folders[0], OUTSIDE), None, _BIND)
    _set_attributes("/", _BELOW, read_only=True)
    for folder in folders:
        _set_attributes(folder, 0, read_only=False)
    if os.path.isdir("/dev/shm"):  # semaphores of processes that work together
        mount("tmpfs", "/dev/shm", "tmpfs", _NOSUID | _NODEV, "size=1g")
    os.chdir(os.getcwd())  # through the mounts of now
    with contextlib.suppress(OSError):
        _speak_to_oneself()


def unshare(more: int = 0) -> None:
    """Take this process out of the namespace of its user, and let it mount what only it sees."""
    user, group = os.getuid(), os.getgid()
    _call("unshare", ctypes.c_int(_NEW_USER | _NEW_MOUNTS | more))
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")
    mount(None, "/", None, _RECURSIVE | _PRIVATE)


def bind(source: str, target: str) -> None:
    """Have a folder, with what is mounted below it, seen at another place as well."""
    mount(source, target, None, _BIND | _RECURSIVE)


def _settle(pids: bool) -> None:
    """What only a process inside can do; then nothing of all this can be taken back."""
    if pids:
        mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC)
    give_up(but=_SET_FILE_CAPABILITIES)


def give_up(*, but: int | None = None) -> None:
    """Give up what a process may do that is the first of its namespaces, for good.

    Args:
        but: the capability that is left, by its number. Without that to set those of files a
            superuser can have no further namespaces.
    """
    _call("prctl", *map(ctypes.c_ulong, (_NO_NEW_PRIVILEGES, 1, 0, 0, 0)))
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in set(range(64)) - {but}:
        libc.prctl(*map(ctypes.c_ulong, (_DROP_BOUND, capability, 0, 0, 0)))
    libc.prctl(*map(ctypes.c_ulong, (_AMBIENT, 4, 0, 0, 0)))
    head = struct.pack("Ii", _CAPABILITIES, 0)
    few = 0 if but is None else 1 << but
    left = struct.pack("6I", few, few, 0, 0, 0, 0)
    _call("capset", ctypes.c_char_p(head), ctypes.c_char_p(left))


def _speak_to_oneself() -> None:
    """Let processes inside reach each other at localhost."""
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sH22x", b"lo", _UP))


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def mount(
    source: str | None, target: str, kind: str | None, flags: int = 0, data: str = ""
) -> None:
    """Mount something where this process and those of it see it."""
    texts = [text.encode() if text else None for text in (source, target, kind)]
    _call("mount", *texts, ctypes.c_ulong(flags), data.encode() or None, what=f"mount {target}")


def _set_attributes(path: str, flags: int, *, read_only: bool) -> None:
    attributes = struct.pack("QQQQ", *((_READ_ONLY, 0) if read_only else (0, _READ_ONLY)), 0, 0)
    _call(
        "syscall", ctypes.c_long(_MOUNT_SETATTR), ctypes.c_long(-100), path.encode(),
        ctypes.c_long(flags), attributes, ctypes.c_long(len(attributes)), what="mount_setattr",
    )  # fmt: skip


def _call(name: str, *given: Any, what: str = "") -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*given):
        number = ctypes.get_errno()
        raise OSError(number, f"{what or name}: {os.strerror(number)}")
