"""Which releases of JAX a project allows, as the files next to its code state it.

The *floor* is the oldest release that is allowed, the *ceiling* the newest where that is not the
newest there is. What a file says of itself holds for the code below its directory, up to the next
directory whose files say something. Where no project file bounds JAX, the instructions to install
it do; and where there are none, the Python or NumPy beside it, or the day of the libraries around
JAX that are pinned. What a lock holds counts where nothing says how new JAX may be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.settings.beside import Said
from jaxopt_lint.settings.implied import importable, pinned
from jaxopt_lint.settings.instructions import asserting, in_cells, instructions, named
from jaxopt_lint.settings.locks import is_packaged, locked
from jaxopt_lint.settings.requirements import (
    PACKAGING,
    ROOT_MARKS,
    TELLING,
    Place,
    matching,
    places,
)
from jaxopt_lint.settings.surroundings import interpreters, newest_beside, nixpkgs

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


@dataclass(frozen=True, slots=True)
class JaxRange:
    """The releases of JAX that something allows.

    Attributes:
        floor: the oldest; None where nothing is said.
        ceiling: the newest; None where there is no upper bound below the newest known.
        origin: the file and the place in it, or the setting.
        dated: nothing bounds JAX; the ceiling is what goes with the libraries that are pinned,
            what a lock holds that others do not install, or the newest for a Python that the
            project speaks of.
        beside: what is said of the libraries around JAX.
        most: where it is dated, the newest that can be installed beside the Python or NumPy that
            is bound; None where any can.
        around: nothing said of JAX itself is the ceiling, but what is bound beside it.
        python: the minor release of Python for which that is the ceiling; "" where it is not one.
    """

    floor: str | None = None
    ceiling: str | None = None
    origin: str = ""
    dated: bool = False
    beside: Said = ()
    most: str | None = None
    around: bool = False
    python: str = ""

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


Known = dict[tuple[object, Path], "JaxRange"]  # what a way of reading found in a folder


def stated(directory: Path, known: Known | None = None) -> JaxRange:
    """What the nearest files upwards say, within the repository that a directory lies in.

    Args:
        known: what is known of folders already; what is read is added to it.
    """
    known = {} if known is None else known
    found = _nearest(directory, (_metadata, _installed), known)
    # What is allowed is not what the people of a program have, as long as a lock holds it back.
    held = _nearest(directory, (_held,), known)
    behind = found.ceiling is None or (
        not held.dated and held.ceiling is not None and not _at_least(held.ceiling, found.ceiling)
    )
    if held and behind and (found.floor is None or _at_least(held.ceiling, found.floor)):
        return replace(held, floor=found.floor)
    if not found:
        dated = _nearest(directory, (_contemporary, _named), known)
        found = _narrowed(dated, _nearest(directory, (_surrounded,), known))
    if found.ceiling is not None and not found.around:
        return found
    # What is left by what others bind may still be more than what the environment holds.
    found = _narrowed(found, _nearest(directory, (_made,), known))
    return _besides(found, _nearest(directory, (_spoken,), known))


def _besides(found: JaxRange, spoken: JaxRange) -> JaxRange:
    """What does not bound JAX itself from above, with the release that something speaks of."""
    if not spoken or not _at_least(spoken.ceiling, found.floor or "0"):
        return found
    if found.ceiling is not None and _at_least(spoken.ceiling, found.ceiling):
        return found
    return replace(spoken, floor=found.floor, most=found.ceiling)


def _held(directory: Path) -> JaxRange:
    """What the lock of one folder holds. Who installs a package does so without its lock."""
    for name, version in locked(directory):
        return JaxRange(None, version, name, dated=is_packaged(directory))
    return JaxRange()


def _at_least(release: str | None, floor: str) -> bool:
    from packaging.version import Version

    return release is not None and Version(release) >= Version(floor)


def _nearest(
    directory: Path, readers: Sequence[Callable[[Path], JaxRange]], known: Known
) -> JaxRange:
    """What the first of some ways of reading that gives anything gives, of the nearest folder."""
    for read in readers:
        for folder in upwards(directory):
            if (read, folder) not in known:
                known[read, folder] = read(folder)
            if known[read, folder]:
                return known[read, folder]
    return JaxRange()


def upwards(directory: Path) -> Iterator[Path]:
    """A folder and those around it, up to the one that its repository begins in.

    Outside of a repository they end where the outermost package begins, or else in the folder that
    we are started in, or with the first one that tells of itself: what lies beside a project is of
    others.
    """
    around = [directory, *directory.parents]
    yield from around[: _end(around) + 1]


def _end(around: Sequence[Path]) -> int:
    """The number of the last of some folders, from the inside out, that speaks of the first."""

    def marked(marks: Sequence[str]) -> Iterator[int]:
        return (i for i, f in enumerate(around) if any(matching(f, mark) for mark in marks))

    repository = next(marked(ROOT_MARKS), None)
    if repository is not None:
        return repository
    packaged = list(marked(PACKAGING))
    if packaged:
        return packaged[-1]
    here = Path.cwd()
    return around.index(here) if here in around else next(marked(TELLING), 0)


def _metadata(directory: Path) -> JaxRange:
    """What the project files of one folder say: the first place that bounds jax counts.

    What it says of Python and NumPy, or a place that binds more, rules out releases as well; and
    so do the extras of the same file by the old libraries that they ask for.
    """
    stated = list(places(directory))
    for number, place in enumerate(stated, 1):
        if found := _first([place], _of_list):
            file = place[0].partition(":")[0]
            extras = [one for one in stated[number:] if one[0].partition(":")[0] == file]
            found = _narrowed(found, _first(stated[:number], _beside))
            return _narrowed(found, _first(extras, _imported))
    return JaxRange()


def _narrowed(stated: JaxRange, beside: JaxRange) -> JaxRange:
    """A range as far as it can be installed beside what else the environment is bound to.

    Where the two share nothing, somebody has bound the one and forgotten the other: then what is
    said of JAX holds.
    """
    from packaging.version import Version

    if beside.ceiling is None:
        return stated
    top = Version(beside.ceiling)
    if stated.floor is not None and Version(stated.floor) > top:
        return stated
    if stated.ceiling is not None and Version(stated.ceiling) <= top:
        return replace(stated, most=beside.ceiling) if stated.dated else stated
    floor, ceiling, origin = stated.floor, beside.ceiling, beside.origin
    return JaxRange(floor, ceiling, origin, around=True, python=beside.python)


def _surrounded(directory: Path) -> JaxRange:
    """What the Python, NumPy or SciPy of one folder, or its nixpkgs, leaves of the releases."""
    return _first(places(directory), _beside) or _made(directory)


def _made(directory: Path) -> JaxRange:
    """What the Python or the nixpkgs that an environment is made of leaves of the releases."""
    for one in (*nixpkgs(directory), *interpreters(directory)):
        if one.certain:
            return JaxRange(None, one.jax, one.origin, python=one.python)
    return JaxRange()


def _spoken(directory: Path) -> JaxRange:
    """What the Python or the nixpkgs that one folder speaks of leaves of the releases, where others
    may well have another one."""
    for one in (*nixpkgs(directory), *interpreters(directory)):
        if not one.certain:
            return JaxRange(None, one.jax, one.origin, dated=True, python=one.python)
    return JaxRange()


def _beside(requirements: Sequence[str]) -> JaxRange:
    """What a list leaves of the releases that says nothing of JAX."""
    return JaxRange(None, newest_beside(requirements))


def _imported(requirements: Sequence[str]) -> JaxRange:
    """The releases with which the libraries of a list can be imported."""
    from packaging.version import Version

    return JaxRange(None, min(importable(requirements), key=Version, default=None))


def _installed(directory: Path) -> JaxRange:
    """What the instructions in one folder install."""
    return _first(instructions(directory), _of_list)


def installed_by(notebook: Path) -> JaxRange:
    """What a notebook itself installs before it runs; nothing where that may be the newest."""
    found = _of_list(in_cells(notebook)) or JaxRange()
    return replace(found, origin=notebook.name) if found.ceiling is not None else JaxRange()


def _contemporary(directory: Path) -> JaxRange:
    """The newest JAX of the day from which the libraries are that one folder pins."""
    said = chain(places(directory), asserting(directory))
    return replace(_first(said, _of_companions), dated=True)


def _named(directory: Path) -> JaxRange:
    """The release that a README of one folder names: what the code was run with, and no bound."""
    found = _first(named(directory), _of_list)
    return JaxRange(None, found.ceiling, found.origin, dated=True) if found else found


def _first(found: Iterable[Place], bounds: Callable[[Sequence[str]], JaxRange | None]) -> JaxRange:
    for origin, alternatives in found:
        ranges = [r for r in map(bounds, alternatives) if r]
        if ranges:
            floor, ceiling = _hull(ranges)
            return JaxRange(floor, ceiling, origin)
    return JaxRange()


def _of_companions(requirements: Sequence[str]) -> JaxRange | None:
    """What a list implies that does not name jax and pins all that it names of what goes with it.

    An environment is as old as the newest thing in it, and what is pinned to that day works with
    the JAX of that day: it was not written for names that came or went later.
    """
    from packaging.version import Version

    newest = []
    for text in requirements:
        found = re.match(r"\s*([\w.-]+)\s*(?:\[[^\]]*\])?\s*(.*)", text)
        name = found[1].lower().replace("_", "-") if found else ""
        if name == "jax":
            return None
        if name in _companions():
            pin = re.match(r"===?\s*(\d+(?:\.\d+)*)\s*(?:;|#|$)", found[2]) if found else None
            jax = _companions()[name].get(pin[1]) if pin else None
            if jax is None:
                return None
            newest.append(jax)
    return JaxRange(None, max(newest, key=Version)) if newest else None


def days_of(library: str) -> Mapping[str, str]:
    """By release of a library around JAX the newest JAX of its day."""
    return _companions().get(library, {})


@cache
def _companions() -> Mapping[str, Mapping[str, str]]:
    """By library and release the newest JAX of its day; `scripts/update-companions` makes it."""
    text = (Path(__file__).parent / "companions.json").read_text(encoding="utf-8")
    table: dict[str, dict[str, str]] = json.loads(text)
    return table


def _of_list(requirements: Sequence[str]) -> JaxRange | None:
    """What one list allows, by itself or by a library that asks for one release of JAX alone.
    Requirements under different markers are alternatives."""
    from packaging.specifiers import SpecifierSet

    always, marked = SpecifierSet(), []
    found = [one for one in map(_specifiers, requirements) if one is not None]
    own = any(name == "jax" and bounds for name, bounds, _ in found)
    for name, bounds, conditional in found:
        if name == "jaxlib":
            always &= SpecifierSet() if own else _with(bounds)
        elif conditional:
            marked.append(bounds)
        else:
            always &= bounds
    for jax in pinned(requirements):
        if always.contains(jax, prereleases=True):  # or else what is said of JAX itself holds
            always &= SpecifierSet(f"=={jax}")
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


def _specifiers(requirement: str) -> tuple[str, SpecifierSet, bool] | None:
    """The bounds that a requirement puts on jax or jaxlib, and whether it has a marker."""
    if not re.match(r"\s*jax(?:lib)?\s*(?:[\[<>=~!(;]|$)", requirement, re.IGNORECASE):
        return None
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        parsed = Requirement(requirement)
    except InvalidRequirement:
        return None
    return parsed.name.lower(), parsed.specifier, parsed.marker is not None


def _with(jaxlib: SpecifierSet) -> SpecifierSet:
    """The releases of jax that go with a jaxlib, which numbers as jax does since 0.3.

    A jax refuses a jaxlib that is newer than itself, and needs one of its own minor version; 0.3.0
    was the last with a jaxlib before 0.3. An upper bound leaves the newest jax that it will do for.
    """
    from packaging.specifiers import SpecifierSet

    out = SpecifierSet()
    for one in jaxlib:
        found = re.match(r"0\.(\d+)(\.\d+)?", one.version)
        if one.operator in ("==", "===") and found and int(found[1]) >= 3:
            # A later jax may do with it for a few releases, which nobody is held to.
            most = f"=={found[0]}" if found[2] else f"<0.{int(found[1]) + 1}"
            out &= SpecifierSet(f">={found[0]},{most}")
        elif one.operator in ("==", "===") and found:
            out &= SpecifierSet("<=0.3.0")
    newest = None if out else newest_beside([f"jaxlib{jaxlib}"])
    return out if newest is None else SpecifierSet(f"<={newest}")
