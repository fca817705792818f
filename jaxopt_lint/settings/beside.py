"""Which releases of the libraries around JAX a project allows, as the files next to its code say.

The places are those that speak of JAX, too (`requirements.py`, `instructions.py`, `locks.py`). What
the nearest folder bounds counts; a lock counts where nothing else bounds a library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jaxopt_lint.settings.implied import implied
from jaxopt_lint.settings.instructions import instructions
from jaxopt_lint.settings.locks import held, is_packaged
from jaxopt_lint.settings.requirements import AROUND, Place, matching, places, text_of

_BOUND = re.compile(r"\s*([A-Za-z][\w.-]*)\s*(?:\[[^\]]*\])?\s*([<>=!~][^;#@]*)?")
# The libraries that count where they are named without a bound, too: what is asked of them is
# whether they are there.
_NAMED = ("distrax", "rlax")
_NIGHTLY = "tfp-nightly"  # whose releases go by days, and which nobody names by chance
_SAY = ("pyproject.toml", "setup.cfg", "setup.py", "*requirements*.txt", "*env*.yml", "*env*.yaml",
        "*requirement*.yml", "Pipfile", "pixi.toml", "*.lock", "README*", "INSTALL*", "Dockerfile*",
        "*.sh")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a project says of a library.

    Attributes:
        alternatives: bounds in the words of PEP 440, of which each may hold by itself.
        origin: the file that says so, and the place in it.
        packaged: a lock says so, and others install the project without it.
    """

    alternatives: tuple[str, ...]
    origin: str
    packaged: bool = False


Said = tuple[tuple[str, Bounds], ...]


def beside(folders: Iterator[Path], known: dict[Path, Said]) -> Said:
    """What some folders say of the libraries around JAX, the first that bounds one counting."""
    out: dict[str, Bounds] = {}
    held_by_locks: dict[str, Bounds] = {}
    for folder in folders:
        if folder not in known:
            known[folder] = (*_stated(folder), *_held(folder))
        for name, bounds in known[folder]:
            (held_by_locks if _is_held(bounds) else out).setdefault(name, bounds)
    return tuple(sorted((held_by_locks | out).items()))


def _is_held(bounds: Bounds) -> bool:
    return bounds.origin.endswith((".lock", "-lock.yml", "pylock.toml"))


def _stated(folder: Path) -> Iterator[tuple[str, Bounds]]:
    seen: set[str] = set()
    for place in (*places(folder), *instructions(folder)):
        for name, bounds in _of_place(place):
            if name not in seen:
                seen.add(name)
                yield name, bounds
    for file in (found for pattern in _SAY for found in matching(folder, pattern)):
        if text_of(file, locked=True, word=_NIGHTLY.encode()):
            yield _NIGHTLY, Bounds((">=0",), file.name)
            break


def _of_place(place: Place) -> Iterator[tuple[str, Bounds]]:
    origin, alternatives = place
    found: dict[str, list[str]] = {}
    for requirements in alternatives:
        through = dict(_bounds(implied(requirements)))
        for name, bound in (*_bounds(requirements), *through.items()):
            if name in through and bound is not through[name]:
                bound = f"{bound},{through[name]}"
            elif name in through and name in found:
                continue
            found.setdefault(name, []).append(bound)
    for name, bounds in found.items():
        yield name, Bounds(tuple(bounds), origin)


def _bounds(requirements: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The libraries around JAX that a list binds, each with its bound."""
    for text in requirements:
        match = _BOUND.match(text)
        name = match[1].lower().replace("_", "-").replace(".", "-") if match else ""
        if match is None or name not in (*AROUND, *_NAMED):
            continue
        if match[2] is not None:
            yield name, match[2].strip()
        elif name in _NAMED:
            yield name, ">=0"


def _held(folder: Path) -> Iterator[tuple[str, Bounds]]:
    locks = held(folder, AROUND)
    packaged = bool(locks) and is_packaged(folder)
    for name, (origin, version) in locks.items():
        yield name, Bounds((f"=={version}",), origin, packaged)
