"""Signs runs: one that has ended as a whole, one that goes on in what it has recorded so far.

So calls are there, too, of a run that was killed together with who watched it. What stands behind
the part that is signed is as if it were not there: nobody knows who has written it.

    runs/NAME/end.json   {"code": exit code of the command; null where it was not waited for,
                          "seconds": how long it ran}
    runs/NAME/seal       signature of all of it
    runs/NAME/held       {"sizes": {PID.calls: bytes that are signed, ..}, "signature": HEX}
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from jaxopt_lint.files.secret import genuine, signature
from jaxopt_lint.observe.careful import Odd, content, counts, parsed, real, text

HEADER = "run.json"
_END = "end.json"
_SEAL = "seal"
_HELD = "held"
_CUT = ", which did not come to its end"
_TIMEOUT = 124  # the exit code of `timeout`; above 128 a shell tells of a signal


def seal(folder: Path, code: int | None = 0, seconds: float | None = None) -> None:
    """Sign a run that has ended, as one that this user made on this machine.

    Args:
        code: the exit code of its command, as a shell has it; None where nobody waited for it.
        seconds: how long it ran.
    """
    with contextlib.suppress(OSError):
        (folder / _END).write_text(json.dumps({"code": code, "seconds": seconds}))
        signed = signature(*_signed(folder))
        if signed is not None:
            (folder / _SEAL).write_bytes(signed)


def is_sealed(folder: Path) -> bool:
    """Whether this user made a run on this machine, and nobody has changed it since it ended."""
    try:
        return genuine(content(folder / _SEAL), *_signed(folder))
    except OSError:
        return False


def hold(folder: Path, before: Mapping[str, int]) -> dict[str, int]:
    """Sign what a run has recorded until now, where that is more than before; its sizes."""
    try:
        sizes = {path.name: path.lstat().st_size for path in folder.glob("*.calls")}
        if sizes != before:
            signed = signature(*_signed_so_far(folder, sizes))
            if signed is not None:
                aside = folder / f"{_HELD}.new"
                aside.write_text(json.dumps({"sizes": sizes, "signature": signed.hex()}))
                os.replace(aside, folder / _HELD)
    except OSError:
        return dict(before)
    return sizes


def recorded_sizes(folder: Path) -> dict[str, int] | None:
    """How many bytes of each file of calls are this user's own; None where it is not known that
    any are."""
    if is_sealed(folder):
        return {path.name: path.lstat().st_size for path in folder.glob("*.calls")}
    try:
        found = parsed(content(folder / _HELD))
        sizes = counts(found["sizes"])
        signed = bytes.fromhex(text(found["signature"]))
        return sizes if genuine(signed, *_signed_so_far(folder, sizes)) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def ending(folder: Path) -> str:
    """How a run ended that did not end well, as words to stand behind its name."""
    if not (folder / _SEAL).exists():
        return _CUT
    try:
        code = parsed(content(folder / _END))["code"]
        if type(code) is not int and code is not None:
            raise Odd("no exit code")
    except (OSError, ValueError, TypeError, KeyError):
        return ""  # of an earlier version
    if code is None or code == _TIMEOUT or code > 128:
        return _CUT
    return f", which ended with {code}" if code else ""


def lasted(folder: Path) -> float:
    """How many seconds a run took from its start to its end, infinite where nobody knows."""
    try:
        return real(parsed(content(folder / _END))["seconds"])
    except (OSError, ValueError, TypeError, KeyError):
        return float("inf")


def _signed(folder: Path) -> list[bytes]:
    """All that a run holds."""
    parts = [b"observed", folder.name.encode()]
    for path in sorted([*folder.glob("*.json*"), *folder.glob("*.calls")]):
        parts += [os.fsencode(path.name), content(path)]
    return parts


def _signed_so_far(folder: Path, sizes: Mapping[str, int]) -> list[bytes]:
    """What a run was told, and the beginnings of what it has recorded.

    Raises:
        OSError: there is less.
    """
    parts = [b"held", folder.name.encode(), content(folder / HEADER)]
    for name, size in sorted(sizes.items()):
        beginning = content(folder / os.path.basename(name))[:size]
        if len(beginning) != size:
            raise OSError(f"{name} is shorter")
        parts += [os.fsencode(name), beginning]
    return parts
