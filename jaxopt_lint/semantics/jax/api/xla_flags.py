"""Which releases of jaxlib know which flag of `XLA_FLAGS`."""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Version = tuple[int, ...]
_FLAG = re.compile(r"--(xla_\w+)")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A flag at which a release of jaxlib aborts.

    Attributes:
        last: the last release seen to know it; empty if none did.
        gone: the first release seen not to know it; empty if none knew it.
        near: a flag of that release with nearly the same name, or empty.
    """

    last: str
    gone: str
    near: str


def flags_in(text: str) -> list[str]:
    """The flags that a value of `XLA_FLAGS` names, without their dashes."""
    return _FLAG.findall(text)


def unknown(flag: str, target: Version | None) -> Unknown | None:
    """Why a flag, without its dashes, is not one of a release; None where it may be.

    A flag that no release knew is only reported where it looks like a misspelt one: it may be
    newer than the table.

    Args:
        target: the release that it runs on; None is the newest of the table.
    """
    releases, flags, older = _table()
    if target is not None and target < _parsed(releases[0]):
        return None  # before the table begins
    at = releases[-1]
    if target is not None:
        at = max((r for r in releases if _parsed(r) <= target), key=_parsed, default=releases[0])
    there = {
        name
        for name, (first, last) in flags.items()
        if _parsed(first) <= _parsed(at) and (last is None or _parsed(at) <= _parsed(last))
    }
    if flag in there:
        return None
    if flag in flags:
        _, last = flags[flag]
        if last is None or _parsed(at) < _parsed(last):
            return None  # it came later: the program may be meant for newer releases as well
        gone = releases[releases.index(last) + 1]
        return Unknown(last, gone, "")
    if flag in older:
        return Unknown("", releases[0], "")
    near = difflib.get_close_matches(flag, sorted(there), 1, 0.92)
    return Unknown("", "", near[0]) if near else None


def known(flag: str, target: Version | None) -> bool:
    """Whether a release is seen to have a flag; None is the newest of the table."""
    at = target or _parsed(newest())
    first, last = _table()[1].get(flag, ("", None))
    return bool(first) and _parsed(first) <= at and (last is None or at <= _parsed(last))


def newest() -> str:
    """The newest release in the table."""
    return _table()[0][-1]


@cache
def _table() -> tuple[list[str], dict[str, tuple[str, str | None]], list[str]]:
    data = json.loads((Path(__file__).parent / "xla_flags.json").read_text(encoding="utf-8"))
    flags = {name: (row[0], row[1]) for name, row in data["flags"].items()}
    return data["releases"], flags, data["older"]


def _parsed(release: str) -> Version:
    return tuple(int(part) for part in release.split("."))
