"""A /tmp of its own for each job in a sandbox: what lies there can be read, and what is written,
changed or removed there is so for this job alone, and gone with it.

Programs name that folder in their code, and make in it what they need for a while. Two versions of
one would get into each other's way there, and into that of their user. Linux lays a folder over
another one since 5.11 for anybody; where it does not, nothing can be written there.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from . import sandbox

_OPEN = getattr(os, "O_PATH", 0) | getattr(os, "O_DIRECTORY", 0)
_SIZE = "size=1g,mode=1777"

can_be = False  # whether a job of this process can have one
own: tuple[str, ...] = ()  # the folder that this job has for itself
_kept: tuple[str, ...] = ()  # what lies in there and is everybody's


def try_out(writable: Sequence[str]) -> None:
    """See whether there can be one, in a process that ends."""
    global can_be
    if sandbox.unconfined:
        return
    child = os.fork()
    if not child:
        code = 1
        try:
            _make(writable)
            folder = os.path.realpath(writable[0])
            code = int(not os.access(folder, os.W_OK) or not os.access(sandbox.TEMPORARY, os.W_OK))
        finally:
            os._exit(code)
    can_be = os.waitpid(child, 0)[1] == 0


def make_own(writable: Sequence[str]) -> None:
    """From now on this process, and those that it starts, have one; where there can be one.

    Args:
        writable: the folders that stay everybody's.
    """
    global own, _kept
    if not can_be and not sandbox.unconfined:
        sandbox.give_up()
    if can_be:
        _make(writable)
        own = (os.path.join(sandbox.TEMPORARY, ""),)
        _kept = tuple(os.path.join(os.path.realpath(one), "") for one in writable)


def holds(path: Any) -> bool:
    """Whether a path lies in it, and so is seen by this job alone."""
    real = os.path.join(os.path.realpath(path), "")
    return real.startswith(own) and not real.startswith(_kept) if own else False


def _make(writable: Sequence[str]) -> None:
    place = os.path.realpath(sandbox.TEMPORARY)
    folders = [os.path.realpath(one) for one in writable]
    sandbox.unshare()
    outside = os.open(os.path.join(folders[0], sandbox.OUTSIDE), _OPEN)
    held = [(os.open(one, _OPEN), one) for one in folders if one.startswith(place + os.sep)]
    sandbox.mount("tmpfs", place, "tmpfs", data=_SIZE)
    upper, work = os.path.join(place, "upper"), os.path.join(place, "work")
    for folder in (upper, work):
        os.mkdir(folder)
    os.chmod(upper, 0o1777)
    layers = f"lowerdir=/proc/self/fd/{outside},upperdir={upper},workdir={work},userxattr"
    sandbox.mount("overlay", place, "overlay", data=layers)
    for handle, folder in held:
        sandbox.bind(f"/proc/self/fd/{handle}", folder)
        os.close(handle)
    os.close(outside)
    sandbox.give_up()
    os.chdir(os.getcwd())
