"""Tells what this user has written on this machine from what came with somebody's code.

What the tool keeps in a project's folder (earlier findings, recorded calls) lies where a change
can put things. Each piece carries a signature under a key that lies in the user's own folder, and
what has no right signature is as if it were not there.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
from contextlib import suppress
from functools import cache
from pathlib import Path

_BYTES = 32


def signature(*parts: bytes) -> bytes | None:
    """What only this user can make of some bytes; None where there is no place for a key."""
    key = _key(_folder())
    if key is None:
        return None
    made = hmac.new(key, digestmod=hashlib.sha256)
    for part in parts:
        made.update(len(part).to_bytes(8, "big"))
        made.update(part)
    return made.digest()


def genuine(signed: bytes, *parts: bytes) -> bool:
    """Whether some bytes carry this user's signature."""
    made = signature(*parts)
    return made is not None and hmac.compare_digest(made, signed)


def _folder() -> Path | None:
    stated = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(stated):  # as the specification has it
        return Path(stated, "jaxopt-lint")
    try:
        return Path.home() / ".local" / "state" / "jaxopt-lint"
    except RuntimeError:
        return None


@cache
def _key(folder: Path | None) -> bytes | None:
    """The key, made when it is first needed; None where it cannot be kept."""
    if folder is None:
        return None
    place = folder / "key"
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not place.exists():
            # Written aside and linked: of two runs that start together, one makes the key.
            own = folder / f"key-{os.getpid()}"
            handle = os.open(own, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(os.urandom(_BYTES))
            try:
                with suppress(FileExistsError):
                    os.link(own, place)
            finally:
                os.unlink(own)
    with suppress(OSError):
        state = place.lstat()
        mine = not hasattr(os, "getuid") or state.st_uid == os.getuid()
        closed = os.name != "posix" or not state.st_mode & 0o077
        if stat.S_ISREG(state.st_mode) and mine and closed:
            key = place.read_bytes()
            return key if len(key) == _BYTES else None
    return None
