"""Which releases of JAX a project allows, as the files next to its code state it.

The *floor* is the oldest release that is allowed, the *ceiling* the newest where that is not the
newest there is. What a file says of itself holds for the code below its directory, up to the next
directory whose files say something.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.settings.requirements import places

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

# Releases that an upper bound is held against, with how many patches each had from 0 on.
_PATCHES = {
    "0.2": 28, "0.3": 25, "0.4": 38, "0.5": 3, "0.6": 2, "0.7": 2, "0.8": 3, "0.9": 2, "0.10": 2,
    "0.11": 2, "0.12": 0,
}  # fmt: skip
_NEVER = {"0.2.23", "0.3.18", "0.4.0", "0.4.15", "0.4.32"}  # withdrawn, or never uploaded
_MORE = {"0.9.0": "0.9.0.1", "0.12.0": "0.12.0.1"}
_LOWER = (">=", "==", "~=", "===", ">")
_ROOT_MARKS = (".git", ".hg")


@dataclass(frozen=True, slots=True)
class JaxRange:
    """The releases of JAX that something allows.

    Attributes:
        floor: the oldest; None where nothing is said.
        ceiling: the newest; None where there is no upper bound below the newest known.
        origin: the file and the place in it.
    """

    floor: str | None = None
    ceiling: str | None = None
    origin: str = ""

    def __bool__(self) -> bool:
        return self.floor is not None or self.ceiling is not None


def releases() -> list[str]:
    """The releases of JAX from 0.2.0 on, the oldest first."""
    out = []
    for minor, last in _PATCHES.items():
        for patch in range(last + 1):
            name = f"{minor}.{patch}"
            out += [name] * (name not in _NEVER) + ([_MORE[name]] if name in _MORE else [])
    return out


def stated(directory: Path) -> JaxRange:
    """What the nearest files upwards say, within the repository that a directory lies in."""
    for folder in (directory, *directory.parents):
        found = _in(folder)
        if found:
            return found
        if any((folder / mark).exists() for mark in _ROOT_MARKS):
            break
    return JaxRange()


def _in(directory: Path) -> JaxRange:
    """What the files of one directory say: the first place that bounds jax counts."""
    for origin, alternatives in places(directory):
        ranges = [r for r in map(_of_list, alternatives) if r]
        if ranges:
            floor, ceiling = _hull(ranges)
            return JaxRange(floor, ceiling, origin)
    return JaxRange()


def _of_list(requirements: Sequence[str]) -> JaxRange | None:
    """What one list allows. Requirements under different markers are alternatives."""
    from packaging.specifiers import SpecifierSet

    always, marked = SpecifierSet(), []
    for text in requirements:
        found = _specifiers(text)
        if found is None:
            continue
        if found[1]:
            marked.append(found[0])
        else:
            always &= found[0]
    ranges = [r for r in (_of(always & extra) for extra in marked or [SpecifierSet()]) if r]
    return JaxRange(*_hull(ranges)) if ranges else None


def _hull(ranges: Sequence[JaxRange]) -> tuple[str | None, str | None]:
    """The least range that holds all of some."""
    from packaging.version import Version

    floors = [r.floor for r in ranges]
    ceilings = [r.ceiling for r in ranges]
    return (
        None if None in floors else min((f for f in floors if f), key=Version),
        None if None in ceilings else max((c for c in ceilings if c), key=Version),
    )


def _of(allowed: SpecifierSet) -> JaxRange:
    """The range of the releases that a set of bounds lets through."""
    from packaging.version import InvalidVersion, Version

    every = releases()
    fits = [r for r in every if allowed.contains(r, prereleases=True)]
    try:
        lower = [Version(s.version.removesuffix(".*")) for s in allowed if s.operator in _LOWER]
    except InvalidVersion:
        return JaxRange()
    pinned = any(s.operator in ("==", "===") for s in allowed)
    if not fits:  # newer than what is known here, or older
        version = str(max(lower)) if lower else None
        return JaxRange(version, version if pinned else None)
    bounded = pinned or fits[-1] != every[-1]
    return JaxRange(fits[0] if lower else None, fits[-1] if bounded else None)


def _specifiers(requirement: str) -> tuple[SpecifierSet, bool] | None:
    """The bounds that a requirement puts on jax, and whether it has a marker."""
    if not re.match(r"\s*jax\s*(?:[\[<>=~!(;]|$)", requirement, re.IGNORECASE):
        return None
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        parsed = Requirement(requirement)
    except InvalidRequirement:
        return None
    return parsed.specifier, parsed.marker is not None
