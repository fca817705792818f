"""What calls write into files: the job that keeps it, and whether two versions write the same.

Other jobs run side by side in one copy of the project, with other numbers, and write into the same
files; so this one runs by itself, with the calls that were given alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import shutil
import struct
from pathlib import Path
from typing import Any

import numpy as np

from . import calling, temporary
from .cases import load
from .ledger import Ledger
from .sameness import same_text
from .target import Entry

Written = dict[str, bytes | str | None]  # by name: bytes, a digest of many, or None for no file
Looks = list[Written]  # one after each call
CASES = 3  # that were given, each called twice
_LARGEST = 1 << 22  # bytes of a file; of a larger one the digest tells
_ROOM = 1 << 25  # bytes of all looks together
_PROJECT = b"<project>"
# What is packed tells nothing of how far its numbers are apart.
_PACKED = (
    b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ", b"\x89PNG",
    b"\xff\xd8\xff", b"\x89HDF", b"%PDF", b"\x04\x22\x4d\x18",
)  # fmt: skip
_SHOWN = 3


def written(job: dict[str, Any]) -> dict[str, Any]:
    """Call one version as it was called, and keep what is in its files after each call."""
    overlay, root = Path(job["overlay"]), Path(job["root"])
    outside = {name for name in job["names"] if name.startswith(os.pardir + os.sep)}
    inside = [name for name in job["names"] if name not in outside]
    names = inside + [name for name in sorted(outside) if temporary.holds(overlay / name)]
    for name in inside:
        _as_it_was(overlay / name, root / name)
    entry = Entry(job)
    calling.seed_everything()
    given = [
        one for one in load(job["cases"]) if one.kind == "base" and one.name not in job["skip"]
    ]
    looks: Looks = []
    room = _ROOM
    for case in given[:CASES]:
        for _ in range(2):
            calling.call(entry, case.blob)
            looks.append({name: _held(entry.project, name, room) for name in names})
            room -= sum(len(one) for one in looks[-1].values() if isinstance(one, bytes))
    Path(job["out"]).write_bytes(pickle.dumps(looks))
    return {}


def _as_it_was(file: Path, original: Path) -> None:
    """Undo what earlier jobs have written."""
    with contextlib.suppress(OSError):
        file.unlink()
    if original.is_file():
        shutil.copy2(original, file)


def _held(project: Path, name: str, room: int) -> bytes | str | None:
    """What a regular file holds, wherever the project lies; its digest where that is much."""
    file = project / name
    if file.is_symlink() or not file.is_file():
        return None
    if file.stat().st_size <= min(_LARGEST, room):
        return file.read_bytes().replace(os.fsencode(project), _PROJECT)
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def compare(ledger: Ledger, sides: dict[str, Any]) -> None:
    """Check what both versions have written; what two runs of the original write otherwise is no
    promise."""
    old, new, again = (sides.get(name) for name in ("old_files", "new_files", "again_files"))
    if old is None or new is None:
        return
    moving = set(_other(old, again)) if again is not None else set()
    found = _other(old, new)
    unread = [name for name, same in found.items() if same is None or name in moving]
    other = [name for name in found if name not in unread]
    ledger.add("contents", not other, f"something else is written into {_some(other)}")
    if unread:
        words = f"what is written into {_some(unread)} is not compared"
        ledger.leave("unread", f"{words}: it is packed, large, or another thing in each run")


def _some(names: list[str]) -> str:
    return ", ".join(sorted(names)[:_SHOWN])


def _other(old: Looks, new: Looks) -> dict[str, bool | None]:
    """The files in which two runs differ, at any look: False, or None where nobody can tell
    whether it is rounding."""
    found: dict[str, bool | None] = {}
    for before, after in zip(old, new, strict=False):
        for name in before.keys() & after.keys():
            one, two = before[name], after[name]
            if one == two or found.get(name) is False:
                continue
            same = _same(one, two)
            if same is not True:
                found[name] = same
    return found


def _same(one: bytes | str | None, two: bytes | str | None) -> bool | None:
    """Whether what differs is the same but for rounding; None where that is not to be seen."""
    if one is None or two is None:
        return False
    if isinstance(one, str) or isinstance(two, str):
        return None
    for read in (_arrays, _text):
        with contextlib.suppress(Exception):
            return read(one, two)
    if one.startswith(_PACKED) and two.startswith(_PACKED):
        return None
    return len(one) == len(two) and _rounds(one, two)


def _arrays(one: bytes, two: bytes) -> bool:
    """Of files of `np.save` and `np.savez`."""
    first, second = (np.load(io.BytesIO(each), allow_pickle=False) for each in (one, two))
    if isinstance(first, np.ndarray):
        return _alike(first, second)
    if set(first) != set(second):
        return False
    return all(_alike(first[name], second[name]) for name in first)


def _alike(a: Any, b: Any) -> bool:
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind in "fc":
        scale = float(np.max(np.abs(a), initial=0.0, where=np.isfinite(a)))
        return bool(np.allclose(a, b, rtol=1e-4, atol=1e-6 * max(1.0, scale), equal_nan=True))
    return bool(np.array_equal(a, b))


def _text(one: bytes, two: bytes) -> bool:
    first, second = one.decode(), two.decode()
    if "\0" in first:
        raise ValueError("no text")
    ends = [text[len(text.rstrip("\r\n")) :] for text in (first, second)]
    return ends[0] == ends[1] and same_text(first, second, ordered=True)


def _rounds(one: bytes, two: bytes) -> bool:
    """Whether bytes differ in numbers alone, all of one type, that are close to each other."""
    a, b = (np.frombuffer(each, np.uint8) for each in (one, two))
    places = [int(place) for place in np.flatnonzero(a != b)]
    return any(all(_is_close(one, two, place, *form) for place in places) for form in _FORMS)


def _is_close(one: bytes, two: bytes, place: int, form: str, tolerance: float, mark: bytes) -> bool:
    """Whether a byte belongs to a number, of no unlikely size, that is close in both."""
    size = struct.calcsize(form)
    for start in range(max(0, place - size + 1), min(place, len(one) - size) + 1):
        if mark and one[start - 1 : start] not in mark:
            continue
        x, y = (abs(struct.unpack_from(form, each, start)[0]) for each in (one, two))
        if _LIKELY[0] < x < _LIKELY[1] and abs(x - y) <= tolerance * x:
            return True
    return False


_LIKELY = (1e-8, 1e8)
# How numbers are written, how far rounding may move them, and with what each begins: where a number
# is looked for at any place, two of 32 bits may look like one of 64 that hardly differs.
_FORMS = (("<f", 1e-5, b""), ("<d", 1e-12, b""), (">d", 1e-5, b"G\xcb"))
