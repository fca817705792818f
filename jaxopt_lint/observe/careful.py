"""What lies in a store, read with care: it can have been damaged, or come with somebody's code.

Nothing but a plain file is opened, and no more of it is read than a store holds. A value is what
its field is to be, or it is odd.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

LARGEST = 64 << 20  # bytes of a file that are read; a log is written anew at an eighth of that
_LONGEST = 4_000  # characters of a text that are kept
_MOST = 1 << 53  # an integer that a float holds exactly
_LAST = 4e10  # seconds since the epoch that a calendar has
_BREAKS = re.compile("[\t\n\r\x0b\x0c\x85\u2028\u2029]+")
# Controls, what turns the direction of text, halves of characters.
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_DIGEST = re.compile("[0-9a-f]{64}")


class Odd(ValueError):
    """A value is not what its field is to be."""


def content(path: Path, limit: int = LARGEST) -> bytes:
    """All of a plain file, which no link stands for.

    Raises:
        OSError: there is none, or it is larger than that.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, flags | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode) or state.st_size > limit:
            raise OSError(f"{path.name} is no file of this size")
        return file.read(limit)


def parsed(raw: bytes) -> Any:
    """A value of JSON.

    Raises:
        Odd: it is none, or nested so deeply that nobody wrote it who observes.
    """
    try:
        return json.loads(raw.decode("utf-8", "surrogatepass"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Odd(str(error)) from None


def objects(raw: bytes, beginning: bytes = b"") -> Iterator[dict[str, Any] | None]:
    """The objects of a file of JSON lines; None for a whole line that holds none.

    What stands behind the last line end was cut.

    Args:
        beginning: of the lines that matter.
    """
    for line in raw.split(b"\n")[:-1]:
        if line.startswith(beginning):
            try:
                value = parsed(line)
            except Odd:
                value = None
            yield value if isinstance(value, dict) else None


def text(value: object) -> str:
    """A text on one line, with nothing in it that commands a terminal."""
    if not isinstance(value, str):
        raise Odd("no text")
    return _UNFIT.sub("\ufffd", _BREAKS.sub(" ", value[:_LONGEST]))


def whole(value: object) -> int:
    """An integer."""
    if type(value) is not int or abs(value) > _MOST:
        raise Odd("no integer")
    return value


def real(value: object) -> float:
    """A number, such as seconds."""
    if type(value) not in (int, float) or not abs(value) <= _MOST:  # type: ignore[operator,arg-type]
        raise Odd("no number")
    return float(value)  # type: ignore[arg-type]


def moment(value: object) -> float:
    """Seconds since the epoch."""
    out = real(value)
    if not 0 <= out <= _LAST:
        raise Odd("no time")
    return out


def flag(value: object) -> bool:
    """A truth value."""
    if not isinstance(value, bool):
        raise Odd("neither true nor false")
    return value


def listed(value: object) -> list[Any]:
    """A list of whatever."""
    if not isinstance(value, list):
        raise Odd("no list")
    return value


def texts(value: object) -> list[str]:
    """A list of texts."""
    return [text(one) for one in listed(value)]


def wholes(value: object) -> list[int]:
    """A list of integers."""
    return [whole(one) for one in listed(value)]


def counts(value: object) -> dict[str, int]:
    """How often each of some texts."""
    if not isinstance(value, dict):
        raise Odd("no table")
    return {text(name): whole(number) for name, number in value.items()}


def digest(value: object) -> str:
    """The name of a text that is kept by its hash."""
    if not isinstance(value, str) or not _DIGEST.fullmatch(value):
        raise Odd("no digest")
    return value


# By the annotation of a field.
AS: dict[str, Callable[[object], Any]] = {
    "str": text,
    "int": whole,
    "float": real,
    "bool": flag,
    "list[str]": texts,
    "list[int]": wholes,
    "dict[str, int]": counts,
}


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")
