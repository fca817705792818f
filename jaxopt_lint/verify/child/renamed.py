"""Names that are others in each run: of temporary files, of a run's own number or time.

What two runs of the original call differently is no promise: a name is compared as far as both
agree on it, and a text that comes back is left open.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

_DIGITS = re.compile(r"\d+")
_DRAWN = re.compile(r"[\w-]+")  # what names are drawn from: letters, digits, and what joins them
_CHANCE = 2  # letters that two drawn names have in common by chance, at either end


def only_one(old: Iterable[str], new: Iterable[str], again: Iterable[str] | None) -> list[str]:
    """The files that only one version writes.

    Args:
        again: those that the original wrote in a second run; None where it was run once.

    >>> only_one(["out/a.txt", "tmp/x1f"], ["out/a.txt", "tmp/9ab"], ["out/a.txt", "tmp/kk2"])
    []
    >>> only_one(["out/a.txt", "tmp/x1f"], ["tmp/9ab"], ["out/a.txt", "tmp/kk2"])
    ['out/a.txt']
    """
    mine, theirs = set(old), set(new)
    if again is None or mine == theirs:
        return sorted(mine ^ theirs)
    names = _Names(mine, set(again))
    counts = [Counter(map(names.shown, side)) for side in (mine, theirs, set(again))]
    # How many there are of a name may be another number in each run, too.
    moving = {name for name in counts[0] | counts[2] if counts[0][name] != counts[2][name]}
    other = {name for name in counts[0] | counts[1] if counts[0][name] != counts[1][name]}
    return sorted(other - moving)


def leave_drawn_open(old: dict[str, Any], new: dict[str, Any], again: dict[str, Any]) -> list[str]:
    """Leave texts open, in the records of both versions, that two runs of the original give
    otherwise, such as names of runs; where they are given."""
    found = []
    for what, mine, theirs, third in _records(old, new, again):
        for one, other, more in zip(mine, theirs, third, strict=False):
            if one.get("text") != more.get("text") and one["path"] == other.get("path"):
                found.append(f"{what}{one['path']}")
                for leaf in (one, other, more):
                    if "text" in leaf:
                        leaf["text"] = "drawn"
    return found


def _records(*sides: dict[str, Any]) -> Iterator[tuple[str, Any, Any, Any]]:
    """The results of the calls that all sides have made, each with what it was."""
    for name in sides[0]["cases"]:
        yield name, *(side["cases"].get(name, {}).get("leaves", ()) for side in sides)
    for turn in ("sequence", "repeat", "after change"):
        rows = [side.get(turn) or () for side in sides]
        for row in zip(*rows, strict=False):
            yield turn, *(one.get("leaves", ()) for one in row)


class _Names:
    """The parts of paths that two runs of one program agree on, and what the others have in
    common."""

    def __init__(self, first: set[str], second: set[str]) -> None:
        parts = [{part for path in side for part in _parts(path)} for side in (first, second)]
        self._fixed = parts[0] & parts[1]
        alone = [side - self._fixed for side in parts]
        self._counted = {_numbered(one) for one in alone[0]} & {_numbered(one) for one in alone[1]}
        self._drawn: dict[int, tuple[str, str]] = {}  # by length: how such names begin and end
        rest = [[one for one in side if _numbered(one) not in self._counted] for side in alone]
        for length in {len(one) for one in rest[0]} & {len(one) for one in rest[1]}:
            ends = _ends([one for side in rest for one in side if len(one) == length])
            if ends is not None:
                self._drawn[length] = ends

    def shown(self, path: str) -> str:
        """A path, with what is drawn anew for each run left open."""
        return os.sep.join(map(self._part, _parts(path)))

    def _part(self, part: str) -> str:
        if part in self._fixed:
            return part
        if _numbered(part) in self._counted:
            return _numbered(part)
        head, tail = self._drawn.get(len(part), (part, ""))
        if part.startswith(head) and part.endswith(tail):
            return f"{head}*{tail}" if len(part) in self._drawn else part
        return part


def _parts(path: str) -> list[str]:
    return path.split(os.sep)


def _numbered(part: str) -> str:
    """A name without its numbers: of times, processes and runs."""
    return _DIGITS.sub("#", part)


def _ends(names: list[str]) -> tuple[str, str] | None:
    """How names of one length begin and end, of which the middle is drawn; None where it holds
    more than letters and digits."""
    start = len(_start(names))
    end = len(_start([one[start:][::-1] for one in names]))
    length = len(names[0])
    if not all(_DRAWN.fullmatch(one[start : length - end]) for one in names):
        return None
    start, end = max(0, start - _CHANCE), max(0, end - _CHANCE)
    return names[0][:start], names[0][length - end :]


def _start(names: list[str]) -> str:
    """With what all texts begin."""
    first, last = min(names), max(names)
    count = next((i for i, one in enumerate(first) if one != last[i]), len(first))
    return first[:count]
